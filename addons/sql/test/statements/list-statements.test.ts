/**
 * Statements for lists, without a server: forms that Citus answers as fast as plain PostgreSQL. Their answers are compared in
 * engine.slow.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { contentType, type Field } from '../../../../src/content/model/index.js';
import { itemsStatement, linksStatement } from '../../answer/fetch-statements.js';
import { collectionStatements, LATE_LOOKUP_SKIP, relatedStatements } from '../../statements/list-statements.js';
import { TypeSource } from '../../statements/type-source.js';

const fields: readonly Field[] = [
  { name: 'title', type: 'text' },
  { name: 'author', type: 'relationship', to: ['author'], many: false },
  { name: 'tags', type: 'relationship', to: ['tag'], many: true },
];
const source: TypeSource = new TypeSource(
  'stele_1',
  contentType('book', fields),
  0,
  {
    items: 9,
    populated: new Map([['title', 9]]),
  },
  () => source,
);
const page = { skip: 40, limit: 20 };
const byTitle = [{ field: 'title', descending: true }];
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, number) => `b${number}`);

describe('a page of a type', () => {
  it('without filter and sort › a range of positions, nothing is skipped', () => {
    const { text, values } = collectionStatements(source, undefined, [], page).page;
    expect(text).toContain('WHERE t."_doc" >= $2::text::bigint AND t."_doc" < $3::text::bigint');
    expect(text).not.toContain('OFFSET');
    expect(values).toEqual(['book', '40', '60']);
  });

  it.each([
    [LATE_LOOKUP_SKIP - 1, false],
    [LATE_LOOKUP_SKIP, true],
  ])('sorted by an own field, from position %i › ids looked up after the page: %s', (skip, isLate) => {
    const { text } = collectionStatements(source, undefined, byTitle, { skip, limit: 20 }).page;
    expect(text.includes('WHERE t."_doc" = ANY (ARRAY(SELECT t."_doc" FROM')).toBe(isLate);
  });

  it.each([
    ['id', [{ field: 'id', descending: false }]],
    ['a related field', [{ field: 'author.title', descending: false }]],
    ['two fields', [...byTitle, { field: 'id', descending: false }]],
  ])('far page sorted by %s › read in one step, because no index contains the order', (_, sort) => {
    const { text } = collectionStatements(source, undefined, sort, { skip: 9 * LATE_LOOKUP_SKIP, limit: 20 }).page;
    expect(text).not.toContain('ARRAY(');
  });

  it('sorted › limit and offset', () => {
    const { text, values } = collectionStatements(source, undefined, byTitle, page).page;
    expect(text).toMatch(/ORDER BY t\."title" DESC, t\."_doc" LIMIT \$2::text::bigint OFFSET \$3::text::bigint$/);
    expect(values).toEqual(['book', '20', '40']);
  });
});

describe('related items', () => {
  it('in link order › reads only the links', () => {
    const { total, page: rows } = relatedStatements('"s"."x.books"', 'x1', [source], undefined, [], page);
    expect(`${total.text} ${rows.text}`).not.toContain('JOIN');
    expect([total.values, rows.values]).toEqual([['x1'], ['x1', '40', '60']]);
  });

  it('sorted › reads the links first, then their items', () => {
    const { total, page: rows } = relatedStatements('"s"."x.books"', 'x1', [source], undefined, byTitle, page);
    for (const { text } of [total, rows]) {
      expect(text).toContain(
        'WITH l AS MATERIALIZED (SELECT place, type, target FROM "s"."x.books" WHERE id = $1::text)',
      );
      expect(text).toContain('FROM l JOIN "stele_1"."book" AS t ON t."id" = l.target');
    }
  });
});

describe('items and links by id', () => {
  it('a few › each id is a parameter; many › one text parameter', () => {
    expect(itemsStatement(source, 0, ids(2)).text).toContain('"id" = ANY (ARRAY[$1::text, $2::text])');
    const many = itemsStatement(source, 0, ids(101));
    expect(many.text).toContain('"id" = ANY ($1::text::text[])');
    expect(many.values).toHaveLength(1);
  });

  it('links in one window › are read in one statement without a join', () => {
    const window = { skip: 0, limit: 5 };
    const { text, values } = linksStatement(source, [
      { relationship: 'tags', id: 'b1', window },
      { relationship: 'tags', id: 'b2', window: { ...window } },
    ]);
    expect(text).toMatch(
      /^SELECT \$1::text AS relationship, id, total, place, type, target FROM "stele_1"\."book\.tags"/,
    );
    expect(text).not.toMatch(/JOIN|UNION/);
    expect(values).toEqual(['tags', 'b1', 'b2', '0', '5']);
  });

  it('a window after the first link, or an empty one › also reads the first link, which has the total', () => {
    for (const window of [page, { skip: 0, limit: 0 }]) {
      const { text } = linksStatement(source, [{ relationship: 'author', id: 'b1', window }]);
      expect(text).toMatch(/^SELECT \* FROM \(SELECT .* UNION ALL SELECT .* AND place = 0\) AS found$/s);
    }
  });
});
