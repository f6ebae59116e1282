/**
 * Translates a checked request into two SQL statements: the exact count, and the page as one joined JSON text.
 *
 * The page's rowids are found first, and the long rows are fetched for them only. Values are always bound. SQL's
 * three-valued logic gives the rule for unpopulated fields: a comparison with NULL selects nothing.
 */

import {
  type ContentModel,
  type ContentType,
  type Field,
  isAttribute,
  queriedField,
  splitFieldPath,
} from '../../../src/content/model/index.js';
import type { Condition, Filter, Operand, SortKey, Through } from '../../../src/engine/query/index.js';
import type { CollectionRequest } from '../../../src/jsonapi/index.js';
import type { SqlValue } from './driver.js';
import {
  isLong,
  isReversed,
  isSearched,
  jsonTable,
  linkTable,
  quoted,
  reversedColumn,
  textTable,
  trigramTable,
} from './schema.js';

export interface PageStatements {
  readonly count: Clause;
  readonly page: Clause;
}

/** Whether any item lacks the field: only then has an ascending sort to put something last. */
type IsNullable = (type: string, field: string) => boolean;

export function statementsOf(model: ContentModel, request: CollectionRequest, isNullable: IsNullable): PageStatements {
  const { type, filter, sort, page } = request;
  const conjuncts = filter === undefined ? [] : filter.kind === 'and' ? filter.children : [filter];
  const lead = conjuncts.find((child) => child.kind === 'condition' && driverOf(type, child) !== undefined);
  const driver = lead?.kind === 'condition' ? driverOf(type, lead) : undefined;
  const rest = conjuncts.filter((child) => child !== lead).map((child) => filterSql(model, type, child));
  const { from: own, rowid } = fromSql(type, driver, rest.length > 0 || sort.length > 0);
  const from = [own, ...sort.map((key) => joinSql(model, type, key))].join('');
  const counted = driver === undefined || rest.length > 0 ? own : fromSql(type, driver, false).from;
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

/** @param joined whether the type's own table, `a`, is needed in addition to the driver */
function fromSql(type: ContentType, driver: Driver | undefined, joined: boolean): { from: string; rowid: string } {
  const own = quoted(type.name);
  if (driver === undefined) return { from: `${own} a`, rowid: 'a.rowid' };
  const rowid = `${driver.table}.${driver.item}`;
  return { from: joined ? `${driver.table} JOIN ${own} a ON a.rowid = ${rowid}` : driver.table, rowid };
}

function filterSql(model: ContentModel, type: ContentType, filter: Filter): Clause {
  if (filter.kind === 'condition') return conditionSql(type, filter);
  if (filter.kind === 'through') return throughSql(model, type, filter);
  if (filter.kind === 'not') {
    const { sql, values } = filterSql(model, type, filter.child);
    return { sql: `((${sql}) IS NOT TRUE)`, values };
  }
  const alternatives = filter.kind === 'or' ? sameFieldValues(type, filter.children) : undefined;
  if (alternatives !== undefined) return alternatives;
  const clauses = filter.children.map((child) => filterSql(model, type, child));
  return {
    sql: `(${clauses.map(({ sql }) => sql).join(filter.kind === 'and' ? ' AND ' : ' OR ')})`,
    values: clauses.flatMap((clause) => clause.values),
  };
}

/** Inside, `a` is the related type's table. */
function throughSql(model: ContentModel, type: ContentType, { relationship, child }: Through): Clause {
  const field = fieldOf(type, relationship);
  const related = isAttribute(field) ? undefined : model.contentTypes.get(field.to[0] ?? '');
  if (isAttribute(field) || related === undefined || child === undefined)
    throw new Error(`The benchmark goes through no ${relationship}.`);
  const { sql, values } = filterSql(model, related, child);
  const targets = `SELECT a.rowid FROM ${quoted(related.name)} a WHERE ${sql}`;
  const links = `SELECT source FROM ${linkTable(type.name, relationship)} WHERE target IN (${targets})`;
  return { sql: field.many ? `a.rowid IN (${links})` : `a.${quoted(relationship)} IN (${targets})`, values };
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

/** The tables of related items that a sort is by, every item of the benchmark having one. */
function joinSql(model: ContentModel, type: ContentType, { field }: SortKey): string {
  let [from, owner] = ['a', type];
  return splitFieldPath(field)
    .hops.map((relationship) => {
      const own = fieldOf(owner, relationship);
      const related = isAttribute(own) ? undefined : model.contentTypes.get(own.to[0] ?? '');
      if (related === undefined) throw new Error(`${relationship} leads nowhere.`);
      const [table, on] = [quoted(`by ${relationship}`), `${from}.${quoted(relationship)}`];
      [from, owner] = [table, related];
      return ` JOIN ${quoted(related.name)} ${table} ON ${table}.rowid = ${on}`;
    })
    .join('');
}

/** Unpopulated last in both directions; SQL takes NULL for the least of all values. */
function orderSql(type: ContentType, { field, descending }: SortKey, isNullable: IsNullable): string {
  const { hops, field: name } = splitFieldPath(field);
  const relationship = hops.at(-1);
  const column = relationship === undefined ? `a.${quoted(name)}` : `${quoted(`by ${relationship}`)}.${quoted(name)}`;
  if (descending) return `${column} DESC`;
  return isNullable(type.name, field) ? `${column} IS NULL, ${column}` : column;
}

interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Rows of a table other than the type's own, whose `rowid` names the item. */
interface Driver extends Clause {
  readonly table: string;
  /** The column that names the item. */
  readonly item: string;
}

const COMPARISONS = { _eq: '=', _neq: '<>', _gt: '>', _gte: '>=', _lt: '<', _lte: '<=' } as const;

/** The trigram index answers patterns of at least three characters. */
const trigramLength = 3;
const lastCodePoint = 0x10ffff;

/** @returns the condition on table `a`, the type's own */
function conditionSql(type: ContentType, condition: Condition): Clause {
  const driver = driverOf(type, condition);
  if (driver !== undefined) {
    return {
      sql: `a.rowid IN (SELECT ${driver.item} FROM ${driver.table} WHERE ${driver.sql})`,
      values: driver.values,
    };
  }
  const column = `a.${quoted(condition.field)}`;
  const { operator, operand } = condition;
  switch (operator) {
    case '_exists':
      return { sql: `${column} IS ${operandOf(operand, 'populated') ? 'NOT NULL' : 'NULL'}`, values: [] };
    case '_eq':
      if (operand.kind === 'itemId')
        return { sql: `${column} = (${itemRowid(fieldOf(type, condition.field))})`, values: [text(operand)] };
      return { sql: `${column} = ?`, values: [storedValue(type, condition)] };
    case '_neq':
    case '_gt':
    case '_gte':
    case '_lt':
    case '_lte':
      return { sql: `${column} ${COMPARISONS[operator]} ?`, values: [storedValue(type, condition)] };
    case '_startsWith':
      return prefixSql(column, text(operand));
    case '_endsWith':
      if (!isReversed(type.name, condition.field)) throw new Error(`The database has no reversed ${condition.field}.`);
      return prefixSql(`a.${reversedColumn(condition.field)}`, [...text(operand)].reverse().join(''));
    case '_contains':
      return { sql: `${column} GLOB ?`, values: [containing(text(operand))] };
    default:
      throw new Error(`The benchmark asks no ${operator}.`);
  }
}

/** @returns how the condition is answered from another table, where it is: links, trigrams, long texts */
function driverOf(type: ContentType, { field: name, operator, operand }: Condition): Driver | undefined {
  const field = name === 'id' ? undefined : fieldOf(type, name);
  if (field === undefined) return undefined;
  if (!isAttribute(field)) {
    if (!field.many) return undefined;
    const sql = `target = (${itemRowid(field)})`;
    return { table: linkTable(type.name, name), item: 'source', sql, values: [text(operand)] };
  }
  if (operator === '_contains' && isSearched(type.name, name) && [...text(operand)].length >= trigramLength) {
    const table = trigramTable(type.name, name);
    return { table, item: 'rowid', sql: `${table} MATCH ?`, values: [`"${text(operand).replaceAll('"', '""')}"`] };
  }
  if (!isLong(field)) return undefined;
  const table = textTable(type.name, name);
  switch (operator) {
    case '_exists':
      return {
        table,
        item: 'rowid',
        sql: `value IS ${operandOf(operand, 'populated') ? 'NOT NULL' : 'NULL'}`,
        values: [],
      };
    case '_contains':
      return { table, item: 'rowid', sql: 'value GLOB ?', values: [containing(text(operand))] };
    default:
      throw new Error(`The database answers no ${operator} on ${name}.`);
  }
}

function fieldOf(type: ContentType, name: string): Field {
  const field = queriedField(type, name);
  if (field === undefined) throw new Error(`${type.name} has no field ${name}.`);
  return field;
}

function itemRowid(field: Field): string {
  if (isAttribute(field)) throw new Error(`${field.name} is no relationship.`);
  return `SELECT rowid FROM ${quoted(field.to[0] ?? '')} WHERE id = ?`;
}

function operandOf(operand: Operand, kind: 'populated' | 'boolean'): boolean {
  if (operand.kind !== kind) throw new Error(`A ${kind} was expected, not a ${operand.kind}.`);
  return operand.value;
}

function text(operand: Operand): string {
  if (operand.kind === 'text' || operand.kind === 'itemId') return Buffer.from(operand.bytes).toString();
  throw new Error(`A text was expected, not a ${operand.kind}.`);
}

/** @returns the value of the column */
function storedValue(type: ContentType, { field: name, operand }: Condition): string | number {
  switch (operand.kind) {
    case 'boolean':
      return Number(operand.value);
    case 'instant':
      return operand.ms;
    case 'text':
      return text(operand);
    case 'number': {
      const field = fieldOf(type, name);
      const precision = field.type === 'decimal' ? field.precision : 0;
      if (operand.scale > precision)
        throw new Error(`The benchmark asks ${name} for no more than ${precision} decimals.`);
      return Number(operand.digits * 10n ** BigInt(precision - operand.scale));
    }
    case 'area':
    case 'populated':
    case 'list':
    case 'itemId':
      throw new Error(`${operand.kind} is not compared with a column.`);
  }
}

/** @returns the GLOB pattern of texts that contain it; twice as fast as `instr` where nothing is found */
const containing = (part: string): string => `*${part.replace(/[*?[]/g, '[$&]')}*`;

/** A prefix is a range: from itself to the next text that does not begin with it. */
function prefixSql(column: string, prefix: string): Clause {
  const next = successor(prefix);
  return next === undefined
    ? { sql: `${column} >= ?`, values: [prefix] }
    : { sql: `${column} >= ? AND ${column} < ?`, values: [prefix, next] };
}

/** @returns the least text, in code point order, above every text with the prefix; undefined if there is none */
export function successor(prefix: string): string | undefined {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? lastCodePoint;
    // Surrogates are not characters: U+E000 follows U+D7FF.
    if (point < lastCodePoint) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}
