/**
 * Query classes with one value: items by id, equality, inequality, populated or not, and booleans.
 *
 *     npm run bench:engine -- --only equality
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';
import { list, type QueryClass, someSkip, where } from './query-class.js';

const group = 'by value';

/** Values of the 40 genres that about one item in 40 has; the most frequent has 23 %, the rarest 0.6 %. */
function ordinaryGenre(sample: Sample, random: Random): string {
  const ordinary = sample.shares('article', 'genre').filter(({ share }) => share > 0.0125 && share < 0.05);
  return random.pick(ordinary).value;
}

export const BY_VALUE: readonly QueryClass[] = [
  { name: 'item by id', group, url: (sample, random) => `/article/${sample.row('article', random).id}` },
  {
    name: 'equality on a unique text',
    group,
    answers: 'something',
    url: (sample, random) => list('article', where('sku', '_eq', sample.text('article', 'sku', random))),
  },
  {
    name: 'equality on a 2.5 % value',
    group,
    url: (sample, random) => list('article', where('genre', '_eq', ordinaryGenre(sample, random)), someSkip(random)),
  },
  {
    name: 'equality, sorted by another field',
    group,
    url: (sample, random) =>
      list(
        'article',
        where('genre', '_eq', random.pick(sample.shares('article', 'genre')).value),
        'sort=-published',
        someSkip(random),
      ),
  },
  {
    name: 'inequality',
    group,
    url: (sample, random) =>
      list('article', where('genre', '_neq', random.pick(sample.shares('article', 'genre')).value), someSkip(random)),
  },
  {
    name: 'populated',
    group,
    url: (_, random) => list('article', where(random.pick(['subtitle', 'stock']), '_exists', 'true'), someSkip(random)),
  },
  {
    name: 'not populated',
    group,
    url: (_, random) =>
      list('article', where(random.pick(['subtitle', 'stock']), '_exists', 'false'), someSkip(random)),
  },
  {
    name: 'boolean',
    group,
    url: (_, random) =>
      list(
        'article',
        where(random.pick(['active', 'featured']), '_eq', random.pick(['true', 'false'])),
        someSkip(random),
      ),
  },
];
