/**
 * What statements have counted before. A load never changes, so that the pages of a list, in any order, are counted once.
 */
import type { Ask, Statement } from '../sql/parameters.js';
import type { CountRow } from './statement.js';

/** In characters, about; each row is taken for so many. */
const sizeMaximum = 8_000_000;
const rowSize = 100;

const sizeOf = (key: string, rows: readonly CountRow[]): number => key.length + rows.length * rowSize;

export class KeptRows {
  /** What was asked for last at the end. */
  readonly #rows = new Map<string, readonly CountRow[]>();
  #size = 0;

  async ask(statement: Statement, ask: Ask): Promise<readonly CountRow[]> {
    const key = JSON.stringify(statement);
    const known = this.#rows.get(key);
    const rows = known ?? (await ask<CountRow>(statement));
    this.#forget(key);
    this.#rows.set(key, rows);
    this.#size += sizeOf(key, rows);
    for (const [oldest] of this.#rows) {
      if (this.#size <= sizeMaximum) break;
      this.#forget(oldest);
    }
    return rows;
  }

  #forget(key: string): void {
    const rows = this.#rows.get(key);
    if (rows === undefined) return;
    this.#rows.delete(key);
    this.#size -= sizeOf(key, rows);
  }
}
