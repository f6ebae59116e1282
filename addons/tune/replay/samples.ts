/**
 * What a replay has measured of one shape: the latency of every request, in the order in which they came.
 */

export class Samples {
  /** Microseconds. */
  #us = new Float32Array(64);
  count = 0;
  sumUs = 0;

  add(us: number): void {
    if (this.count === this.#us.length) {
      const larger = new Float32Array(this.count * 2);
      larger.set(this.#us);
      this.#us = larger;
    }
    this.#us[this.count] = us;
    this.count += 1;
    this.sumUs += us;
  }

  values(): Float32Array {
    return this.#us.subarray(0, this.count);
  }
}

/** Microseconds, by the nearest rank. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly maximum: number;
}

/** @param values in any order, at least one; not changed. Cost: O(n log n). */
export function percentilesOf(values: Float32Array): Percentiles {
  const sorted = Float32Array.from(values).sort();
  const at = (share: number): number =>
    rounded(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), maximum: at(1) };
}

/** @returns undefined where there are none */
export const usOf = (samples: Samples): Percentiles | undefined =>
  samples.count === 0 ? undefined : percentilesOf(samples.values());

/** Requests a block needs for a 99th percentile to be more than its slowest request. */
const blockRequestsMinimum = 200;
const blocksMaximum = 20;

/**
 * The same in blocks of requests that followed one another: what a pause or a busy neighbour does to one block it does
 * not to the others, so the blocks tell how far a figure can be trusted.
 */
export function blocksOf(values: Float32Array): readonly Percentiles[] {
  const blocks = Math.min(blocksMaximum, Math.floor(values.length / blockRequestsMinimum));
  return Array.from({ length: blocks }, (_, block) => {
    const from = Math.floor((block * values.length) / blocks);
    return percentilesOf(values.subarray(from, Math.floor(((block + 1) * values.length) / blocks)));
  });
}

/** Two decimals of a microsecond are more than a clock has. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
