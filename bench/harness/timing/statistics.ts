/**
 * Percentiles and means of samples.
 */

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
