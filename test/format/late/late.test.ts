/**
 * Sections that are read when something first asks for them: together with their group, checked, kept while there is
 * room, and opened again after they have gone.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { BlockCache, type LateSection, objectOf, Pages, part, UnreadableBlock } from '../../../src/format/index.js';
import { LateGroup } from '../../../src/format/late/late-group.js';
import { LateMemory } from '../../../src/format/late/late-memory.js';
import { SectionMap } from '../../../src/format/sections.js';

const position = 64;
const counts = Uint32Array.of(3, 1, 4, 1, 5);
const names = Uint8Array.of(7, 8, 9);
const other = new Uint8Array(3 * 2 ** 20).fill(6);

/** A file of three sections, of which two are one group, on a disk whose bytes may change. */
function scene() {
  const bytes = [new Uint8Array(counts.buffer), names, other];
  const disk = { file: Buffer.concat([new Uint8Array(position), ...bytes]), reads: 0 };
  const files: Files = {
    ...diskFiles,
    open: async () => ({
      read: async (into, length, at) => {
        disk.reads += 1;
        const found = disk.file.subarray(at, at + length);
        into.set(found);
        return found.byteLength;
      },
      write: async () => 0,
      sync: async () => undefined,
      close: async () => undefined,
    }),
  };
  let at = position;
  const late: LateSection[] = [];
  const entries = (['a/counts', 'a/names', 'b/other'] as const).map((section, index) => {
    const { byteLength } = bytes[index]!;
    const sum = crc32(bytes[index]!);
    late.push({ section, group: section.slice(0, 1), position: at, byteLength, crc32: sum });
    at += byteLength;
    return { name: section, element: index === 0 ? ('u32' as const) : ('u8' as const), byteLength, crc32: sum };
  });
  return { disk, files, late, entries };
}

async function opened(cacheBytes = 2 ** 30) {
  const { disk, files, late, entries } = scene();
  const pages = new Pages(new BlockCache(cacheBytes, 4));
  await pages.open(files, [{ label: 'snapshot/file', paths: ['/file'] }]);
  const read = entries.map(() => undefined);
  const sections = new SectionMap('snapshot/file', entries, read, [], undefined, pages.lateOf(late, 0));
  const openings: string[] = [];
  const opening = <Value>(name: string, open: () => Value) =>
    sections.part(name, () => {
      const value = open();
      openings.push(name);
      return value;
    });
  const index = objectOf<{ kind: string; counts: readonly number[]; first: number; other: number }>({
    kind: part('late'),
    counts: opening('a/counts', () => [...sections.u32('a/counts', 5), ...sections.u8('a/names')]),
    first: sections.part('a/counts', () => sections.u32('a/counts')).map((all) => all[0]!),
    other: opening('b/other', () => sections.u8('b/other', other.length)[5]!),
  });
  return { disk, pages, sections, index, openings, late: pages.cache.late };
}

