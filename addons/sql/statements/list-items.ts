/**
 * Which items a list has: rows of their tables, to be counted, ordered and looked up by any number of statements.
 */
import { ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { filterSql, type Selection } from './filter.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './type-source.js';

/** What a row of the items' table is called in `rows`. */
export const ITEM = 't';

export interface ListedItems {
  /** The types of the items, at least one; a filter or a sort is on what they share. */
  readonly sources: readonly TypeSource[];
  /** How many items there are, where that is known without counting. */
  readonly knownTotal?: number | undefined;
  /** What selects them; undefined: nothing does. */
  readonly selection: Selection | undefined;
  /** Whether they are what one item links to. */
  readonly isRelated: boolean;
  /** CTEs that the rows are made of, each as `name AS (…)`. */
  readonly ctes: (parameters: Parameters) => readonly string[];
  /** What follows `FROM`: each item of the type once, as `t`. @param joins of what stands beside each item */
  readonly fromSql: (source: TypeSource, parameters: Parameters, joins?: string) => string;
}

/** Of all items of a type. */
export function collectionItems(source: TypeSource, filter: Selection | undefined): ListedItems {
  return {
    sources: [source],
    knownTotal: filter === undefined ? source.itemCount : undefined,
    selection: filter,
    isRelated: false,
    ctes: () => [],
    fromSql: ({ table }, parameters, joins = '') => {
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
    fromSql: (source, parameters, joins = '') => {
      const type = parameters.add(source.type.name, 'text');
      const where = filter === undefined ? '' : ` AND ${filterSql(source, ITEM, filter, parameters)}`;
      return `l JOIN ${source.table} AS ${ITEM} ON ${ITEM}.${quoteIdentifier(ID_COLUMN)} = l.target${joins} WHERE l.type = ${type}${where}`;
    },
  };
}

interface RowColumns {
  /** What follows `SELECT`. */
  readonly columns: string;
  /** Of what stands beside each item. */
  readonly joins?: string;
}

/**
 * @returns a query for the rows of all types, and the CTEs that it reads. In a load that is spread over several servers the rows
 * of each type are found by themselves: Citus may take a union of tables for one that is distributed as each of them is
 */
export function itemRowsSql(
  { sources, fromSql: rows, ctes }: ListedItems,
  selectColumns: (source: TypeSource, place: number) => RowColumns,
  parameters: Parameters,
): { readonly ctes: readonly string[]; readonly rows: string } {
  const allCtes = [...ctes(parameters)];
  const queries = sources.map((source, place) => {
    const { columns, joins = '' } = selectColumns(source, place);
    return `SELECT ${columns} FROM ${rows(source, parameters, joins)}`;
  });
  if (sources.length === 1 || sources.every(({ placement }) => placement === 'plain')) {
    return { ctes: allCtes, rows: queries.join(' UNION ALL ') };
  }
  const names = queries.map((query, place) => {
    allCtes.push(`f${place} AS MATERIALIZED (${query})`);
    return `SELECT * FROM f${place}`;
  });
  return { ctes: allCtes, rows: names.join(' UNION ALL ') };
}
