/**
 * Pagination links as bytes, against links built from texts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Window } from '../../../src/engine/query/index.js';
import { ByteWriter } from '../../../src/jsonapi/document/byte-writer.js';
import { writePageLinks } from '../../../src/jsonapi/document/page-links.js';
import { SLAB_BYTES } from '../../../src/jsonapi/document/slabs.js';
import { pageSearch } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { parse } from '../parsing.js';

function naive(path: string, search: string, { skip, limit }: Window, total: number): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const pages: [name: string, skip: number][] = [['first', 0]];
  if (skip > 0) pages.push(['prev', Math.max(0, Math.min(skip - limit, last))]);
  if (skip + limit < total) pages.push(['next', skip + limit]);
  pages.push(['last', last]);
  if (limit === 0) return '';
  return pages.map(([name, to]) => `,"${name}":"${path}${pageSearch(search, { skip: to, limit })}"`).join('');
}

const parameter = fc.oneof(
  fc.constantFrom(
    'sort=-title',
    'include=',
    'page[reviews][skip]=2',
    'page[reviews][limit]=3',
    'filter[title][_contains]=page[skip]=3%26page[limit]=4',
  ),
  fc.nat({ max: 100 }).map((limit) => `page[limit]=${limit}`),
  fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat()).map((skip) => `page[skip]=${skip}`),
);
const query = fc
  .uniqueArray(parameter, { selector: (one) => one.slice(0, one.indexOf('=')) })
  .map((parameters) => parameters.join('&'));

describe('writePageLinks', () => {
  it.each([
    ['the last page is full', { skip: 20, limit: 10 }, 30, ['first', 'prev', 'last']],
    ['one item is behind it', { skip: 20, limit: 10 }, 31, ['first', 'prev', 'next', 'last']],
    ['there is none', { skip: 0, limit: 10 }, 0, ['first', 'last']],
  ])('%s › the links that apply', (_, page, total, names) => {
    const out = new ByteWriter();
    out.begin();
    writePageLinks(out, '/book', '', page, total);
    const links = JSON.parse(`{"self":""${out.take()}}`);
    expect(Object.keys(links)).toEqual(['self', ...names]);
  });

  it('any query, at any offset in the slab › the same links as from texts', () => {
    const before = fc.integer({ min: 0, max: 2 * SLAB_BYTES });
    fc.assert(
      fc.property(query, fc.nat({ max: 1000 }), before, fc.boolean(), (sent, total, filled, isLinkage) => {
        const path = isLinkage ? '/book/b1/relationships/reviews' : '/book';
        const queryText = isLinkage ? sent.replaceAll(/(^|&)(?!page\[limit\]|page\[skip\])[^&]*/g, '') : sent;
        const request = parse(path, queryText);
        if (!('page' in request)) throw new Error(`${request.kind} has no page`);
        const out = new ByteWriter();
        out.begin();
        out.ascii('x'.repeat(filled));
        writePageLinks(out, path, request.search, request.page, total);
        expect(out.take().toString('latin1').slice(filled)).toBe(naive(path, request.search, request.page, total));
      }),
      { numRuns: amount(150, 30) },
    );
  });
});
