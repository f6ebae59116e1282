import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { failure, parse } from '../parsing.js';

const scoreOf = (path: string, search: string): number => parse(path, search).complexity;

/** The score, accepted or not. */
function scoreOfAny(path: string, search: string): number {
  try {
    return scoreOf(path, search);
  } catch {
    return failure(path, search).complexity;
  }
}

describe('complexity', () => {
  it.each([
    // The two worked examples of the interface, and the one of the error.
    ['/book/b1', 'include=author,reviews', 50 + 10 + 10 + 10 + 10 + 200, 290],
    ['/book/b1', 'include=author,reviews&page[reviews][limit]=5', 50 + 10 + 10 + 10 + 10 + 50, 140],
    ['/book', 'include=reviews,tags', 50 + 20 * (10 + (10 + 200) + (10 + 200)), 8650],
    // One item, one list.
    ['/', '', 0, 0],
    ['/book/b1', '', 50 + 10, 60],
    ['/book', '', 50 + 200, 250],
    ['/book', 'page[limit]=0', 50, 50],
    ['/book', 'page[limit]=100', 50 + 1000, 1050],
    ['/book', 'page[limit]=0&include=reviews.book.reviews', 50, 50],
    ['/book', 'filter[title][_eq]=x&sort=title&fields[book]=', 50 + 200, 250],
    // A to-one relationship loads one, an included to-many its limit.
    ['/book', 'include=author', 50 + 20 * (10 + (10 + 10)), 650],
    ['/book/b1', 'include=reviews&page[reviews][limit]=0', 50 + 10 + 10, 70],
    ['/book/b1', 'include=reviews&page[reviews][skip]=7', 50 + 10 + (10 + 200), 270],
    // A nested include counts once for every parent that could be returned.
    ['/book/b1', 'include=reviews.writer', 50 + 10 + 10 + 20 * (10 + (10 + 10)), 670],
    [
      '/book',
      'include=author.books,author.country&page[limit]=3&page[author][books][limit]=2',
      50 + 3 * (10 + (10 + (10 + (10 + 20) + (10 + 10)))),
      290,
    ],
    // Shared path prefixes count once.
    ['/book/b1', 'include=author,author.country,author.country', 50 + 10 + 10 + (10 + 10 + 10), 100],
    // A limit above the default loads, included or not; up to the default only linkage is shown.
    ['/book/b1', 'page[reviews][limit]=20', 50 + 10, 60],
    ['/book/b1', 'page[reviews][limit]=21', 50 + 10 + (10 + 210), 280],
    ['/book/b1', 'include=author&page[author][books][limit]=30', 50 + 10 + 10 + (10 + (10 + 300)), 390],
    ['/book/b1', 'page[author][books][limit]=1000', 50 + 10, 60],
    // Related items score like collections, a to-one like an item; linkage by its limit.
    ['/book/b1/reviews', '', 50 + 200, 250],
    ['/book/b1/reviews', 'page[limit]=2&include=writer', 50 + 2 * (10 + 20), 110],
    ['/book/b1/author', '', 50 + 10, 60],
    ['/book/b1/author', 'include=books', 50 + 10 + (10 + 200), 270],
    ['/book/b1/relationships/reviews', '', 50 + 200, 250],
    ['/book/b1/relationships/reviews', 'page[limit]=495', 50 + 4950, 5000],
    ['/book/b1/relationships/author', '', 50 + 10, 60],
    // Several types: each name once, with the dearest type (book's tags are to-many, author's to-one).
    ['/shelf/s/best', 'include=tags', 50 + 10 + (10 + 200), 270],
    ['/shelf/s/best', 'include=author,books&page[books][limit]=2', 50 + 10 + (10 + 10) + (10 + 20), 110],
    ['/shelf/s/items', 'page[limit]=1&include=tags.tagged', 50 + 10 + 10 + 20 * (10 + (10 + 200)), 4470],
    ['/tag/t', 'include=tagged.tags&page[tagged][limit]=2', 50 + 10 + 10 + 2 * (10 + (10 + 200)), 510],
    [
      '/tag/t',
      'include=tagged.tags.tagged.tags.tagged&page[tagged][limit]=1',
      60 + 10 + (10 + (10 + 20 * (10 + (10 + 20 * (10 + (10 + 20 * (10 + (10 + 20 * 10)))))))),
      1_768_490,
    ],
    // Above the maximum.
    ['/book/b1', 'page[reviews][limit]=1000&page[tags][limit]=1000', 60 + 10_010 + 10_010, 20_080],
    [
      '/odd',
      'include=limit.limit.limit.limit.limit&page[limit]=100&page[limit][limit]=1000&page[limit][limit][limit]=1000&page[limit][limit][limit][limit]=1000&page[limit][limit][limit][limit][limit]=1000&page[limit][limit][limit][limit][limit][limit]=1000',
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ],
  ])('%s?%s › is computed as by hand', (path, search, byHand, expected) => {
    expect(byHand).toBe(expected);
    expect(scoreOfAny(path, search)).toBe(expected);
  });

  it('the maximum complexity › is answered; more is refused', () => {
    expect(scoreOf('/book/b1/relationships/reviews', 'page[limit]=495')).toBe(5000);
    expect(failure('/book/b1/relationships/reviews', 'page[limit]=496').complexity).toBe(5010);
  });
});

