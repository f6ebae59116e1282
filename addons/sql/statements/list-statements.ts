/**
 * Statements for a list: its total, its page, and look-ups of items by id or doc.
 */
import { isRelatedPath } from '../../../src/content/model/index.js';
import type { SortKey, Window } from '../../../src/engine/query/index.js';
import { DOC_COLUMN, ID_COLUMN, SIMILAR_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { filterSql, orderSql, type Selection, sortKeySql } from './filter.js';
import { collectionItems, ITEM, itemRowsSql, type ListedItems, relatedItems } from './list-items.js';
import { Parameters, type Statement } from './parameters.js';
import type { TypeSource } from './type-source.js';

export interface ListStatements {
  /** One row: `total`. */
  readonly total: Statement;
  /** The rows of the page, in order: `type`, `id`. */
  readonly page: Statement;
}

const id = quoteIdentifier(ID_COLUMN);
const doc = quoteIdentifier(DOC_COLUMN);

/** @returns a statement for one row: `total` */
function totalStatement(listedItems: ListedItems): Statement {
  const parameters = new Parameters();
  const { ctes, rows } = itemRowsSql(listedItems, () => ({ columns: `${ITEM}.${id}` }), parameters);
  return parameters.statement(ctes, `SELECT count(*)::text AS total FROM (${rows}) AS found`);
}

/** @returns a statement for rows of `id`: items that the filter selects, at most `limit` of them, in any order */
export function relatedIdsStatement(source: TypeSource, filter: Selection, limit: number): Statement {
  const parameters = new Parameters();
  const where = filterSql(source, ITEM, filter, parameters);
  return parameters.statement(
    [],
    `SELECT ${ITEM}.${id} AS id FROM ${source.table} AS ${ITEM} WHERE ${where} LIMIT ${parameters.add(limit, 'bigint')}`,
  );
}

/**
 * Pages of a sorted type that begin at this position or later look up their ids last: an index contains the sorted field and
 * the doc id, so no row before the page is read.
 *
 * Measured with 300,000 items, page at 150,000: 50 ms instead of 1,600 ms; on Citus with four shards 500 ms instead of 1,000 ms.
 */
export const LATE_LOOKUP_SKIP = 1000;

/** Whether an index of the type contains all that orders its items: one own field, without a distance. */
const isSortedByIndex = (sort: readonly SortKey[]): boolean => {
  const [key, ...others] = sort;
  if (key === undefined || others.length > 0) return false;
  return key.from === undefined && key.field !== ID_COLUMN && !isRelatedPath(key.field);
};

/** A list of the items of a type. */
export function collectionStatements(
  source: TypeSource,
  filter: Selection | undefined,
  sort: readonly SortKey[],
  page: Window,
): ListStatements {
  const listedItems = collectionItems(source, filter);
  const pageParameters = new Parameters();
  const type = pageParameters.add(source.type.name, 'text');
  const order = orderSql(source, ITEM, sort, pageParameters);
  const total = totalStatement(listedItems);
  if (filter === undefined && page.skip >= LATE_LOOKUP_SKIP && isSortedByIndex(sort)) {
    const docs = `SELECT ${ITEM}.${doc} FROM ${source.table} AS ${ITEM} ORDER BY ${order.column}${windowSql(page, pageParameters)}`;
    const rows = `SELECT ${type} AS type, ${ITEM}.${id} AS id FROM ${source.table} AS ${ITEM}
    WHERE ${ITEM}.${doc} = ANY (ARRAY(${docs})) ORDER BY ${order.column}`;
    return { total, page: pageParameters.statement([], rows) };
  }
  const fromClause = listedItems.fromSql(source, pageParameters, order.joins);
  const pageClauses =
    filter === undefined && sort.length === 0
      ? // Doc ids have no gaps, so the page is a range of them: no rows are skipped.
        { where: ` WHERE ${placesSql(`${ITEM}.${quoteIdentifier(DOC_COLUMN)}`, page, pageParameters)}`, window: '' }
      : { where: '', window: windowSql(page, pageParameters) };
  const rows = `SELECT ${type} AS type, ${ITEM}.${id} AS id FROM ${fromClause}${pageClauses.where}
    ORDER BY ${order.column}${pageClauses.window}`;
  return { total, page: pageParameters.statement([], rows) };
}

const windowSql = ({ skip, limit }: Window, parameters: Parameters): string =>
  ` LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(skip, 'bigint')}`;

const placesSql = (column: string, { skip, limit }: Window, parameters: Parameters): string =>
  `${column} >= ${parameters.add(skip, 'bigint')} AND ${column} < ${parameters.add(skip + limit, 'bigint')}`;

/**
 * A list of the items that one item links to. Ties are in the order of the links.
 *
 * @param links   table of the relationship
 * @param item    id of the linking item
 * @param sources types that the relationship leads to
 */
export function relatedStatements(
  links: string,
  item: string,
  sources: readonly TypeSource[],
  filter: Selection | undefined,
  sort: readonly SortKey[],
  page: Window,
): ListStatements {
  if (filter === undefined && sort.length === 0) return linkedStatements(links, item, page);
  const listedItems = relatedItems(links, item, sources, filter);
  const pageParameters = new Parameters();
  const { ctes, rows } = itemRowsSql(
    listedItems,
    (source) => {
      const keys = sort.map((key, place) => sortKeySql(source, ITEM, key, place, pageParameters));
      const columns = keys.map(({ column }, place) => `${column} AS key_${place}`);
      return {
        columns: ['l.type AS type', `${ITEM}.${id} AS id`, 'l.place AS place', ...columns].join(', '),
        joins: keys.map(({ joins }) => joins).join(''),
      };
    },
    pageParameters,
  );
  const keys = sort.map(({ descending }, place) => `key_${place} ${descending ? 'DESC' : 'ASC'} NULLS LAST`);
  const order = [...keys, 'place'].join(', ');
  const text = `SELECT type, id FROM (${rows}) AS found ORDER BY ${order}${windowSql(page, pageParameters)}`;
  return { total: totalStatement(listedItems), page: pageParameters.statement(ctes, text) };
}

/** A list of all items that one item links to, in the order of its links: only the table of links is read. */
export function linkedStatements(links: string, item: string, page: Window): ListStatements {
  const totalParameters = new Parameters();
  const total = `SELECT coalesce(max(total), 0)::text AS total FROM ${links} WHERE id = ${totalParameters.add(item, 'text')} AND place = 0`;
  const pageParameters = new Parameters();
  const rows = `SELECT type, target AS id FROM ${links} WHERE id = ${pageParameters.add(item, 'text')} AND ${placesSql('place', page, pageParameters)} ORDER BY place`;
  return {
    total: { text: total, values: totalParameters.values },
    page: { text: rows, values: pageParameters.values },
  };
}

/** @returns a statement for rows of `id` and `doc` by id, in any order */
export function docsStatement(source: TypeSource, ids: readonly string[]): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${doc} AS doc FROM ${source.table} WHERE ${id} = ANY (${parameters.add(ids, 'text[]')})`,
    values: parameters.values,
  };
}

/** @returns a statement for rows of `id` and `doc` by doc id, in any order */
export function placesStatement(source: TypeSource, docs: Uint32Array): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${doc} AS doc FROM ${source.table} WHERE ${doc} = ANY (${parameters.add(Array.from(docs), 'integer[]')})`,
    values: parameters.values,
  };
}

