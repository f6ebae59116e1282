/**
 * The impact of a stem in a doc: BM25F without the rarity of the stem, in eight bits.
 *
 * Each field counts a stem by its frequency, times the field's weight, less if the field is longer than average; the sum
 * saturates. Only sums, products and quotients are used, so that snapshots have the same bytes on every platform.
 * Source: Zaragoza et al., "Microsoft Cambridge at TREC 13", 2004.
 */

/** The parameter k1 of BM25: the smaller, the sooner further occurrences of a stem add little. */
const saturation = 1.2;
/** The parameter b of BM25: the influence of the field's length, from 0 (none) to 1 (proportional). */
const lengthShare = 0.75;
/** The greatest impact; the least is 1. */
const impactMaximum = 255;

/**
 * @param frequency     number of occurrences of the stem in the field
 * @param length        number of words of the field in this doc
 * @param averageLength average number of words of the field, over the docs with words
 * @returns the count of the field, to be summed over all fields
 */
export const weighFieldCount = (frequency: number, weight: number, length: number, averageLength: number): number =>
  (weight * frequency) / (1 - lengthShare + (lengthShare * length) / averageLength);

/** @param count sum of the counts of all fields, above 0. @returns the impact, from 1 to 255 */
export const computeImpact = (count: number): number =>
  Math.max(1, Math.round((impactMaximum * count) / (saturation + count)));
