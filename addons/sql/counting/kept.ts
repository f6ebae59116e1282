/**
 * What statements have counted before. A load never changes, so that the pages of a list, in any order, are counted once.
 */
import { createHash } from 'node:crypto';
import type { Statement } from '../statements/parameters.js';
import type { CountRow } from './statement.js';

/** Rows, some hundred bytes each; a statement is taken for one more. */
const rowsMaximum = 80_000;

export class KeptRows {
  /** What was asked for last at the end. */
  readonly #rows = new Map<string, readonly CountRow[]>();
  #size = 0;

  /** @param ask for them, where they are not known */
  async ask(statement: Statement, ask: () => Promise<readonly CountRow[]>): Promise<readonly CountRow[]> {
    // A search has all its items in the statement.
    const key = createHash('sha256').update(JSON.stringify(statement)).digest('base64');
    const known = this.#rows.get(key);
    const rows = known ?? (await ask());
    this.#forget(key);
    this.#rows.set(key, rows);
    this.#size += rows.length + 1;
    for (const [oldest] of this.#rows) {
      if (this.#size <= rowsMaximum) break;
      this.#forget(oldest);
    }
    return rows;
  }

  #forget(key: string): void {
    const rows = this.#rows.get(key);
    if (rows === undefined) return;
    this.#rows.delete(key);
    this.#size -= rows.length + 1;
  }
}
