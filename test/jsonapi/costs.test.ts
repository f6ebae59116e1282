/**
 * What a document is estimated to cost beside finding its items, in the bookshop: whatever is shown costs something, and
 * an answer beyond the maximum is refused, whatever was asked for.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../src/content/errors/index.js';
import { MARGIN, PARSE_CHARACTER, WRITE_BYTE } from '../../src/index/costs/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, estimatedCost, type ParsedRequest, parseRequest, splitTarget } from '../../src/jsonapi/index.js';
import { DEFAULT_MAX_COST_MS } from '../../src/server/index.js';
import { openBookshop } from '../../testing/samples/bookshop.js';

let space: Space;
beforeAll(async () => {
  space = await openBookshop();
});

function requestOf(target: string): ParsedRequest {
  const { path, search } = splitTarget(target);
  return parseRequest(space.model, path, search);
}

const ask = (target: string, maxCostMs?: number): Buffer => answer(space, requestOf(target), '', { maxCostMs });

/** @param share of the estimated cost of the answer. @returns the detail of the refusal */
function detailOf(target: string, share = 0.999): string {
  ask(target);
  const maximumMs = (estimatedCost() / 1e6) * share;
  try {
    ask(target, maximumMs);
  } catch (error) {
    if (error instanceof RequestError) return error.problems[0]?.detail ?? '';
    throw error;
  }
  throw new Error(`${target} is not refused`);
}

function costOf(target: string): number {
  ask(target);
  return estimatedCost();
}

describe('what a document costs', () => {
  it.each([
    ['more items', '/book?page[limit]=1', '/book?page[limit]=9'],
    ['longer ones', '/book?fields[book]=title', '/book?fields[book]=title,description'],
    ['included ones', '/book?include=', '/book?include=author,reviews'],
    ['included ones of an item', '/author/ottoline-farrow', '/author/ottoline-farrow?include=books'],
    ['passages', '/book?filter[_search]=the+sea', '/book?filter[_search]=the+sea&_highlight=description'],
    ['values of a facet', '/book?_facet[genre]=1', '/book?_facet[genre]=9'],
    ['items of a facet', '/book?_facet[author]=9', '/book?_facet[author]=9&_facet[author][include]=true'],
    [
      'linked items that are ordered',
      '/author/ottoline-farrow/books?page[limit]=1',
      '/author/ottoline-farrow/books?page[limit]=1&sort=-title',
    ],
    ['a longer query', '/book?filter[id][_eq]=x', `/book?filter[id][_eq]=${'x'.repeat(200)}`],
  ])('%s › more', (_, cheaper, dearer) => {
    expect(costOf(dearer)).toBeGreaterThan(costOf(cheaper) * 1.05);
  });

  it('longer attributes › what their bytes take to be written', () => {
    const [short, long] = ['title', 'title,description'].map((fields) => {
      const target = `/book?fields[book]=${fields}`;
      const { data } = JSON.parse(ask(target).toString());
      const { search } = requestOf(target);
      return {
        cost: costOf(target) - search.length * PARSE_CHARACTER * MARGIN,
        bytes: Buffer.byteLength(JSON.stringify(data)),
      };
    });
    if (short === undefined || long === undefined) throw new Error('two are asked for');
    expect(long.bytes - short.bytes).toBeGreaterThan(1000);
    expect(long.cost - short.cost).toBeCloseTo((long.bytes - short.bytes) * WRITE_BYTE * MARGIN);
  });

  it.each([
    '/_search?filter[_search]=wonderfull+adventurres+somewhere',
    '/book?filter[_search]=wonderfull+adventurres',
  ])('%s, with long words that a small space does not have › less than the maximum', (target) => {
    expect(costOf(target)).toBeLessThan(DEFAULT_MAX_COST_MS * 1e6);
  });

  it('a phrase that is typed again › no more than reading it', () => {
    const phrase = '%22the%22%20';
    const once = costOf(`/book?filter[_search]=sea%20${phrase}`);
    const often = costOf(`/book?filter[_search]=sea%20${phrase.repeat(4)}`);
    expect(often - once).toBeCloseTo(3 * phrase.length * PARSE_CHARACTER * MARGIN);
  });

  it('linked items that are shown as they stand › the same, however many there are behind the page', () => {
    const { model } = space;
    const costs = ['/author/ottoline-farrow/books', '/author/ines-caldeira/books'].map((path) => {
      answer(space, parseRequest(model, path, '?page[limit]=0'), '');
      return estimatedCost();
    });
    expect(costs[0]).toBe(costs[1]);
  });
});

