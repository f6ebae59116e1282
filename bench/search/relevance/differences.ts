/**
 * How sure a difference between two engines is: a paired bootstrap over the queries.
 *
 * Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, the percentile interval.
 */
import type { Random } from '../../../data/generate/random.js';
import { percentile } from '../../harness/timing/statistics.js';

export interface Difference {
  /** The mean of the first less that of the other. */
  readonly mean: number;
  /** Within which the difference lies with 95 %. */
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;

/**
 * @param ones   a value a query, at least one
 * @param others of the same queries
 * @returns the same for the same random numbers
 */
export function differenceOf(ones: readonly number[], others: readonly number[], random: Random): Difference {
  const differences = ones.map((one, place) => one - (others[place] ?? 0));
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn += 1)
      sum += differences[random.below(differences.length)] ?? 0;
    return sum / differences.length;
  }).sort();
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  return { mean, low: percentile(means, 0.025), high: percentile(means, 0.975) };
}
