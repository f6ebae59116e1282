/**
 * Runs a program under a limit of memory: in a control group of its own, or, where none can be made, watched by its resident set size.
 *
 * The kernel kills a program that exceeds the limit of its group. The watch reads the size every 20 ms and kills by itself, which
 * misses short peaks; the table says which of the two was used.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LimitedProgram {
  readonly child: ChildProcess;
  readonly method: 'cgroup v1' | 'cgroup v2' | 'watched';
  /** Most memory so far that no file can give back, in bytes; 0 if the program has ended before it was read. */
  readonly peakBytes: () => number;
  /** Whether the program was killed because of its memory. */
  readonly isKilled: () => boolean;
  readonly cleanUp: () => void;
}

interface Group {
  readonly method: 'cgroup v1' | 'cgroup v2';
  readonly path: string;
}

const mounts = [
  { method: 'cgroup v1', mount: '/sys/fs/cgroup/memory', limitFile: 'memory.limit_in_bytes' },
  { method: 'cgroup v2', mount: '/sys/fs/cgroup', limitFile: 'memory.max' },
] as const;

/** Groups that this process has tried to make. */
let groupCount = 0;

/** @returns undefined if this process may make no group */
function createGroup(limitBytes: number): Group | undefined {
  groupCount += 1;
  for (const { method, mount, limitFile } of mounts) {
    if (!existsSync(join(mount, method === 'cgroup v2' ? 'cgroup.controllers' : limitFile))) continue;
    // A group may outlive its program for a moment, so each run has a name of its own.
    const path = join(mount, `stele-soak-${process.pid}-${groupCount}`);
    try {
      mkdirSync(path);
      writeFileSync(join(path, limitFile), String(limitBytes));
      return { method, path };
    } catch {
      removeGroup(path);
    }
  }
  return undefined;
}

function removeGroup(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It was not made, or its last process has not been reaped yet.
  }
}

/** @returns the value of a line of /proc/<pid>/status, in bytes; 0 if the process has ended */
function readStatusBytes(pid: number, name: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** @param args the program and its arguments; @param env variables in addition to those of this process */
export function runLimited(
  args: readonly string[],
  limitBytes: number,
  env: Readonly<Record<string, string>> = {},
): LimitedProgram {
  const group = createGroup(limitBytes);
  // The shell joins the group before it becomes the program, so that all memory of the program counts.
  const joinGroup = group === undefined ? '' : `echo $$ > ${group.path}/cgroup.procs && `;
  const child = spawn('sh', ['-c', `${joinGroup}exec "$@"`, 'sh', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let peakBytes = 0;
  let isKilledHere = false;
  const watch = setInterval(() => {
    const { pid } = child;
    if (pid === undefined || child.exitCode !== null) return;
    peakBytes = Math.max(peakBytes, readStatusBytes(pid, 'RssAnon') + readStatusBytes(pid, 'RssShmem'));
    if (group !== undefined || readStatusBytes(pid, 'VmRSS') <= limitBytes) return;
    isKilledHere = true;
    child.kill('SIGKILL');
  }, 20);
  let isStopped = false;
  return {
    child,
    method: group?.method ?? 'watched',
    peakBytes: () => peakBytes,
    isKilled: () => isKilledHere || (!isStopped && child.signalCode === 'SIGKILL'),
    cleanUp: () => {
      isStopped = true;
      clearInterval(watch);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      if (group !== undefined) setTimeout(() => removeGroup(group.path), 500);
    },
  };
}
