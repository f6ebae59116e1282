/**
 * Which items a list has: rows of their tables, to be counted, ordered and looked up by any number of statements.
 */
import { ID_COLUMN } from '../schema/columns.js';
import { quoted } from '../schema/identifiers.js';
import { filterSql, type Selection } from './filter.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './source.js';

/** What a row of the items' table is called in `rows`. */
export const ITEM = 't';

export interface ListedItems {
  /** The types of the items, at least one; a filter or a sort is on what they share. */
  readonly sources: readonly TypeSource[];
  /** How many items there are, where that is known without counting. */
  readonly known?: number | undefined;
  /** What selects them; undefined: nothing does. */
  readonly selection: Selection | undefined;
  /** Whether they are what one item links to. */
  readonly isRelated: boolean;
  /** CTEs that the rows are made of, each as `name AS (…)`. */
  readonly ctes: (parameters: Parameters) => readonly string[];
  /** What follows `FROM`: each item of the type once, as `t`. */
  readonly rows: (source: TypeSource, parameters: Parameters) => string;
}

/** Of all items of a type. */
export function collectionItems(source: TypeSource, filter: Selection | undefined): ListedItems {
  return {
    sources: [source],
    known: filter === undefined ? source.items : undefined,
    selection: filter,
    isRelated: false,
    ctes: () => [],
    rows: ({ table }, parameters) => {
      const where = filter === undefined ? '' : ` WHERE ${filterSql(source, ITEM, filter, parameters)}`;
      return `${table} AS ${ITEM}${where}`;
    },
  };
}

/**
 * Of the items that one item links to. The links are found first, and then the items: of distributed tables these may lie
 * elsewhere. `l.place` is the place of the link.
 *
 * @param links table of the relationship
 */
export function relatedItems(
  links: string,
  item: string,
  sources: readonly TypeSource[],
  filter: Selection | undefined,
): ListedItems {
  return {
    sources,
    selection: filter,
    isRelated: true,
    ctes: (parameters) => [
      `l AS MATERIALIZED (SELECT place, type, target FROM ${links} WHERE id = ${parameters.add(item, 'text')})`,
    ],
    rows: (source, parameters) => {
      const type = parameters.add(source.type.name, 'text');
      const where = filter === undefined ? '' : ` AND ${filterSql(source, ITEM, filter, parameters)}`;
      return `l JOIN ${source.table} AS ${ITEM} ON ${ITEM}.${quoted(ID_COLUMN)} = l.target WHERE l.type = ${type}${where}`;
    },
  };
}

/** @returns what a statement begins with */
export function withSql(ctes: readonly string[]): string {
  return ctes.length === 0 ? '' : `WITH ${ctes.join(', ')} `;
}

/** @returns the rows of all types. @param columns of a type, what follows `SELECT` */
export const selectedSql = (
  { sources, rows }: ListedItems,
  columns: (source: TypeSource, place: number) => string,
  parameters: Parameters,
): string =>
  sources
    .map((source, place) => `SELECT ${columns(source, place)} FROM ${rows(source, parameters)}`)
    .join(' UNION ALL ');
