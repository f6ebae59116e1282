/**
 * How often something was asked for of late, about: a count-min sketch of counters of four bits, halved from time to time.
 *
 * It remembers what the cache does not hold: an answer that left is known when it comes back. Estimates are never too
 * low but for the halving; they are too high where others fall on all of a key's counters.
 * Source: Cormode, Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005.
 */
import { randomInt } from 'node:crypto';

const rows = 4;
/** Powers of two. With as many columns as increments between halvings, most keys have a counter of their own. */
const columnsMinimum = 2 ** 6;
const columnsMaximum = 2 ** 18;

export const ESTIMATE_MAXIMUM = 15;

export class FrequencySketch {
  readonly #columns: number;
  readonly #counters: Uint8Array;
  /** Drawn anew by every sketch: who could compute which keys share counters could lend one the other's count. */
  readonly #seed: number;
  readonly #factor: number;
  #increments = 0;

  /**
   * @param bytesMaximum what it may take: 128 bytes at least are taken, 512 KiB at most.
   * @param random       a number in [0, 2^32)
   */
  constructor(bytesMaximum: number, random: () => number = () => randomInt(2 ** 32)) {
    const wanted = 2 ** Math.floor(Math.log2(Math.max(1, (bytesMaximum * 2) / rows)));
    this.#columns = Math.min(columnsMaximum, Math.max(columnsMinimum, wanted));
    this.#counters = new Uint8Array((rows * this.#columns) / 2);
    this.#seed = random() | 0;
    this.#factor = random() | 1;
  }

  /** @returns 0 to ESTIMATE_MAXIMUM. Cost: O(length of the key). */
  estimate(key: string): number {
    const hash = this.#hash(key);
    let least = ESTIMATE_MAXIMUM;
    for (let row = 0; row < rows; row += 1) least = Math.min(least, this.#count(this.#place(hash, row)));
    return least;
  }

  /** Counts the key as asked for `times` at least. */
  raise(key: string, times: number): void {
    const hash = this.#hash(key);
    const count = Math.min(ESTIMATE_MAXIMUM, times);
    for (let row = 0; row < rows; row += 1) {
      const place = this.#place(hash, row);
      const shift = (place & 1) * 4;
      if (this.#count(place) < count) {
        this.#counters[place >> 1] = (this.#counters[place >> 1]! & (0xf0 >> shift)) | (count << shift);
      }
    }
    this.#increments += 1;
    if (this.#increments >= this.#columns) this.#halve();
  }

  #count(place: number): number {
    return (this.#counters[place >> 1]! >> ((place & 1) * 4)) & 15;
  }

  #halve(): void {
    this.#increments = 0;
    for (let i = 0; i < this.#counters.length; i += 1) this.#counters[i] = (this.#counters[i]! >> 1) & 0x77;
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
    return row * this.#columns + ((mixed ^ (mixed >>> 13)) & (this.#columns - 1));
  }
}
