/**
 * What two contestants' times, taken in pairs, say of each other.
 */
import { percentile } from '../harness/timing/statistics.js';

export interface Spread {
  readonly least: number;
  readonly median: number;
}

export interface Difference {
  readonly one: Spread;
  readonly other: Spread;
  /** Of the second over the first, taken pair by pair. */
  readonly median: number;
  /** In which the median of all pairs there could be lies, with 95 %. */
  readonly low: number;
  readonly high: number;
}

const spread = (sorted: Float64Array): Spread => ({ least: sorted[0] ?? 0, median: percentile(sorted, 0.5) });

/**
 * @param one   times of the first, a turn each
 * @param other of the second, in the same turns
 * Source: the sign test's interval of a median, by ranks of the binomial distribution in its normal approximation.
 */
export function differenceOf(one: readonly number[], other: readonly number[]): Difference {
  const sorted = Float64Array.from(one, (time, turn) => other[turn]! - time).sort();
  const n = sorted.length;
  const reach = (1.96 * Math.sqrt(n)) / 2;
  const at = (rank: number): number => sorted[Math.min(n - 1, Math.max(0, rank))]!;
  return {
    one: spread(Float64Array.from(one).sort()),
    other: spread(Float64Array.from(other).sort()),
    median: percentile(sorted, 0.5),
    low: at(Math.floor(n / 2 - reach)),
    high: at(Math.ceil(n / 2 + reach)),
  };
}
