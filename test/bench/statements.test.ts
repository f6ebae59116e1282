/**
 * The SQL of a request. Running it shows that its answers are right: every run of the benchmark
 * compares them.
 */
import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../bench/harness/contestant.js';
import { type PageStatements, statementsOf, successor } from '../../bench/harness/sqlite/statements.js';
import { MODELS } from '../../data/generate/model.js';
import { readContentModel } from '../../src/content/model/index.js';

function statements(url: string): PageStatements {
  const read = readContentModel(MODELS.engine);
  if (!('model' in read)) throw new Error('the generator’s model is refused');
  const { request } = parseUrl(read.model, url);
  if (request.kind !== 'collection') throw new Error(`${url} is no list`);
  return statementsOf(read.model, request, (_, field) => field === 'stock');
}

describe('statementsOf', () => {
  it('values › are bound parameters, never part of the statement', () => {
    const { count, page } = statements(
      `/article?filter[title][_eq]=${encodeURIComponent("Robert'); DROP TABLE article")}`,
    );
    expect(count).toEqual({
      sql: 'SELECT count(*) FROM "article" a WHERE a."title" = ?',
      values: ["Robert'); DROP TABLE article"],
    });
    expect(page.values).toEqual(count.values);
    expect(page.sql).toContain('ORDER BY a.rowid LIMIT 20 OFFSET 0');
  });

  it('decimals and instants › use the units of the columns', () => {
    const { count } = statements(
      '/article?filter[price][_gte]=9.5&filter[published][_lt]=2020-01-01&filter[active][_eq]=true',
    );
    expect(count.values).toEqual([950, Date.UTC(2020, 0, 1), 1]);
  });

  it('sort › unpopulated values last in both directions, ties in export order', () => {
    expect(statements('/article?sort=stock,-price,-views').page.sql).toContain(
      'ORDER BY a."stock" IS NULL, a."stock", a."price" DESC, a."views" DESC, a.rowid',
    );
  });

  it('three characters › only the trigram index is read; two characters › every text is scanned', () => {
    expect(statements('/article?filter[summary][_contains]=a"b').count).toEqual({
      sql: 'SELECT count(*) FROM "article#summary#trigrams" WHERE "article#summary#trigrams" MATCH ?',
      values: ['"a""b"'],
    });
    expect(statements('/article?filter[title][_contains]=a*').count).toEqual({
      sql: 'SELECT count(*) FROM "article" a WHERE a."title" GLOB ?',
      values: ['*a[*]*'],
    });
  });

  it('a trigram condition among other conditions › its rows are joined and tested', () => {
    const { count } = statements('/article?filter[genre][_eq]=Crime&filter[title][_contains]=sea');
    expect(count.sql).toContain(
      'FROM "article#title#trigrams" JOIN "article" a ON a.rowid = "article#title#trigrams".rowid',
    );
    expect(count.values).toEqual(['"sea"', 'Crime']);
  });

  it('an OR-group over one field › an IN list; over several fields › OR', () => {
    expect(statements('/article?filter[_OR][][genre][_eq]=Crime&filter[_OR][][genre][_eq]=Art').count.sql).toContain(
      'a."genre" IN (?, ?)',
    );
    expect(
      statements('/article?filter[_OR][][genre][_eq]=Crime&filter[_OR][][featured][_eq]=true').count.sql,
    ).toContain('(a."genre" = ? OR a."featured" = ?)');
  });

  it('relationships › to-one uses a column, to-many the link table', () => {
    expect(statements('/article?filter[author][id][_eq]=author-1').count.sql).toContain(
      'a."author" = (SELECT rowid FROM "author" WHERE id = ?)',
    );
    expect(statements('/article?filter[tags][id][_eq]=tag-1').count.sql).toBe(
      'SELECT count(*) FROM "article#tags#links" WHERE target = (SELECT rowid FROM "tag" WHERE id = ?)',
    );
  });

  it('the number of links › a column', () => {
    const { count, page } = statements('/article?filter[tags][_count][_gte]=3&sort=-tags._count');
    expect(count).toEqual({ sql: 'SELECT count(*) FROM "article" a WHERE a."tags._count" >= ?', values: [3] });
    expect(page.sql).toContain('ORDER BY a."tags._count" DESC, a.rowid');
  });

  it('a suffix › becomes a prefix of the reversed text', () => {
    expect(statements('/article?filter[title][_endsWith]=sea').count).toEqual({
      sql: 'SELECT count(*) FROM "article" a WHERE a."title#reversed" >= ? AND a."title#reversed" < ?',
      values: ['aes', 'aet'],
    });
  });
});

describe('successor', () => {
  it('a text › the least text above every text with this prefix', () => {
    expect([successor('ab'), successor('a\uD7FF'), successor(`a\u{10FFFF}`)]).toEqual(['ac', 'a\uE000', 'b']);
  });

  it('no greater text › undefined', () => {
    expect([successor(''), successor('\u{10FFFF}')]).toEqual([undefined, undefined]);
  });
});
