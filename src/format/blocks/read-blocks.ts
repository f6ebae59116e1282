/**
 * Reading blocks from their files into slots of the cache: neighbours in one read, in the order of the file, and the
 * checksum of each compared before anybody can find it.
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import { type OpenFile, readFully } from '../files/index.js';
import { CHUNK_BYTES, type SectionEntry, type SectionPlace } from '../layout.js';
import { readExactly } from '../reading/head.js';
import type { BlockCache } from './block-cache.js';
import { BLOCK_BYTES, BlockSums, blockCount, blockSumsName, isBlock } from './block-sums.js';
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

/** Buffers of one size for reads of several blocks, which are kept for the next ones: each new one is work for the collector. */
class RunBuffers {
  readonly blocks: number;
  readonly #most: number;
  readonly #spare: Uint8Array[] = [];

  constructor(blocks: number, most: number) {
    this.blocks = blocks;
    this.#most = most;
  }

  take(): Uint8Array {
    return this.#spare.pop() ?? new Uint8Array(this.blocks * BLOCK_BYTES);
  }

  giveBack(buffer: Uint8Array): void {
    if (this.#spare.length < this.#most) this.#spare.push(buffer);
  }
}

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

// A section that stays in its file: where it is, and the checksums of its blocks.

const pieceBytes = 2 ** 20;

/** Reads the bytes `[start, end)`, which are kept nowhere. @param onPiece is given all of them, piece by piece */
export async function readThrough(
  file: OpenFile,
  start: number,
  end: number,
  label: string,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const buffer = new Uint8Array(Math.min(pieceBytes, end - start));
  for (let at = start; at < end; at += buffer.byteLength) {
    const piece = buffer.subarray(0, Math.min(buffer.byteLength, end - at));
    await readExactly(file, piece, at, label);
    onPiece(piece);
  }
}

/** What is read of a file before what is left in it. */
interface ReadSections {
  readonly file: OpenFile;
  readonly label: string;
  /** Of all sections. */
  readonly entries: readonly SectionEntry[];
  readonly payloads: readonly (Uint8Array | undefined)[];
}

/**
 * @param hashes of its blocks, where checksums are not believed
 * @throws IntegrityError where the checksums are not those of so many blocks; where there are none, and the section is not
 *         what its header says
 * Cost: nothing; in a file of an older stele, which has no checksums of blocks, one pass over the section.
 */
export async function leftChunk(
  { file, label, entries, payloads }: ReadSections,
  { name: section, byteLength, crc32: expected }: SectionEntry,
  { payloadStart: position, payloadEnd }: SectionPlace,
  hashes: Uint8Array | undefined,
): Promise<LeftChunk> {
  const blocks = blockCount(byteLength);
  const table = blockSumsName(section);
  const index = entries.findIndex(({ name }) => name === table);
  const stored = payloads[index];
  if (stored !== undefined) {
    if (entries[index]?.element !== 'u32' || stored.byteLength !== blocks * 4) {
      const found = `${stored.byteLength} bytes of ${entries[index]?.element}`;
      throw new IntegrityError({ file: label, section: table, expected: `${blocks} entries of u32`, found });
    }
    return { section, position, byteLength, sums: new Uint32Array(stored.buffer, stored.byteOffset, blocks), hashes };
  }
  const summing = new BlockSums(new Uint32Array(new SharedArrayBuffer(blocks * 4)));
  let whole = 0;
  await readThrough(file, position, payloadEnd, label, (piece) => {
    summing.add(piece);
    whole = crc32(piece, whole);
  });
  if (whole !== expected) {
    const hex = (value: number): string => value.toString(16).padStart(8, '0');
    throw new IntegrityError({ file: label, section, expected: `CRC-32 ${hex(expected)}`, found: hex(whole) });
  }
  return { section, position, byteLength, sums: summing.sums, hashes };
}
