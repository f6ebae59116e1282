/**
 * Statements that fetch items by their ids, and windows of their links.
 */
import type { Window } from '../../query/index.js';
import { ID_COLUMN, localColumn, OWN_COLUMN, RECORD_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { Parameters, type Statement } from '../sql/parameters.js';
import type { TypeSource } from '../sql/source.js';

const id = quoted(ID_COLUMN);
/** More than an item can have: places are 32 bits. */
const PLACES = 2 ** 31 - 1;

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
  const local = code === undefined ? 'NULL::bytea' : quoted(localColumn(code));
  const own = locales.length === 0 ? 'NULL' : quoted(OWN_COLUMN);
  const parameters = new Parameters();
  return {
    text: `SELECT ${id} AS id, ${quoted(RECORD_COLUMN)} AS record, ${local} AS local, ${own} AS own
      FROM ${source.table} WHERE ${id} = ANY (${parameters.add(ids, 'text[]')})`,
    values: parameters.values,
  };
}

/** Links `[skip, skip + limit)` of one item. */
export interface WantedLinks {
  readonly relationship: string;
  readonly id: string;
  readonly window: Window;
}

export interface LinkRow {
  readonly relationship: string;
  readonly id: string;
  /** Of the item's last link; null where it has none. */
  readonly last: number | null;
  /** Null, with what follows, of an item that has no link in the window. */
  readonly place: number | null;
  readonly type: string | null;
  readonly target: string | null;
}

/** @param wanted at least one, all of items of the type. @returns rows as `LinkRow`, in any order */
export function linksStatement(source: TypeSource, wanted: readonly WantedLinks[]): Statement {
  const parameters = new Parameters();
  const relationships = [...new Set(wanted.map(({ relationship }) => relationship))];
  const selects = relationships.map((relationship) => {
    const own = wanted.filter((one) => one.relationship === relationship);
    const ids = parameters.add(
      own.map((one) => one.id),
      'text[]',
    );
    const starts = parameters.add(
      own.map(({ window }) => Math.min(window.skip, PLACES)),
      'integer[]',
    );
    const ends = parameters.add(
      own.map(({ window }) => Math.min(window.skip + window.limit, PLACES)),
      'integer[]',
    );
    const table = source.links(relationship);
    return `SELECT ${parameters.add(relationship, 'text')} AS relationship, w.id AS id, e.last AS last, l.place AS place, l.type AS type, l.target AS target
      FROM unnest(${ids}, ${starts}, ${ends}) AS w (id, first, behind)
      LEFT JOIN LATERAL (SELECT place AS last FROM ${table} AS o WHERE o.id = w.id ORDER BY o.place DESC LIMIT 1) AS e ON true
      LEFT JOIN ${table} AS l ON l.id = w.id AND l.place >= w.first AND l.place < w.behind`;
  });
  return { text: selects.join(' UNION ALL '), values: parameters.values };
}
