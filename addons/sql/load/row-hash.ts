/**
 * Checksum of a table: its row count, and the sum of a hash of each row.
 *
 * This program and the server hash the same canonical text of each row. The sum does not depend on the order of the rows.
 */
import { createHash } from 'node:crypto';
import { UNITS_PER_DEGREE } from '../../../src/content/model/index.js';
import type { ColumnKind } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier, quoteLiteral } from '../schema/identifiers.js';
import type { Table } from '../schema/tables.js';

/** Separates the texts of a list. Rendered JSON never contains it unescaped. */
export const LIST_SEPARATOR = '\x1d';
const VALUE_SEPARATOR = '\x1f';
const NULL_MARK = '\x1e';
/** Hexadecimal digits of an MD5 that are summed: 60 bits. */
const hashDigits = 15;

export interface TableSum {
  readonly rows: number;
  readonly sum: bigint;
}

export class RowSums {
  #rows = 0;
  #sum = 0n;

  /** @param values canonical texts of the columns; null for NULL */
  add(values: readonly (string | null)[]): void {
    const text = values.map((value) => value ?? NULL_MARK).join(VALUE_SEPARATOR);
    this.#rows += 1;
    this.#sum += BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, hashDigits)}`);
  }

  get total(): TableSum {
    return { rows: this.#rows, sum: this.#sum };
  }
}

/** @returns the hash that SQL's `md5` gives for a bytea value */
export const hashBytes = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const castToText = (column: string): string => `${column}::text`;
const unitsSql = (column: string, place: number): string => `round(${column}[${place}] * ${UNITS_PER_DEGREE})::bigint`;

/** SQL for the canonical text of a column, equal to `CellValue.canonical`. */
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
