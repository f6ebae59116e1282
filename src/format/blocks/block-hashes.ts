/**
 * What a thread knows of bytes that stay in a file, for readers that believe nobody who can write to the disk: the SHA-256 of
 * each block, cut to 128 bits, taken from the same bytes as the hash of the whole file that somebody has signed.
 *
 * A CRC-32 tells damage only: whoever changes a block can choose four more bytes so that it stays what it was.
 * Memory: 16 bytes for each block of 4 KiB, shared by the threads.
 */
import { hash } from 'node:crypto';
import { BLOCK_BYTES, blockCount } from './block-sums.js';

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
