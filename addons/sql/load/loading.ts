/**
 * The steps of a load: find unchanged tables, fill and index the others, check them, publish.
 *
 * Everything goes into a schema that no reader uses yet. A load that fails or is stopped drops it; if the process is
 * killed, the next load does (load/old-loads).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type ContentModel, contentModelToJson } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { type Client, checkServer } from '../connection/connect.js';
import { backendOf, endBackends } from '../connection/several.js';
import { LAYOUT, type LoadEntry } from '../register/entries.js';
import { letRead, requireRole } from '../register/reader-role.js';
import { Register } from '../register/register.js';
import { DISTRIBUTED_FROM, distributedTypes, hasCitus, typesToDistribute } from '../schema/distribution.js';
import { tablesOf } from '../schema/tables.js';
import { countsOf, fingerprintOf } from './facts.js';
import { TableFilling } from './fill-tables.js';
import { dropAbandoned, dropOld } from './old-loads.js';
import type { LoadOptions, LoadProgress, LoadReport, LoadSteps } from './options.js';
import type { TableSum } from './row-hash.js';
import { rowsOf } from './sources.js';
import { contentsOf, showTable } from './unchanged.js';
import { sumsFromJson, sumsToJson, verifyTables } from './verify.js';

export class Loading {
  readonly #space: Space;
  readonly #model: ContentModel;
  readonly #leader: Client;
  readonly #workers: readonly Client[];
  readonly #options: LoadOptions;
  readonly #register: Register;
  readonly #check: () => void;
  #distributed: ReadonlySet<string> | undefined;
  readonly #steps: LoadSteps;
  readonly #startedMs = performance.now();

  constructor(space: Space, leader: Client, workers: readonly Client[], options: LoadOptions, check: () => void) {
    this.#space = space;
    this.#model = options.model ?? space.model;
    this.#leader = leader;
    this.#workers = workers;
    this.#options = options;
    this.#register = new Register(leader, options.schema);
    this.#check = check;
    this.#steps = { check, report: this.#report.bind(this) };
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
    if (reader !== undefined) await requireRole(this.#leader, reader);
    this.#distributed = await this.#typesToDistribute();
    const removed = await dropAbandoned(register, await register.list());
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
    const register = this.#register;
    const all = tablesOf(this.#model);
    const contents = contentsOf(this.#space, this.#model);
    const earlier = before === undefined ? undefined : await register.completed(before.load);
    const unchanged = before === undefined ? new Set() : await this.#unchanged(before, contents);
    const tables = all.filter((table) => table.kind === 'search' || !unchanged.has(table.type.name));
    const sums = new Map<string, TableSum>();
    for (const [name, sum] of sumsFromJson(earlier?.sums ?? '[]')) {
      if (before === undefined || !all.some((table) => table.name === name && !tables.includes(table))) continue;
      await showTable(this.#leader, schema, before.schema, name, this.#options.reader);
      sums.set(name, sum);
    }
    const filling = new TableFilling(this.#workers, this.#leader, schema, this.#distributed, this.#steps);
    const filled = await filling.fill(this.#space, tables);
    const indexes = await filling.index(tables, filled);
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
    await register.complete(load, shrunk.length > 0 ? 'held' : 'complete', completed, contents);
    const { reader } = this.#options;
    if (reader !== undefined) await letRead(this.#leader, reader, [register.name, schema]);
    if (shrunk.length === 0) await register.publish(load);
    // From here on it is published, whoever wants it stopped.
    const old = await dropOld(register, this.#options.keep, load).catch(() => []);
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

  #report(step: string, done: number, total: number, unit: LoadProgress['unit']): void {
    this.#check();
    this.#options.onProgress?.({ step, done, total, unit });
  }

  get #seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }
}
