/**
 * The first six bytes of every 32nd term, as numbers: a binary search begins in these few, which stay in the
 * processor's cache, and ends among 32 neighbours, instead of waiting for memory twenty times.
 */
import { firstIndexWithin } from '../../format/index.js';

/** A larger distance saves bytes that are few already; a smaller one makes the list too long for the cache. */
export const HEAD_EVERY = 32;
const headBytes = 6;

/** @returns six bytes from `from` on as a number that compares as they do; what is missing as zeros */
export function prefixNumber(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let i = from; i < from + headBytes; i += 1) value = value * 256 + (i < bytes.byteLength ? bytes[i]! : 0);
  return value;
}

/** As `prefixNumber`, counted and read from the end. */
export function suffixNumber(bytes: Uint8Array, from: number): number {
  const last = bytes.byteLength - 1;
  let value = 0;
  for (let i = from; i < from + headBytes; i += 1) value = value * 256 + (i <= last ? bytes[last - i]! : 0);
  return value;
}

/** How many heads a list of this many terms has. */
export const headCount = (size: number): number => Math.ceil(size / HEAD_EVERY);

export class Heads {
  readonly values: Float64Array;
  readonly #size: number;

  /**
   * @param values number of the terms 0, 32, 64 … in the list's order, ascending
   * @param size   terms of the list
   */
  constructor(values: Float64Array, size: number) {
    this.values = values;
    this.#size = size;
  }

  /**
   * @param number of what is looked for
   * @returns      `[low, high]`: the first term that is not less than it is one of `[low, high]`, `high` at most the size
   * Cost: O(log heads).
   */
  around(number: number): [low: number, high: number] {
    const heads = this.values;
    const first = firstIndexWithin(0, heads.length, (head) => heads[head]! >= number);
    const behind = firstIndexWithin(first, heads.length, (head) => heads[head]! > number);
    // The term of a lesser head is less itself, that of a greater one greater; of an equal one nothing is known.
    return [Math.max(0, (first - 1) * HEAD_EVERY), Math.min(this.#size, behind * HEAD_EVERY)];
  }
}
