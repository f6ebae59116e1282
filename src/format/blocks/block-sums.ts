/**
 * Blocks of a section that may stay in its file: every `BLOCK_BYTES` of it are one, the last may be shorter, and the
 * section `<section>.blocks` has the CRC-32 of each. So a few items can be read and trusted without reading the rest.
 */

import { hash } from 'node:crypto';
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

// What a thread knows of bytes that stay in a file, for readers that believe nobody who can write to the disk: the SHA-256 of
// each block, cut to 128 bits, taken from the same bytes as the hash of the whole file that somebody has signed.
//
// A CRC-32 tells damage only: whoever changes a block can choose four more bytes so that it stays what it was.
// Memory: 16 bytes for each block of 4 KiB, shared by the threads.

const HASH_BYTES = 16;

export class BlockHashes {
  /** One after the other. */
  readonly hashes: Uint8Array;
  #next = 0;

  /** @param byteLength of the section */
  constructor(byteLength: number) {
    this.hashes = new Uint8Array(new SharedArrayBuffer(blockCount(byteLength) * HASH_BYTES));
  }

  /** @param piece the bytes behind those of the pieces before; whole blocks, unless it is the last */
  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; at += BLOCK_BYTES) {
      const found = hash('sha256', piece.subarray(at, at + BLOCK_BYTES), 'buffer');
      this.hashes.set(found.subarray(0, HASH_BYTES), this.#next * HASH_BYTES);
      this.#next += 1;
    }
  }
}

/** Whether these are the block's bytes. @param block from 0 */
export function isBlock(found: Uint8Array, hashes: Uint8Array, block: number): boolean {
  const expected = hashes.subarray(block * HASH_BYTES, (block + 1) * HASH_BYTES);
  return Buffer.compare(hash('sha256', found, 'buffer').subarray(0, HASH_BYTES), expected) === 0;
}
