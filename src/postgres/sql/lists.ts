/**
 * Queries for a list: how many items there are, and which are on the page.
 */
import type { Filter, SortKey, Window } from '../../query/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { filterSql, orderSql } from './filter.js';
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

/** Of all items of a type. */
export function collectionStatements(
  source: TypeSource,
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
): ListStatements {
  const where = (parameters: Parameters): string =>
    filter === undefined ? '' : ` WHERE ${filterSql(source, ALIAS, filter, parameters)}`;
  const counting = new Parameters();
  const total = `SELECT count(*)::text AS total FROM ${source.table} AS ${ALIAS}${where(counting)}`;
  const paging = new Parameters();
  const type = paging.add(source.type.name, 'text');
  const rows = `SELECT ${type} AS type, ${ALIAS}.${id} AS id FROM ${source.table} AS ${ALIAS}${where(paging)}
    ORDER BY ${orderSql(source, ALIAS, sort)}${windowSql(page, paging)}`;
  return { total: { text: total, values: counting.values }, page: { text: rows, values: paging.values } };
}

const windowSql = ({ skip, limit }: Window, parameters: Parameters): string =>
  ` LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(skip, 'bigint')}`;

/**
 * Of the items that one item links to, in the order of its links where nothing else decides.
 *
 * @param links   table of the relationship
 * @param sources of the types it leads to; a filter or a sort is on what they share
 */
export function relatedStatements(
  links: string,
  item: string,
  sources: readonly TypeSource[],
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
): ListStatements {
  const selects = (parameters: Parameters, columns: (source: TypeSource, type: string) => string): string => {
    const from = parameters.add(item, 'text');
    return sources
      .map((source) => {
        const type = parameters.add(source.type.name, 'text');
        const where = filter === undefined ? '' : ` AND ${filterSql(source, ALIAS, filter, parameters)}`;
        return `SELECT ${columns(source, type)} FROM ${links} AS l JOIN ${source.table} AS ${ALIAS} ON ${ALIAS}.${id} = l.target
          WHERE l.id = ${from} AND l.type = ${type}${where}`;
      })
      .join(' UNION ALL ');
  };
  const counting = new Parameters();
  const total = `SELECT count(*)::text AS total FROM (${selects(counting, () => 'l.place')}) AS found`;
  const paging = new Parameters();
  const keys = sort.map((_, place) => `key_${place}`);
  const inner = selects(paging, (source, type) =>
    [
      `${type} AS type`,
      `${ALIAS}.${id} AS id`,
      'l.place AS place',
      ...sort.map(({ field }, place) => `${ALIAS}.${source.ordered(field)} AS key_${place}`),
    ].join(', '),
  );
  const order = [
    ...keys.map((key, place) => `${key} ${sort[place]?.descending === true ? 'DESC' : 'ASC'} NULLS LAST`),
    'place',
  ];
  const rows = `SELECT type, id FROM (${inner}) AS found ORDER BY ${order.join(', ')}${windowSql(page, paging)}`;
  return { total: { text: total, values: counting.values }, page: { text: rows, values: paging.values } };
}

/** Whether an item is there: a row or none. */
export function itemStatement(source: TypeSource, item: string): Statement {
  const parameters = new Parameters();
  return {
    text: `SELECT ${ALIAS}.${quoted(DOC_COLUMN)} FROM ${source.table} AS ${ALIAS} WHERE ${ALIAS}.${id} = ${parameters.add(item, 'text')}`,
    values: parameters.values,
  };
}
