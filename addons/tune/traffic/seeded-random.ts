/**
 * Seeded random numbers, and draws that follow Zipf's law. The same seed gives the same numbers.
 *
 * Source: mulberry32 by Tommy Ettinger; Zipf by binary search in the cumulated weights.
 */

/** A generator with 32 bits of state. Not for secrets. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** @returns a number in [0, 1). One step of mulberry32: add a constant to the state, then mix its bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @returns an integer in [0, count) */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** @returns an entry of the list, each with the same probability; undefined if the list is empty */
  pick<Value>(list: readonly Value[]): Value | undefined {
    return list[this.below(list.length)];
  }

  /** @returns true with this probability */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @returns the waiting time until the next of independent events, exponentially distributed with this mean */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }
}

/** Draws indexes in [0, count); index k has a weight of 1 / (k + 1)^exponent. */
export class Zipf {
  readonly #sums: Float64Array;

  /** @param count at least 1. Cost: O(count). */
  constructor(count: number, exponent: number) {
    this.#sums = new Float64Array(count);
    let sum = 0;
    for (let place = 0; place < count; place += 1) {
      sum += (place + 1) ** -exponent;
      this.#sums[place] = sum;
    }
  }

  /** Cost: O(log count). */
  draw(random: SeededRandom): number {
    const target = random.next() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
