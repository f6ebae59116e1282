/**
 * What two contestants' times, taken in pairs, say of each other.
 */
import { type MedianInterval, medianInterval, percentile } from '../harness/timing/statistics.js';

export interface Spread {
  readonly least: number;
  readonly median: number;
}

/** With the interval of the second over the first, taken pair by pair. */
export interface Difference extends MedianInterval {
  readonly one: Spread;
  readonly other: Spread;
}

const spread = (sorted: Float64Array): Spread => ({ least: sorted[0] ?? 0, median: percentile(sorted, 0.5) });

/**
 * @param one   times of the first, a turn each
 * @param other of the second, in the same turns
 */
export function differenceOf(one: readonly number[], other: readonly number[]): Difference {
  return {
    one: spread(Float64Array.from(one).sort()),
    other: spread(Float64Array.from(other).sort()),
    ...medianInterval(Float64Array.from(one, (time, turn) => other[turn]! - time)),
  };
}
