/**
 * Latency samples: the latency of every request, in the order in which the requests were sent, and percentiles of them.
 */

/** A list of latencies that grows by doubling; 4 bytes a request. */
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

  /** @returns a view of the samples in their order; valid until the next `add` */
  values(): Float32Array {
    return this.#us.subarray(0, this.count);
  }
}

/** Percentiles in microseconds, by the nearest-rank method. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly maximum: number;
}

/**
 * @param values at least one, in any order; not modified
 * Cost: O(n log n).
 */
export function computePercentiles(values: Float32Array): Percentiles {
  const sorted = Float32Array.from(values).sort();
  const valueAtRank = (share: number): number =>
    roundToHundredths(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return {
    p50: valueAtRank(0.5),
    p90: valueAtRank(0.9),
    p99: valueAtRank(0.99),
    p999: valueAtRank(0.999),
    maximum: valueAtRank(1),
  };
}

/** @returns undefined if there are no samples */
export const latencyPercentiles = (samples: Samples): Percentiles | undefined =>
  samples.count === 0 ? undefined : computePercentiles(samples.values());

/** A smaller block would have its slowest request as its 99th percentile. */
const blockRequestsMinimum = 200;
const blocksMaximum = 20;

/**
 * Percentiles of up to 20 blocks of consecutive requests. A pause or a busy machine affects one block and not the
 * others, so the spread of the blocks shows the precision of a figure.
 */
export function splitIntoBlocks(values: Float32Array): readonly Percentiles[] {
  const blocks = Math.min(blocksMaximum, Math.floor(values.length / blockRequestsMinimum));
  return Array.from({ length: blocks }, (_, block) => {
    const start = Math.floor((block * values.length) / blocks);
    return computePercentiles(values.subarray(start, Math.floor(((block + 1) * values.length) / blocks)));
  });
}

/** Rounds to two decimals: the clock is less precise than that. */
export const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
