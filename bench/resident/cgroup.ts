/**
 * A control group of Linux that allows its processes so much memory, what they have of the system's cache included.
 *
 * It takes the right to make one, which root mostly has. Both versions of control groups are known.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MemoryGroup {
  /** Runs something while this process is in the group: processes that it starts meanwhile stay there. */
  readonly within: <Result>(start: () => Result) => Result;
  /** How often the system has ended a process of the group because it took too much. */
  readonly kills: () => number;
  /** The most it has taken, in bytes. */
  readonly peakBytes: () => number;
  /** To be called when no process is in it any more. */
  readonly remove: () => void;
}

interface Version {
  readonly root: string;
  /** The line of /proc/self/cgroup that says where this process is. */
  readonly line: RegExp;
  readonly limit: string;
  readonly swap: readonly [file: string, value: (bytes: number) => string];
  readonly kills: (read: (file: string) => string) => string | undefined;
  readonly peak: string;
}

const versions: readonly Version[] = [
  {
    root: '/sys/fs/cgroup/memory',
    line: /^\d+:memory:(.*)$/m,
    limit: 'memory.limit_in_bytes',
    swap: ['memory.memsw.limit_in_bytes', String],
    kills: (read) => /^oom_kill (\d+)$/m.exec(read('memory.oom_control'))?.[1],
    peak: 'memory.max_usage_in_bytes',
  },
  {
    root: '/sys/fs/cgroup',
    line: /^0::(.*)$/m,
    limit: 'memory.max',
    swap: ['memory.swap.max', () => '0'],
    kills: (read) => /^oom_kill (\d+)$/m.exec(read('memory.events'))?.[1],
    peak: 'memory.peak',
  },
];

/** @returns why there is none, where it cannot be made */
export function memoryGroup(byteLength: number): MemoryGroup | string {
  const own = existsSync('/proc/self/cgroup') ? readFileSync('/proc/self/cgroup', 'utf8') : '';
  const reasons: string[] = [];
  for (const version of versions) {
    const above = version.line.exec(own)?.[1];
    if (above === undefined) continue;
    const home = join(version.root, above);
    const group = join(home, `stele-bench-${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(join(group, version.limit), String(byteLength));
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
      if (existsSync(group)) rmdirSync(group);
      continue;
    }
    const [swapFile, swapValue] = version.swap;
    // Where swap is not accounted for, there mostly is none.
    if (existsSync(join(group, swapFile))) writeFileSync(join(group, swapFile), swapValue(byteLength));
    const read = (file: string): string => readFileSync(join(group, file), 'utf8');
    const move = (to: string): void => writeFileSync(join(to, 'cgroup.procs'), String(process.pid));
    return {
      within: (start) => {
        move(group);
        try {
          return start();
        } finally {
          move(home);
        }
      },
      kills: () => Number(version.kills(read) ?? 0),
      peakBytes: () => Number(read(version.peak)),
      remove: () => rmdirSync(group),
    };
  }
  return reasons.join('; ') || 'this system has no control groups for memory';
}
