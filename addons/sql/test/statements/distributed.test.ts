/**
 * Statements for a load with distributed tables, without a server: distributed rows are joined by the id that both are
 * distributed by, with copied rows, or with materialised rows. Their answers: `npm run soak:postgres -- --citus`.
 */
import { describe, expect, it } from 'vitest';
import { contentType, readContentModel } from '../../../../src/content/model/index.js';
import type { Filter } from '../../../../src/engine/query/index.js';
import { parseRequest } from '../../../../src/jsonapi/index.js';
import { refuseLargeTransfers } from '../../answer/transfer-limit.js';
import { countingStatement } from '../../counting/counting-statement.js';
import { collectionItems, relatedItems } from '../../statements/list-items.js';
import { collectionStatements, relatedStatements } from '../../statements/list-statements.js';
import { type Placement, TypeSource } from '../../statements/type-source.js';

/** Articles link to each other and to authors; authors to their favourite article. */
const MODEL = {
  space: 'spread',
  contentTypes: [
    {
      name: 'article',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'parent', type: 'relationship', to: ['article'] },
        { name: 'author', type: 'relationship', to: ['author'] },
        { name: 'tags', type: 'relationship', to: ['author', 'article'], many: true },
        { name: 'similar', type: 'relationship', to: ['article'], many: true },
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'favourite', type: 'relationship', to: ['article'] },
        { name: 'friends', type: 'relationship', to: ['author'], many: true },
      ],
    },
  ],
};

const read = readContentModel(MODEL);
if (!('model' in read)) throw new Error('the model cannot be read');
const { model } = read;

function sourceOf(name: string, distributed: ReadonlySet<string>): TypeSource {
  const placement: Placement = distributed.has(name) ? 'distributed' : 'copied';
  const counts = { items: 1000, populated: new Map() };
  const type = model.contentTypes.get(name) ?? contentType(name, []);
  return new TypeSource('s', type, 0, counts, (other) => sourceOf(other, distributed), placement);
}

const large = new Set(['article']);
const article = sourceOf('article', large);
const author = sourceOf('author', large);
const page = { skip: 0, limit: 20 };

const titled: Filter = {
  kind: 'condition',
  field: 'title',
  operator: '_eq',
  operand: { kind: 'text', bytes: Buffer.from('a') },
};
const through = (relationship: string, type: string, child: Filter = titled): Filter => ({
  kind: 'through',
  relationship,
  type,
  child,
});
const rowsOf = (source: TypeSource, filter: Filter | undefined, field?: string): string =>
  collectionStatements(source, filter, field === undefined ? [] : [{ field, descending: false }], page).page.text;

