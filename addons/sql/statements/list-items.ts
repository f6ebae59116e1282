/**
 * The items of a list as SQL: the FROM clause of their rows, shared by statements that count, sort or page them.
 */
import { ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { filterSql, type Selection } from './filter.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './type-source.js';

/** Alias of the table of items in `fromSql`. */
export const ITEM = 't';

export interface ListedItems {
  /** Types of the items, at least one. */
  readonly sources: readonly TypeSource[];
  /** Number of items, if it is known without counting. */
  readonly knownTotal?: number | undefined;
  /** The filter; undefined for all items. */
  readonly selection: Selection | undefined;
  /** Whether the list consists of items that one item links to. */
  readonly isRelated: boolean;
  /** @returns CTEs that `fromSql` reads, each as `name AS (…)` */
  readonly ctes: (parameters: Parameters) => readonly string[];
  /** @returns the FROM clause without its keyword, each item of the type once, as `t`. @param joins further joins */
  readonly fromSql: (source: TypeSource, parameters: Parameters, joins?: string) => string;
}

/** The items of a type that a filter selects. */
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
 * The items that one item links to. A materialised CTE reads the links first, because distributed items may be on other
 * servers than the links. `l.place` is the position of the link.
 *
 * @param links table of the relationship
 * @param item  id of the linking item
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
  /** The select list. */
  readonly columns: string;
  /** Joins that the select list needs. */
  readonly joins?: string;
}

/**
 * With distributed tables, the rows of each type are a materialised CTE: Citus answers some unions of distributed tables wrongly.
 *
 * @param selectColumns columns for each type
 * @returns a query for the rows of all types, and the CTEs that it reads
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
