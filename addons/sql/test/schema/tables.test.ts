/**
 * Which tables and indexes a model gets, without a server.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType, type Field } from '../../../../src/content/model/index.js';
import { parseRegisterName, quoteIdentifier, shortenIdentifier } from '../../schema/identifiers.js';
import { indexStatements } from '../../schema/indexes.js';
import { buildItemTable, buildTables, tableStatement } from '../../schema/tables.js';

describe('identifiers', () => {
  it('a long name › is shortened for PostgreSQL, and stays different from names with its prefix', () => {
    const [a, b] = [shortenIdentifier(`${'n'.repeat(199)}a`), shortenIdentifier(`${'n'.repeat(199)}b`)];
    expect([a.length, b.length]).toEqual([63, 63]);
    expect(a).not.toBe(b);
    expect(shortenIdentifier('n'.repeat(63))).toBe('n'.repeat(63));
  });

  it('a quote in a name › cannot end it', () => {
    expect(quoteIdentifier('a"; DROP')).toBe('"a""; DROP"');
  });

  it.each(['', 'Stele', 'a-b', 'pg_x', '1a', 'a'.repeat(41), 'a"b'])('"%s" › is not a valid schema name', (name) => {
    expect(() => parseRegisterName(name)).toThrow('a schema is named by');
  });
});

describe('tables', () => {
  const fields: readonly Field[] = [
    { name: 'title', type: 'text', fold: true },
    { name: 'price', type: 'decimal', precision: 2, filter: false, sort: false },
    { name: 'body', type: 'markdown', contains: false },
    { name: 'cover', type: 'image' },
    { name: 'tags', type: 'select', options: ['a'], many: true },
    { name: 'author', type: 'relationship', to: ['author'], many: false },
    { name: 'reviews', type: 'relationship', to: ['review'], many: true },
    { name: 'notes', type: 'relationship', to: ['note'], many: true, filter: false },
  ];
  const type = contentType('book', fields);

  it('a type and its relationships › have a table each, with typed columns', () => {
    expect(buildTables(contentModel('shop', [type])).map((table) => tableStatement('s_1', table))).toEqual([
      `CREATE TABLE "s_1"."book" (
  "id" text COLLATE pg_catalog."C",
  "_doc" integer,
  "_record" bytea,
  "title" text COLLATE pg_catalog."C",
  "title#folded" text COLLATE pg_catalog."C",
  "price" numeric,
  "body" text COLLATE pg_catalog."C",
  "cover" json,
  "tags" text[] COLLATE pg_catalog."C",
  "reviews._count" bigint
)`,
      `CREATE TABLE "s_1"."book.author" (
  "id" text COLLATE pg_catalog."C",
  "place" integer,
  "type" text COLLATE pg_catalog."C",
  "target" text COLLATE pg_catalog."C",
  "total" integer
)`,
      `CREATE TABLE "s_1"."book.reviews" (
  "id" text COLLATE pg_catalog."C",
  "place" integer,
  "type" text COLLATE pg_catalog."C",
  "target" text COLLATE pg_catalog."C",
  "total" integer
)`,
      `CREATE TABLE "s_1"."book.notes" (
  "id" text COLLATE pg_catalog."C",
  "place" integer,
  "type" text COLLATE pg_catalog."C",
  "target" text COLLATE pg_catalog."C",
  "total" integer
)`,
    ]);
  });

  it('indexes › exist for every allowed operator, and for none that the model turns off', () => {
    const facts = {
      longestTextBytes: new Map([
        ['title', 10],
        ['title#folded', 10],
        ['body', 9000],
      ]),
      trigramSchema: 'public',
      isDistributed: false,
    };
    const made = indexStatements('s_1', buildItemTable(type), facts).join('\n');
    const on = (column: string): readonly string[] =>
      [...made.matchAll(/USING (\w+) \((.*)\)$/gm)]
        .filter(([, , what = '']) => what.includes(`"${column}"`))
        .map(([, method = '']) => method);
    expect(on('title')).toEqual(['gin', 'btree', 'btree']);
    expect(on('title#folded')).toEqual(['gin', 'btree', 'btree']);
    expect(on('price')).toEqual([]);
    expect(on('reviews._count')).toEqual(['btree']);
    // Too long for a b-tree, and nothing asks for an equal one.
    expect(on('body')).toEqual([]);
    expect(on('cover')).toEqual([]);
    expect(on('tags')).toEqual(['gin']);
    expect(made).toContain('PRIMARY KEY ("id")');
    // Another collation: the planner would join ids by an index of trigrams.
    expect(made).toContain('USING gin ("id" COLLATE pg_catalog."POSIX" "public".gin_trgm_ops)');
  });
});
