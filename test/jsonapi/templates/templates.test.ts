/**
 * Requests that a template answers for, against the same parsed by a space that has none.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../../src/errors/index.js';
import { type IgnoresParameter, parseRequest } from '../../../src/jsonapi/index.js';
import { TemplateCache } from '../../../src/jsonapi/templates/template-cache.js';
import type { ContentModel } from '../../../src/model/index.js';
import { model as shared } from '../parsing.js';

const model: ContentModel = { ...shared, locales: [] };
const ignores: IgnoresParameter = (name) => name.startsWith('utm_');

/** A copy of the model has templates of its own: none yet. */
function outcome(space: ContentModel, path: string, search: string): unknown {
  try {
    return parseRequest(space, path, search, undefined, ignores);
  } catch (error) {
    if (error instanceof RequestError) return { problems: error.problems, complexity: error.complexity };
    throw error;
  }
}

/** Each with values that are right, wrong in several ways, or differently encoded. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'filter[title][_eq]': ['a', 'b%20c', 'x+y', '%E2%82%AC', '%zz', '', 'a,b'],
  'filter%5Btitle%5D[_startsWith]': ['a', ''],
  'filter[id][_eq]': ['b1', ''],
  'filter[price][_gt]': ['1', '12.50', '-3', 'x', '1.', '007'],
  'filter[price][_lt]': ['9', '1e3'],
  'filter[inPrint][_eq]': ['true', 'false', 'yes'],
  'filter[published][_gte]': ['2020-02-29', '2021-02-29', '2020-01-01T10:00:00+02:00', '2020-01-01T10:00:00%2B02:00'],
  'filter[genre][_exists]': ['true', '1'],
  'filter[author][id][_eq]': ['a1', ''],
  'filter[_OR][0][title][_eq]': ['p'],
  'filter[_OR][1][price][_gte]': ['2', 'two'],
  'filter[_NOT][][title][_contains]': ['q', 'r'],
  'filter[_OR][0][inPrint][_eq]': ['true'],
  'filter[genre][_in]': ['Fiction', 'Fiction,Technology'],
  'filter[nothing][_eq]': ['1'],
  'page[limit]': ['1', '20', '07', '100', '101', 'x', ''],
  'page[skip]': ['0', '14', '9007199254740992'],
  'page[reviews][limit]': ['3', '400', '-1'],
  sort: ['title', '-price,title', 'nothing'],
  include: ['author', 'reviews,author.books', '', 'reviews.book.reviews'],
  'fields[book]': ['title', 'title,author', 'nothing'],
  utm_source: ['mail'],
};
const PATHS = ['/book', '/author', '/book/b1', '/book/b%202', '/book/b1/reviews', '/book/b1/author', '/shelf/s/items'];

/** Names in an order, and several requests that have them all, with one value or another. */
const requests = fc
  .record({
    path: fc.constantFrom(...PATHS),
    names: fc.array(fc.constantFrom(...Object.keys(VALUES)), { maxLength: 5 }),
    draws: fc.array(fc.infiniteStream(fc.nat()), { minLength: 1, maxLength: 4 }),
  })
  .map(({ path, names, draws }) =>
    draws.map((draw) => {
      const picks = draw[Symbol.iterator]();
      const parts = names.map((name) => {
        const values = VALUES[name] ?? [''];
        const pick: number = picks.next().value ?? 0;
        return `${name}=${values[pick % values.length] ?? ''}`;
      });
      return { path, search: parts.length === 0 ? '' : `?${parts.join('&')}` };
    }),
  );

/** @returns how many requests were answered by templates while it ran */
function answeredWhile(run: () => void): number {
  const find = vi.spyOn(TemplateCache.prototype, 'find');
  try {
    run();
    return find.mock.results.filter(({ type, value }) => type === 'return' && value !== undefined).length;
  } finally {
    find.mockRestore();
  }
}

describe('requests that differ in values', () => {
  it('asked again and again › are what they are without templates, mistakes included', () => {
    const answered = answeredWhile(() =>
      fc.assert(
        fc.property(fc.array(requests, { minLength: 1, maxLength: 3 }), (alike) => {
          const warm = { ...model };
          for (let round = 0; round < 9; round += 1) {
            for (const { path, search } of alike.flat()) {
              expect(outcome(warm, path, search)).toEqual(outcome({ ...model }, path, search));
            }
          }
        }),
        { numRuns: 30 },
      ),
    );
    expect(answered).toBeGreaterThan(50);
  });

  it('while others ask for ever new kinds › soon have their template again', () => {
    const space = { ...model };
    const often = (): number =>
      answeredWhile(() => {
        for (let i = 0; i < 16; i += 1) outcome(space, '/book', `?filter[price][_gt]=${i}&page[limit]=${i}`);
      });
    expect(often()).toBeGreaterThan(0);
    for (let i = 0; i < 6000; i += 1) {
      const search = `?fields[book]=title&page[limit]=1&page[reviews][skip]=${i}&page[tags][skip]=${i}`;
      expect(outcome(space, '/book', search)).toMatchObject({ kind: 'collection' });
    }
    expect(often()).toBeGreaterThan(0);
  });

  it('too long to be kept › have no template', () => {
    const space = { ...model };
    const search = `?filter[title][_eq]=${'a'.repeat(1100)}`;
    const ask = () => answeredWhile(() => Array.from({ length: 20 }, () => outcome(space, '/book', search)));
    expect(ask()).toBe(0);
    expect(outcome(space, '/book', search)).toEqual(outcome({ ...model }, '/book', search));
  });
});
