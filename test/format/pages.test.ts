/**
 * Blocks read from files: reads together, waiting answers, unreadable blocks, and closing of files.
 */
import { describe, expect, it } from 'vitest';
import { IntegrityError } from '../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../src/format/files/index.js';
import {
  BLOCK_BYTES,
  BlockCache,
  BlockSums,
  BlocksAbsent,
  blockCount,
  Pages,
  UnreadableBlock,
} from '../../src/format/index.js';

const blocks = 200;
const position = 100;
const bytes = Uint8Array.from({ length: blocks * BLOCK_BYTES - 10 }, (_, at) => (at * 31 + (at >> 12)) % 251);

interface Reading {
  readonly position: number;
  readonly byteLength: number;
}

/** @returns the buffers that bytes were read into, each once */
const buffersOf = (into: readonly Uint8Array[]): readonly ArrayBufferLike[] => [
  ...new Set(into.map(({ buffer }) => buffer)),
];

/** A disk with one file, whose bytes may change, and whose reads are noted and may fail. */
function scene() {
  const disk: { file: Uint8Array; error?: Error } = { file: Buffer.concat([new Uint8Array(position), bytes]) };
  const reads: Reading[] = [];
  const into: Uint8Array[] = [];
  let open = 0;
  const files: Files = {
    ...diskFiles,
    open: async (path) => {
      if (path !== '/file') throw new Error('ENOENT: no such file');
      open += 1;
      return {
        read: async (bytesInto, length, at) => {
          reads.push({ position: (at - position) / BLOCK_BYTES, byteLength: length });
          into.push(bytesInto);
          if (disk.error !== undefined) throw disk.error;
          const found = disk.file.subarray(at, at + length);
          bytesInto.set(found);
          return found.byteLength;
        },
        write: async () => 0,
        sync: async () => undefined,
        close: async () => {
          open -= 1;
        },
      };
    },
  };
  const summing = new BlockSums(new Uint32Array(blockCount(bytes.byteLength)));
  summing.add(bytes.subarray(0, 5000));
  summing.add(bytes.subarray(5000));
  const left = { section: 'documents', position, byteLength: bytes.byteLength, sums: summing.sums };
  return { disk, files, reads, into, left, open: () => open };
}

async function opened(slots = 256) {
  const made = scene();
  const pages = new Pages(new BlockCache(0, slots));
  await pages.open(made.files, [{ label: 'snapshot/file', paths: ['/file'] }]);
  const blob = pages.createBlob([made.left], 0);
  /** Work that looks at these ranges. */
  const look =
    (...ranges: readonly (readonly [number, number])[]) =>
    (): readonly Uint8Array[] => {
      for (const [start, end] of ranges) blob.want(start, end);
      pages.settle();
      return ranges.map(([start, end]) => blob.view(start, end - start).slice());
    };
  const expected = (...ranges: readonly (readonly [number, number])[]) =>
    ranges.map(([start, end]) => bytes.slice(start, end));
  return { ...made, pages, blob, look, expected };
}

