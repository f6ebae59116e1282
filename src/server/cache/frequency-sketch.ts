/**
 * A count-min sketch: estimates how often each key was requested recently.
 *
 * It also covers keys whose answers are not cached, so an evicted answer is recognised when it is requested again.
 * Counters have four bits and are halved from time to time. Without the halving, an estimate is never too low; it is
 * too high if all counters of a key are shared with other keys.
 * Source: Cormode, Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005.
 */
import { randomInt } from 'node:crypto';

const rowCount = 4;
/** Powers of two. With as many columns as increments between halvings, most keys have a counter of their own. */
const columnsMinimum = 2 ** 6;
const columnsMaximum = 2 ** 18;

export const ESTIMATE_MAXIMUM = 15;

/**
 * Memory of the counters, row after row; two counters share a byte, the even column in its low half:
 *
 *     byte       0           1         ...  columns / 2 - 1 │ columns / 2     ...
 *     counter    0 │ 1       2 │ 3     ...                  │ 0 │ 1           ...
 *     row        0                                          │ 1
 */
export class FrequencySketch {
  readonly #columns: number;
  readonly #counters: Uint8Array;
  /** Random per sketch: a client that could compute which keys share counters could raise the count of one by another. */
  readonly #seed: number;
  readonly #factor: number;
  #increments = 0;

  /**
   * @param bytesMaximum size limit; the sketch takes at least 128 bytes and at most 512 KiB
   * @param random       returns a number in [0, 2^32)
   */
  constructor(bytesMaximum: number, random: () => number = () => randomInt(2 ** 32)) {
    const columns = 2 ** Math.floor(Math.log2(Math.max(1, (bytesMaximum * 2) / rowCount)));
    this.#columns = Math.min(columnsMaximum, Math.max(columnsMinimum, columns));
    this.#counters = new Uint8Array((rowCount * this.#columns) / 2);
    this.#seed = random() | 0;
    this.#factor = random() | 1;
  }

  /** @returns 0 to ESTIMATE_MAXIMUM. Cost: O(length of the key). */
  estimate(key: string): number {
    const hash = this.#hash(key);
    let minimum = ESTIMATE_MAXIMUM;
    for (let row = 0; row < rowCount; row += 1) minimum = Math.min(minimum, this.#count(this.#position(hash, row)));
    return minimum;
  }

  /** Raises the key's estimate to at least `count`. Cost: O(length of the key). */
  raise(key: string, count: number): void {
    const hash = this.#hash(key);
    const bounded = Math.min(ESTIMATE_MAXIMUM, count);
    for (let row = 0; row < rowCount; row += 1) {
      const position = this.#position(hash, row);
      const shift = (position & 1) * 4;
      if (this.#count(position) < bounded) {
        this.#counters[position >> 1] = (this.#counters[position >> 1]! & (0xf0 >> shift)) | (bounded << shift);
      }
    }
    this.#increments += 1;
    if (this.#increments >= this.#columns) this.#halve();
  }

  #count(position: number): number {
    return (this.#counters[position >> 1]! >> ((position & 1) * 4)) & 15;
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

  /** @returns the index of the row's counter for the hash */
  #position(hash: number, row: number): number {
    let mixed = Math.imul(hash + row, 0x9e3779b1);
    mixed ^= mixed >>> 16;
    mixed = Math.imul(mixed, 0x85ebca6b);
    return row * this.#columns + ((mixed ^ (mixed >>> 13)) & (this.#columns - 1));
  }
}
