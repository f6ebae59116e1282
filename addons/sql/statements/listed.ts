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
  /** What follows `FROM`: each item of the type once, as `t`. @param joins of what stands beside each item */
  readonly rows: (source: TypeSource, parameters: Parameters, joins?: string) => string;
}

/** Of all items of a type. */
export function collectionItems(source: TypeSource, filter: Selection | undefined): ListedItems {
  return {
    sources: [source],
    known: filter === undefined ? source.items : undefined,
    selection: filter,
    isRelated: false,
    ctes: () => [],
    rows: ({ table }, parameters, joins = '') => {
      const where = filter === undefined ? '' : ` WHERE ${filterSql(source, ITEM, filter, parameters)}`;
      return `${table} AS ${ITEM}${joins}${where}`;
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
    rows: (source, parameters, joins = '') => {
      const type = parameters.add(source.type.name, 'text');
      const where = filter === undefined ? '' : ` AND ${filterSql(source, ITEM, filter, parameters)}`;
      return `l JOIN ${source.table} AS ${ITEM} ON ${ITEM}.${quoted(ID_COLUMN)} = l.target${joins} WHERE l.type = ${type}${where}`;
    },
  };
}

interface FoundColumns {
  /** What follows `SELECT`. */
  readonly columns: string;
  /** Of what stands beside each item. */
  readonly joins?: string;
}

/**
 * @returns a query for the rows of all types, and the CTEs that it reads. In a load that is spread over several servers the rows
 * of each type are found by themselves: Citus may take a union of tables for one that is distributed as each of them is
 */
export function foundRows(
  { sources, rows, ctes }: ListedItems,
  found: (source: TypeSource, place: number) => FoundColumns,
  parameters: Parameters,
): { readonly ctes: readonly string[]; readonly rows: string } {
  const own = [...ctes(parameters)];
  const queries = sources.map((source, place) => {
    const { columns, joins = '' } = found(source, place);
    return `SELECT ${columns} FROM ${rows(source, parameters, joins)}`;
  });
  if (sources.length === 1 || sources.every(({ placement }) => placement === 'plain')) {
    return { ctes: own, rows: queries.join(' UNION ALL ') };
  }
  const names = queries.map((query, place) => {
    own.push(`f${place} AS MATERIALIZED (${query})`);
    return `SELECT * FROM f${place}`;
  });
  return { ctes: own, rows: names.join(' UNION ALL ') };
}
