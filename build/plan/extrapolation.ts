/**
 * Extrapolates the length of sections from two samples, and interpolates measured builds.
 */
import { ID_FIELD, sectionNames } from '../../src/index/segment/index.js';
import { slotCount } from '../../src/index/termdict/index.js';
import type { RATES } from './rates.js';
import type { Section } from './weighed-sections.js';

export const ID_HASH = sectionNames(ID_FIELD).hash;
/** Hardly anything grows faster than items do; two small builds may say so by chance. */
export const GROWTH_MAXIMUM = 1.1;
/** @returns what a section weighs of so many items, from what it weighs of fewer and of fewer still */
export function extrapolate(
  items: number,
  [more, large]: readonly [number, number],
  [few, small]: readonly [number, number],
): number {
  if (items === more) return large;
  const growth = few === more || small === 0 ? 1 : Math.log(large / small) / Math.log(more / few);
  return large * (items / more) ** Math.min(GROWTH_MAXIMUM, Math.max(0, growth));
}

/** Ordinals are as wide as the number of values asks for, and a table of ids is a power of two. */
export function withExactWidths(sections: readonly Section[], items: ReadonlyMap<string, number>): readonly Section[] {
  const terms = new Map(sections.map(({ type, name, byteLength }) => [`${type} ${name}`, byteLength / 4]));
  return sections.map((section) => {
    const { type, name } = section;
    if (name === ID_HASH) return { ...section, byteLength: 4 * slotCount(items.get(type) ?? 0) };
    const values = name.endsWith('/ordinals') ? terms.get(`${type} ${name.replace(/ordinals$/, 'starts')}`) : undefined;
    if (values === undefined) return section;
    return { ...section, byteLength: (items.get(type) ?? 0) * (values <= 2 ** 8 ? 1 : values <= 2 ** 16 ? 2 : 4) };
  });
}
type Build = (typeof RATES.builds)[number];
/** @returns what was measured of as large a snapshot: on the straight line, of logarithms, through the two that are next to it */
export function interpolate(builds: readonly Build[], snapshotBytes: number, measure: 'seconds' | 'peakBytes'): number {
  const above = builds.findIndex(
    (build, index) => index > 0 && (build.snapshotBytes >= snapshotBytes || index === builds.length - 1),
  );
  const [from, to] = [builds[above - 1]!, builds[above]!];
  const growth = Math.log(to[measure] / from[measure]) / Math.log(to.snapshotBytes / from.snapshotBytes);
  return from[measure] * (snapshotBytes / from.snapshotBytes) ** growth;
}
