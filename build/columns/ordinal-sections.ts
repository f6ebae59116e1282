/**
 * The sections that depend only on the term ordinals of a column: the column, its posting lists, its quantiles.
 *
 * They are the same for all field types. Elsewhere: the dictionaries that define the ordinals (text-column, number-column).
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import { narrowestArray, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { buildRuns } from '../sorting/index.js';
import { discard, type Job, type WorkClock } from '../work/index.js';
import { quantileSections } from './quantiles.js';

/** A column whose dictionary is built. */
interface OrdinalsInput {
  readonly field: string;
  /** Doc → ordinal of its value, from 1; 0 if unpopulated. The job takes it over. */
  readonly ordinals: Uint32Array;
  /** Number of distinct values. */
  readonly count: number;
  /** Choices of quantiles; undefined for none. */
  readonly choices: BuildChoices | undefined;
}

/** Cost: O(docs + values). Memory: the ordinals and the result: up to 21 bytes per doc with quantiles. */
export function ordinalSections({ field, ordinals, count, choices }: OrdinalsInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field);
  clock.on('ordinals');
  const narrowed = narrowestArray(ordinals, count);
  const runs = buildRuns(ordinals, count, clock);
  if (narrowed !== ordinals) discard(ordinals);
  const sections: SectionInput[] = [
    { name: names.ordinals, data: narrowed },
    { name: names.docs, data: runs.docs },
    { name: names.starts, data: runs.starts },
  ];
  if (choices !== undefined) sections.push(...quantileSections(field, runs, choices, clock));
  return sections;
}

export const ordinalsJob: Job<OrdinalsInput, SectionInput[]> = {
  name: 'column',
  structure: 'ordinals',
  work: ordinalSections,
};
