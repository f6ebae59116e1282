/**
 * What tells whether a table holds what was sent: how many rows it has, and a sum of a hash of each.
 *
 * Both sides make the same text of a row and hash it; the sum does not depend on the order in which rows arrive.
 */
import { createHash } from 'node:crypto';
import { UNITS_PER_DEGREE } from '../../../src/content/model/index.js';
import type { ColumnKind } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier, quoteLiteral } from '../schema/identifiers.js';
import type { Table } from '../schema/tables.js';

/** Texts of a list, apart; none of JSON's, as it must be escaped there. */
export const LIST_SEPARATOR = '\x1d';
const VALUE_SEPARATOR = '\x1f';
const NULL_MARK = '\x1e';
/** Digits of an MD5 that are added: 60 bits. */
const hashDigits = 15;

export interface TableSum {
  readonly rows: number;
  readonly sum: bigint;
}

export class RowSums {
  #rows = 0;
  #sum = 0n;

  /** @param values of the columns, as they are compared; null is NULL */
  add(values: readonly (string | null)[]): void {
    const text = values.map((value) => value ?? NULL_MARK).join(VALUE_SEPARATOR);
    this.#rows += 1;
    this.#sum += BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, hashDigits)}`);
  }

  get total(): TableSum {
    return { rows: this.#rows, sum: this.#sum };
  }
}

/** @returns as `md5` of SQL gives it of a column of bytes */
export const hashBytes = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const castToText = (column: string): string => `${column}::text`;
const unitsSql = (column: string, place: number): string => `round(${column}[${place}] * ${UNITS_PER_DEGREE})::bigint`;

/** The value of a column as SQL tells it, by what the column holds; made of the value as `written` does. */
const CANONICAL_SQL: Readonly<Record<ColumnKind, (column: string) => string>> = {
  bytes: (column) => `md5(${column})`,
  instant: (column) => `(extract(epoch from ${column}) * 1000)::bigint::text`,
  point: (column) => `${unitsSql(column, 0)} || ',' || ${unitsSql(column, 1)}`,
  textList: (column) => `array_to_string(${column}, ${quoteLiteral(LIST_SEPARATOR)})`,
  boolean: castToText,
  decimal: castToText,
  integer: castToText,
  json: castToText,
  rank: castToText,
  text: (column) => column,
};

/** @returns a query for one row: `rows`, `sum` */
export function checksumQuery(schema: string, table: Table): string {
  const values = table.columns.map(
    (column) => `coalesce(${CANONICAL_SQL[column.kind](quoteIdentifier(column.name))}, ${quoteLiteral(NULL_MARK)})`,
  );
  const row = values.join(` || ${quoteLiteral(VALUE_SEPARATOR)} || `);
  const hash = `('x' || left(md5(${row}), ${hashDigits}))::bit(60)::bigint`;
  return `SELECT count(*)::text AS rows, coalesce(sum(${hash}), 0)::text AS sum FROM ${qualifyTable(schema, table.name)}`;
}
