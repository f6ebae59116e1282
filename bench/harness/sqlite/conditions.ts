/**
 * One condition of a query tree as SQL. Values are always bound.
 *
 * SQL's three-valued logic gives the rule for unpopulated fields by itself: a comparison with NULL selects nothing.
 */
import { type ContentType, type Field, isAttribute } from '../../../src/content/model/index.js';
import type { Condition, Operand } from '../../../src/engine/query/index.js';
import type { SqlValue } from './driver.js';
import {
  isLong,
  isReversed,
  isSearched,
  linkTable,
  quoted,
  reversedColumn,
  textTable,
  trigramTable,
} from './schema.js';

export interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Rows of a table other than the type's own, whose `rowid` names the item. */
export interface Driver extends Clause {
  readonly table: string;
  /** The column that names the item. */
  readonly item: string;
}

const COMPARISONS = { _eq: '=', _neq: '<>', _gt: '>', _gte: '>=', _lt: '<', _lte: '<=' } as const;

/** The trigram index answers patterns of at least three characters. */
const trigramLength = 3;
const lastCodePoint = 0x10ffff;

/** @returns the condition on table `a`, the type's own */
export function conditionSql(type: ContentType, condition: Condition): Clause {
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
export function driverOf(type: ContentType, { field: name, operator, operand }: Condition): Driver | undefined {
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
  const field = type.fieldByName.get(name);
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

/** @returns what the column holds for this value */
function storedValue(type: ContentType, { field: name, operand }: Condition): SqlValue {
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

/** @returns the least text, in code point order, above every text with the prefix; undefined where there is none */
export function successor(prefix: string): string | undefined {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? lastCodePoint;
    // Surrogates are no characters: what follows U+D7FF is U+E000.
    if (point < lastCodePoint) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}
