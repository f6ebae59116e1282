/**
 * Numbers that look random and are the same again from the same seed.
 *
 * Source: mulberry32 by Tommy Ettinger; Zipf by inversion of the summed weights.
 */

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** @returns in [0, 1) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @returns in [0, count) */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<Value>(list: readonly Value[]): Value | undefined {
    return list[this.below(list.length)];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @returns waiting time until the next of events that come independently, with this mean */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }
}

/** Places in [0, count), the k-th as often as 1 / (k + 1)^exponent says. */
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
    const wanted = random.next() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
