/**
 * Statements that fetch rendered items by id, and windows of their links.
 */
import type { Window } from '../../../src/engine/query/index.js';
import { ID_COLUMN, localColumn, OWN_COLUMN, RECORD_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { Parameters, type Statement } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

const id = quoteIdentifier(ID_COLUMN);

/** Ids that are sent as separate parameters. More ids are on most servers of a cluster anyway. */
const fewIdsLimit = 100;

/**
 * Separate parameters are known when the statement is planned, so that Citus asks only the shards that contain an id. An array
 * in one parameter is read during execution: every shard is asked.
 */
const idsSql = (ids: readonly string[], parameters: Parameters): string =>
  ids.length > fewIdsLimit
    ? parameters.add(ids, 'text[]')
    : `ARRAY[${ids.map((one) => parameters.add(one, 'text')).join(', ')}]`;

export interface ItemRow {
  readonly id: string;
  readonly record: Buffer;
  readonly local: Buffer | null;
  readonly own: string | null;
}

/** @param locale position in the model's locales. @returns a statement for rows as `ItemRow`, in any order */
export function itemsStatement(source: TypeSource, locale: number, ids: readonly string[]): Statement {
  const { locales } = source.type;
  const code = locale === 0 ? undefined : locales[locale]?.code;
  const local = code === undefined ? 'NULL::bytea' : quoteIdentifier(localColumn(code));
  const own = locales.length === 0 ? 'NULL' : quoteIdentifier(OWN_COLUMN);
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${quoteIdentifier(RECORD_COLUMN)} AS record, ${local} AS local, ${own} AS own
      FROM ${source.table} WHERE ${id} = ANY (${idsSql(ids, parameters)})`,
    values: parameters.values,
  };
}

/** Links `[skip, skip + limit)` of one item. */
export interface RequestedLinks {
  readonly relationship: string;
  readonly id: string;
  readonly window: Window;
}

export interface LinkRow {
  readonly relationship: string;
  readonly id: string;
  /** Number of links of the item. */
  readonly total: number;
  /** Position of the link. Null, like `type` and `target`, if the row only has the total. */
  readonly place: number | null;
  readonly type: string | null;
  readonly target: string | null;
}

/**
 * @param requestedLinks at least one, all of items of the type
 * @returns a statement for rows as `LinkRow`, in any order; none for an item without links
 */
export function linksStatement(source: TypeSource, requestedLinks: readonly RequestedLinks[]): Statement {
  const parameters = new Parameters();
  const selects = groupByWindow(requestedLinks).flatMap(({ relationship, window, ids }) => {
    const name = parameters.add(relationship, 'text');
    const from = `FROM ${source.linksTable(relationship)} WHERE id = ANY (${idsSql(ids, parameters)})`;
    const { skip, limit } = window;
    const first = parameters.add(skip, 'bigint');
    const end = parameters.add(skip + limit, 'bigint');
    const links = `SELECT ${name} AS relationship, id, total, place, type, target ${from} AND place >= ${first} AND place < ${end}`;
    // The first link of an item has the total, in case the window is empty or starts after the last link.
    const totals = `SELECT ${name}, id, total, NULL::integer, NULL::text, NULL::text ${from} AND place = 0`;
    return skip > 0 || limit === 0 ? [links, totals] : [links];
  });
  const [onlySelect] = selects;
  const text =
    selects.length === 1 && onlySelect !== undefined
      ? onlySelect
      : `SELECT * FROM (${selects.join(' UNION ALL ')}) AS found`;
  return { text, values: parameters.values };
}

/** Ids whose links are fetched in the same window of a relationship. */
interface WindowGroup {
  readonly relationship: string;
  readonly window: Window;
  readonly ids: string[];
}

function groupByWindow(requestedLinks: readonly RequestedLinks[]): readonly WindowGroup[] {
  const groups = new Map<string, WindowGroup>();
  for (const { relationship, window, id: item } of requestedLinks) {
    const key = `${relationship} ${window.skip} ${window.limit}`;
    const group = groups.get(key) ?? { relationship, window, ids: [] };
    groups.set(key, group);
    group.ids.push(item);
  }
  return [...groups.values()];
}
