/**
 * SHA-256 of each block of a section that stays in its file, cut to 128 bits, for servers that check signatures.
 *
 * The hashes are taken from the bytes whose file hash is signed, so a later read of one block can be trusted too. A CRC-32
 * only detects damage: an attacker who changes a block can choose four more bytes that keep its CRC-32.
 *
 *     hashes   [ block 0: 16 bytes ][ block 1: 16 bytes ] …      in memory only, shared by all threads
 */
import { hash } from 'node:crypto';
import { BLOCK_BYTES, blockCount } from './block-sums.js';

const HASH_BYTES = 16;

export class BlockHashes {
  /** The hashes of all blocks, concatenated. */
  readonly hashes: Uint8Array;
  #nextBlock = 0;

  /** @param byteLength byte length of the section */
  constructor(byteLength: number) {
    this.hashes = new Uint8Array(new SharedArrayBuffer(blockCount(byteLength) * HASH_BYTES));
  }

  /** Adds the hashes of a piece. @param piece the bytes after the previous piece; only full blocks, unless it is the last */
  add(piece: Uint8Array): void {
    for (let start = 0; start < piece.byteLength; start += BLOCK_BYTES) {
      const digest = hash('sha256', piece.subarray(start, start + BLOCK_BYTES), 'buffer');
      this.hashes.set(digest.subarray(0, HASH_BYTES), this.#nextBlock * HASH_BYTES);
      this.#nextBlock += 1;
    }
  }
}

/** Whether the bytes have the hash of the block. @param block from 0 */
export function isBlock(bytes: Uint8Array, hashes: Uint8Array, block: number): boolean {
  const expected = hashes.subarray(block * HASH_BYTES, (block + 1) * HASH_BYTES);
  return Buffer.compare(hash('sha256', bytes, 'buffer').subarray(0, HASH_BYTES), expected) === 0;
}
