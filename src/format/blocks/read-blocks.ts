/**
 * Reading blocks from a file into slots of the cache: neighbouring blocks in one read, in file order.
 *
 * A block is checked before its owner can find it: by its CRC-32 or, if the file is signed, its SHA-256.
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import { type OpenFile, readFully } from '../files/index.js';
import { CHUNK_BYTES } from '../layout.js';
import type { BlockCache } from './block-cache.js';
import { isBlock } from './block-hashes.js';
import { BLOCK_BYTES } from './block-sums.js';
import type { PagedBlob, PagedChunk } from './paged-blob.js';
import { RunBuffers } from './run-buffers.js';

/** Blocks of one read: checking them takes at most 0.1 ms. */
const runMaximum = 64;
/** Largest gap between two missing blocks of one run: reading a spare block costs less than a second read. */
const gapMaximum = 1;

/** Blocks of one chunk that are read at once. */
export interface BlockRun {
  readonly chunk: PagedChunk;
  /** Number of the first block of the chunk, among the blocks of the blob. */
  readonly base: number;
  /** Number of the first block of the run. */
  readonly first: number;
  readonly blocks: number[];
}

const blocksInChunk = CHUNK_BYTES / BLOCK_BYTES;

/** @param blocks in any order. @returns runs for one read each, in file order */
export function divideIntoRuns(chunks: readonly PagedChunk[], blocks: readonly number[]): BlockRun[] {
  const runs: BlockRun[] = [];
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const chunkIndex = Math.floor(block / blocksInChunk);
    const last = runs.at(-1);
    const isNear =
      last !== undefined &&
      last.base === chunkIndex * blocksInChunk &&
      block - last.blocks.at(-1)! <= gapMaximum + 1 &&
      block - last.first < runMaximum;
    if (isNear) last.blocks.push(block);
    else runs.push({ chunk: chunks[chunkIndex]!, base: chunkIndex * blocksInChunk, first: block, blocks: [block] });
  }
  return runs;
}

/** An open file, and its name in errors. */
export interface BlockFile {
  readonly label: string;
  readonly file: OpenFile;
}

/** A block that is damaged or could not be read. */
export class UnreadableBlock extends Error {
  override readonly name = 'UnreadableBlock';
  readonly file: string;
  readonly section: string;
  /** Number of the block in its section, from 0. */
  readonly block: number;

  constructor(file: string, section: string, block: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
    this.section = section;
    this.block = block;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** Most runs of several blocks are one record that crosses from one block into the next. */
const shortRuns = new RunBuffers(4, 64);
const longRuns = new RunBuffers(runMaximum, 16);

/**
 * Reads a run and enters its blocks into the blob. A single block, the usual case, is read directly into its slot.
 *
 * @returns the slots, each held once more
 * @throws UnreadableBlock; blocks read so far stay in the cache, not held
 */
export async function readRun(
  { label, file }: BlockFile,
  blob: PagedBlob,
  { chunk, base, first, blocks }: BlockRun,
  cache: BlockCache,
): Promise<number[]> {
  const start = (first - base) * BLOCK_BYTES;
  const end = Math.min(chunk.byteLength, (blocks.at(-1)! - base + 1) * BLOCK_BYTES);
  const slots = blocks.map(() => cache.take());
  const buffers = end - start > shortRuns.blocks * BLOCK_BYTES ? longRuns : shortRuns;
  const buffer = blocks.length > 1 ? buffers.take() : undefined;
  const bytes = (buffer ?? cache.bytesOf(slots[0]!)).subarray(0, end - start);
  let block = first;
  try {
    const readBytes = await readFully(file, bytes, chunk.position + start);
    for (let i = 0; i < blocks.length; i += 1) {
      block = blocks[i]!;
      const slot = slots[i]!;
      const blockStart = (block - first) * BLOCK_BYTES;
      const blockBytes = bytes.subarray(blockStart, Math.min(blockStart + BLOCK_BYTES, readBytes));
      checkBlock(blockBytes, chunk, block - base, label);
      if (buffer !== undefined) cache.bytesOf(slot).set(blockBytes);
      cache.settle(slot, blob, block);
    }
    return slots;
  } catch (error) {
    for (const slot of slots) cache.release(slot);
    throw new UnreadableBlock(label, chunk.section, block - base, error);
  } finally {
    if (buffer !== undefined) buffers.release(buffer);
  }
}

/** @param block number in the chunk. @throws IntegrityError if these are not the bytes of the block */
function checkBlock(bytes: Uint8Array, chunk: PagedChunk, block: number, file: string): void {
  const expectedLength = Math.min(BLOCK_BYTES, chunk.byteLength - block * BLOCK_BYTES);
  const damage = (expected: string, actual: string): IntegrityError =>
    new IntegrityError({ file, section: `${chunk.section}, block ${block}`, expected, found: actual });
  if (bytes.byteLength !== expectedLength) throw damage(`${expectedLength} bytes`, `${bytes.byteLength}`);
  if (chunk.hashes === undefined) {
    const sum = crc32(bytes);
    const expected = chunk.sums[block]!;
    if (sum !== expected) throw damage(`CRC-32 ${hex(expected)}`, hex(sum));
  } else if (!isBlock(bytes, chunk.hashes, block)) throw damage('the signed bytes', 'other bytes');
}
