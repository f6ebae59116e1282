/**
 * How many times as long one takes as the other, by times that were taken in turns.
 */
import { percentile } from '../harness/timing/statistics.js';

export interface Ratio {
  readonly ratio: number;
  /** The median of all pairs there could be lies between them, with 95 %; of five pairs or fewer, the least and greatest. */
  readonly low: number;
  readonly high: number;
}

/**
 * @param before times of the one, a turn each
 * @param now    of the other, in the same turns
 * Source: the sign test's interval of a median, by ranks of the binomial distribution in its normal approximation.
 */
export function ratioOf(before: readonly number[], now: readonly number[]): Ratio {
  const sorted = Float64Array.from(now, (time, turn) => time / (before[turn] ?? Number.NaN)).sort();
  const n = sorted.length;
  const reach = (1.96 * Math.sqrt(n)) / 2;
  const at = (rank: number): number => sorted[Math.min(n - 1, Math.max(0, rank))] ?? Number.NaN;
  return {
    ratio: percentile(sorted, 0.5),
    low: at(Math.floor(n / 2 - reach)),
    high: at(Math.ceil(n / 2 + reach)),
  };
}
