/**
 * Counting statements, without a server: facets that share one pass, and steps that Citus can run. Their answers are compared
 * in engine.slow.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { contentType, type Field } from '../../../../src/content/model/index.js';
import type { FacetQuery } from '../../../../src/engine/facets/index.js';
import type { Filter } from '../../../../src/engine/query/index.js';
import { countingStatement } from '../../counting/counting-statement.js';
import { collectionItems, relatedItems } from '../../statements/list-items.js';
import { TypeSource } from '../../statements/type-source.js';

const fields: readonly Field[] = [
  { name: 'title', type: 'text' },
  { name: 'pages', type: 'integer' },
  { name: 'author', type: 'relationship', to: ['book'], many: false },
  { name: 'tags', type: 'relationship', to: ['book'], many: true },
];
const counts = { items: 9, populated: new Map([['title', 9]]) };
const source: TypeSource = new TypeSource('stele_1', contentType('book', fields), 0, counts, () => source);
const filter: Filter = {
  kind: 'condition',
  field: 'title',
  operator: '_eq',
  operand: { kind: 'text', bytes: Buffer.from("O'Dust") },
};
const facet = (field: string, prefix?: string): readonly [number, FacetQuery] => [
  0,
  {
    field,
    limit: 3,
    grouping: { kind: 'values' },
    prefix: prefix === undefined ? undefined : Buffer.from(prefix),
    isByValue: false,
    ignoresOwnConditions: false,
  },
];
const textOf = (paths: readonly string[], filtered: Filter | undefined): string => {
  const facets = paths.map((path, part) => [part, facet(path)[1]] as const);
  return countingStatement(collectionItems(source, filtered), { facets, statistics: [] }).text;
};

describe('countingStatement', () => {
  it('several fields of filtered items › one pass; of one field, a separate aggregate', () => {
    expect(textOf(['title', 'pages'], filter)).toContain('GROUP BY GROUPING SETS ((c0), (c1))');
    expect(textOf(['title'], filter)).not.toContain('GROUPING SETS');
    // Rows that are read once are not materialised, so that parallel workers may share them.
    expect([['title'], ['title', 'tags']].map((paths) => textOf(paths, filter).includes('NOT MATERIALIZED'))).toEqual([
      true,
      false,
    ]);
  });

  it('all items › each field separately, so that its index answers; links without items; the total is known', () => {
    const text = textOf(['title', 'pages', 'tags', 'author.title'], undefined);
    expect(text).toContain('WITH s AS NOT MATERIALIZED (');
    expect(text).not.toMatch(/GROUPING SETS|FROM s JOIN|count\(\*\) FROM s\b/);
  });

  it('behind to-one relationships › items are counted by target id before the lookup', () => {
    const text = textOf(['author.author.title'], filter);
    expect(text).toContain('h0 AS (SELECT l.target AS id, count(*)::integer AS w FROM s JOIN');
    expect(text).toContain('h1 AS (SELECT l.target AS id, sum(h0.w)::integer AS w FROM h0 JOIN');
    expect(text).not.toContain('DISTINCT');
  });

  it('behind a to-many relationship › an item counts once per value; a common step of paths runs once', () => {
    const text = textOf(['tags.title', 'tags.pages'], filter);
    expect(text).toContain('d0 AS (SELECT e.v AS v, h0.k AS k FROM h0 JOIN');
    expect(text).toContain('a0 AS (SELECT v, count(DISTINCT k) AS n FROM d0');
    // As often as items lead to it.
    expect(textOf(['author.tags.title'], filter)).toContain(
      'SELECT DISTINCT e.v AS v, h1.k AS k, h1.w AS w FROM h1 JOIN',
    );
    expect(text.match(/ h\d AS \(/g)).toEqual([' h0 AS (']);
  });

  it('items of several types › use the links of their own type', () => {
    const related = relatedItems('"s"."x.books"', 'x1', [source, source], undefined);
    const { text } = countingStatement(related, { facets: [facet('tags')], statistics: [[1, 'pages']] });
    expect(text).toContain('AS l ON l.id = s.id AND l.source = s.source');
    expect(text).toContain('UNION ALL SELECT t."id" AS id, 1 AS source, t."pages" AS c0 FROM l JOIN');
  });

  it('values of a request › are never part of the statement text', () => {
    const listed = collectionItems(source, filter);
    const { text, values } = countingStatement(listed, { facets: [facet('title', "a'%")], statistics: [] });
    expect(text).not.toMatch(/Dust|a'/);
    expect(values).toEqual(expect.arrayContaining(["O'Dust", "a'\\%%", '3']));
  });
});
