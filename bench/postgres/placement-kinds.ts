/**
 * Kinds of requests whose answers depend on the placement of tables: hops, sorts and facets behind relationships, and far pages.
 *
 * Elsewhere: the servers and the timing (placement).
 */
import { list, type QueryClass, someSkip, where } from '../cases/query-class.js';

const group = 'placement';
type Url = QueryClass['url'];

const genre: (sample: Parameters<Url>[0], random: Parameters<Url>[1]) => string = (sample, random) =>
  where('genre', '_eq', sample.text('article', 'genre', random));

/** Another limit for each request: counts are cached by statement. */
const facet = (path: string, random: Parameters<Url>[1]): string => `_facet[${path}]=${1 + random.below(100)}`;

export const PLACEMENT_KINDS: readonly QueryClass[] = [
  { name: 'page in the order of the export', group, url: (_, random) => list('article', someSkip(random)) },
  { name: 'page sorted by a field', group, url: (_, random) => list('article', 'sort=title', someSkip(random)) },
  {
    name: 'far page sorted by a field',
    group,
    url: (sample, random) => {
      const halfOfItems = Math.floor(sample.items('article') / 2);
      return list('article', 'sort=-published', `page[skip]=${halfOfItems + random.below(1000)}`);
    },
  },
  {
    name: 'filter by a field',
    group,
    url: (sample, random) => list('article', genre(sample, random), someSkip(random)),
  },
  {
    name: 'filter by a link',
    group,
    url: (sample, random) => list('article', `filter[author][id][_eq]=${sample.target('article', 'author', random)}`),
  },
  {
    name: 'filter behind to-one, few items',
    group,
    url: (sample, random) => list('article', where('author][name', '_eq', sample.text('author', 'name', random))),
  },
  {
    name: 'filter behind to-one, many items',
    group,
    url: (sample, random) =>
      list('article', where('author][country', '_eq', sample.text('author', 'country', random)), someSkip(random)),
  },
  {
    name: 'filter behind to-many',
    group,
    url: (sample, random) => list('article', where('tags][name', '_eq', sample.text('tag', 'name', random))),
  },
  {
    name: 'filter behind two, few items',
    group,
    url: (sample, random) =>
      list('article', where('author][agency][name', '_eq', sample.text('agency', 'name', random))),
  },
  {
    name: 'filter behind two, many items',
    group,
    url: (sample, random) => {
      const country = sample.text('agency', 'country', random);
      return list('article', where('author][agency][country', '_eq', country), someSkip(random));
    },
  },
  { name: 'sort behind to-one', group, url: (_, random) => list('article', 'sort=author.name', someSkip(random)) },
  {
    name: 'sort behind to-one, filtered',
    group,
    url: (sample, random) => list('article', genre(sample, random), 'sort=author.name', someSkip(random)),
  },
  { name: 'sort behind two', group, url: (_, random) => list('article', 'sort=-author.agency.name', someSkip(random)) },
  { name: 'facet', group, url: (_, random) => list('article', facet('genre', random)) },
  { name: 'facet behind to-one', group, url: (_, random) => list('article', facet('author.country', random)) },
  {
    name: 'facet behind to-one, filtered',
    group,
    url: (sample, random) => list('article', genre(sample, random), facet('author.country', random)),
  },
  { name: 'facet behind to-many', group, url: (_, random) => list('article', facet('tags.name', random)) },
  {
    name: 'facet behind to-many, filtered',
    group,
    url: (sample, random) => list('article', genre(sample, random), facet('tags.name', random)),
  },
  { name: 'facet behind two', group, url: (_, random) => list('article', facet('author.agency.country', random)) },
  {
    name: 'item with included items',
    group,
    url: (sample, random) => `/article/article-${1 + random.below(sample.items('article'))}?include=author,tags`,
  },
];
