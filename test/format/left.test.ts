/**
 * Sections that stay in their file: reading them, wrong checksums of blocks, and bytes in several sections.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IntegrityError, InvariantError } from '../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../src/format/files/index.js';
import {
  assembleSegment,
  BLOCK_BYTES,
  BlockCache,
  BlockSums,
  blockCount,
  CHUNK_BYTES,
  type PagedChunk,
  Pages,
  readSegmentBytes,
  type SectionInput,
  type SegmentBytes,
  writeSegment,
} from '../../src/format/index.js';
import { temporaryFolders } from '../../testing/folder.js';

const newFolder = temporaryFolders();
const bytes = Uint8Array.from({ length: 2 * BLOCK_BYTES + 100 }, (_, at) => (at * 7 + (at >> 8)) % 251);

function sumsOf(data: Uint8Array): Uint32Array {
  const summing = new BlockSums(new Uint32Array(blockCount(data.byteLength)));
  summing.add(data);
  return summing.sums;
}

/** A file whose section `t` is left where it is. */
async function left(...sections: readonly SectionInput[]): Promise<SegmentBytes> {
  const path = join(newFolder(), 'a.segment');
  await writeSegment(diskFiles, path, { kind: 'sample', name: 'first', meta: new Map(), sections });
  return readSegmentBytes(diskFiles, path, 'a.segment', undefined, {
    isPaged: (name) => name === 't',
  });
}

describe('a section that stays in its file', () => {
  const sums = sumsOf(bytes);

  it('with checksums of its blocks › is read from the file, as the same blob each time', async () => {
    const found = await left({ name: 't', data: bytes }, { name: 't.blocks', data: sums });
    const pages = new Pages(new BlockCache(0));
    await pages.open(diskFiles, [{ label: 'a', paths: [found.path] }]);
    const { sections } = assembleSegment(found, pages);
    const blob = sections.blob('t');
    expect(sections.blob('t')).toBe(blob);
    expect(sections.pagedByteLength).toBe(bytes.byteLength);
    expect(await pages.run(() => blob.view(4000, 4200).slice())).toEqual(bytes.slice(4000, 8200));
    pages.leave();
  });

  it.each<[string, SectionInput['data'], string]>([
    ['too few', sums.subarray(1), '8 bytes of u32'],
    ['too many', Uint32Array.of(...sums, 0), '16 bytes of u32'],
    ['of another element', new Uint8Array(12), '12 bytes of u8'],
  ])('checksums of blocks that are %s › are damage', async (_, data, found) => {
    const reading = left({ name: 't', data: bytes }, { name: 't.blocks', data });
    await expect(reading).rejects.toThrow(`a.segment, section t.blocks: expected 3 entries of u32, found ${found}`);
    await expect(reading).rejects.toBeInstanceOf(IntegrityError);
  });

  it('with another element than bytes › is damage', async () => {
    const { sections } = assembleSegment(await left({ name: 't', data: Uint32Array.of(1, 2) }));
    expect(() => sections.blob('t')).toThrow('a.segment, section t: expected u8, found u32');
  });

  it('read from memory, or opened without a reader › throws InvariantError', async () => {
    const { sections } = assembleSegment(await left({ name: 't', data: bytes }));
    expect(() => sections.u8('t')).toThrow(InvariantError);
    expect(() => sections.u8('t')).toThrow('t stays in the file, but is read from memory');
    expect(() => sections.blob('t')).toThrow(InvariantError);
    expect(() => sections.blob('t')).toThrow('t stays in the file, and was opened without a reader');
  });
});

/** What a reader would take from a file of a gigabyte: only what these tests look at is there. */
const firstBytes = CHUNK_BYTES - 10;
const byteAt = (at: number): number => (at * 13 + 5) % 251;

/** A blob of two chunks, the first of which ends ten bytes early; where `damaged`, so is the first byte of the second. */
async function twoChunks(damaged = false) {
  const taken = (start: number, byteLength: number): Uint8Array =>
    Uint8Array.from({ length: byteLength }, (_, at) => byteAt(start + at));
  const lastBlock = CHUNK_BYTES - BLOCK_BYTES;
  const first = new Uint32Array(blockCount(firstBytes));
  first.set(sumsOf(taken(lastBlock, BLOCK_BYTES - 10)), first.length - 1);
  const chunks: readonly PagedChunk[] = [
    { section: 't', position: 0, byteLength: firstBytes, sums: first },
    { section: 't#1', position: CHUNK_BYTES, byteLength: 500, sums: sumsOf(taken(CHUNK_BYTES, 500)) },
  ];
  const files: Files = {
    ...diskFiles,
    open: async () => ({
      read: async (into, length, at) => {
        into.set(taken(at, length));
        if (damaged && at === CHUNK_BYTES) into[0]! ^= 1;
        return length;
      },
      write: async () => 0,
      sync: async () => undefined,
      close: async () => undefined,
    }),
  };
  const pages = new Pages(new BlockCache(0));
  await pages.open(files, [{ label: 'a', paths: ['/a'] }]);
  return { pages, blob: pages.createBlob(chunks, 0), taken };
}

describe('bytes in several sections that stay in the file', () => {
  const [last, next, after] = [CHUNK_BYTES - 30, CHUNK_BYTES, CHUNK_BYTES + 40];

  it('records on both sides of a section border › are complete, and the last one ends with its section', async () => {
    const { pages, blob, taken } = await twoChunks();
    expect(blob.end).toBe(CHUNK_BYTES + 500);
    expect([blob.lengthOf(last, next), blob.lengthOf(next, after), blob.lengthOf(100, 250)]).toEqual([20, 40, 150]);
    const found = await pages.run(() => {
      blob.want(last, after);
      pages.settle();
      return [
        [last, next],
        [next, after],
      ].map(([start = 0, end = 0]) => {
        const { bytes: all } = blob.recordAt(start, end);
        const place = blob.placeAt(start);
        expect(blob.chunkAt(start)).toBe(all);
        return all.slice(place, place + blob.lengthOf(start, end));
      });
    });
    expect(found).toEqual([taken(last, 20), taken(next, 40)]);
    expect(pages.cache.blocksRead).toBe(2);
    pages.leave();
  });

  it('a record read without recordAt › throws InvariantError', async () => {
    const { pages, blob } = await twoChunks();
    await pages.run(() => blob.view(next, 40));
    for (const look of [() => blob.pairAt(last), () => blob.placeAt(last), () => blob.chunkAt(last)]) {
      expect(look).toThrow(InvariantError);
    }
    pages.leave();
  });

  it('a changed byte in a later section › names that section, and counts blocks from its start', async () => {
    const { pages, blob } = await twoChunks(true);
    await expect(pages.run(() => blob.view(next, 40))).rejects.toThrow('a, section t#1, block 0: expected CRC-32');
    pages.leave();
  });
});
