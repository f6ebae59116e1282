/**
 * The memory that a process may use, by the files of its control groups on Linux.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allowedMemory } from '../../../src/format/platform/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const gibibyte = 2 ** 30;
const machine = 64 * gibibyte;

/** @param own /proc/self/cgroup. @param files of groups, below /sys/fs/cgroup, in GiB or as they are written */
function allowed(own: string, files: Record<string, number | string>): number {
  const root = newFolder();
  const all = Object.entries(files).map(([name, value]): [string, string] => [
    join('sys/fs/cgroup', name),
    typeof value === 'number' ? `${value * gibibyte}\n` : value,
  ]);
  for (const [name, text] of [['proc/self/cgroup', own] as const, ...all]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return allowedMemory(root, machine) / gibibyte;
}

describe('allowedMemory', () => {
  it('no control groups › returns the memory of the machine', () => {
    expect(allowedMemory(newFolder(), machine)).toBe(machine);
    expect(allowedMemory(newFolder())).toBeGreaterThan(0);
  });

  it('a systemd unit › returns the tighter limit of the unit and its slice', () => {
    const own = '0::/system.slice/stele.service\n';
    const [slice, unit] = ['system.slice/memory.max', 'system.slice/stele.service/memory.max'];
    expect(allowed(own, { [unit]: 4, [slice]: 'max\n' })).toBe(4);
    expect(allowed(own, { [unit]: 'max\n', [slice]: 8 })).toBe(8);
    expect(allowed(own, { [unit]: 16, [slice]: 8 })).toBe(8);
    expect(allowed(own, { [unit]: 'max\n', [slice]: 'max\n' })).toBe(64);
    expect(allowed(own, { [unit]: 4, 'system.slice/stele.service/memory.high': 3 })).toBe(3);
  });

  it('a container, which sees its own group as the outermost › returns its limit', () => {
    expect(allowed('0::/\n', { 'memory.max': 2 })).toBe(2);
    expect(allowed('0::/../pod1/box\n', { 'memory.max': 2 })).toBe(2);
    expect(allowed('4:memory:/docker/0123\n0::/\n', { 'memory/memory.limit_in_bytes': 2 })).toBe(2);
  });

  it('version 1 next to other controllers › returns the tightest limit, or the memory of the machine without one', () => {
    const own = '7:cpu,cpuacct:/other\n4:memory:/kubepods/pod1/box\n1:name=systemd:/other\n';
    const none = '9223372036854771712\n';
    const [pods, pod] = ['memory/kubepods', 'memory/kubepods/pod1'].map((group) => `${group}/memory.limit_in_bytes`);
    expect(allowed(own, { 'memory/memory.limit_in_bytes': none })).toBe(64);
    expect(allowed(own, { 'memory/memory.limit_in_bytes': none, [pods!]: 32, [pod!]: 5 })).toBe(5);
    expect(allowed(own, { 'memory/other/memory.limit_in_bytes': 1, [pods!]: 32 })).toBe(32);
  });

  it('any code that reads the amount of memory › calls this function', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const asking = ['src', 'build'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name))
        .filter((name) => /\b(totalmem|freemem|constrainedMemory)\(/.test(readFileSync(join(root, name), 'utf8'))),
    );
    expect(asking).toEqual(['src/format/platform/allowed-memory.ts']);
  });

  it('a limit that is 0 or not a number › is ignored', () => {
    expect(allowed('0::/\n', { 'memory.max': 'much\n', 'memory.high': 0 })).toBe(64);
  });
});
