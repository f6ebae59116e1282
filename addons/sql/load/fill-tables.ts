/**
 * Fills the tables of a load: creates and copies them one after another, then creates their indexes on several connections
 * at once.
 *
 * Elsewhere: copying one table (load/copy-rows), the statements of tables and indexes (schema), checking the rows (load/verify-tables).
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import { runOnClients } from '../connection/client-tasks.js';
import type { Client } from '../connection/connect.js';
import { isDistributed, placementStatement } from '../schema/distribution.js';
import { qualifyTable } from '../schema/identifiers.js';
import { indexStatements } from '../schema/indexes.js';
import { type Table, tableStatement } from '../schema/tables.js';
import { type FilledTable, fillTable } from './copy-rows.js';
import type { LoadSteps } from './options.js';
import { rowSource } from './row-sources.js';
import { requireTrigramSchema } from './trigram-extension.js';

export class TableFiller {
  readonly #clients: readonly Client[];
  readonly #leader: Client;
  readonly #schema: string;
  readonly #distributed: ReadonlySet<string> | undefined;
  readonly #steps: LoadSteps;

  /**
   * @param clients     connections that copy rows and create indexes
   * @param leader      connection that creates tables
   * @param schema      name of the schema in which the tables are created
   * @param distributed types whose tables are distributed over several servers; undefined without Citus
   * @param steps       receives the progress of the load
   */
  constructor(
    clients: readonly Client[],
    leader: Client,
    schema: string,
    distributed: ReadonlySet<string> | undefined,
    steps: LoadSteps,
  ) {
    this.#clients = clients;
    this.#leader = leader;
    this.#schema = schema;
    this.#distributed = distributed;
    this.#steps = steps;
  }

  /** Creates the tables and copies their rows. */
  async fill(space: Space, tables: readonly Table[]): Promise<ReadonlyMap<string, FilledTable>> {
    const schema = this.#schema;
    const filledTables = new Map<string, FilledTable>();
    const distributed = this.#distributed;
    // The other distributed tables are co-located with the first one.
    const firstDistributed = tables.find((table) => isDistributed(table, distributed));
    for (const table of tables) {
      await this.#leader.query(tableStatement(schema, table));
      if (distributed !== undefined && firstDistributed !== undefined) {
        await this.#leader.query(placementStatement(schema, table, distributed, firstDistributed));
      }
      const source = rowSource(space, table);
      const step = `copying ${table.name}`;
      const unit = table.kind === 'search' ? 'rows' : 'items';
      let finishedItems = 0;
      this.#steps.report(step, finishedItems, source.size, unit);
      const onItems = (count: number): void => {
        finishedItems += count;
        this.#steps.report(step, finishedItems, source.size, unit);
      };
      filledTables.set(table.name, await fillTable(this.#clients, schema, source, onItems, this.#steps.check));
    }
    return filledTables;
  }

  /** Creates the indexes, of the largest tables first, and analyses the tables. @returns the number of indexes */
  async index(tables: readonly Table[], filledTables: ReadonlyMap<string, FilledTable>): Promise<number> {
    const schema = this.#schema;
    const trigramSchema = await requireTrigramSchema(this.#leader);
    const createStatements = tables
      .toSorted((a, b) => (filledTables.get(b.name)?.rows ?? 0) - (filledTables.get(a.name)?.rows ?? 0))
      .flatMap((table) =>
        indexStatements(schema, table, {
          longestTextBytes: filledTables.get(table.name)?.longestTextBytes ?? new Map(),
          trigramSchema,
          isDistributed: isDistributed(table, this.#distributed),
        }),
      );
    const analyseStatements = tables.map((table) => `VACUUM (FREEZE, ANALYZE) ${qualifyTable(schema, table.name)}`);
    const total = createStatements.length + analyseStatements.length;
    let finishedSteps = 0;
    this.#steps.report('indexing', finishedSteps, total, 'steps');
    for (const batch of [createStatements, analyseStatements]) {
      await runOnClients(this.#clients, batch, async (client, statement) => {
        this.#steps.check();
        await client.query(statement);
        finishedSteps += 1;
        this.#steps.report('indexing', finishedSteps, total, 'steps');
      });
    }
    return createStatements.length;
  }
}
