/**
 * Query classes with a filter on a related item.
 *
 *     npm run bench:engine -- --only relationship
 */
import type { Random } from '../../data/generate/random.js';
import { list, type QueryClass, someSkip, where } from './query-class.js';

const group = 'relationships';
/** No article has more tags. */
const greatestCount = 8;
/** Few values make few questions, so pages are of several lengths. */
const someLimit = (random: Random): string => `page[limit]=${1 + random.below(20)}`;

const sortedBy =
  (path: string): QueryClass['url'] =>
  (sample, random) => {
    const genre = random.chance(0.5) ? [] : [where('genre', '_eq', sample.text('article', 'genre', random))];
    return list('article', ...genre, `sort=${random.chance(0.5) ? '-' : ''}${path}`, someSkip(random));
  };

export const RELATIONSHIPS: readonly QueryClass[] = [
  {
    name: 'relationship to one',
    group,
    url: (sample, random) =>
      list(
        'article',
        `filter[author][id][_eq]=${sample.target('article', 'author', random)}`,
        // A small export has few authors, so other pages are requested too.
        ...(random.chance(0.7) ? [] : [someSkip(random)]),
      ),
  },
  {
    name: 'through a relationship, few items',
    group,
    answers: 'something',
    url: (sample, random) =>
      list('article', where('author][name', '_eq', sample.text('author', 'name', random)), someLimit(random)),
  },
  {
    name: 'through a relationship, many items',
    group,
    url: (sample, random) =>
      list('article', where('author][country', '_eq', sample.text('author', 'country', random)), someSkip(random)),
  },
  {
    name: 'through a relationship to many',
    group,
    answers: 'something',
    url: (sample, random) =>
      list('article', where('tags][name', '_eq', sample.text('tag', 'name', random)), someLimit(random)),
  },
  {
    name: 'through two relationships, few items',
    group,
    answers: 'something',
    url: (sample, random) =>
      list('article', where('author][agency][name', '_eq', sample.text('agency', 'name', random)), someLimit(random)),
  },
  {
    name: 'through two relationships, many items',
    group,
    url: (sample, random) => {
      const country = sample.text('agency', 'country', random);
      return list('article', where('author][agency][country', '_eq', country), someSkip(random));
    },
  },
  { name: 'sort through a relationship', group, url: sortedBy('author.name') },
  { name: 'sort through two relationships', group, url: sortedBy('author.agency.name') },
  {
    name: 'relationship to many',
    group,
    url: (sample, random) => list('article', `filter[tags][id][_eq]=${sample.target('article', 'tags', random)}`),
  },
  {
    name: 'number of links',
    group,
    url: (_, random) => {
      const operator = random.pick(['_eq', '_gte', '_lt']);
      return list('article', where('tags][_count', operator, 1 + random.below(greatestCount)), someSkip(random));
    },
  },
  { name: 'sort by the number of links', group, url: sortedBy('tags._count') },
];