describe('a document beyond the maximum', () => {
  it.each([
    ['/book', undefined],
    ['/book?include=author', 'include'],
    ['/book?sort=title&include=author', 'sort'],
    ['/book?filter[_search]=sea&_highlight=title', 'filter[_search]'],
    ['/author/ottoline-farrow', undefined],
    ['/author/ottoline-farrow?include=books', 'include'],
    ['/author/ottoline-farrow/books?filter[title][_gt]=a', 'filter'],
    ['/author/ottoline-farrow/relationships/books', undefined],
  ])('%s › is refused, and names %s', (target, parameter) => {
    const fullAnswer = ask(target);
    const neededMs = estimatedCost() / 1e6;
    expect(ask(target, neededMs).equals(fullAnswer)).toBe(true);
    const refused = (): Buffer => ask(target, neededMs * 0.999);
    expect(refused).toThrow(RequestError);
    try {
      refused();
    } catch (error) {
      const [problem] = error instanceof RequestError ? error.problems : [];
      expect(problem).toMatchObject({ code: 'QueryTooCostly' });
      expect(problem?.parameter).toBe(parameter);
    }
    // What was begun is dropped.
    expect(ask(target).equals(fullAnswer)).toBe(true);
  });

  it.each([
    ['/author/ottoline-farrow/relationships/books', 'ask for fewer items.'],
    ['/author/ottoline-farrow?include=books', 'include fewer relationships.'],
    ['/book?sort=title,-price&page[skip]=3', 'sort by fewer fields, or skip fewer items.'],
    ['/book?sort=title', 'ask for fewer items.'],
    [
      '/book?filter[_search]=sea&_highlight=title&_stats=price&include=author',
      'search for fewer or longer words, show passages of fewer items, count fewer facets and statistics, or include fewer relationships.',
    ],
    ['/author/ottoline-farrow/books?_facet[genre]=3', 'count fewer facets and statistics.'],
    [
      '/_search?filter[_search]=sea',
      'search for fewer or longer words, or choose types with filter\\[type\\]\\[_in\\].',
    ],
  ])('%s › is told to %s', (target, advice) => {
    expect(detailOf(target)).toMatch(new RegExp(`To make it cheaper, ${advice}$`));
  });

  it('any › is told what it takes at least, and what it may', () => {
    const [maximumMs, target] = [0.05, '/book?page[limit]=100'];
    const neededMs = costOf(target) / 1e6;
    let detail = '';
    try {
      ask(target, maximumMs);
    } catch (error) {
      detail = error instanceof RequestError ? (error.problems[0]?.detail ?? '') : '';
    }
    const [, told = ''] = /is estimated to take ([\d.]+) ms at least; the maximum is 0\.05 ms\./.exec(detail) ?? [];
    expect(Number(told)).toBeGreaterThan(maximumMs);
    expect(Number(told)).toBeLessThan(neededMs * 1.05);
    // A little less than all of it.
    const [, most = ''] = /is estimated to take ([\d.]+) ms/.exec(detailOf(target)) ?? [];
    expect(Number(most) / neededMs).toBeCloseTo(1, 1);
  });

  it('several conditions › the three costliest are named at most, each once', () => {
    const condition = (place: number, name: string): string => `filter[_OR][${place}][${name}][_contains]=e`;
    const names = ['title', 'description', 'opening', 'subtitle', 'title'];
    const detail = detailOf(`/book?${names.map((name, place) => condition(place, name)).join('&')}`, 0.01);
    const [, named = ''] = /of which (.*) cost most/.exec(detail) ?? [];
    expect(named.split(' and ').length).toBeGreaterThan(1);
    expect(named.split(' and ').length).toBeLessThanOrEqual(3);
    expect(detail).toContain(', or add a condition that few items meet.');
  });
});
