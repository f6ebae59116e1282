/**
 * Blocks of a section that may stay in its file: every `BLOCK_BYTES` of it are one, the last may be shorter, and the
 * section `<section>.blocks` has the CRC-32 of each. So a few items can be read and trusted without reading the rest.
 */

import { crc32 } from 'node:zlib';

/** Bytes of a block: a page of most systems. Reading more at once costs no less, and its checksum costs more. */
export const BLOCK_BYTES = 4096;

/** @returns the name of the section that has the checksums of a section's blocks */
export const blockSumsName = (section: string): string => `${section}.blocks`;

export const blockCount = (byteLength: number): number => Math.ceil(byteLength / BLOCK_BYTES);

/** Sums up blocks of bytes that come in pieces of any length. */
export class BlockSums {
  readonly sums: Uint32Array;
  #length = 0;

  /** @param sums where the checksums go: zeros, one for each block of all pieces */
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
