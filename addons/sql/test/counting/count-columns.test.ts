/**
 * Columns in memory for counting, without a server. Their counts are compared with those of statements in engine.slow.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { contentType, type Field } from '../../../../src/content/model/index.js';
import type { FacetQuery, Grouping } from '../../../../src/engine/facets/index.js';
import { columnStatements } from '../../counting/column-statements.js';
import { CountColumn } from '../../counting/count-column.js';
import { CountColumns } from '../../counting/count-columns.js';
import type { CountRow } from '../../counting/counting-statement.js';
import { SelectionReader } from '../../counting/selection-reader.js';
import type { Hits, Selection } from '../../statements/filter.js';
import { collectionItems } from '../../statements/list-items.js';
import type { Ask, Statement } from '../../statements/parameters.js';
import { TypeSource } from '../../statements/type-source.js';

const fields: readonly Field[] = [
  { name: 'title', type: 'text' },
  { name: 'pages', type: 'integer' },
  { name: 'author', type: 'relationship', to: ['book'], many: false },
  { name: 'tags', type: 'relationship', to: ['book', 'tag'], many: true },
];
const sourceOf = (items: number): TypeSource => {
  const counts = { items, populated: new Map() };
  const source: TypeSource = new TypeSource('stele_1', contentType('book', fields), 0, counts, () => source);
  return source;
};
const facet = (more: Partial<FacetQuery> = {}): FacetQuery => ({
  field: 'title',
  limit: 2,
  grouping: { kind: 'values' },
  prefix: undefined,
  isByValue: false,
  ignoresOwnConditions: false,
  ...more,
});
const rangesOf = (...units: bigint[]): Grouping => ({
  kind: 'ranges',
  ends: units.map((end) => ({ units: end, label: String(end) })),
});
/** Of five items, of which the last has none. */
const pages = [
  { value: '3', type: null, n: 1 },
  { value: '10', type: null, n: 2 },
  { value: '11', type: null, n: 1 },
];
const column = (docs: readonly number[]): CountColumn => new CountColumn(fields[1]!, pages, Uint32Array.from(docs), 5);
const formatRows = (rows: readonly CountRow[]): string =>
  rows.map(({ value, count, extra }) => `${value ?? ''}:${count}:${extra ?? ''}`).join(' ');

describe('CountColumn', () => {
  it('one value per item › the most frequent first, with the number of values and of items', () => {
    const single = column([0, 2, 1, 3]);
    expect(single.isSingle).toBe(true);
    expect(formatRows(single.facet(0, facet(), undefined))).toBe(':3:4 10:2: 3:1:');
    expect(formatRows(single.facet(0, facet({ isByValue: true }), Uint32Array.of(4, 3, 0)))).toBe(':2:2 3:1: 11:1:');
    expect(formatRows(single.facet(0, facet({ prefix: Buffer.from('1') }), undefined))).toBe(':2:4 10:2: 11:1:');
    expect(formatRows(single.facet(0, facet({ grouping: rangesOf(10n, 11n), limit: 9 }), undefined))).toBe(
      ':3:4 1:2: 0:1: 2:1:',
    );
    expect(single.statistics(7, Uint32Array.of(1, 3, 4))).toEqual({
      part: 7,
      kind: 'statistics',
      value: '10',
      type: '11',
      count: '2',
      extra: '21',
    });
  });

  it('several values per item, with repetitions › an item counts once per value and once per range', () => {
    const several = column([0, 0, 0, 0]);
    expect(several.isSingle).toBe(false);
    expect(formatRows(several.facet(0, facet({ limit: 9 }), undefined))).toBe(':3:1 3:1: 10:1: 11:1:');
    expect(formatRows(several.facet(0, facet({ grouping: rangesOf(5n) }), Uint32Array.of(0, 1)))).toBe(
      ':2:1 0:1: 1:1:',
    );
  });
});

describe('CountColumns', () => {
  const answers = (asked: string[]): Ask =>
    (async ({ text }: Statement) => {
      asked.push(text);
      return text.startsWith('SELECT string_agg') ? [{ docs: Buffer.alloc(16, '0000000100000002', 'hex') }] : pages;
    }) as Ask;
  const listed = (items: number, selection?: Selection) => collectionItems(sourceOf(items), selection);
  const parts = (one: FacetQuery) => ({ facets: [[0, one]] as const, statistics: [] });

  it('a column counted by a statement › is fetched and counted in memory afterwards; of a search, only from its hits', async () => {
    const asked: string[] = [];
    const held = new CountColumns(answers(asked));
    const selecting = new SelectionReader(answers(asked));
    expect(await held.countRows(listed(5), parts(facet()), selecting)).toBeUndefined();
    held.fetchLater(listed(5), parts(facet()));
    held.fetchLater(listed(5), parts(facet({ limit: 1, isByValue: true })));
    await held.waitUntilFetched();
    expect(asked).toHaveLength(2);
    const hits: Hits = { kind: 'hits', docs: new Map([['book', Uint32Array.of(1)]]) };
    expect(await held.countRows(listed(5, hits), parts(facet()), selecting)).toMatchObject([
      { count: '1' },
      { count: '2' },
      {},
      {},
    ]);
    expect(asked).toHaveLength(2);
  });

  it('distances, and too many items or values › use statements', async () => {
    const asked: string[] = [];
    const held = new CountColumns((async ({ text }: Statement) => {
      asked.push(text);
      return [{ value: '1', type: null, n: 2 ** 24 + 1 }];
    }) as Ask);
    held.fetchLater(listed(5), parts(facet()));
    await held.waitUntilFetched();
    expect(asked.splice(0)).toHaveLength(1);
    const from = { latitude: 0, longitude: 0 };
    held.fetchLater(listed(5), parts(facet({ grouping: { kind: 'distances', from, ends: [] } })));
    held.fetchLater(listed(2 ** 24 + 1), parts(facet()));
    await held.waitUntilFetched();
    expect(asked).toEqual([]);
  });

  it('values behind relationships › use the items of the list with their linked items', () => {
    const { docs, values } = columnStatements(sourceOf(5), facet({ field: 'author.tags' }), 9);
    expect(docs.text).toContain('AS r JOIN "stele_1"."book.author" AS l0 ON l0.id = r."id" JOIN');
    expect(values.text).toContain('ORDER BY array_position($1::text::text[], type), v LIMIT 9');
    expect(values.values).toEqual(['{"book","tag"}']);
  });
});
