/**
 * Facets and statistics in `meta`.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import type { FieldStatistics } from '../../../src/engine/query/index.js';
import { countedMembers } from '../../../src/jsonapi/document/counted-members.js';

const types = [
  contentType('book', [
    { name: 'title', type: 'text' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'pages', type: 'integer' },
    { name: 'published', type: 'dateTime', format: 'date' },
  ]),
];
const model = contentModel('shop', types);
const value = (shown: string | number, count: number) => ({ value: shown, sortKey: 0, count });
const statistics = (field: string, of: Partial<FieldStatistics>): FieldStatistics => ({
  field,
  count: 0,
  missing: 0,
  least: undefined,
  greatest: undefined,
  ...of,
});
const parseMembers = (counted: Parameters<typeof countedMembers>[2]): unknown =>
  JSON.parse(`{"total":1${countedMembers(model, types, counted)}}`);

describe('countedMembers', () => {
  it('nothing requested › no member', () => {
    expect(countedMembers(model, types, { facets: [], statistics: [] })).toBe('');
  });

  it('facets › by field, each value with its count, without sort keys', () => {
    const facets = [
      { field: 'title', values: [value('Salt', 2), value('Stone', 1)], total: 9, missing: 3 },
      { field: 'pages', values: [], total: 0, missing: 4 },
    ];
    expect(parseMembers({ facets, statistics: [] })).toEqual({
      total: 1,
      facets: {
        title: {
          values: [
            { value: 'Salt', count: 2 },
            { value: 'Stone', count: 1 },
          ],
          total: 9,
          missing: 3,
        },
        pages: { values: [], total: 0, missing: 4 },
      },
    });
  });

  it('statistics › of numbers with sum and mean in their precision, otherwise without', () => {
    const counted = statistics('price', {
      count: 2,
      missing: 1,
      least: value('0.50', 1),
      greatest: value('9.00', 1),
      sum: 950n,
    });
    const published = { count: 1, missing: 2, min: '1984-09-20', max: '1984-09-20' };
    const day = value('1984-09-20', 1);
    expect(
      parseMembers({
        facets: [],
        statistics: [
          counted,
          statistics('pages', { count: 3, least: value(1, 1), greatest: value(5, 1), sum: 10n }),
          statistics('published', { count: 1, missing: 2, least: day, greatest: day, sum: 0n }),
        ],
      }),
    ).toEqual({
      total: 1,
      stats: {
        price: { count: 2, missing: 1, min: '0.50', max: '9.00', sum: '9.50', mean: '4.75' },
        pages: { count: 3, missing: 0, min: 1, max: 5, sum: '10', mean: expect.stringMatching(/^3\.3+$/) },
        published,
      },
    });
  });

  it('statistics of no item › 0 and null; of a field that the type lacks › no sum', () => {
    expect(parseMembers({ facets: [], statistics: [statistics('price', {}), statistics('id', { sum: 5n })] })).toEqual({
      total: 1,
      stats: {
        price: { count: 0, missing: 0, min: null, max: null, sum: '0.00', mean: null },
        id: { count: 0, missing: 0, min: null, max: null },
      },
    });
  });
});
