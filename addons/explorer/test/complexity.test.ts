/**
 * The explorer's complexity, part by part, against the server's score.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { readPage, tableAt, tablesOf } from '../../../testing/pages/markdown.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { openBookshopWith } from '../../../testing/samples/lean-bookshop.js';
import { startBookshop } from '../../../testing/server/server.js';
import { readTarget } from '../app/address/place.js';
import { type DescribedSpace, type Description, readEndpoint } from '../app/model/space.js';
import { readQuery } from '../app/query/read.js';
import { complexityParts, sumScores } from '../app/understand/complexity.js';
import { fetchDescription } from './read-description.js';

let space: DescribedSpace;
let limits: Description['limits'];
let model: ContentModel;
beforeAll(async () => {
  const shop = await startBookshop();
  ({ space, limits } = await fetchDescription(shop.origin));
  await shop.stop();
  ({ model } = await openBookshop());
});

function scoreOf(target: string): number {
  const { path, params } = readTarget(target);
  return sumScores(complexityParts(space, readEndpoint(space, path), readQuery(params), limits));
}

/** What the server says, of requests beyond the maximum too. */
function told(target: string): number {
  const [path = '', search = ''] = target.split('?');
  try {
    return parseRequest(model, path, search).complexity;
  } catch (error) {
    if (error instanceof RequestError && error.problems.every(({ code }) => code === 'QueryTooComplex'))
      return error.complexity;
    throw error;
  }
}

describe('complexity', () => {
  it('the requests of docs/ask/errors.md › have the scores of that page', () => {
    const { rows } = tableAt(tablesOf(readPage('docs/ask/errors.md')), 'Complexity', 'request');
    expect(rows.length).toBeGreaterThan(10);
    for (const [request = '', score = ''] of rows) {
      expect(scoreOf(request.replaceAll('`', '').replace('/delivery/jsonapi', '')), request).toBe(Number(score));
    }
  });

  it('random requests › have the score of the server', () => {
    const paths = [
      'author',
      'author.country',
      'author.books.reviews',
      'publisher',
      'publisher.books.author',
      'reviews',
      'related.related',
      'series.books',
    ];
    const windows = ['reviews', 'author][books', 'publisher][books', 'related', 'related][related'];
    const request = fc
      .record({
        path: fc.constantFrom('/book', '/book/x', '/author/x/books', '/series/x/books', '/publisher/x/books'),
        include: fc.subarray(paths),
        capped: fc.subarray(windows),
        cap: fc.constantFrom(0, 3, 20, 21, 40),
        limit: fc.constantFrom(undefined, 0, 1, 30),
        counted: fc.constantFrom(
          '',
          '&_facet[genre]=5&_stats=price,pages',
          '&_facet[author]=3&_facet[author][include]=true',
        ),
      })
      .map(({ path, include, capped, cap, limit, counted }) => {
        const isOne = path.endsWith('/x');
        const own = isOne ? '' : `${limit === undefined ? '' : `&page[limit]=${limit}`}${counted}`;
        return `${path}?include=${include.join(',')}${capped.map((name) => `&page[${name}][limit]=${cap}`).join('')}${own}`;
      });
    fc.assert(
      fc.property(request, (target) => {
        expect(scoreOf(target), target).toBe(told(target));
      }),
      { numRuns: 300 },
    );
  });

  it('a relationship to several types › the most complex type counts', () => {
    for (const target of [
      '/event?include=featured.books,featured.reviews',
      '/event/x?include=host.country,host.books',
      '/page?include=spotlight.featured.author',
    ]) {
      expect(scoreOf(target), target).toBe(told(target));
    }
  });

  it('limits that differ between types › have the score of the server', async () => {
    const limited = await openBookshopWith({
      'author.books': { limit: 9 },
      'publisher.books': { limit: 4 },
      'event.featured': { limit: 30 },
    });
    const shop = await startBookshop({ spaces: [{ name: 'bookshop', space: limited }] });
    const described = await fetchDescription(shop.origin);
    await shop.stop();
    space = described.space;
    model = limited.model;
    for (const include of ['host', 'host.books', 'host.books,featured', 'featured.books,featured.reviews,host.books'])
      for (const cap of ['', '&page[host][books][limit]=7', '&page[host][books][skip]=3', '&page[featured][skip]=1'])
        for (const path of ['/event', '/event/x', '/page/x/spotlight']) {
          const target = `${path}?include=${include}${cap}`;
          expect(scoreOf(target), target).toBe(told(target));
        }
    expect(scoreOf('/event/x?include=host.books')).toBe(130);
  });

  it('unique fields and default pages › have the score of the server', async () => {
    const keyed = await openBookshopWith({
      'book.isbn': { unique: true },
      'book.related': { page: { limit: 2 } },
      'author.books': { page: { limit: 30 } },
      'publisher.books': { page: { limit: 4 } },
    });
    const shop = await startBookshop({ spaces: [{ name: 'bookshop', space: keyed }] });
    const described = await fetchDescription(shop.origin);
    await shop.stop();
    space = described.space;
    model = keyed.model;
    const filters = [
      'filter[isbn][_eq]=1',
      'filter[isbn][_in]=1,2,3',
      'filter[id][_in]=a,b&filter[isbn][_neq]=1',
      'filter[_OR][0][isbn][_eq]=1',
      'filter[title][_eq]=1',
      'filter[author][id][_eq]=1',
    ];
    for (const filter of filters)
      for (const shape of [
        '',
        '&include=related.related',
        '&page[related][limit]=3',
        '&include=related&page[limit]=2',
      ]) {
        const target = `/book?${filter}${shape}`;
        expect(scoreOf(target), target).toBe(told(target));
      }
    for (const target of [
      '/author/x?page[books][limit]=30',
      '/author/x?page[books][limit]=31',
      '/event/x?include=host&page[host][books][limit]=21',
      '/event/x?include=host.books',
      '/event/x?include=host.books&page[host][books][skip]=1',
    ]) {
      expect(scoreOf(target), target).toBe(told(target));
    }
    expect(scoreOf('/book?filter[isbn][_eq]=1&include=author,reviews,related')).toBe(50 + 10 + 20 + 210 + 30);
  });
});
