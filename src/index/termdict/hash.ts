/**
 * Exact look-up of a term in constant time: an open-addressing hash table with linear probing.
 *
 * A slot is a term index plus 1, or 0 if it is empty; at most half of the slots are taken.
 *
 *     slots   ┌─────┬─────┬─────┬─────┬─ ─┬─────┐   a power of two of u32
 *             │  0  │  3  │  1  │  0  │ … │  2  │   term 0 hashes to slot 1, which term 2 took, and lies in slot 2
 *             └─────┴─────┴─────┴─────┴─ ─┴─────┘
 */
import { termId } from '../../content/model/index.js';
import type { ByteTerms } from './terms.js';

/** Hash of a byte string, 32 bits. Source: FNV-1a (Fowler, Noll, Vo), finished by the mixer of MurmurHash3 (Appleby). */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @returns the number of slots for this many terms: a power of two, at least 2 */
export const slotCount = (terms: number): number => 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(1, terms) * 2)));

export class TermHash {
  readonly #terms: ByteTerms;
  readonly #slots: Uint32Array;

  /** @param slots `slotCount` of them, at least one empty */
  constructor(terms: ByteTerms, slots: Uint32Array) {
    this.#terms = terms;
    this.#slots = slots;
  }

  /** @returns the index of the term, or −1. Cost: O(length) expected; each slot is read at most once, even if the table is damaged. */
  find(value: Uint8Array): number {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(value, 0, value.byteLength) & mask;
    for (let remaining = mask; remaining >= 0; remaining -= 1) {
      const entry = this.#slots[slot]!;
      if (entry === 0) return -1;
      if (this.#terms.compare(termId(entry - 1), value) === 0) return entry - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }
}