describe('sections that are read late', () => {
  it('a look › reads the whole group, and opens it once', async () => {
    const { pages, sections, index, openings, disk, late } = await opened();
    expect(sections.leftBytes).toBe(20 + 3 + other.byteLength);
    expect(pages.run(() => index.kind)).toBe('late');
    expect(await pages.run(() => index.counts)).toEqual([3, 1, 4, 1, 5, 7, 8, 9]);
    expect(disk.reads).toBe(2);
    expect(pages.run(() => index.counts.length + index.first)).toBe(11);
    expect(openings).toEqual(['a/counts']);
    expect(late).toMatchObject({ read: 1, byteLength: 23 });
  });

  it('several ask at once › it is read once; a long section in pieces', async () => {
    const { pages, index, disk, late } = await opened();
    expect(await Promise.all([1, 2, 3].map(() => pages.run(() => index.other)))).toEqual([6, 6, 6]);
    expect(disk.reads).toBe(3);
    expect(late).toMatchObject({ read: 1, byteLength: other.byteLength });
  });

  it('no room for both › the one that was used last stays; the other is read and opened again', async () => {
    const { pages, index, openings, late } = await opened(1000);
    expect(await pages.run(() => index.counts)).toHaveLength(8);
    expect(await pages.run(() => index.other)).toBe(6);
    expect(late.byteLength).toBe(other.byteLength);
    expect(await pages.run(() => index.counts)).toHaveLength(8);
    expect(late.byteLength).toBe(23);
    expect(openings).toEqual(['a/counts', 'b/other', 'a/counts']);
  });

  it('work that needs both › has both, however little room there is', async () => {
    const { pages, index, late } = await opened(0);
    const both = (): number => index.counts.length + index.other + index.first;
    expect(await Promise.all([pages.run(both), pages.run(both)])).toEqual([17, 17]);
    expect(late.byteLength).toBeLessThanOrEqual(other.byteLength);
  });

  it('another byte › is told with file and section, once until it is right again', async () => {
    const { pages, index, disk } = await opened();
    const told: UnreadableBlock[] = [];
    const counted: number[] = [];
    pages.onUnreadable = (block) => told.push(block);
    pages.onUnreadableCount = (count) => counted.push(count);
    disk.file[position + 21]! ^= 1;
    for (let time = 0; time < 2; time += 1) {
      await expect(pages.run(() => index.counts)).rejects.toThrow(UnreadableBlock);
    }
    expect(told).toMatchObject([{ file: 'snapshot/file', section: 'a/names', block: undefined }]);
    expect(told[0]?.cause).toBeInstanceOf(IntegrityError);
    expect(told[0]?.message).toMatch(/^snapshot\/file, section a\/names: expected CRC-32 \w{8}, found \w{8}$/);
    disk.file[position + 21]! ^= 1;
    expect(await pages.run(() => index.counts)).toHaveLength(8);
    expect(counted).toEqual([1, 0]);
  });

  it('a file that ends too soon › says so', async () => {
    const { pages, index, disk } = await opened();
    disk.file = disk.file.subarray(0, position + 10);
    await expect(pages.run(() => index.counts)).rejects.toThrow('expected 20 bytes, found 10');
  });

  it('whoever serves it leaves › nothing of it is kept', async () => {
    const { pages, index, late } = await opened();
    await pages.run(() => index.other);
    pages.leave();
    await expect.poll(() => late.byteLength).toBe(0);
  });

  it('sections that are all in memory › are opened at once, and their parts are plain properties', () => {
    const entry = { name: 'a', element: 'u8' as const, byteLength: 2, crc32: 0 };
    const sections = new SectionMap('file', [entry], [Uint8Array.of(1, 2)]);
    let opens = 0;
    const made = sections.part('a', () => {
      opens += 1;
      return sections.u8('a');
    });
    const index = objectOf<{ a: Uint8Array; length: number }>({ a: made, length: made.map((a) => a.length) });
    expect(opens).toBe(1);
    expect(Object.getOwnPropertyDescriptors(index)).toMatchObject({
      a: { value: sections.u8('a') },
      length: { value: 2 },
    });
  });
});

describe('LateMemory', () => {
  const groupOf = (byteLength: number): LateGroup => {
    const one = { section: 's', group: 'g', position: 0, byteLength, crc32: 0 };
    return new LateGroup([one], 0, () => undefined);
  };

  it('too much › what was used longest ago goes first, but nothing that is held', () => {
    const memory = new LateMemory(100);
    const groups = [40, 30, 20, 50].map(groupOf);
    const [first, second, third, fourth] = groups;
    const settle = (group: LateGroup | undefined): void => memory.settle(group!, new Map());
    for (const group of [first, second, third]) settle(group);
    memory.touch(first!);
    memory.hold(second!);
    settle(fourth);
    expect(groups.map(({ bytes }) => bytes !== undefined)).toEqual([false, true, false, true]);
    expect(memory.byteLength).toBe(80);
    settle(third);
    expect(memory.byteLength).toBe(100);
    memory.touch(fourth!);
    memory.letGo(second!);
    settle(first);
    expect(groups.map(({ bytes }) => bytes !== undefined)).toEqual([true, false, false, true]);
  });
});