describe('pages', () => {
  it('work whose blocks are in memory › returns its result without a promise', async () => {
    const { pages, look, expected, reads } = await opened();
    expect(pages.run(() => 7)).toBe(7);
    const first = pages.run(look([10, 20]));
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual(expected([10, 20]));
    expect(pages.run(look([4000, 4090]))).toEqual(expected([4000, 4090]));
    expect(reads).toHaveLength(1);
    expect(pages.cache).toMatchObject({ blocksRead: 1, hits: 1 });
  });

  it('any ranges › are read in file order, neighbours in one read', async () => {
    const { pages, look, expected, reads } = await opened();
    const at = (block: number): [number, number] => [block * BLOCK_BYTES + 5, block * BLOCK_BYTES + 50];
    const across: [number, number] = [9 * BLOCK_BYTES - 100, 11 * BLOCK_BYTES + 3];
    const end: [number, number] = [bytes.byteLength - 3, bytes.byteLength];
    const ranges = [at(150), end, at(4), across, at(2), at(50)];
    expect(await pages.run(look(...ranges))).toEqual(expected(...ranges));
    expect(reads).toEqual([
      { position: 2, byteLength: 3 * BLOCK_BYTES },
      { position: 8, byteLength: 4 * BLOCK_BYTES },
      { position: 50, byteLength: BLOCK_BYTES },
      { position: 150, byteLength: BLOCK_BYTES },
      { position: blocks - 1, byteLength: BLOCK_BYTES - 10 },
    ]);
  });

  it('single blocks › are read into their slots; neighbours are read into reused buffers', async () => {
    const { pages, look, expected, into, blob } = await opened();
    const single = Array.from({ length: 40 }, (_, i): [number, number] => [
      i * 3 * BLOCK_BYTES,
      i * 3 * BLOCK_BYTES + 1,
    ]);
    expect(await pages.run(look(...single))).toEqual(expected(...single));
    expect(buffersOf(into)).toEqual([pages.cache.chunkOf(blob.slots[0]!).bytes.buffer]);
    into.length = 0;
    for (const block of [130, 140, 150]) {
      const both: [number, number] = [block * BLOCK_BYTES - 5, block * BLOCK_BYTES + 5];
      expect(await pages.run(look(both))).toEqual(expected(both));
    }
    expect(buffersOf(into).map(({ byteLength }) => byteLength)).toEqual([4 * BLOCK_BYTES]);
  });

  it('several answers that need the same block › read it once', async () => {
    const { pages, look, reads } = await opened();
    await Promise.all([pages.run(look([0, 9])), pages.run(look([5, 30])), pages.run(look([1, 2], [9000, 9001]))]);
    expect(reads.map(({ position: block }) => block)).toEqual([0, 2]);
  });

  it('more blocks than the cache holds › each answer is complete, and the cache shrinks again', async () => {
    const { pages, look, expected } = await opened(4);
    const ranges = Array.from({ length: 60 }, (_, i): [number, number] => [i * 13_000, i * 13_000 + 9000]);
    const found = await Promise.all(ranges.map((range) => pages.run(look(range))));
    expect(Buffer.concat(found.flat()).equals(Buffer.concat(expected(...ranges)))).toBe(true);
    const again = await pages.run(look(...ranges.slice(0, 20)));
    expect(Buffer.concat([...again]).equals(Buffer.concat(expected(...ranges.slice(0, 20))))).toBe(true);
    expect(pages.cache.byteLength).toBe(4 * BLOCK_BYTES);
  });

  it('work that needs one block after another › is repeated, with guesses for many blocks at once', async () => {
    const { pages, blob } = await opened();
    let begun = 0;
    const sum = (): number => {
      begun += 1;
      let total = 0;
      for (let block = 0; block < 190; block += 1) {
        const start = block * BLOCK_BYTES;
        if (!blob.want(start, start + 1)) blob.guess();
        else total += blob.view(start, 1)[0]!;
      }
      return total;
    };
    const expected = Array.from({ length: 190 }, (_, block) => bytes[block * BLOCK_BYTES]!).reduce((a, b) => a + b);
    expect(await pages.run(sum)).toBe(expected);
    expect(begun).toBe(3);
  });

  it('an error of the work › is thrown; an error after a guess is ignored', async () => {
    const { pages, blob } = await opened();
    const mistake = new RangeError('a mistake');
    const fail = (): never => {
      throw mistake;
    };
    expect(() => pages.run(fail)).toThrow(mistake);
    const guessing = (): string => (blob.want(0, 1) ? 'right' : fail());
    expect(await pages.run(guessing)).toBe('right');
    const late = (): string => (blob.want(5000, 5001) ? fail() : 'guessed');
    await expect(pages.run(late)).rejects.toThrow(mistake);
  });

  it('work interrupted without a missing block › throws InvariantError', async () => {
    const { pages, blob } = await opened();
    await expect(pages.run(() => blob.missingBlocks.breakOff())).rejects.toThrow(
      'work was interrupted without a missing block',
    );
  });

  it('blocks requested outside of work › are not read with the next work', async () => {
    const { pages, blob, look, expected, reads } = await opened();
    expect(() => blob.view(0, 10)).toThrow(BlocksAbsent);
    expect(await pages.run(look([80_000, 80_010]))).toEqual(expected([80_000, 80_010]));
    expect(reads.map(({ position: block }) => block)).toEqual([19]);
  });

  it('a damaged block › is reported once with file, section and block, until it is readable again', async () => {
    const { pages, look, disk } = await opened();
    const told: UnreadableBlock[] = [];
    const counts: number[] = [];
    pages.unreadable.onUnreadable = (block) => told.push(block);
    pages.unreadable.onCount = (count) => counts.push(count);
    disk.file[position + 3 * BLOCK_BYTES + 77]! ^= 1;
    for (let time = 0; time < 2; time += 1) {
      await expect(pages.run(look([3 * BLOCK_BYTES, 3 * BLOCK_BYTES + 1]))).rejects.toThrow(UnreadableBlock);
    }
    expect(told).toMatchObject([{ file: 'snapshot/file', section: 'documents', block: 3 }]);
    expect(told[0]?.cause).toBeInstanceOf(IntegrityError);
    expect(told[0]?.message).toMatch(
      /^snapshot\/file, section documents, block 3: expected CRC-32 \w{8}, found \w{8}$/,
    );
    expect(await pages.run(look([0, 1]))).toHaveLength(1);
    disk.file[position + 3 * BLOCK_BYTES + 77]! ^= 1;
    expect(await pages.run(look([3 * BLOCK_BYTES, 3 * BLOCK_BYTES + 1]))).toHaveLength(1);
    expect(counts).toEqual([1, 0]);
    expect(pages.unreadable.count).toBe(0);
  });

  it('a file that is too short, or a disk that fails › is reported', async () => {
    const { pages, look, disk } = await opened();
    disk.file = disk.file.subarray(0, position + 5000);
    await expect(pages.run(look([8000, 8001]))).rejects.toThrow('expected 4096 bytes, found 904');
    await expect(pages.run(look([80_000, 80_001]))).rejects.toThrow('expected 4096 bytes, found 0');
    disk.error = new Error('EIO: i/o error, read');
    await expect(pages.run(look([0, 1]))).rejects.toThrow('EIO: i/o error, read');
    expect(pages.unreadable.count).toBe(3);
  });

  it('the server leaves › closes the files after the last answer, and removes their blocks', async () => {
    const { pages, look, expected, open, blob } = await opened();
    const waiting = pages.run(look([0, 5]));
    expect(open()).toBe(1);
    pages.leave();
    expect(open()).toBe(1);
    expect(await waiting).toEqual(expected([0, 5]));
    await expect.poll(open).toBe(0);
    expect(blob.slots.every((slot) => slot === -1)).toBe(true);
    await expect(pages.run(look([0, 5]))).rejects.toThrow('a file that is not open');
  });

  it('a removed file › is opened through its other path; without one, no file stays open', async () => {
    const { files, open } = scene();
    const pages = new Pages(new BlockCache(0));
    await pages.open(files, [undefined, { label: 'a', paths: ['/gone', '/file'] }]);
    expect(open()).toBe(1);
    const others = [
      { label: 'a', paths: ['/file'] as const },
      { label: 'b', paths: ['/gone'] as const },
    ];
    await expect(new Pages(new BlockCache(0)).open(files, others)).rejects.toThrow('ENOENT');
    expect(open()).toBe(1);
  });
});
