/**
 * The middle of what was measured, and how far it can be trusted.
 */

const ascending = (values) => values.toSorted((a, b) => a - b);

/** @param values one at least */
export const median = (values) => ascending(values)[Math.floor(values.length / 2)];

/** How probable it is that at most `most` of `count` values lie below the median of all that could be measured. */
function below(count, most) {
  let ways = 1;
  let sum = 0;
  for (let lower = 0; lower <= most; lower += 1) {
    sum += ways;
    ways = (ways * (count - lower)) / (lower + 1);
  }
  return sum / 2 ** count;
}

/**
 * By ranks alone, whatever the values' distribution.
 *
 * @returns the two values between which the median of all that could be measured lies in 95 of 100 runs at least; of
 * fewer than six values the least and the most, which is less than that
 */
export function interval(values) {
  let cut = 0;
  while (cut + 1 < values.length / 2 && 2 * below(values.length, cut) <= 0.05) cut += 1;
  const sorted = ascending(values);
  const rank = Math.max(0, cut - 1);
  return [sorted[rank], sorted[values.length - 1 - rank]];
}
