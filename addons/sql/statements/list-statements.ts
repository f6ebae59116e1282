/**
 * Queries for a list: how many items there are, and which are on the page.
 */
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

/** Of all items of a type. */
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
  const fromClause = listedItems.fromSql(source, pageParameters, order.joins);
  const pageClauses =
    filter === undefined && sort.length === 0
      ? // Places in the export have no gaps, so the page is known without walking what it skips.
        { where: ` WHERE ${placesSql(`${ITEM}.${quoteIdentifier(DOC_COLUMN)}`, page, pageParameters)}`, window: '' }
      : { where: '', window: windowSql(page, pageParameters) };
  const rows = `SELECT ${type} AS type, ${ITEM}.${id} AS id FROM ${fromClause}${pageClauses.where}
    ORDER BY ${order.column}${pageClauses.window}`;
  return { total: totalStatement(listedItems), page: pageParameters.statement([], rows) };
}

const windowSql = ({ skip, limit }: Window, parameters: Parameters): string =>
  ` LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(skip, 'bigint')}`;

const placesSql = (column: string, { skip, limit }: Window, parameters: Parameters): string =>
  `${column} >= ${parameters.add(skip, 'bigint')} AND ${column} < ${parameters.add(skip + limit, 'bigint')}`;

/**
 * Of the items that one item links to, in the order of its links where nothing else decides.
 *
 * @param links   table of the relationship
 * @param sources of the types it leads to
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

/** Of all items that one links to, in the order of its links: these say all of it. */
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

/** Of items by id: rows of `id` and `doc`, in any order. */
export function docsStatement(source: TypeSource, ids: readonly string[]): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${doc} AS doc FROM ${source.table} WHERE ${id} = ANY (${parameters.add(ids, 'text[]')})`,
    values: parameters.values,
  };
}

/** The same of items by place. */
export function placesStatement(source: TypeSource, docs: Uint32Array): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${doc} AS doc FROM ${source.table} WHERE ${doc} = ANY (${parameters.add(Array.from(docs), 'integer[]')})`,
    values: parameters.values,
  };
}

/** Rows of `doc` and `text`: what a field has, in any order. */
export function titlesStatement(source: TypeSource, field: string, docs: readonly number[]): Statement {
  const parameters = new Parameters();
  const column = source.column(field);
  return {
    text: `SELECT ${doc} AS doc, ${column} AS text FROM ${source.table} WHERE ${doc} = ANY (${parameters.add(docs, 'integer[]')}) AND ${column} IS NOT NULL`,
    values: parameters.values,
  };
}

/** Rows of `text` and `count`: how many items have each of some values. */
export function titleCountsStatement(source: TypeSource, field: string, texts: readonly string[]): Statement {
  const parameters = new Parameters();
  const column = source.column(field);
  return {
    text: `SELECT ${column} AS text, count(*)::integer AS count FROM ${source.table} WHERE ${column} = ANY (${parameters.add(texts, 'text[]')}) GROUP BY ${column}`,
    values: parameters.values,
  };
}

/** One row: `docs`, the places of what is selected as integers of four bytes, the most significant first, in any order. */
export function selectedStatement(source: TypeSource, selection: Selection): Statement {
  const parameters = new Parameters();
  const where = filterSql(source, ITEM, selection, parameters);
  return parameters.statement(
    [],
    `SELECT string_agg(int4send(${ITEM}.${doc}), ''::bytea) AS docs FROM ${source.table} AS ${ITEM} WHERE ${where}`,
  );
}

/** @returns what the row has */
export function decodeDocs(bytes: Uint8Array | null | undefined): Uint32Array {
  const docs = new Uint32Array((bytes?.byteLength ?? 0) / 4);
  const docBytes = Buffer.from(docs.buffer);
  docBytes.set(bytes ?? []);
  docBytes.swap32();
  return docs;
}

/** A row of `similar`: the items most like one, as their column has them. */
export function similarStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${quoteIdentifier(SIMILAR_COLUMN)} AS similar FROM ${source.table} WHERE ${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}

/** Whether an item is there: a row or none. */
export function itemStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${ITEM}.${quoteIdentifier(DOC_COLUMN)} FROM ${source.table} AS ${ITEM} WHERE ${ITEM}.${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}
