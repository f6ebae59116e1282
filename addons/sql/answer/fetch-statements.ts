/**
 * Statements that fetch items by their ids, and windows of their links.
 */
import type { Window } from '../../../src/engine/query/index.js';
import { ID_COLUMN, localColumn, OWN_COLUMN, RECORD_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { Parameters, type Statement } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

const id = quoteIdentifier(ID_COLUMN);

/** More than these lie on most servers of any cluster. */
const fewIdsLimit = 100;

/**
 * As an array of values the ids are known when the statement is planned, so that of a distributed table only those parts are
 * asked that have one of them. As one text, which is read later, they are not.
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

/** @param locale place in the model's locales. @returns rows as `ItemRow`, in any order */
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
  /** How many links the item has. */
  readonly total: number;
  /** Null, with what follows, where the row says how many there are and no more. */
  readonly place: number | null;
  readonly type: string | null;
  readonly target: string | null;
}

/** @param requestedLinks at least one, all of items of the type. @returns rows as `LinkRow`, in any order; none of an item without links */
export function linksStatement(source: TypeSource, requestedLinks: readonly RequestedLinks[]): Statement {
  const parameters = new Parameters();
  const selects = groupByWindow(requestedLinks).flatMap(({ relationship, window, ids }) => {
    const name = parameters.add(relationship, 'text');
    const from = `FROM ${source.linksTable(relationship)} WHERE id = ANY (${idsSql(ids, parameters)})`;
    const { skip, limit } = window;
    const first = parameters.add(skip, 'bigint');
    const end = parameters.add(skip + limit, 'bigint');
    const links = `SELECT ${name} AS relationship, id, total, place, type, target ${from} AND place >= ${first} AND place < ${end}`;
    // The first link of an item tells how many there are, where the window begins behind it.
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

interface WindowGroup {
  readonly relationship: string;
  readonly window: Window;
  readonly ids: string[];
}

/** What is wanted in the same window of the same relationship is asked for at once. */
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
