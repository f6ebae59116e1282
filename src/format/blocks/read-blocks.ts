/**
 * Reading blocks from their files into slots of the cache: neighbours in one read, in the order of the file, and the
 * checksum of each compared before anybody can find it.
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import { type OpenFile, readFully } from '../files/index.js';
import { CHUNK_BYTES } from '../layout.js';
import type { BlockCache } from './block-cache.js';
import { isBlock } from './block-hashes.js';
import { BLOCK_BYTES } from './block-sums.js';
import type { LeftChunk, PagedBlob } from './paged-blob.js';
import { RunBuffers } from './run-buffers.js';

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

/** A block whose bytes are not what was written, or could not be read. */
export class UnreadableBlock extends Error {
  override readonly name = 'UnreadableBlock';
  readonly file: string;
  readonly section: string;
  /** Within its section, from 0. */
  readonly block: number;

  constructor(file: string, section: string, block: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
    this.section = section;
    this.block = block;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** Most runs of several blocks are a record that lies in two. */
const shortRuns = new RunBuffers(4, 64);
const longRuns = new RunBuffers(runMaximum, 16);

/**
 * Reads a run and gives its blocks to the blob. A single block, as most runs are, is read where it stays.
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
  const slots = blocks.map(() => cache.take());
  const spare = behind - start > shortRuns.blocks * BLOCK_BYTES ? longRuns : shortRuns;
  const buffer = blocks.length > 1 ? spare.take() : undefined;
  const bytes = (buffer ?? cache.bytesOf(slots[0]!)).subarray(0, behind - start);
  let block = first;
  try {
    const read = await readFully(file, bytes, chunk.position + start);
    for (let i = 0; i < blocks.length; i += 1) {
      block = blocks[i]!;
      const slot = slots[i]!;
      const at = (block - first) * BLOCK_BYTES;
      const found = bytes.subarray(at, Math.min(at + BLOCK_BYTES, read));
      check(found, chunk, block - base, label);
      if (buffer !== undefined) cache.bytesOf(slot).set(found);
      cache.settle(slot, blob, block);
    }
    return slots;
  } catch (error) {
    for (const slot of slots) cache.letGo(slot);
    throw new UnreadableBlock(label, chunk.section, block - base, error);
  } finally {
    if (buffer !== undefined) spare.giveBack(buffer);
  }
}

/** @param block of the chunk. @throws IntegrityError where these are not its bytes */
function check(found: Uint8Array, chunk: LeftChunk, block: number, file: string): void {
  const wanted = Math.min(BLOCK_BYTES, chunk.byteLength - block * BLOCK_BYTES);
  const damage = (expected: string, what: string): IntegrityError =>
    new IntegrityError({ file, section: `${chunk.section}, block ${block}`, expected, found: what });
  if (found.byteLength !== wanted) throw damage(`${wanted} bytes`, `${found.byteLength}`);
  if (chunk.hashes === undefined) {
    const sum = crc32(found);
    const expected = chunk.sums[block]!;
    if (sum !== expected) throw damage(`CRC-32 ${hex(expected)}`, hex(sum));
  } else if (!isBlock(found, chunk.hashes, block)) throw damage('the bytes that were signed', 'others');
}
