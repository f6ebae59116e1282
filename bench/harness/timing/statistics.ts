/**
 * Percentiles and means of samples, and a random order from a seed.
 */
import type { Random } from '../../../data/generate/random.js';

/**
 * The nearest-rank percentile: the smallest sample that at least `share` of all samples do not exceed.
 *
 * @param sorted ascending, not empty
 * @param share  0 < share <= 1
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There is no percentile of no samples.');
  return value;
}

/** @param values in any order, at least one */
export const medianOf = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

/** A median, and its 95 % confidence interval. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/**
 * @param values in any order, at least one, each drawn by itself; of fewer than six, the least and the most say too
 *   little
 * Source: the sign test's interval of a median, by ranks of the binomial distribution in its normal approximation.
 */
export function medianInterval(values: ArrayLike<number>): MedianInterval {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const reach = (1.96 * Math.sqrt(n)) / 2;
  const at = (rank: number): number => sorted[Math.min(n - 1, Math.max(0, rank))]!;
  return {
    median: percentile(sorted, 0.5),
    low: at(Math.floor(n / 2 - reach)),
    high: at(Math.ceil(n / 2 + reach)),
  };
}

/** @returns the n-th root of the product, computed by logarithms; @param values each positive, at least one */
export function geometricMean(values: readonly number[]): number {
  if (values.length === 0) throw new Error('There is no mean of no values.');
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export interface Timing {
  /** Microseconds. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly samples: number;
}

/** @param samplesMs in any order, at least one; not changed */
export function timingOf(samplesMs: readonly number[]): Timing {
  const sorted = Float64Array.from(samplesMs).sort();
  const microseconds = (share: number): number => Math.round(percentile(sorted, share) * 1e6) / 1e3;
  return { p50Us: microseconds(0.5), p99Us: microseconds(0.99), samples: sorted.length };
}

/** A share of the samples, and the time that they take at most. */
export interface Quantile {
  readonly share: number;
  /** Microseconds. */
  readonly us: number;
}

const drawnShares = [0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999];

/**
 * @param samplesMs in any order, at least one; not changed
 * @returns the shares for a plot of the tail; at least ten samples are beyond each
 */
export function tailOf(samplesMs: readonly number[]): Quantile[] {
  const sorted = Float64Array.from(samplesMs).sort();
  return drawnShares
    .filter((share) => sorted.length * (1 - share) > 9.99)
    .map((share) => ({ share, us: Math.round(percentile(sorted, share) * 1e6) / 1e3 }));
}

/** @returns the items in random order (Fisher and Yates) */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
