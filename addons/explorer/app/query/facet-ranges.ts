/**
 * Limits of the ranges in which a facet counts a number field: round numbers between its least and its greatest value.
 */

/** Approximate number of ranges. */
const RANGES_AIM = 8;
const LIMITS_MAXIMUM = 10;
/** Above this ratio of the span to the distance of the mean, most values would be in the first of equal ranges. */
const SKEW_MAXIMUM = 20;

/** @returns the number without the digits that binary fractions add: 0.30000000000000004 → 0.3 */
const dropNoise = (value: number): number => Number(value.toPrecision(12));

/** @returns the least of 1, 2, 5, 10, 20 … that is at least the value; the value is positive */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return dropNoise(factor * power);
}

/** @returns the factors times powers of ten that are greater than `least` and at most `greatest`, ascending */
function listRoundNumbers(least: number, greatest: number, factors: readonly number[]): readonly number[] {
  const numbers: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= greatest; power *= 10) {
    for (const factor of factors) {
      const limit = dropNoise(factor * power);
      if (limit > least && limit <= greatest) numbers.push(limit);
    }
  }
  return numbers;
}

/**
 * @param mean mean of the values, to recognise a few values that are far greater than the others
 * @returns    ascending limits, each greater than `least` and at most `greatest`; empty if all values are equal
 */
export function chooseRangeLimits(least: number, greatest: number, mean: number): readonly number[] {
  const span = greatest - least;
  if (!(span > 0)) return [];
  if (least >= 0 && span > SKEW_MAXIMUM * (mean - least)) {
    const from = Math.max(least, mean / 1000);
    const limits = listRoundNumbers(from, greatest, [1, 2, 5]);
    return limits.length <= LIMITS_MAXIMUM ? limits : listRoundNumbers(from, greatest, [1]);
  }
  const step = roundUp(span / RANGES_AIM);
  const limits: number[] = [];
  let place = Math.floor(least / step) + 1;
  for (let limit = dropNoise(place * step); limit <= greatest; limit = dropNoise(place * step)) {
    if (limit > least) limits.push(limit);
    place += 1;
  }
  return limits;
}
