/**
 * Query classes that combine conditions: AND of three, a range AND an OR group, nested groups, and no match.
 *
 *     npm run bench:engine -- --only "AND of three"
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';
import { asCents, asInstant, list, type QueryClass, range, where } from './query-class.js';

const group = 'combined';

const anyGenre = (sample: Sample, random: Random): string => random.pick(sample.shares('article', 'genre')).value;

const anyOf = (sample: Sample, random: Random, field: string): number =>
  sample.numbers('article', field)[random.below(sample.numbers('article', field).length)]!;

const HALF = { least: 0.2, most: 0.6 } as const;

/** Two ways of finding nothing: a value that no item has, and sets that do not meet. */
function nothingFound(sample: Sample, random: Random): string {
  if (random.chance(0.5)) {
    const sku = sample.text('article', 'sku', random);
    return list('article', where('sku', '_eq', `${sku.slice(0, -1)}~`), where('active', '_eq', 'true'));
  }
  return list(
    'article',
    where('genre', '_eq', anyGenre(sample, random)),
    where('price', '_lt', '1.00'),
    where('views', '_gte', anyOf(sample, random, 'views')),
  );
}

export const COMBINED: readonly QueryClass[] = [
  {
    name: 'AND of three, sorted',
    group,
    url: (sample, random) =>
      list(
        'article',
        where('genre', '_eq', anyGenre(sample, random)),
        where('active', '_eq', 'true'),
        where('price', '_lt', asCents(anyOf(sample, random, 'price') + 1)),
        'sort=-published',
      ),
  },
  {
    name: 'range AND OR-group',
    group,
    url: (sample, random) =>
      list(
        'article',
        ...range(sample, random, 'price', asCents, HALF),
        where('genre', '_eq', anyGenre(sample, random), '[_OR][]'),
        where('genre', '_eq', anyGenre(sample, random), '[_OR][]'),
        where('featured', '_eq', 'true', '[_OR][]'),
      ),
  },
  {
    name: 'nested groups',
    group,
    url: (sample, random) =>
      list(
        'article',
        where('published', '_gte', asInstant(anyOf(sample, random, 'published'))),
        where('genre', '_eq', anyGenre(sample, random), '[_OR][0]'),
        where('stock', '_lt', 1 + anyOf(sample, random, 'stock'), '[_OR][0]'),
        where('featured', '_eq', 'true', '[_OR][1][_AND][0]'),
        where('price', '_gt', asCents(anyOf(sample, random, 'price')), '[_OR][1][_AND][1][_OR][0]'),
        where('genre', '_eq', anyGenre(sample, random), '[_OR][1][_AND][1][_OR][1]'),
      ),
  },
  { name: 'an empty result', group, answers: 'nothing', url: nothingFound },
];
