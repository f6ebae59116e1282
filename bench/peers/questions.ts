/**
 * The queries of the comparison with other servers: each in the language of each server, with its expected answer by
 * SQL.
 */
import type { Random } from '../../data/generate/random.js';
import { isRecord } from '../../src/format/values/json-record.js';
import type { Database, SqlValue } from '../harness/sqlite/driver.js';

export const PEERS = ['stele', 'directus', 'datasette'] as const;
export type Peer = (typeof PEERS)[number];

const PAGE = 20;

export interface PeerQuestion {
  readonly paths: Readonly<Record<Peer, string>>;
  readonly ids: readonly string[];
  /** Total of a list; undefined for a single item. */
  readonly total: number | undefined;
}

/** One condition, its operator as each peer names it. */
interface Condition {
  readonly field: string;
  readonly operator: keyof typeof OPERATORS;
  readonly value: string | number;
}

const OPERATORS = {
  equal: { stele: '_eq', directus: '_eq', datasette: 'exact', sql: '= ?' },
  least: { stele: '_gte', directus: '_gte', datasette: 'gte', sql: '>= ?' },
  most: { stele: '_lte', directus: '_lte', datasette: 'lte', sql: '<= ?' },
  contains: { stele: '_contains', directus: '_icontains', datasette: 'contains', sql: "LIKE '%' || ? || '%'" },
} as const;

const encoded = (parts: readonly (readonly [string, string | number])[]): string =>
  parts.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const stringsOf = (rows: readonly unknown[]): string[] => rows.map(String);

/** @returns a page of artworks with their artists, which Datasette leaves out, and the total */
function page(database: Database, conditions: readonly Condition[], sort: string, isDescending: boolean): PeerQuestion {
  const where = conditions.map(({ field, operator }) => `"${field}" ${OPERATORS[operator].sql}`).join(' AND ');
  const values: SqlValue[] = conditions.map(({ value }) => value);
  const direction = isDescending ? 'DESC' : 'ASC';
  const order = `ORDER BY "${sort}" ${direction} NULLS LAST, id LIMIT ${PAGE}`;
  const select = (what: string): string => `SELECT ${what} FROM artwork WHERE ${where} AND "${sort}" IS NOT NULL`;
  const key = `${isDescending ? '-' : ''}${sort},id`;
  const stele = conditions.map(({ field, operator, value }): [string, string | number] => [
    `filter[${field}][${OPERATORS[operator].stele}]`,
    value,
  ]);
  const directus = conditions.map(({ field, operator, value }): [string, string | number] => [
    `filter[${field}][${OPERATORS[operator].directus}]`,
    value,
  ]);
  const datasette = conditions.map(({ field, operator, value }): [string, string | number] => [
    `${field}__${OPERATORS[operator].datasette}`,
    value,
  ]);
  return {
    paths: {
      stele: `/artwork?${encoded([...stele, [`filter[${sort}][_exists]`, 'true'], ['sort', key], ['include', 'contributors'], ['page[limit]', PAGE]])}`,
      directus: `/items/artwork?${encoded([...directus, [`filter[${sort}][_nnull]`, 'true'], ['sort', key], ['fields', '*,contributors.artist_id.*'], ['limit', PAGE], ['meta', 'filter_count']])}`,
      datasette: `/tate/artwork.json?${encoded([...datasette, [`${sort}__notnull`, 1], [isDescending ? '_sort_desc' : '_sort', sort], ['_size', PAGE], ['_shape', 'objects'], ['_nofacet', 1]])}`,
    },
    ids: stringsOf(
      database
        .prepare(`${select('id')} ${order}`)
        .pluck()
        .all(...values),
    ),
    total: Number(
      database
        .prepare(select('count(*)'))
        .pluck()
        .get(...values),
    ),
  };
}

function item(id: string): PeerQuestion {
  const encodedId = encodeURIComponent(id);
  return {
    paths: {
      stele: `/artwork/${encodedId}?include=contributors`,
      directus: `/items/artwork/${encodedId}?fields=*,contributors.artist_id.*`,
      datasette: `/tate/artwork/${encodedId}.json?_shape=objects`,
    },
    ids: [id],
    total: undefined,
  };
}

/** Classes of questions, each drawn from items by chance. */
export const CLASSES: Readonly<Record<string, (database: Database, random: Random, id: string) => PeerQuestion>> = {
  'an item with its artists': (_, __, id) => item(id),
  'equality, sorted': (database, _, id) => {
    const one = database.prepare('SELECT classification FROM artwork WHERE id = ?').pluck().get(id);
    return page(database, [{ field: 'classification', operator: 'equal', value: String(one) }], 'acno', true);
  },
  'two ranges, sorted': (database, random) => {
    const from = 1750 + random.below(240);
    const width = 100 + random.below(900);
    const conditions: Condition[] = [
      { field: 'dateFrom', operator: 'least', value: from },
      { field: 'width', operator: 'most', value: width },
    ];
    return page(database, conditions, 'acno', false);
  },
  'a substring, sorted': (database, _, id) => {
    const title = String(database.prepare('SELECT title FROM artwork WHERE id = ?').pluck().get(id));
    const words = title.split(/[^A-Za-z]+/).filter(({ length }) => length > 3);
    // SQLite's LIKE folds case, so a word must not be part of another word.
    const other = database
      .prepare("SELECT count(*) FROM artwork WHERE title LIKE '%' || ? || '%' AND instr(title, ?) = 0")
      .pluck();
    const value = words.find((word) => other.get(word, word) === 0) ?? 'Harbour at';
    return page(database, [{ field: 'title', operator: 'contains', value }], 'acno', false);
  },
};

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** @param text of an answer. @returns the ids it has, in their order, and the total it tells */
export function answerOf(peer: Peer, text: string): { readonly ids: readonly string[]; readonly total: unknown } {
  const answer = recordOf(JSON.parse(text));
  const rows = listOf(answer[peer === 'datasette' ? 'rows' : 'data']);
  const ids = rows.map((row) => String(recordOf(row)['id']));
  const meta = recordOf(answer['meta']);
  const totals = {
    stele: meta['total'],
    directus: meta['filter_count'],
    datasette: answer['filtered_table_rows_count'],
  };
  return { ids, total: totals[peer] };
}