describe('a filter behind a relationship', () => {
  it('to a copied type › each server joins; never an EXISTS', () => {
    const text = rowsOf(article, through('author', 'author'));
    expect(text).toContain('t."id" IN (SELECT l.id FROM "s"."article.author" AS l WHERE');
    expect(text).toContain('l.target IN (SELECT tt."id" FROM "s"."author" AS tt WHERE');
    expect(text).not.toMatch(/EXISTS|WITH/);
  });

  it('to a distributed type › its ids are read once; of a copied type, the linked ids', () => {
    expect(rowsOf(article, through('parent', 'article'))).toMatch(
      /^WITH x0 AS MATERIALIZED \(SELECT tt\."id" AS id FROM "s"\."article" AS tt WHERE .*l\.target IN \(SELECT id FROM x0\)/s,
    );
    expect(rowsOf(author, through('favourite', 'article'))).toMatch(
      /^WITH x0 AS MATERIALIZED \(SELECT DISTINCT l\.id AS id FROM "s"\."author\.favourite" AS l JOIN "s"\."article" .*t\."id" IN \(SELECT id FROM x0\)/s,
    );
  });

  it('as an alternative › the ids are read once, because they cannot be joined', () => {
    const text = rowsOf(article, { kind: 'or', children: [titled, through('author', 'author')] });
    expect(text).toMatch(/^WITH x0 AS MATERIALIZED \(SELECT DISTINCT l\.id .* OR t\."id" IN \(SELECT id FROM x0\)/s);
  });
});

describe('a sort behind relationships', () => {
  it('copied types › joined; a distributed type › its values are read once; copied types alone › looked up', () => {
    expect(rowsOf(article, undefined, 'author.title')).toContain(
      'LEFT JOIN "s"."article.author" AS k0l ON k0l.id = t."id" LEFT JOIN "s"."author" AS k0t ON k0t."id" = k0l.target',
    );
    expect(rowsOf(article, undefined, 'parent.title')).toMatch(
      /^WITH x0 AS MATERIALIZED \(SELECT k0t\."id" AS id, k0t\."title" AS v FROM "s"\."article" AS k0t\)/,
    );
    const plain = new TypeSource('s', author.type, 0, { items: 1, populated: new Map() }, () => plain);
    expect(rowsOf(plain, undefined, 'favourite.title')).not.toContain('JOIN "s"."article"');
  });
});

describe('facets behind relationships', () => {
  const facetOf = (field: string) =>
    ({
      field,
      limit: 3,
      grouping: { kind: 'values' },
      prefix: undefined,
      isByValue: false,
      ignoresOwnConditions: false,
    }) as const;
  const textOf = (source: TypeSource, field: string): string =>
    countingStatement(collectionItems(source, titled), { facets: [[0, facetOf(field)]], statistics: [] }).text;

  it('to a copied type › each server counts its items; to a distributed type › the pairs are read first', () => {
    expect(textOf(article, 'author.title')).toContain('h0 AS NOT MATERIALIZED (SELECT s.id AS k');
    expect(textOf(article, 'parent.title')).toContain('h0 AS MATERIALIZED (SELECT l.target AS id, count(*)');
    expect(textOf(article, 'author.friends.title')).toContain(
      'd0 AS NOT MATERIALIZED (SELECT e.v AS v, h1.k AS k FROM h1 JOIN',
    );
  });

  it('to-many, to a distributed type › the values are sent if the type is small, otherwise the pairs', () => {
    const all = countingStatement(collectionItems(article, undefined), {
      facets: [[0, facetOf('similar.title')]],
      statistics: [],
    }).text;
    expect(all).toContain('m1 AS MATERIALIZED (SELECT t."id" AS id, t."title" AS v FROM "s"."article" AS t)');
    expect(all).toContain('SELECT DISTINCT * FROM d0');
    expect(all).not.toContain('h0 AS MATERIALIZED');
    // A filter probably selects less than the type has items.
    expect(textOf(article, 'similar.title')).toContain('h0 AS MATERIALIZED');
  });

  it('related items of several types › each type and its links are read separately', () => {
    const listed = relatedItems('"s"."article.tags"', 'a1', [author, article], undefined);
    const { text } = countingStatement(listed, { facets: [[0, facetOf('title')]], statistics: [] });
    expect(text).toContain('f0 AS MATERIALIZED (SELECT');
    expect(text).toContain('s AS MATERIALIZED (SELECT * FROM f0 UNION ALL SELECT * FROM f1)');
    const { total } = relatedStatements('"s"."article.tags"', 'a1', [author, article], titled, [], page);
    expect(total.text).toContain('FROM (SELECT * FROM f0 UNION ALL SELECT * FROM f1) AS found');
  });
});

describe('refuseManySent', () => {
  const counts = new Map(['article', 'author'].map((name) => [name, { items: 1000, populated: new Map() }]));
  const refused = (search: string, distributed: ReadonlySet<string> | undefined): string => {
    try {
      refuseLargeTransfers(parseRequest(model, '/article', search), { schema: 's', model, counts, distributed }, 1500);
      return 'answered';
    } catch (error) {
      return JSON.stringify(error);
    }
  };

  it('one use of a distributed type › answered; two › refused with the larger parameter; copied or plain › answered', () => {
    const both = '?filter[parent][parent][title][_eq]=a&sort=parent.title';
    expect(refused('?sort=parent.title', large)).toBe('answered');
    expect(refused('?filter[author][title][_eq]=a&sort=author.title', large)).toBe('answered');
    expect(refused(both, undefined)).toBe('answered');
    expect(refused(both, large)).toContain('"parameter":"filter"');
    expect(refused(both, large)).toContain('This may send 3,000 items');
  });
});
