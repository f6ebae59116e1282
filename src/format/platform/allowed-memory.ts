/**
 * How much memory this process may take: what the machine has, or less where a control group of Linux says so, as those of
 * containers, of systemd's units and of batch jobs do. Node's `totalmem` knows of no such group, and its
 * `constrainedMemory` not of the groups around its own.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

interface Version {
  /** Where groups are mounted, the outermost first. */
  readonly mount: string;
  /** The line of /proc/self/cgroup that says which is ours. */
  readonly line: RegExp;
  /** Files of a group that say a limit: where it is slowed down, where it is ended. */
  readonly limits: readonly string[];
}

const versions: readonly Version[] = [
  { mount: 'sys/fs/cgroup', line: /^0::(\/.*)$/m, limits: ['memory.high', 'memory.max'] },
  {
    mount: 'sys/fs/cgroup/memory',
    line: /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m,
    limits: ['memory.limit_in_bytes'],
  },
];

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No such group, or no limit: the outermost one has none, and a container sees its own group as the outermost.
    return '';
  }
};

/** @returns the path and all paths around it, the innermost first */
const outwards = (path: string): readonly string[] => {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
};

/** @param root where the system's files are. @returns bytes; those of the tightest group. Cost: reads a few small files */
export function allowedMemory(root = '/', machineBytes = totalmem()): number {
  const own = textOf(join(root, 'proc/self/cgroup'));
  const limits = versions.flatMap(({ mount, line, limits: names }) =>
    outwards(line.exec(own)?.[1] ?? '').flatMap((group) => names.map((name) => textOf(join(root, mount, group, name)))),
  );
  // "max", and what is no number, is no limit.
  const bytes = limits.map((text) => text.trim()).flatMap((text) => (/^\d+$/.test(text) ? Number(text) : []));
  return Math.min(machineBytes, ...bytes.filter((limit) => limit > 0));
}
