/**
 * A paged blob: its bytes stay in their file, and its records are read from blocks of the cache.
 *
 *     file       | … block 7 ………… | block 8 ………… | …            record r crosses from block 7 into block 8:
 *     gathered   | r from block 7 | r from block 8 | slack |       it is copied here, so that it is one view
 *
 * Invariant: the result of `recordAt` is valid until the next call, and only during synchronous work.
 */
import { InvariantError } from '../../content/errors/index.js';
import { Blob, type Chunk, chunkOf } from '../blob.js';
import { CHUNK_BYTES } from '../layout.js';
import type { BlockCache } from './block-cache.js';
import { BLOCK_BYTES, blockCount } from './block-sums.js';
import type { MissingBlocks } from './missing-blocks.js';

/** A chunk of the blob, in its file. */
export interface PagedChunk {
  /** Name of its section. */
  readonly section: string;
  /** Position of its first byte in the file. */
  readonly position: number;
  readonly byteLength: number;
  /** CRC-32 of each block. */
  readonly sums: Uint32Array;
  /** SHA-256 of each block (block-hashes); undefined if CRC-32 is enough. */
  readonly hashes?: Uint8Array | undefined;
}

/** Readable bytes after a gathered record, for copies in groups. */
const slackBytes = 64;
const emptyBytes = new Uint8Array(0);

/** @returns the byte length of the record at `offset`, if the next record is at `next` */
export function pagedRecordLength(
  chunks: readonly Pick<PagedChunk, 'byteLength'>[],
  offset: number,
  next: number,
): number {
  const chunkOffset = offset % CHUNK_BYTES;
  const distance = next - offset;
  if (chunkOffset + distance < CHUNK_BYTES) return distance;
  return Math.min(distance, chunks[Math.floor(offset / CHUNK_BYTES)]!.byteLength - chunkOffset);
}

export class PagedBlob extends Blob {
  /** Block → slot; −1 if the block is not in memory. Blocks are numbered across all chunks. */
  readonly slots: Int32Array;
  readonly pagedChunks: readonly PagedChunk[];
  /** Index of its file among the files of the snapshot. */
  readonly file: number;
  readonly missingBlocks: MissingBlocks<PagedBlob>;
  readonly #cache: BlockCache;
  #gathered = chunkOf(new Uint8Array(BLOCK_BYTES + slackBytes));
  /** The result of the last `recordAt`. */
  #offset = -1;
  #chunk: Chunk = this.#gathered;
  #place = 0;

  /** @param pagedChunks at least one; their starts in the blob are `CHUNK_BYTES` apart, so no block crosses into the next chunk */
  constructor(
    pagedChunks: readonly PagedChunk[],
    file: number,
    cache: BlockCache,
    missingBlocks: MissingBlocks<PagedBlob>,
  ) {
    super([emptyBytes]);
    this.pagedChunks = pagedChunks;
    this.file = file;
    this.missingBlocks = missingBlocks;
    this.#cache = cache;
    const blocks = (pagedChunks.length - 1) * blocksInChunk + blockCount(pagedChunks.at(-1)?.byteLength ?? 0);
    this.slots = new Int32Array(blocks).fill(-1);
  }

  override get end(): number {
    return (this.pagedChunks.length - 1) * CHUNK_BYTES + this.pagedChunks[this.pagedChunks.length - 1]!.byteLength;
  }

  override get isPaged(): boolean {
    return true;
  }

  /** @throws BlocksAbsent if it is not in memory */
  override recordAt(offset: number, next: number): Chunk {
    const length = this.lengthOf(offset, next);
    const firstBlock = Math.floor(offset / BLOCK_BYTES);
    // An empty record needs no block.
    const lastBlock = length === 0 ? firstBlock - 1 : Math.floor((offset + length - 1) / BLOCK_BYTES);
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      if (this.slots[block]! < 0) this.require(offset, offset + length);
    }
    this.#offset = offset;
    if (firstBlock === lastBlock) {
      const slot = this.slots[firstBlock]!;
      this.#cache.touch(slot);
      this.#chunk = this.#cache.chunkOf(slot);
      this.#place = this.#cache.placeOf(slot) + (offset % BLOCK_BYTES);
    } else this.#gather(offset, length, firstBlock, lastBlock);
    return this.#chunk;
  }

  /** Copies a record that crosses blocks into one buffer. */
  #gather(offset: number, length: number, firstBlock: number, lastBlock: number): void {
    if (this.#gathered.bytes.byteLength < length + slackBytes) {
      this.#gathered = chunkOf(new Uint8Array(2 ** Math.ceil(Math.log2(length + slackBytes))));
    }
    const { bytes } = this.#gathered;
    let copiedBytes = 0;
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const slot = this.slots[block]!;
      this.#cache.touch(slot);
      const start = block === firstBlock ? offset % BLOCK_BYTES : 0;
      const end = block === lastBlock ? start + length - copiedBytes : BLOCK_BYTES;
      const place = this.#cache.placeOf(slot);
      bytes.set(this.#cache.chunkOf(slot).bytes.subarray(place + start, place + end), copiedBytes);
      copiedBytes += end - start;
    }
    this.#chunk = this.#gathered;
    this.#place = 0;
  }

  /** Covers all chunks; the gap after the last record of a chunk is not in the file. */
  override want(offset: number, end: number): boolean {
    let isInMemory = true;
    let start = offset;
    while (start < end) {
      const chunk = Math.floor(start / CHUNK_BYTES);
      const chunkEnd = chunk * CHUNK_BYTES + this.pagedChunks[chunk]!.byteLength;
      const firstBlock = Math.floor(start / BLOCK_BYTES);
      const blocksEnd = Math.ceil(Math.min(end, chunkEnd) / BLOCK_BYTES);
      if (!this.missingBlocks.want(this, firstBlock, blocksEnd)) isInMemory = false;
      start = (chunk + 1) * CHUNK_BYTES;
    }
    return isInMemory;
  }

  override require(offset: number, end: number): void {
    if (!this.want(offset, end)) this.missingBlocks.breakOff();
  }

  override guess(): void {
    this.missingBlocks.guess();
  }

  override lengthOf(offset: number, next: number): number {
    return pagedRecordLength(this.pagedChunks, offset, next);
  }

  /** Only for the record of the last `recordAt`. */
  override pairAt(offset: number): Chunk {
    this.#check(offset);
    return this.#chunk;
  }

  override chunkAt(offset: number): Uint8Array {
    return this.pairAt(offset).bytes;
  }

  override placeAt(offset: number): number {
    this.#check(offset);
    return this.#place;
  }

  override view(offset: number, byteLength: number): Uint8Array {
    const { bytes } = this.recordAt(offset, offset + byteLength);
    return bytes.subarray(this.#place, this.#place + byteLength);
  }

  #check(offset: number): void {
    if (offset !== this.#offset) throw new InvariantError('a paged record is read without a call of recordAt');
  }
}

const blocksInChunk = CHUNK_BYTES / BLOCK_BYTES;
