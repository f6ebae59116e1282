/**
 * What statements have counted before. A load never changes, so that the pages of a list, in any order, are counted once.
 */
import { createHash } from 'node:crypto';
import type { Statement } from '../statements/parameters.js';
import type { CountRow } from './counting-statement.js';

/** Rows, some hundred bytes each; a statement is taken for one more. */
const rowLimit = 80_000;

export class CountCache {
  /** What was asked for last at the end. */
  readonly #rowsByStatement = new Map<string, readonly CountRow[]>();
  #size = 0;

  /** @param countRows for them, where they are not known */
  async countOnce(statement: Statement, countRows: () => Promise<readonly CountRow[]>): Promise<readonly CountRow[]> {
    // A search has all its items in the statement.
    const key = createHash('sha256').update(JSON.stringify(statement)).digest('base64');
    const cachedRows = this.#rowsByStatement.get(key);
    const rows = cachedRows ?? (await countRows());
    this.#forget(key);
    this.#rowsByStatement.set(key, rows);
    this.#size += rows.length + 1;
    for (const [oldest] of this.#rowsByStatement) {
      if (this.#size <= rowLimit) break;
      this.#forget(oldest);
    }
    return rows;
  }

  #forget(key: string): void {
    const rows = this.#rowsByStatement.get(key);
    if (rows === undefined) return;
    this.#rowsByStatement.delete(key);
    this.#size -= rows.length + 1;
  }
}
