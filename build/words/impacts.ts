/**
 * The impact of a stem in a doc: BM25F without the rarity of the stem, in eight bits.
 *
 * Each field counts a stem by its frequency, times the field's weight, less if the field is longer than average; the sum
 * saturates. Only sums, products and quotients are used, so that snapshots have the same bytes on every platform.
 * Source: Zaragoza et al., "Microsoft Cambridge at TREC 13", 2004.
 */

// How much a stem weighs in a doc: BM25F without the rarity of the stem, in eight bits.
//
// Each field counts a stem as often as it stands there, times the field's weight, and less where the field is longer
// than usual; what all fields count together is worth less and less. Only sums, products and quotients: the same bytes
// everywhere.
// Source: Zaragoza et al., "Microsoft Cambridge at TREC 13", 2004.
/** How soon more of the same adds little. */
const saturation = 1.2;
/** How much a text longer than usual counts less: 0 not at all, 1 in proportion. */
const lengthShare = 0.75;
/** The greatest impact; the least is 1. */
const impactMaximum = 255;
/**
 * @param frequency how often the stem stands in the field
 * @param length    words of the field in this doc
 * @param averageLength     words of the field on average, over the docs that have any
 */
export const fieldCount = (frequency: number, weight: number, length: number, averageLength: number): number =>
  (weight * frequency) / (1 - lengthShare + (lengthShare * length) / averageLength);
/** @param count of all fields together, above 0 */
export const impactOf = (count: number): number =>
  Math.max(1, Math.round((impactMaximum * count) / (saturation + count)));
