/**
 * Heads: the first six bytes of every 32nd term, as numbers.
 *
 * A binary search starts in the heads, which stay in the processor's cache, and ends among 32 neighbouring terms, so it does
 * not wait for memory twenty times.
 *
 *     terms   | term 0 … 31 | term 32 … 63 | term 64 … |
 *     heads   | term 0 | term 32 | term 64 |                  f64: six bytes of the term as a number
 */
import { firstIndexWithin } from '../../format/index.js';

/** Terms per head: with more, little memory is saved; with fewer, the heads do not fit into the cache. */
export const HEAD_EVERY = 32;
const headBytes = 6;

/**
 * @param skippedBytes number of bytes before the first
 * @returns six bytes as a number; numbers are in the order of the bytes, and missing bytes count as zeros
 */
export function prefixNumber(bytes: Uint8Array, skippedBytes: number): number {
  let value = 0;
  for (let i = skippedBytes; i < skippedBytes + headBytes; i += 1)
    value = value * 256 + (i < bytes.byteLength ? bytes[i]! : 0);
  return value;
}

/** As `prefixNumber`, but counts and reads bytes from the end. */
export function suffixNumber(bytes: Uint8Array, skippedBytes: number): number {
  const lastIndex = bytes.byteLength - 1;
  let value = 0;
  for (let i = skippedBytes; i < skippedBytes + headBytes; i += 1)
    value = value * 256 + (i <= lastIndex ? bytes[lastIndex - i]! : 0);
  return value;
}

/** @returns the number of heads of a list of this many terms */
export const headCount = (size: number): number => Math.ceil(size / HEAD_EVERY);

export class Heads {
  readonly values: Float64Array;
  readonly #size: number;

  /**
   * @param values numbers of the terms 0, 32, 64 … in the list's order, ascending
   * @param size   number of terms in the list
   */
  constructor(values: Float64Array, size: number) {
    this.values = values;
    this.#size = size;
  }

  /**
   * @param target head of the searched value
   * @returns      `[low, high]`, where `low <= first <= high <= size` for the first term that is not less than the value
   * Cost: O(log heads).
   */
  searchRange(target: number): [low: number, high: number] {
    const heads = this.values;
    const firstHead = firstIndexWithin(0, heads.length, (head) => heads[head]! >= target);
    const end = firstIndexWithin(firstHead, heads.length, (head) => heads[head]! > target);
    // A term with a lesser head is less and one with a greater head is greater; equal heads decide nothing.
    return [Math.max(0, (firstHead - 1) * HEAD_EVERY), Math.min(this.#size, end * HEAD_EVERY)];
  }
}
