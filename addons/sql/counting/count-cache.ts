/**
 * A cache of the rows of counting statements. A load never changes, so the pages of a list share one count.
 */
import { createHash } from 'node:crypto';
import type { Statement } from '../statements/parameters.js';
import type { CountRow } from './counting-statement.js';

/** Maximum rows, of some hundred bytes each; a statement counts as one row more. */
const rowLimit = 80_000;

export class CountCache {
  /** Hash of the statement → rows, the most recently used last. */
  readonly #rowsByStatement = new Map<string, readonly CountRow[]>();
  #size = 0;

  /** @param countRows called if the rows are not in the cache. @returns the rows of the statement */
  async countOnce(statement: Statement, countRows: () => Promise<readonly CountRow[]>): Promise<readonly CountRow[]> {
    // Hashed, because the statement of a search contains all its hits.
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
