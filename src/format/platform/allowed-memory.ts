/**
 * The memory that this process may use: the memory of the machine, or the limit of a Linux control group (container, systemd
 * unit, batch job). `totalmem` of Node.js ignores control groups, and `constrainedMemory` ignores the outer ones.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

/** A version of control groups. */
interface Version {
  /** Mount point of the groups. */
  readonly mount: string;
  /** The line of /proc/self/cgroup with the group of this process. */
  readonly line: RegExp;
  /** Files with a limit of the group: throttling first, then termination. */
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

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No such group, or no limit: the outermost group has none, and a container sees its own group as the outermost.
    return '';
  }
};

/** @returns the path and all its parents, the innermost first */
const listOuterGroups = (path: string): readonly string[] => {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
};

/** @param root folder of the system's files. @returns bytes: the tightest limit. Cost: reads a few small files */
export function allowedMemory(root = '/', machineBytes = totalmem()): number {
  const groupLines = readText(join(root, 'proc/self/cgroup'));
  const limits = versions.flatMap(({ mount, line, limits: names }) =>
    listOuterGroups(line.exec(groupLines)?.[1] ?? '').flatMap((group) =>
      names.map((name) => readText(join(root, mount, group, name))),
    ),
  );
  // "max" and anything but a number mean no limit.
  const bytes = limits.map((text) => text.trim()).flatMap((text) => (/^\d+$/.test(text) ? Number(text) : []));
  return Math.min(machineBytes, ...bytes.filter((limit) => limit > 0));
}
