/**
 * What follows of a column once it is known which of the ordered values each doc has, whatever values these are.
 */

import type { BuildChoices } from '../../src/content/model/index.js';
import { narrow, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { buildRuns } from '../sorting/index.js';
import { discard, type Job, type WorkClock } from '../work/index.js';
import { quantileSections } from './quantile-sections.js';

/** A column once its dictionary is known. */
export interface OrdinalsInput {
  readonly field: string;
  /** Per doc: the place of its value, plus 1; 0 where unpopulated. Not to be used afterwards. */
  readonly ordinals: Uint32Array;
  /** How many values there are. */
  readonly count: number;
  /** What quantiles it gets; undefined: none. */
  readonly choices: BuildChoices | undefined;
}

/** Cost: O(docs + values). Memory: the ordinals, and what is returned: of many docs with quantiles 21 bytes a doc. */
export function ordinalSections({ field, ordinals, count, choices }: OrdinalsInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field);
  clock.on('ordinals');
  const narrowed = narrow(ordinals, count);
  const runs = buildRuns(ordinals, count, clock);
  if (narrowed !== ordinals) discard(ordinals);
  return [
    { name: names.ordinals, data: narrowed },
    { name: names.docs, data: runs.docs },
    { name: names.starts, data: runs.starts },
    ...(choices === undefined ? [] : quantileSections(field, runs, choices, clock)),
  ];
}

export const ordinalsJob: Job<OrdinalsInput, SectionInput[]> = {
  name: 'column',
  structure: 'ordinals',
  work: ordinalSections,
};