describe('a query that is too complex', () => {
  it.each([
    [
      '/book?include=reviews,tags',
      8650,
      'include',
      'with page[limit]=11 or less (now 20), or with page[reviews][limit]=1 or less (now 20), or without reviews in "include", or with a filter for one item: filter[id][_eq]=<value>',
    ],
    [
      '/book/b1/reviews?include=book.tags&page[limit]=100',
      50 + 100 * (10 + 10 + 10 + 210),
      'page[limit]',
      'with page[limit]=20 or less (now 100), or without book.tags in "include", or with a filter for one item: filter[id][_eq]=<value>',
    ],
    [
      '/book/b1/relationships/reviews?page[limit]=1000',
      10_050,
      'page[limit]',
      'with page[limit]=495 or less (now 1000)',
    ],
    [
      '/book/b1?page[reviews][limit]=1000',
      10_070,
      'page[reviews][limit]',
      'with page[reviews][limit]=493 or less (now 1000)',
    ],
    [
      '/book/b1?include=reviews&page[reviews][limit]=494&page[tags][skip]=3',
      5010,
      'page[reviews][limit]',
      'with page[reviews][limit]=493 or less (now 494)',
    ],
    [
      '/book/b1?include=author.books.reviews,author.books.tags',
      8690,
      'include',
      'with page[author][books][limit]=11 or less (now 20), or without author.books.reviews in "include"',
    ],
    [
      '/book/b1?include=reviews.book.reviews.book.reviews',
      96_870,
      'include',
      'with page[reviews][limit]=1 or less (now 20), or without reviews.book.reviews.book in "include"',
    ],
    ['/book?include=reviews.book.reviews.book.reviews', 1_936_450, 'include', 'without reviews.book in "include"'],
    [
      '/book/b1?page[reviews][limit]=1000&page[tags][limit]=1000',
      20_080,
      'page[reviews][limit]',
      'with a limit of 20 or less on reviews, tags',
    ],
    [
      '/book/b1?include=reviews,author&page[reviews][limit]=1000&page[tags][limit]=1000',
      20_100,
      'include',
      'without reviews in "include" and with a limit of 20 or less on reviews, tags',
    ],
    [
      '/book/b1?include=reviews,tags&page[reviews][limit]=489&page[tags][limit]=25',
      50 + 10 + 4900 + 260,
      'page[reviews][limit]',
      'with page[reviews][limit]=467 or less (now 489)',
    ],
  ])(
    '%s › the problem has the score, each single change that fits, and its parameter',
    (target, score, parameter, fits) => {
      const [path = '', search = ''] = target.split('?');
      const error = failure(path, search);
      expect(error.complexity).toBe(score);
      const detail = `The complexity of this query is ${score}; the maximum is 5000. It fits ${fits}.`;
      expect(error.problems).toEqual([{ code: 'QueryTooComplex', parameter, detail, corrections: expect.any(Array) }]);
      const [, changes = ''] = detail.split(' It fits ');
      const closed = changes.split(', or ').filter((change) => !change.includes('<value>'));
      expect(error.problems[0]?.corrections).toHaveLength(closed.length);
    },
  );

  it.each([
    ['/book/b1', 'include=&page[reviews][skip]=1&page[reviews][limit]=1000', 'page[reviews][limit]'],
    [
      '/book',
      'page[skip]=1&_facet[genre]=1000&_facet[title]=1000&_facet[price]=1000&_facet[pages]=1000&_facet[published]=1000',
      '_facet[genre]',
    ],
  ])('%s?%s › the problem names %s', (path, search, parameter) => {
    expect(failure(path, search).problems).toMatchObject([{ code: 'QueryTooComplex', parameter }]);
  });

  const facets = (values: readonly number[]): string =>
    values
      .map((count, place) => `_facet[${['title', 'genre', 'pages', 'price', 'published'][place]}]=${count}`)
      .join('&');

  it.each([
    // The facets alone: 4 × 1010 + 10 + 895, and room for no item.
    [
      '/book',
      facets([1000, 1000, 1000, 1000, 895]),
      '_facet[title]',
      'It fits with page[limit]=0, or with fewer facets or fewer values of each.',
    ],
    [
      '/book',
      facets([1000, 1000, 1000, 1000, 901]),
      '_facet[title]',
      'The facets alone have a score of 4951: ask for fewer facets, or for fewer values of each.',
    ],
    // Room for an item, but not for both relationships, whose limits are the default.
    [
      '/book',
      `page[limit]=1&page[reviews][limit]=20&include=tags.tagged,reviews.writer.books&${facets([1000, 1000, 1000, 1000])}`,
      'include',
      'It fits without tags, reviews in "include".',
    ],
    [
      '/book',
      `_stats=pages&page[limit]=100&${facets([1000, 1000, 1000, 1000])}`,
      'page[limit]',
      'It fits with page[limit]=90 or less (now 100), or with a filter for one item: filter[id][_eq]=<value>.',
    ],
  ])('%s?%s › the problem has a change that fits, and names the parameter', (path, search, parameter, advice) => {
    const [problem, ...others] = failure(path, search).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'QueryTooComplex', parameter });
    expect(problem?.detail.split('the maximum is 5000. ')[1]).toBe(advice);
  });
});

