/**
 * Queries for a list: how many items there are, and which are on the page.
 */
import type { SortKey, Window } from '../../engine/query/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { filterSql, keySql, orderSql, type Selection } from './filter.js';
import { Parameters, type Statement } from './parameters.js';
import type { TypeSource } from './source.js';

export interface ListStatements {
  /** One row: `total`. */
  readonly total: Statement;
  /** The rows of the page, in order: `type`, `id`. */
  readonly page: Statement;
}

const ALIAS = 't';
const id = quoted(ID_COLUMN);
const doc = quoted(DOC_COLUMN);

/** Of all items of a type. */
export function collectionStatements(
  source: TypeSource,
  filter: Selection | undefined,
  sort: readonly SortKey[],
  page: Window,
): ListStatements {
  const where = (parameters: Parameters): string =>
    filter === undefined ? '' : ` WHERE ${filterSql(source, ALIAS, filter, parameters)}`;
  const counting = new Parameters();
  const total = `SELECT count(*)::text AS total FROM ${source.table} AS ${ALIAS}${where(counting)}`;
  const paging = new Parameters();
  const type = paging.add(source.type.name, 'text');
  const cut =
    filter === undefined && sort.length === 0
      ? // Places in the export have no gaps, so the page is known without walking what it skips.
        { where: ` WHERE ${placesSql(`${ALIAS}.${quoted(DOC_COLUMN)}`, page, paging)}`, window: '' }
      : { where: where(paging), window: windowSql(page, paging) };
  const rows = `SELECT ${type} AS type, ${ALIAS}.${id} AS id FROM ${source.table} AS ${ALIAS}${cut.where}
    ORDER BY ${orderSql(source, ALIAS, sort, paging)}${cut.window}`;
  return { total: { text: total, values: counting.values }, page: { text: rows, values: paging.values } };
}

const windowSql = ({ skip, limit }: Window, parameters: Parameters): string =>
  ` LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(skip, 'bigint')}`;

const placesSql = (column: string, { skip, limit }: Window, parameters: Parameters): string =>
  `${column} >= ${parameters.add(skip, 'bigint')} AND ${column} < ${parameters.add(skip + limit, 'bigint')}`;

/**
 * Of the items that one item links to, in the order of its links where nothing else decides.
 *
 * The links are found first, and then the items: of distributed tables these may lie elsewhere.
 *
 * @param links   table of the relationship
 * @param sources of the types it leads to; a filter or a sort is on what they share
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
  const selects = (parameters: Parameters, columns: (source: TypeSource, type: string) => string): string => {
    return sources
      .map((source) => {
        const type = parameters.add(source.type.name, 'text');
        const where = filter === undefined ? '' : ` AND ${filterSql(source, ALIAS, filter, parameters)}`;
        return `SELECT ${columns(source, type)} FROM l JOIN ${source.table} AS ${ALIAS} ON ${ALIAS}.${id} = l.target
          WHERE l.type = ${type}${where}`;
      })
      .join(' UNION ALL ');
  };
  const linked = (parameters: Parameters): string =>
    `WITH l AS MATERIALIZED (SELECT place, type, target FROM ${links} WHERE id = ${parameters.add(item, 'text')})`;
  const counting = new Parameters();
  const total = `${linked(counting)} SELECT count(*)::text AS total FROM (${selects(counting, () => 'l.place')}) AS found`;
  const paging = new Parameters();
  const found = linked(paging);
  const keys = sort.map((_, place) => `key_${place}`);
  const inner = selects(paging, (source, type) =>
    [
      `${type} AS type`,
      `${ALIAS}.${id} AS id`,
      'l.place AS place',
      ...sort.map((key, place) => `${keySql(source, ALIAS, key, paging)} AS key_${place}`),
    ].join(', '),
  );
  const order = [
    ...keys.map((key, place) => `${key} ${sort[place]?.descending === true ? 'DESC' : 'ASC'} NULLS LAST`),
    'place',
  ];
  const rows = `${found} SELECT type, id FROM (${inner}) AS found ORDER BY ${order.join(', ')}${windowSql(page, paging)}`;
  return { total: { text: total, values: counting.values }, page: { text: rows, values: paging.values } };
}

/** Of all items that one links to, in the order of its links: these say all of it. */
export function linkedStatements(links: string, item: string, page: Window): ListStatements {
  const counting = new Parameters();
  const total = `SELECT coalesce(max(total), 0)::text AS total FROM ${links} WHERE id = ${counting.add(item, 'text')} AND place = 0`;
  const paging = new Parameters();
  const rows = `SELECT type, target AS id FROM ${links} WHERE id = ${paging.add(item, 'text')} AND ${placesSql('place', page, paging)} ORDER BY place`;
  return { total: { text: total, values: counting.values }, page: { text: rows, values: paging.values } };
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
  return {
    text: `SELECT string_agg(int4send(${ALIAS}.${doc}), ''::bytea) AS docs FROM ${source.table} AS ${ALIAS} WHERE ${filterSql(source, ALIAS, selection, parameters)}`,
    values: parameters.values,
  };
}

/** Whether an item is there: a row or none. */
export function itemStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${ALIAS}.${quoted(DOC_COLUMN)} FROM ${source.table} AS ${ALIAS} WHERE ${ALIAS}.${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}
