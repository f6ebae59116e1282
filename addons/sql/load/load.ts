/**
 * From an open snapshot to a published load: tables made and filled, indexes, a check, one row.
 *
 * Everything goes into a schema that nobody reads yet. What fails or is stopped removes it; what is killed leaves it to
 * the next load.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type ContentModel, contentModelToJson } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Address } from '../connection/address.js';
import { type Client, checkServer, connect } from '../connection/connect.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import { backendOf, endBackends, onClients } from '../connection/several.js';
import { LAYOUT, type LoadEntry, Register } from '../register/register.js';
import {
  DISTRIBUTED_FROM,
  distributedTypes,
  hasCitus,
  isDistributed,
  placeTable,
  typesToDistribute,
} from '../schema/distribution.js';
import { inSchema } from '../schema/identifiers.js';
import { createIndexes } from '../schema/indexes.js';
import { createTable, type Table, tablesOf } from '../schema/tables.js';
import { type Filled, fill } from './copy.js';
import { countsOf, fingerprintOf } from './facts.js';
import type { LoadOptions, LoadProgress, LoadReport } from './options.js';
import type { TableSum } from './row-hash.js';
import { rowsOf, sourceOf } from './sources.js';
import { trigramSchema } from './trigrams.js';
import { contentsOf, showTable } from './unchanged.js';
import { sumsFromJson, sumsToJson, verifyTables } from './verify.js';

const loading = 'load into the database';

const stopped = (): OperationError =>
  new OperationError('the load was stopped; nothing was published, and what it had begun is removed.');

/** To be asked before an export is read. @throws OperationError where no server answers, or none that can be loaded into */
export async function checkDatabase(address: Address): Promise<void> {
  let client: Client | undefined;
  try {
    client = await connect(address, 'stele load');
    await checkServer(client);
  } catch (error) {
    throw explainDatabaseFailure(error, loading, address);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** @throws OperationError where the database refuses, another load runs, or it was stopped */
export async function loadSpace(space: Space, address: Address, options: LoadOptions): Promise<LoadReport> {
  const clients: Client[] = [];
  const { signal } = options;
  const check = (): void => {
    if (signal?.aborted === true) throw stopped();
  };
  // A statement that takes long is not waited for: its connection is closed, and the server ends it.
  const stop = (): void => {
    for (const client of clients.slice(1)) void client.end().catch(() => undefined);
  };
  signal?.addEventListener('abort', stop);
  try {
    check();
    for (let number = 0; number <= options.connections; number += 1) {
      clients.push(await connect(address, number === 0 ? 'stele load' : `stele load, ${number}`));
    }
    const [leader, ...workers] = clients;
    return await new Loading(space, leader!, workers, options, check).run();
  } catch (error) {
    if (signal?.aborted === true) throw stopped();
    throw explainDatabaseFailure(error, loading, address);
  } finally {
    signal?.removeEventListener('abort', stop);
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

class Loading {
  readonly #space: Space;
  readonly #model: ContentModel;
  readonly #leader: Client;
  readonly #workers: readonly Client[];
  readonly #options: LoadOptions;
  readonly #register: Register;
  readonly #check: () => void;
  #distributed: ReadonlySet<string> | undefined;
  readonly #startedMs = performance.now();

  constructor(space: Space, leader: Client, workers: readonly Client[], options: LoadOptions, check: () => void) {
    this.#space = space;
    this.#model = options.model ?? space.model;
    this.#leader = leader;
    this.#workers = workers;
    this.#options = options;
    this.#register = new Register(leader, options.schema);
    this.#check = check;
  }

  async run(): Promise<LoadReport> {
    const register = this.#register;
    await checkServer(this.#leader);
    if (!(await register.lock())) {
      throw new OperationError(
        `another load into the schema ${register.name} is running. Wait until it has ended, then load again.`,
      );
    }
    await register.create();
    const { reader } = this.#options;
    if (reader !== undefined) await register.requireRole(reader);
    this.#distributed = await this.#typesToDistribute();
    const removed = await this.#tidy(await register.list());
    const fingerprint = fingerprintOf(this.#space, this.#model);
    const entries = await register.list();
    const published = entries.find(({ isPublished }) => isPublished);
    if (
      published?.fingerprint === fingerprint &&
      published.layout === LAYOUT &&
      (await this.#isPlacedAsWanted(published))
    )
      return this.#nothingChanged(published, removed);
    const backends = await Promise.all(this.#workers.map(backendOf));
    const { load, schema } = await register.begin(this.#model.space, fingerprint);
    try {
      return await this.#fillAndPublish(load, schema, published, removed);
    } catch (error) {
      // An index that is being made would be waited for.
      await endBackends(this.#leader, backends).catch(() => undefined);
      await register.drop(load, schema).catch(() => undefined);
      throw error;
    }
  }

  async #typesToDistribute(): Promise<ReadonlySet<string> | undefined> {
    const { distribute = 'auto' } = this.#options;
    if (distribute === 'never' || !(await hasCitus(this.#leader))) return undefined;
    return typesToDistribute(rowsOf(this.#space), distribute === 'auto' ? DISTRIBUTED_FROM : distribute);
  }

  /** Whether the tables of a load lie where those of this one are to lie. */
  async #isPlacedAsWanted({ schema }: LoadEntry): Promise<boolean> {
    const placed = [...((await distributedTypes(this.#leader, schema, this.#model)) ?? [])];
    const wanted = this.#distributed ?? new Set();
    return placed.length === wanted.size && placed.every((type) => wanted.has(type));
  }

  async #nothingChanged({ load, schema }: LoadEntry, removed: readonly number[]): Promise<LoadReport> {
    const { counts } = await this.#register.completed(load);
    const items = [...counts.values()].reduce((sum, one) => sum + one.items, 0);
    const distributed = this.#distributed;
    return {
      load,
      schema,
      items,
      links: 0,
      indexes: 0,
      distributed,
      published: false,
      shrunk: [],
      removed,
      seconds: this.#seconds,
    };
  }

  async #fillAndPublish(
    load: number,
    schema: string,
    before: LoadEntry | undefined,
    removed: readonly number[],
  ): Promise<LoadReport> {
    const all = tablesOf(this.#model);
    const contents = contentsOf(this.#space, this.#model);
    const earlier = before === undefined ? undefined : await this.#register.completed(before.load);
    const unchanged = before === undefined ? new Set() : await this.#unchanged(before, contents);
    const tables = all.filter((table) => table.kind === 'search' || !unchanged.has(table.type.name));
    const sums = new Map<string, TableSum>();
    for (const [name, sum] of sumsFromJson(earlier?.sums ?? '[]')) {
      if (before === undefined || !all.some((table) => table.name === name && !tables.includes(table))) continue;
      await showTable(this.#leader, schema, before.schema, name, this.#options.reader);
      sums.set(name, sum);
    }
    const filled = await this.#fill(schema, tables);
    const indexes = await this.#index(schema, tables, filled);
    for (const [name, { rows, sum }] of filled) sums.set(name, { rows, sum });
    let verified = 0;
    this.#report('verifying', 0, tables.length, 'steps');
    await verifyTables(this.#workers, schema, tables, sums, () => {
      verified += 1;
      this.#report('verifying', verified, tables.length, 'steps');
    });
    this.#report('publishing', 0, 1, 'steps');
    const counts = new Map(countsOf(this.#model, filled));
    for (const [name, count] of earlier?.counts ?? []) if (unchanged.has(name)) counts.set(name, count);
    const shrunk = this.#options.shrunk(earlier?.counts ?? new Map(), counts);
    const model = JSON.stringify(contentModelToJson(this.#model));
    const completed = { model, counts, sums: sumsToJson(sums) };
    await this.#register.complete(load, shrunk.length > 0 ? 'held' : 'complete', completed, contents);
    if (this.#options.reader !== undefined) await this.#register.letRead(this.#options.reader, schema);
    if (shrunk.length === 0) await this.#register.publish(load);
    // From here on it is published, whoever wants it stopped.
    const old = await this.#removeOld(load).catch(() => []);
    this.#options.onProgress?.({ step: 'publishing', done: 1, total: 1, unit: 'steps' });
    return {
      load,
      schema,
      items: [...counts.values()].reduce((sum, { items }) => sum + items, 0),
      links: all.reduce((sum, { kind, name }) => sum + (kind === 'links' ? (sums.get(name)?.rows ?? 0) : 0), 0),
      indexes,
      distributed: this.#distributed,
      published: shrunk.length === 0,
      shrunk,
      removed: [...removed, ...old],
      seconds: this.#seconds,
    };
  }

  /** @returns the types whose tables are those of the load before. Distributed ones are made anew, so that all lie together. */
  async #unchanged(before: LoadEntry, contents: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
    if (before.layout !== LAYOUT || this.#distributed !== undefined || !(await this.#isPlacedAsWanted(before)))
      return new Set();
    const earlier = await this.#register.contents(before.load);
    return new Set([...contents].filter(([type, hash]) => earlier.get(type) === hash).map(([type]) => type));
  }

  async #fill(schema: string, tables: readonly Table[]): Promise<ReadonlyMap<string, Filled>> {
    const filled = new Map<string, Filled>();
    const distributed = this.#distributed;
    const first = tables.find((table) => isDistributed(table, distributed));
    for (const table of tables) {
      await this.#leader.query(createTable(schema, table));
      if (distributed !== undefined && first !== undefined) {
        await this.#leader.query(placeTable(schema, table, distributed, first));
      }
      const source = sourceOf(this.#space, table);
      const step = `copying ${table.name}`;
      const unit = table.kind === 'search' ? 'rows' : 'items';
      let done = 0;
      this.#report(step, done, source.size, unit);
      const onItems = (count: number): void => {
        done += count;
        this.#report(step, done, source.size, unit);
      };
      filled.set(table.name, await fill(this.#workers, schema, source, onItems, this.#check));
    }
    return filled;
  }

  /** @returns how many there are */
  async #index(schema: string, tables: readonly Table[], filled: ReadonlyMap<string, Filled>): Promise<number> {
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
    this.#report('indexing', done, total, 'steps');
    for (const batch of [statements, analyse]) {
      await onClients(this.#workers, batch, async (client, statement) => {
        this.#check();
        await client.query(statement);
        done += 1;
        this.#report('indexing', done, total, 'steps');
      });
    }
    return statements.length;
  }

  /** What died while it loaded left its schema; nobody else can be loading. */
  async #tidy(entries: readonly LoadEntry[]): Promise<readonly number[]> {
    const dead = entries.filter(({ state }) => state === 'loading');
    for (const { load, schema } of dead) await this.#register.drop(load, schema);
    return dead.map(({ load }) => load);
  }

  /** The published one stays, then those published before it, the latest first, then the newest. */
  async #removeOld(spared: number): Promise<readonly number[]> {
    const entries = await this.#register.list();
    const rank = ({ isPublished, publishedBefore }: LoadEntry): number =>
      isPublished ? 0 : (publishedBefore ?? Number.POSITIVE_INFINITY);
    const old = entries
      .toSorted((a, b) => rank(a) - rank(b) || b.load - a.load)
      .slice(Math.min(this.#options.keep, entries.length))
      .filter(({ load }) => load !== spared);
    for (const { load, schema } of old) await this.#register.drop(load, schema);
    return old.map(({ load }) => load);
  }

  #report(step: string, done: number, total: number, unit: LoadProgress['unit']): void {
    this.#check();
    this.#options.onProgress?.({ step, done, total, unit });
  }

  get #seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }
}
