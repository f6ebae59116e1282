/**
 * Extrapolates the length of sections from two samples, and interpolates between measured builds.
 *
 * Both assume power laws: straight lines between logarithms. Elsewhere: measured rates (rates), the samples (sample).
 */
import { ID_FIELD, sectionNames } from '../../src/index/segment/index.js';
import { slotCount } from '../../src/index/termdict/index.js';
import type { RATES } from './rates.js';
import type { Section } from './section-sizes.js';

export const ID_HASH = sectionNames(ID_FIELD).hash;
/** Maximum exponent of growth. Sections hardly grow faster than items; two small samples may suggest it by chance. */
export const GROWTH_MAXIMUM = 1.1;

/** The length of a section in the snapshot of a sample. */
export interface SampledLength {
  /** Number of items of the section's type in the sample. */
  readonly items: number;
  readonly byteLength: number;
}

/**
 * Extrapolates the length of a section with a power law through two samples.
 *
 * @param items number of items to extrapolate to
 * @returns the byte length
 */
export function extrapolate(items: number, large: SampledLength, small: SampledLength): number {
  if (items === large.items) return large.byteLength;
  const isGrowthUnknown = small.items === large.items || small.byteLength === 0;
  const exponent = isGrowthUnknown
    ? 1
    : Math.log(large.byteLength / small.byteLength) / Math.log(large.items / small.items);
  return large.byteLength * (items / large.items) ** Math.min(GROWTH_MAXIMUM, Math.max(0, exponent));
}

/** @returns the bytes of a term ordinal in a column with so many terms */
function ordinalWidth(terms: number): number {
  if (terms <= 2 ** 8) return 1;
  return terms <= 2 ** 16 ? 2 : 4;
}

/**
 * Replaces the lengths that follow exactly from the number of items: the hash table of ids, and columns of term ordinals.
 *
 * @param items type → number of items
 */
export function withExactWidths(sections: readonly Section[], items: ReadonlyMap<string, number>): readonly Section[] {
  // A section "starts" has four bytes for each term.
  const termsBySection = new Map(sections.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength / 4]));
  return sections.map((section) => {
    const { type, name } = section;
    if (name === ID_HASH) return { ...section, byteLength: 4 * slotCount(items.get(type) ?? 0) };
    if (!name.endsWith('/ordinals')) return section;
    const terms = termsBySection.get(`${type} ${name.replace(/ordinals$/, 'starts')}`);
    if (terms === undefined) return section;
    return { ...section, byteLength: (items.get(type) ?? 0) * ordinalWidth(terms) };
  });
}

type MeasuredBuild = (typeof RATES.builds)[number];

/**
 * Interpolates a measure of a build with a power law through the two measured builds next to it in size.
 *
 * @param builds measured builds, the smallest first; at least two
 */
export function interpolate(
  builds: readonly MeasuredBuild[],
  snapshotBytes: number,
  measure: 'seconds' | 'peakBytes',
): number {
  const last = builds.length - 1;
  const firstLarger = builds.findIndex((build, index) => index > 0 && build.snapshotBytes >= snapshotBytes);
  const upper = firstLarger < 0 ? last : firstLarger;
  const from = builds[upper - 1]!;
  const to = builds[upper]!;
  const exponent = Math.log(to[measure] / from[measure]) / Math.log(to.snapshotBytes / from.snapshotBytes);
  return from[measure] * (snapshotBytes / from.snapshotBytes) ** exponent;
}
