/**
 * Counts the docs of a range of the stored order that are in a set, a chunk at a time.
 */
import * as ns from '../../index/costs/index.js';
import type { Arena, Bitset } from '../../index/docset/index.js';

/**
 * @param siftedDocs buffer of the length of a chunk
 * @returns a function that counts the docs of a range `[from, to)` that are in the set, and charges the budget
 */
export const counterIn =
  (docs: Uint32Array, { words }: Bitset, siftedDocs: Uint32Array, { budget, routines }: Arena) =>
  (from: number, to: number): number => {
    let count = 0;
    for (let at = from; at < to; at += siftedDocs.length) {
      const chunk = docs.subarray(at, Math.min(to, at + siftedDocs.length));
      budget.spend(chunk.length * ns.SIFT_BITS_FAR);
      count += routines.siftBits(chunk, words, siftedDocs);
    }
    return count;
  };
