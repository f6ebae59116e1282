/**
 * A checked request as two SQL statements: the exact count, and the page as one joined JSON text.
 *
 * The page's rowids are found first and the long rows fetched for them alone. Where one condition of an AND is
 * answered by another table (trigrams, links, long texts), that table leads, in its own order of rowids.
 */
import type { CollectionRequest } from '../../../src/api/jsonapi/index.js';
import type { ContentType } from '../../../src/content/model/index.js';
import type { Condition, Filter, SortKey } from '../../../src/engine/query/index.js';
import { type Clause, conditionSql, type Driver, driverOf } from './conditions.js';
import { jsonTable, quoted } from './schema.js';

export interface PageStatements {
  readonly count: Clause;
  readonly page: Clause;
}

/** Whether any item lacks the field: only then has an ascending sort to put something last. */
export type IsNullable = (type: string, field: string) => boolean;

export function statementsOf(request: CollectionRequest, isNullable: IsNullable): PageStatements {
  const { type, filter, sort, page } = request;
  const conjuncts = filter === undefined ? [] : filter.kind === 'and' ? filter.children : [filter];
  const lead = conjuncts.find((child) => child.kind === 'condition' && driverOf(type, child) !== undefined);
  const driver = lead?.kind === 'condition' ? driverOf(type, lead) : undefined;
  const rest = conjuncts.filter((child) => child !== lead).map((child) => filterSql(type, child));
  const { from, rowid } = fromSql(type, driver, rest.length > 0 || sort.length > 0);
  const counted = driver === undefined || rest.length > 0 ? from : fromSql(type, driver, false).from;
  const clauses = [...(driver === undefined ? [] : [driver]), ...rest];
  const where = clauses.length === 0 ? '' : ` WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}`;
  const values = clauses.flatMap((clause) => clause.values);
  const order = [...sort.map((key) => orderSql(type, key, isNullable)), rowid].join(', ');
  const rows = `SELECT ${rowid} AS item FROM ${from}${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.skip}`;
  return {
    count: { sql: `SELECT count(*) FROM ${counted}${where}`, values },
    page: {
      sql: `SELECT CAST(group_concat(j.json, ',') AS BLOB) FROM (${rows}) p CROSS JOIN ${jsonTable(type.name)} j ON j.rowid = p.item`,
      values,
    },
  };
}

/** @returns the statement that finds one item's JSON; its value is the id */
export const itemSql = (type: ContentType): string =>
  `SELECT CAST(json AS BLOB) FROM ${jsonTable(type.name)} WHERE rowid = (SELECT rowid FROM ${quoted(type.name)} WHERE id = ?)`;

/** @param joined whether the type's own table, `a`, is needed beside the driver */
function fromSql(type: ContentType, driver: Driver | undefined, joined: boolean): { from: string; rowid: string } {
  const own = quoted(type.name);
  if (driver === undefined) return { from: `${own} a`, rowid: 'a.rowid' };
  const rowid = `${driver.table}.${driver.item}`;
  return { from: joined ? `${driver.table} JOIN ${own} a ON a.rowid = ${rowid}` : driver.table, rowid };
}

function filterSql(type: ContentType, filter: Filter): Clause {
  if (filter.kind === 'condition') return conditionSql(type, filter);
  if (filter.kind === 'not') {
    const { sql, values } = filterSql(type, filter.child);
    return { sql: `((${sql}) IS NOT TRUE)`, values };
  }
  const alternatives = filter.kind === 'or' ? sameFieldValues(type, filter.children) : undefined;
  if (alternatives !== undefined) return alternatives;
  const clauses = filter.children.map((child) => filterSql(type, child));
  return {
    sql: `(${clauses.map(({ sql }) => sql).join(filter.kind === 'and' ? ' AND ' : ' OR ')})`,
    values: clauses.flatMap((clause) => clause.values),
  };
}

/** Several values of one field are an IN list, which SQLite answers by one look-up each. */
function sameFieldValues(type: ContentType, children: readonly Filter[]): Clause | undefined {
  const conditions = children.filter(
    (child): child is Condition => child.kind === 'condition' && child.operator === '_eq',
  );
  const [first] = conditions;
  if (first === undefined || conditions.length < children.length || first.operand.kind === 'itemId') return undefined;
  if (conditions.some(({ field }) => field !== first.field)) return undefined;
  const values = conditions.flatMap((condition) => conditionSql(type, condition).values);
  return { sql: `a.${quoted(first.field)} IN (${values.map(() => '?').join(', ')})`, values };
}

/** Unpopulated last in both directions; SQL takes NULL for the least of all values. */
function orderSql(type: ContentType, { field, descending }: SortKey, isNullable: IsNullable): string {
  const column = `a.${quoted(field)}`;
  if (descending) return `${column} DESC`;
  return isNullable(type.name, field) ? `${column} IS NULL, ${column}` : column;
}
