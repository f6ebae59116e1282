/**
 * What tells whether a table holds what was sent: how many rows it has, and a sum of a hash of each.
 *
 * Both sides make the same text of a row and hash it; the sum does not depend on the order in which rows arrive.
 */
import { createHash } from 'node:crypto';
import { UNITS_PER_DEGREE } from '../../content/model/index.js';
import type { Column } from '../schema/columns.js';
import { inSchema, literal, quoted } from '../schema/identifiers.js';
import type { Table } from '../schema/tables.js';

/** Texts of a list, apart; none of JSON's, as it must be escaped there. */
export const LIST_MARK = '\x1d';
const APART = '\x1f';
const ABSENT = '\x1e';
/** Digits of an MD5 that are added: 60 bits. */
const digits = 15;

export interface TableSum {
  readonly rows: number;
  readonly sum: bigint;
}

export class RowSums {
  #rows = 0;
  #sum = 0n;

  /** @param values of the columns, as they are compared; null is NULL */
  add(values: readonly (string | null)[]): void {
    const text = values.map((value) => value ?? ABSENT).join(APART);
    this.#rows += 1;
    this.#sum += BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, digits)}`);
  }

  get total(): TableSum {
    return { rows: this.#rows, sum: this.#sum };
  }
}

/** @returns as `md5` of SQL gives it of a column of bytes */
export const bytesHash = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** The value of a column as SQL tells it; made of the value as `written` does. */
function canonical({ name, kind }: Column): string {
  const column = quoted(name);
  switch (kind) {
    case 'bytes':
      return `md5(${column})`;
    case 'instant':
      return `(extract(epoch from ${column}) * 1000)::bigint::text`;
    case 'point':
      return `round(${column}[0] * ${UNITS_PER_DEGREE})::bigint || ',' || round(${column}[1] * ${UNITS_PER_DEGREE})::bigint`;
    case 'textList':
      return `array_to_string(${column}, ${literal(LIST_MARK)})`;
    case 'boolean':
    case 'decimal':
    case 'integer':
    case 'json':
    case 'rank':
      return `${column}::text`;
    case 'text':
      return column;
  }
}

/** @returns a query for one row: `rows`, `sum` */
export function sumQuery(schema: string, table: Table): string {
  const values = table.columns.map((column) => `coalesce(${canonical(column)}, ${literal(ABSENT)})`);
  const row = values.join(` || ${literal(APART)} || `);
  const hash = `('x' || left(md5(${row}), ${digits}))::bit(60)::bigint`;
  return `SELECT count(*)::text AS rows, coalesce(sum(${hash}), 0)::text AS sum FROM ${inSchema(schema, table.name)}`;
}
