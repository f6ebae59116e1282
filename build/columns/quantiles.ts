/**
 * Quantiles of a column: positions in the docs-by-value order, and for each the bitset of all docs before it.
 *
 * Elsewhere: choosing the positions and reading them (src/index/postings).
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import { bitsetsWithin, type SectionInput } from '../../src/format/index.js';
import { quantileBits, quantilePlaces } from '../../src/index/postings/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ValueRuns } from '../sorting/index.js';
import type { WorkClock } from '../work/index.js';

/**
 * `quantiles` is the number of parts: each costs a bit per doc, and halves the docs to toggle in a query. Below
 * `quantilesFrom` docs, listing docs is faster than combining bitsets.
 *
 * @returns no sections if the column has fewer docs than `quantilesFrom`
 */
export function quantileSections(
  field: string,
  runs: ValueRuns,
  { quantiles: parts, quantilesFrom }: BuildChoices,
  clock: WorkClock,
): SectionInput[] {
  if (parts === 0 || runs.docs.length < quantilesFrom) return [];
  clock.on('quantiles');
  const names = sectionNames(field);
  const places = quantilePlaces(runs.starts, parts, bitsetsWithin(runs.docs.length));
  return [
    { name: names.quantilePlaces, data: places },
    { name: names.quantileBits, data: quantileBits(runs.docs, places) },
  ];
}
