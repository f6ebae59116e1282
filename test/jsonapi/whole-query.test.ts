/**
 * Whole queries: advice for costly ones, explanations, counts, and passages of a search.
 */
import { describe, expect, it } from 'vitest';
import { TooCostlyError } from '../../src/content/errors/index.js';
import { answer, explainRequest, parseRequest } from '../../src/jsonapi/index.js';
import { explainTooCostly } from '../../src/jsonapi/respond/too-costly.js';
import { openBookshop } from '../../testing/samples/bookshop.js';

describe('tooCostly', () => {
  it.each([
    [
      '?filter[title][_contains]=a&filter[price][_gt]=1',
      'filter',
      /cheaper, leave out .* cost most, or add a condition/,
    ],
    ['?filter[_search]=salt', 'filter[_search]', /cheaper, search for fewer or longer words\.$/],
    ['?sort=title,-price&page[skip]=5', 'sort', /cheaper, sort by fewer fields, or skip fewer items\.$/],
    ['?sort=title', 'sort', /cheaper, ask for fewer items\.$/],
  ])('%s › names %s, and the parts to leave out', async (search, parameter, advice) => {
    const space = await openBookshop();
    const request = parseRequest(space.model, '/book', search);
    if (request.kind !== 'collection') throw new Error('a list was asked for');
    const problem = explainTooCostly(new TooCostlyError(12_345_678, 10), request, space.types.get('book')?.segment);
    expect(problem).toMatchObject({ code: 'QueryTooCostly', parameter });
    expect(problem.detail).toContain('estimated to take 12 ms at least; the maximum is 0.00001 ms');
    expect(problem.detail).toMatch(advice);
  });

  it('conditions on an empty list › are not named', async () => {
    const { model } = await openBookshop();
    const request = parseRequest(model, '/book', '?filter[title][_contains]=a');
    if (request.kind !== 'collection') throw new Error('a list was asked for');
    expect(explainTooCostly(new TooCostlyError(2, 1), request, undefined).detail).toContain(
      'cheaper, ask for fewer items.',
    );
  });
});

describe('explainRequest', () => {
  const ticking = (stepNs: number) => {
    let now = 0;
    return () => (now += stepNs);
  };

  it('a clock that advances at each reading › every run takes the same time, until the time limit', async () => {
    const space = await openBookshop();
    const few = explainRequest(space, '/book', '?filter[price][_gt]=3', '', ticking(10_000_000));
    expect(few).toMatchObject({ request: '/book?filter[price][_gt]=3', route: 'collection' });
    expect(few.runs).toBeGreaterThan(1);
    expect(few.steps.length).toBeGreaterThan(1);
    for (const { firstNs, medianNs } of few.steps) expect(medianNs).toBe(firstNs);
    expect(explainRequest(space, '/book', '', '', ticking(0)).runs).toBe(1000);
  });
});

/** The document of an answer of the bookshop. */
async function documentOf(path: string, search: string) {
  const space = await openBookshop();
  return JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
}

describe('what is counted', () => {
  it.each(['/book', '/author/ottoline-farrow/books'])(
    '%s › a facet of items includes those it shows, each once',
    async (path) => {
      const search = '?_facet[author]=2&_facet[author][include]=true&_facet[genre]=1&include=author&page[limit]=3';
      const { meta, included } = await documentOf(path, search);
      const countedIds: string[] = meta.facets.author.values.map(({ value }: { value: { id: string } }) => value.id);
      const ids: string[] = included.map(({ id }: { id: string }) => id);
      expect(countedIds.length).toBeGreaterThan(0);
      expect(ids).toEqual(expect.arrayContaining(countedIds));
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('statistics of no item › no mean; of a field without a sum › least and greatest value only', async () => {
    const { meta } = await documentOf('/book', '?filter[id][_eq]=none&_stats=price,published');
    expect(meta.stats.price).toMatchObject({ count: 0, min: null, max: null, mean: null });
    expect(Object.keys(meta.stats.published)).toEqual(['count', 'missing', 'min', 'max']);
  });

  it('an empty window of links › relationships without data', async () => {
    const { data } = await documentOf('/book', '?page[reviews][limit]=0&page[limit]=2');
    for (const { relationships } of data) expect(relationships.reviews).not.toHaveProperty('data');
  });
});

describe('_highlight', () => {
  it('a field with the word › its passage; a field without the word › absent', async () => {
    const space = await openBookshop();
    const search = '?filter[_search]=gardners&_highlight=title,description';
    const { data } = JSON.parse(answer(space, parseRequest(space.model, '/book', search), '').toString());
    const highlightCounts = data.map(
      ({ meta }: { meta: { highlights: object } }) => Object.keys(meta.highlights).length,
    );
    expect(Math.max(...highlightCounts)).toBeGreaterThan(0);
    expect(Math.min(...highlightCounts)).toBeLessThan(2);
    for (const { meta } of data) {
      for (const [field, passage] of Object.entries(meta.highlights)) {
        expect(['title', 'description']).toContain(field);
        expect(JSON.stringify(passage)).toMatch(/garden/i);
      }
    }
  });
});