/** @returns a statement for rows of `doc` and `text`, the value of a field, in any order */
export function titlesStatement(source: TypeSource, field: string, docs: readonly number[]): Statement {
  const parameters = new Parameters();
  const column = source.column(field);
  return {
    text: `SELECT ${doc} AS doc, ${column} AS text FROM ${source.table} WHERE ${doc} = ANY (${parameters.add(docs, 'integer[]')}) AND ${column} IS NOT NULL`,
    values: parameters.values,
  };
}

/** @returns a statement for rows of `text` and `count`, the number of items with this value */
export function titleCountsStatement(source: TypeSource, field: string, texts: readonly string[]): Statement {
  const parameters = new Parameters();
  const column = source.column(field);
  return {
    text: `SELECT ${column} AS text, count(*)::integer AS count FROM ${source.table} WHERE ${column} = ANY (${parameters.add(texts, 'text[]')}) GROUP BY ${column}`,
    values: parameters.values,
  };
}

/** @returns a statement for one row: `docs`, the selected doc ids as big-endian 32-bit integers, in any order */
export function selectedStatement(source: TypeSource, selection: Selection): Statement {
  const parameters = new Parameters();
  const where = filterSql(source, ITEM, selection, parameters);
  return parameters.statement(
    [],
    `SELECT string_agg(int4send(${ITEM}.${doc}), ''::bytea) AS docs FROM ${source.table} AS ${ITEM} WHERE ${where}`,
  );
}

/** @param bytes `docs` of selectedStatement's row. @returns the doc ids */
export function decodeDocs(bytes: Uint8Array | null | undefined): Uint32Array {
  const docs = new Uint32Array((bytes?.byteLength ?? 0) / 4);
  const docBytes = Buffer.from(docs.buffer);
  docBytes.set(bytes ?? []);
  docBytes.swap32();
  return docs;
}

/** @returns a statement for a row of `similar`, the similar items of an item as JSON */
export function similarStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${quoteIdentifier(SIMILAR_COLUMN)} AS similar FROM ${source.table} WHERE ${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}

/** @returns a statement for one row if the item exists, and no row otherwise */
export function itemStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${ITEM}.${quoteIdentifier(DOC_COLUMN)} FROM ${source.table} AS ${ITEM} WHERE ${ITEM}.${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}
