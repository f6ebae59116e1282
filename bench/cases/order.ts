/**
 * Query classes that measure sorting: three sort keys over all items, and pages far from the first.
 *
 *     npm run bench:engine -- --only skip
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';
import { list, pageSize, type QueryClass, where } from './query-class.js';

const group = 'order';

/** @returns `page[skip]=…`, half of the items and up to a hundredth more or less: 500,000 of a million */
function halfway(sample: Sample, random: Random): string {
  const items = sample.items('article');
  const spread = Math.max(1000, Math.floor(items / 50));
  return `page[skip]=${Math.floor(items / 2 - spread / 2) + random.below(spread)}`;
}

export const ORDER: readonly QueryClass[] = [
  {
    name: 'sort by three fields, no filter',
    group,
    url: (sample, random) =>
      list('article', 'sort=genre,-price,published', `page[skip]=${random.below(sample.items('article') / 10)}`),
  },
  {
    name: 'skip of half the items',
    group,
    url: (sample, random) => list('article', halfway(sample, random)),
  },
  {
    name: 'skip of half the items, filtered and sorted',
    group,
    url: (sample, random) =>
      list('article', where('active', '_eq', 'true'), 'sort=-published', halfway(sample, random)),
  },
];

export const ADVERSARIAL_ORDER: QueryClass = {
  name: 'three sorts over everything, any page',
  group: 'adversarial',
  adversarial: true,
  url: (sample, random) =>
    list('article', 'sort=-stock,title,-price', `page[skip]=${random.below(sample.items('article') - pageSize)}`),
};
