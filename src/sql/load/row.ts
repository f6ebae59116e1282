/**
 * Rows on their way into a table.
 */
import type { Table } from '../schema/tables.js';
import type { Written } from './values.js';

/** One value for each column; null is NULL. */
export type Row = readonly (Written | null)[];

/** Part of what goes into a table. */
export interface RowSource {
  readonly table: Table;
  /** How many items it is made of: what progress counts. */
  readonly size: number;
  /** @returns the rows that come of items `[start, end)` */
  rows(start: number, end: number): Iterable<Row>;
}
