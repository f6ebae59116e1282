/**
 * How often something was asked for of late, about: a count-min sketch of small counters, halved from time to time.
 *
 * It remembers what the cache does not hold: an answer that left is known when it comes back. Estimates are never too
 * low but for the halving; they are too high where others fall on all of a key's counters.
 * Source: Cormode, Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005.
 */
import { randomInt } from 'node:crypto';

const rows = 4;
/**
 * A power of two. With at most as many increments between halvings, most keys have a counter of their own; what is asked
 * for once in so many requests is still known the second time.
 */
const columns = 2 ** 18;

export const ESTIMATE_MAXIMUM = 15;

export class FrequencySketch {
  readonly #counters = new Uint8Array(rows * columns);
  /** Drawn anew by every sketch: who could compute which keys share counters could lend one the other's count. */
  readonly #seed: number;
  readonly #factor: number;
  #increments = 0;

  /** @param random a number in [0, 2^32). The sketch takes 1 MiB. */
  constructor(random: () => number = () => randomInt(2 ** 32)) {
    this.#seed = random() | 0;
    this.#factor = random() | 1;
  }

  /** @returns 0 to ESTIMATE_MAXIMUM. Cost: O(length of the key). */
  estimate(key: string): number {
    const hash = this.#hash(key);
    let least = ESTIMATE_MAXIMUM;
    for (let row = 0; row < rows; row += 1) least = Math.min(least, this.#counters[this.#place(hash, row)]!);
    return least;
  }

  /** Counts the key as asked for `times` at least. */
  raise(key: string, times: number): void {
    const hash = this.#hash(key);
    const count = Math.min(ESTIMATE_MAXIMUM, times);
    for (let row = 0; row < rows; row += 1) {
      const place = this.#place(hash, row);
      if (this.#counters[place]! < count) this.#counters[place] = count;
    }
    this.#increments += 1;
    if (this.#increments >= columns) this.#halve();
  }

  #halve(): void {
    this.#increments = 0;
    for (let i = 0; i < this.#counters.length; i += 1) this.#counters[i] = this.#counters[i]! >> 1;
  }

  #hash(key: string): number {
    let hash = this.#seed;
    for (let i = 0; i < key.length; i += 1) {
      hash = Math.imul(hash ^ key.charCodeAt(i), this.#factor);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #place(hash: number, row: number): number {
    let mixed = Math.imul(hash + row, 0x9e3779b1);
    mixed ^= mixed >>> 16;
    mixed = Math.imul(mixed, 0x85ebca6b);
    return row * columns + ((mixed ^ (mixed >>> 13)) & (columns - 1));
  }
}