/** Paths below `book`, some nested deeply enough to be too complex. */
const includes = fc.subarray([
  'author',
  'author.books',
  'author.books.reviews',
  'author.books.reviews.writer',
  'reviews',
  'reviews.book.tags',
  'reviews.writer.books',
  'tags',
  'tags.tagged.tags',
  'tags.tagged.books.reviews',
]);
const caps = fc.dictionary(
  fc.constantFrom('reviews', 'tags', 'author][books', 'reviews][book][tags', 'tags][tagged', 'author][books][reviews'),
  fc.integer({ min: 0, max: 1000 }),
);

const LIMIT_CHANGE = /(page(?:\[\w+\])+)=(\d+)/g;

/** @returns the parameters with one of the changes that a problem proposes */
function applyChange(parameters: ReadonlyMap<string, string>, change: string): ReadonlyMap<string, string> {
  const changed = new Map(parameters);
  const omittedPaths = /without ([\w, .]+) in "include"/.exec(change)?.[1]?.split(', ') ?? [];
  const isOmitted = (path: string): boolean =>
    omittedPaths.some((omitted) => path === omitted || path.startsWith(`${omitted}.`));
  const loweredNames = /20 or less on ([\w, ]+)/.exec(change)?.[1]?.split(', ') ?? [];
  const paths = (parameters.get('include') ?? '').split(',');
  changed.set('include', paths.filter((path) => !isOmitted(path)).join(','));
  for (const name of loweredNames) changed.set(`page[${name}][limit]`, '20');
  for (const [, name = '', value = ''] of change.matchAll(LIMIT_CHANGE)) changed.set(name, value);
  const [, filter = ''] = /(filter\[\w+\]\[_eq\])/.exec(change) ?? [];
  if (filter !== '') changed.set(filter, '1');
  return changed;
}

describe('the advice', () => {
  it('for any query › fits, and is the highest number that fits', () => {
    let advised = 0;
    fc.assert(
      fc.property(includes, caps, fc.constantFrom('/book', '/book/b1', '/tag/t/tagged'), (paths, limits, path) => {
        const parameters = new Map<string, string>();
        if (path !== '/tag/t/tagged') parameters.set('include', paths.join(','));
        else parameters.set('include', paths.filter((one) => !one.includes('author.')).join(','));
        for (const [name, limit] of Object.entries(limits)) parameters.set(`page[${name}][limit]`, String(limit));
        const written = (changed: ReadonlyMap<string, string>): string =>
          [...changed].map(([name, value]) => `${name}=${value}`).join('&');
        const before = scoreOfAny(path, written(parameters));
        fc.pre(before > 5000);
        advised += 1;

        const { detail = '' } = failure(path, written(parameters)).problems[0] ?? {};
        const changes = detail.split('It fits ')[1]?.replace(/\.$/, '').split(', or ') ?? [];
        expect(changes).not.toEqual([]);
        for (const change of changes) {
          const changedParameters = applyChange(parameters, change);
          expect(changedParameters, change).not.toEqual(parameters);
          expect(scoreOfAny(path, written(changedParameters)), change).toBeLessThanOrEqual(5000);

          const [, last = '', largest = ''] = [...change.matchAll(LIMIT_CHANGE)].at(-1) ?? [];
          if (last === '') continue;
          const more = new Map(changedParameters).set(last, String(Number(largest) + 1));
          expect(scoreOfAny(path, written(more)), change).toBeGreaterThan(5000);
        }
      }),
      { numRuns: amount(2000, 1800), seed: 7 },
    );
    expect(advised).toBeGreaterThan(500);
  });
});
