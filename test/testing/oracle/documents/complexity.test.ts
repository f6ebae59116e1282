import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../../src/jsonapi/request/parsed-request.js';
import { shelf } from '../../../../testing/oracle/content/shelf.js';
import { type ContentRequest, expectedComplexity, typeOf } from '../../../../testing/oracle/index.js';

const book = typeOf(shelf, 'book');

const shape = (includes: Record<string, Shape> = {}, caps: Record<string, number> = {}): Shape => ({
  includes: new Map(Object.entries(includes)),
  windows: new Map(Object.entries(caps).map(([name, limit]) => [name, { skip: 0, limit }])),
});
const common = { complexity: 0, search: '', hasInclude: true, fieldsets: new Map() };
const score = (request: ContentRequest): number => expectedComplexity(shelf.model, request);
const ofItem = (given: Shape): number => score({ ...common, kind: 'item', type: book, id: 'a', shape: given });
const ofList = (given: Shape, limit: number): number =>
  score({
    ...common,
    kind: 'collection',
    type: book,
    filter: undefined,
    sort: [],
    page: { skip: 0, limit },
    shape: given,
  });

describe('expectedComplexity', () => {
  it('the examples of the contract › score 290, 140 and 8650', () => {
    expect(ofItem(shape({ author: shape(), sequels: shape() }))).toBe(290);
    expect(ofItem(shape({ author: shape(), sequels: shape() }, { sequels: 5 }))).toBe(140);
    expect(ofList(shape({ about: shape(), sequels: shape() }), 20)).toBe(8650);
  });

  it.each([
    ['nothing included', shape(), 0, 50],
    ['a plain list of 20', shape(), 20, 250],
    ['a cap of 20 not included', shape({}, { sequels: 20 }), 1, 60],
    ['a cap of 21 not included', shape({}, { sequels: 21 }), 1, 60 + 10 + 210],
    ['a cap of 0 included', shape({ sequels: shape() }, { sequels: 0 }), 1, 70],
    // Each of 2 books: 10, and its author: 10 + (10 + 10 + 20·10).
    ['a nested include', shape({ author: shape({ books: shape() }) }), 2, 50 + 2 * (10 + 10 + (10 + 10 + 200))],
  ])('%s › has the score of the formula', (_, given, limit, expected) => {
    expect(ofList(given, limit)).toBe(expected);
  });

  it('linkage › costs 10 for each identifier', () => {
    const [relationship] = book.relationships.filter(({ many }) => many);
    if (relationship === undefined) throw new Error('the shelf has a to-many relationship');
    const request = { complexity: 0, search: '', type: book, id: 'a', relationship, page: { skip: 0, limit: 30 } };
    expect(score({ ...request, kind: 'linkage' })).toBe(350);
  });
});
