/**
 * What does a filter on a related item cost?
 *
 * `npm run bench:engine -- --only relationship`
 */
import { list, type QueryClass, someSkip } from './query-class.js';

const group = 'relationships';

export const RELATIONSHIPS: readonly QueryClass[] = [
  {
    name: 'relationship to one',
    group,
    url: (sample, random) =>
      list(
        'article',
        `filter[author][id][_eq]=${sample.target('article', 'author', random)}`,
        // Of a small export, whose authors are few, other pages are asked for as well.
        ...(random.chance(0.7) ? [] : [someSkip(random)]),
      ),
  },
  {
    name: 'relationship to many',
    group,
    url: (sample, random) => list('article', `filter[tags][id][_eq]=${sample.target('article', 'tags', random)}`),
  },
];
