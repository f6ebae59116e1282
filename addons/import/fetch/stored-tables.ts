/**
 * All tables of a server. They are fetched completely if the server's data model changed.
 *
 * Elsewhere: one table on disk (stored-table), the requests for rows (strapi, directus).
 */
import { createHash } from 'node:crypto';
import { type Json, textAt } from '../value/json.js';
import type { Job } from './job.js';
import { StoredTable, type Table } from './stored-table.js';

export class StoredTables {
  readonly #job: Job;
  /** Hash of the data model. */
  readonly #model: string;
  readonly #isSameModel: boolean;
  readonly #tables = new Map<string, StoredTable>();

  constructor(job: Job, model: Json) {
    this.#job = job;
    this.#model = createHash('sha256').update(JSON.stringify(model)).digest('hex');
    this.#isSameModel = textAt(job.old?.state, 'model') === this.#model;
    if (job.old !== undefined && !this.#isSameModel) job.tell('fetching everything: the data model changed');
  }

  /** Adds a table, and fetches its changed rows. */
  async addTable(name: string, table: Table): Promise<void> {
    const { old, createSpool } = this.#job;
    const oldFolder = this.#isSameModel ? old?.folder : undefined;
    const storedTable = new StoredTable(table, oldFolder, createSpool());
    this.#tables.set(name, storedTable);
    await storedTable.fetchChanges();
  }

  /**
   * Writes all tables. If linked rows were added or deleted, the rows that link to them may change without a date of change, so
   * their tables are fetched completely.
   *
   * @param hasLinks whether rows of one table link to rows of another
   */
  async write(
    hasLinks: (from: string, to: string) => boolean,
  ): Promise<{ readonly changed: number; readonly state: Json }> {
    if (this.#isSameModel) await this.#fetchAffectedTables(hasLinks);
    let changed = 0;
    for (const table of this.#tables.values()) changed += await table.write(this.#job.folder);
    return { changed, state: { model: this.#model } };
  }

  /** Fetches tables that link to changed tables, until no other table is affected. */
  async #fetchAffectedTables(hasLinks: (from: string, to: string) => boolean): Promise<void> {
    const completeTables = new Set<string>();
    let previousSize: number;
    do {
      previousSize = completeTables.size;
      for (const [to, table] of this.#tables) {
        if (!(await table.affectsOtherTables())) continue;
        for (const [from, linkingTable] of this.#tables) {
          if (completeTables.has(from) || !hasLinks(from, to)) continue;
          completeTables.add(from);
          await linkingTable.fetchRows();
        }
      }
    } while (previousSize < completeTables.size);
  }
}
