/**
 * Filling the tables of a load: created and copied one after another, then indexed over all connections.
 *
 * Elsewhere: copying one table (load/copy), the statements of tables and indexes (schema), checking the rows (load/verify).
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Client } from '../connection/connect.js';
import { onClients } from '../connection/several.js';
import { isDistributed, placeTable } from '../schema/distribution.js';
import { inSchema } from '../schema/identifiers.js';
import { createIndexes } from '../schema/indexes.js';
import { createTable, type Table } from '../schema/tables.js';
import { type Filled, fill } from './copy.js';
import type { LoadSteps } from './options.js';
import { sourceOf } from './sources.js';
import { trigramSchema } from './trigrams.js';

export class TableFilling {
  readonly #workers: readonly Client[];
  readonly #leader: Client;
  readonly #schema: string;
  readonly #distributed: ReadonlySet<string> | undefined;
  readonly #steps: LoadSteps;

  /**
   * @param workers     connections that copy rows and create indexes
   * @param leader      connection that creates tables
   * @param distributed types whose tables are distributed over several servers; undefined without Citus
   */
  constructor(
    workers: readonly Client[],
    leader: Client,
    schema: string,
    distributed: ReadonlySet<string> | undefined,
    steps: LoadSteps,
  ) {
    this.#workers = workers;
    this.#leader = leader;
    this.#schema = schema;
    this.#distributed = distributed;
    this.#steps = steps;
  }

  /** Creates the tables and copies their rows. */
  async fill(space: Space, tables: readonly Table[]): Promise<ReadonlyMap<string, Filled>> {
    const schema = this.#schema;
    const filled = new Map<string, Filled>();
    const distributed = this.#distributed;
    const first = tables.find((table) => isDistributed(table, distributed));
    for (const table of tables) {
      await this.#leader.query(createTable(schema, table));
      if (distributed !== undefined && first !== undefined) {
        await this.#leader.query(placeTable(schema, table, distributed, first));
      }
      const source = sourceOf(space, table);
      const step = `copying ${table.name}`;
      const unit = table.kind === 'search' ? 'rows' : 'items';
      let done = 0;
      this.#steps.report(step, done, source.size, unit);
      const onItems = (count: number): void => {
        done += count;
        this.#steps.report(step, done, source.size, unit);
      };
      filled.set(table.name, await fill(this.#workers, schema, source, onItems, this.#steps.check));
    }
    return filled;
  }

  /** Creates the indexes, those of the largest tables first, and analyses the tables. @returns the number of indexes */
  async index(tables: readonly Table[], filled: ReadonlyMap<string, Filled>): Promise<number> {
    const schema = this.#schema;
    const trigrams = await trigramSchema(this.#leader);
    const statements = tables
      .toSorted((a, b) => (filled.get(b.name)?.rows ?? 0) - (filled.get(a.name)?.rows ?? 0))
      .flatMap((table) =>
        createIndexes(schema, table, {
          longest: filled.get(table.name)?.longest ?? new Map(),
          trigrams,
          isDistributed: isDistributed(table, this.#distributed),
        }),
      );
    const analyse = tables.map((table) => `VACUUM (FREEZE, ANALYZE) ${inSchema(schema, table.name)}`);
    const total = statements.length + analyse.length;
    let done = 0;
    this.#steps.report('indexing', done, total, 'steps');
    for (const batch of [statements, analyse]) {
      await onClients(this.#workers, batch, async (client, statement) => {
        this.#steps.check();
        await client.query(statement);
        done += 1;
        this.#steps.report('indexing', done, total, 'steps');
      });
    }
    return statements.length;
  }
}
