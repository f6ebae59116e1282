/**
 * Checksums of the blocks of a section that may stay in its file, so that a few items can be read and checked alone.
 *
 *     <section>          | block 0: 4096 bytes | block 1: 4096 bytes | … | last block, may be shorter |
 *     <section>.blocks   | u32 CRC-32 of block 0 | u32 CRC-32 of block 1 | … |
 */

import { crc32 } from 'node:zlib';

/** Bytes of a block: a page of most systems. Smaller reads cost the same, larger checksums cost more. */
export const BLOCK_BYTES = 4096;

/** @returns the name of the section with the checksums of the blocks */
export const blockSumsName = (section: string): string => `${section}.blocks`;

export const blockCount = (byteLength: number): number => Math.ceil(byteLength / BLOCK_BYTES);

/** Computes the checksums from pieces of any length, in order. */
export class BlockSums {
  readonly sums: Uint32Array;
  #length = 0;

  /** @param sums receives the checksums; zeros, one for each block */
  constructor(sums: Uint32Array) {
    this.sums = sums;
  }

  /** Cost: one pass over the bytes. */
  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; ) {
      const block = Math.floor(this.#length / BLOCK_BYTES);
      const end = Math.min(piece.byteLength, at + BLOCK_BYTES - (this.#length % BLOCK_BYTES));
      this.sums[block] = crc32(piece.subarray(at, end), this.sums[block]!);
      this.#length += end - at;
      at = end;
    }
  }
}
