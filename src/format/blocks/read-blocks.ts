/**
 * Reading blocks from their files into slots of the cache: neighbours in one read, in the order of the file, and the
 * checksum of each compared before anybody can find it.
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../errors/index.js';
import { type OpenFile, readFully } from '../../files/index.js';
import { CHUNK_BYTES } from '../chunks.js';
import type { BlockCache } from './block-cache.js';
import { BLOCK_BYTES } from './block-sums.js';
import type { LeftChunk, PagedBlob } from './paged-blob.js';

/** Blocks of one read: what is checked in one turn takes a tenth of a millisecond at most. */
const runMaximum = 64;
/** Blocks between two that are wanted which are read with them: reading one costs less than a read of its own. */
const gapMaximum = 1;

/** Neighbouring blocks of one chunk. */
interface Run {
  readonly chunk: LeftChunk;
  /** Of the chunk's first block, among those of the blob. */
  readonly base: number;
  readonly first: number;
  readonly blocks: number[];
}

const blocksInChunk = CHUNK_BYTES / BLOCK_BYTES;

/** @param blocks any order. @returns what is read at once, in the order of the file */
export function runsOf(left: readonly LeftChunk[], blocks: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const place = Math.floor(block / blocksInChunk);
    const last = runs.at(-1);
    const isNear =
      last !== undefined &&
      last.base === place * blocksInChunk &&
      block - last.blocks.at(-1)! <= gapMaximum + 1 &&
      block - last.first < runMaximum;
    if (isNear) last.blocks.push(block);
    else runs.push({ chunk: left[place]!, base: place * blocksInChunk, first: block, blocks: [block] });
  }
  return runs;
}

/** How errors call the file, and the file. */
export interface BlockFile {
  readonly label: string;
  readonly file: OpenFile;
}

/** A block, or a whole section, whose bytes are not what was written, or could not be read. */
export class UnreadableBlock extends Error {
  override readonly name = 'UnreadableBlock';
  readonly file: string;
  readonly section: string;
  /** Within its section, from 0; undefined of a section that is read as a whole. */
  readonly block: number | undefined;

  constructor(file: string, section: string, block: number | undefined, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
    this.section = section;
    this.block = block;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** Buffers of reads of several blocks, for the next ones. */
const spare: Uint8Array[] = [];
const spareMaximum = 16;

/**
 * Reads a run and gives its blocks to the blob.
 *
 * @returns the slots, each held once more
 * @throws UnreadableBlock; what was read of the run by then stays, and is not held
 */
export async function readRun(
  { label, file }: BlockFile,
  blob: PagedBlob,
  { chunk, base, first, blocks }: Run,
  cache: BlockCache,
): Promise<number[]> {
  const start = (first - base) * BLOCK_BYTES;
  const behind = Math.min(chunk.byteLength, (blocks.at(-1)! - base + 1) * BLOCK_BYTES);
  const buffer = spare.pop() ?? new Uint8Array(runMaximum * BLOCK_BYTES);
  const slots: number[] = [];
  const fail = (block: number, cause: unknown): never => {
    for (const slot of slots) cache.letGo(slot);
    throw new UnreadableBlock(label, chunk.section, block - base, cause);
  };
  try {
    const bytes = buffer.subarray(0, behind - start);
    const read = await readFully(file, bytes, chunk.position + start).catch((error: unknown) => fail(first, error));
    for (const block of blocks) {
      const at = (block - first) * BLOCK_BYTES;
      const found = bytes.subarray(at, Math.min(at + BLOCK_BYTES, read));
      const wanted = Math.min(BLOCK_BYTES, chunk.byteLength - (block - base) * BLOCK_BYTES);
      const damage = (expected: string, what: string): IntegrityError =>
        new IntegrityError({
          file: label,
          section: `${chunk.section}, block ${block - base}`,
          expected,
          found: what,
        });
      if (found.byteLength < wanted) fail(block, damage(`${wanted} bytes`, `${Math.max(0, found.byteLength)}`));
      const expected = chunk.sums[block - base]!;
      const sum = crc32(found);
      if (sum !== expected) fail(block, damage(`CRC-32 ${hex(expected)}`, hex(sum)));
      const slot = cache.take();
      cache.chunkOf(slot).bytes.set(found, cache.placeOf(slot));
      cache.settle(slot, blob, block);
      slots.push(slot);
    }
    return slots;
  } finally {
    if (spare.length < spareMaximum) spare.push(buffer);
  }
}
