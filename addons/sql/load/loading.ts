/**
 * The steps of a load: find unchanged tables, fill and index the others, check them, publish.
 *
 * Everything goes into a schema that no reader uses yet. A load that fails or is stopped drops it; if the process is
 * killed, the next load does (load/old-loads).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type ContentModel, contentModelToJson } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { readBackendPid, terminateBackends } from '../connection/client-tasks.js';
import { type Client, checkServer } from '../connection/connect.js';
import { LAYOUT, type LoadEntry } from '../register/entries.js';
import { grantRead, requireRole } from '../register/reader-role.js';
import { Register } from '../register/register.js';
import {
  DEFAULT_DISTRIBUTION_BOUND,
  hasCitus,
  readDistributedTypes,
  selectDistributedTypes,
} from '../schema/distribution.js';
import { buildTables, type Table } from '../schema/tables.js';
import { TableFiller } from './fill-tables.js';
import { buildTypeCounts, computeFingerprint } from './load-facts.js';
import { dropAbandoned, dropOld } from './old-loads.js';
import type { LoadOptions, LoadProgress, LoadReport, LoadSteps } from './options.js';
import type { TableSum } from './row-hash.js';
import { largestTables } from './row-sources.js';
import { createTableView, hashTypes } from './unchanged-tables.js';
import { parseSums, serializeSums, verifyTables } from './verify-tables.js';

export class Loading {
  readonly #space: Space;
  readonly #model: ContentModel;
  readonly #control: Client;
  readonly #clients: readonly Client[];
  readonly #options: LoadOptions;
  readonly #register: Register;
  readonly #throwIfStopped: () => void;
  #distributed: ReadonlySet<string> | undefined;
  readonly #steps: LoadSteps;
  readonly #startedMs = performance.now();

  constructor(
    space: Space,
    control: Client,
    clients: readonly Client[],
    options: LoadOptions,
    throwIfStopped: () => void,
  ) {
    this.#space = space;
    this.#model = options.model ?? space.model;
    this.#control = control;
    this.#clients = clients;
    this.#options = options;
    this.#register = new Register(control, options.schema);
    this.#throwIfStopped = throwIfStopped;
    this.#steps = { check: throwIfStopped, report: this.#report.bind(this) };
  }

  async run(): Promise<LoadReport> {
    const register = this.#register;
    await checkServer(this.#control);
    if (!(await register.lock())) {
      throw new OperationError(
        `another load into the schema ${register.name} is running. Wait until it has ended, then load again.`,
      );
    }
    await register.create();
    const { reader } = this.#options;
    if (reader !== undefined) await requireRole(this.#control, reader);
    this.#distributed = await this.#typesToDistribute();
    const droppedLoads = await dropAbandoned(register, await register.list());
    const fingerprint = computeFingerprint(this.#space, this.#model);
    const entries = await register.list();
    const published = entries.find(({ isPublished }) => isPublished);
    if (
      published?.fingerprint === fingerprint &&
      published.layout === LAYOUT &&
      (await this.#hasWantedPlacement(published))
    )
      return this.#reportUnchanged(published, droppedLoads);
    const backends = await Promise.all(this.#clients.map(readBackendPid));
    const { load, schema } = await register.beginLoad(this.#model.space, fingerprint);
    try {
      return await this.#fillAndPublish(load, schema, published, droppedLoads);
    } catch (error) {
      // Dropping the schema would wait for the statements of the other connections, such as CREATE INDEX.
      await terminateBackends(this.#control, backends).catch(() => undefined);
      await register.drop(load, schema).catch(() => undefined);
      throw error;
    }
  }

  async #typesToDistribute(): Promise<ReadonlySet<string> | undefined> {
    const { distribute = 'auto' } = this.#options;
    if (distribute === 'never' || !(await hasCitus(this.#control))) return undefined;
    const rowsByType = new Map(Array.from(largestTables(this.#space), ([type, { rows }]) => [type, rows]));
    return selectDistributedTypes(rowsByType, distribute === 'auto' ? DEFAULT_DISTRIBUTION_BOUND : distribute);
  }

  /** Whether the same types are distributed as in the load to come. */
  async #hasWantedPlacement({ schema }: LoadEntry): Promise<boolean> {
    const placedTypes = [...((await readDistributedTypes(this.#control, schema, this.#model)) ?? [])];
    const wantedTypes = this.#distributed ?? new Set();
    return placedTypes.length === wantedTypes.size && placedTypes.every((type) => wantedTypes.has(type));
  }

  async #reportUnchanged({ load, schema }: LoadEntry, droppedLoads: readonly number[]): Promise<LoadReport> {
    const { counts } = await this.#register.readCompleted(load);
    const items = sumNumbers(Array.from(counts.values(), (typeCounts) => typeCounts.items));
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
      droppedLoads,
      seconds: this.#seconds,
    };
  }

  async #fillAndPublish(
    load: number,
    schema: string,
    previous: LoadEntry | undefined,
    droppedLoads: readonly number[],
  ): Promise<LoadReport> {
    const register = this.#register;
    const allTables = buildTables(this.#model);
    const contentHashes = hashTypes(this.#space, this.#model);
    const previousRecord = previous === undefined ? undefined : await register.readCompleted(previous.load);
    const unchangedTypes = previous === undefined ? new Set() : await this.#findUnchangedTypes(previous, contentHashes);
    const isUnchanged = (table: Table): boolean => table.kind !== 'search' && unchangedTypes.has(table.type.name);
    const changedTables = allTables.filter((table) => !isUnchanged(table));
    const sums = new Map<string, TableSum>();
    if (previous !== undefined) {
      const unchangedTables = new Set(allTables.filter(isUnchanged).map(({ name }) => name));
      for (const [name, sum] of parseSums(previousRecord?.sums ?? '[]')) {
        if (!unchangedTables.has(name)) continue;
        await createTableView(this.#control, schema, previous.schema, name, this.#options.reader);
        sums.set(name, sum);
      }
    }
    const tableFiller = new TableFiller(this.#clients, this.#control, schema, this.#distributed, this.#steps);
    const filledTables = await tableFiller.fill(this.#space, changedTables);
    const indexes = await tableFiller.index(changedTables, filledTables);
    for (const [name, { rows, sum }] of filledTables) sums.set(name, { rows, sum });
    await this.#verify(schema, changedTables, sums);
    this.#report('publishing', 0, 1, 'steps');
    const counts = new Map(buildTypeCounts(this.#model, filledTables));
    for (const [name, count] of previousRecord?.counts ?? []) if (unchangedTypes.has(name)) counts.set(name, count);
    const shrunk = this.#options.shrunk(previousRecord?.counts ?? new Map(), counts);
    const isPublished = shrunk.length === 0;
    const model = JSON.stringify(contentModelToJson(this.#model));
    const completed = { model, counts, sums: serializeSums(sums) };
    await register.complete(load, isPublished ? 'complete' : 'held', completed, contentHashes);
    const { reader } = this.#options;
    if (reader !== undefined) await grantRead(this.#control, reader, [register.name, schema]);
    if (isPublished) await register.publish(load);
    // The load is published: a stop from here on has no effect.
    const oldLoads = await dropOld(register, this.#options.keep, load).catch(() => []);
    this.#options.onProgress?.({ step: 'publishing', done: 1, total: 1, unit: 'steps' });
    return {
      load,
      schema,
      items: sumNumbers(Array.from(counts.values(), ({ items }) => items)),
      links: sumNumbers(allTables.filter(({ kind }) => kind === 'links').map(({ name }) => sums.get(name)?.rows ?? 0)),
      indexes,
      distributed: this.#distributed,
      published: isPublished,
      shrunk,
      droppedLoads: [...droppedLoads, ...oldLoads],
      seconds: this.#seconds,
    };
  }

  async #verify(schema: string, tables: readonly Table[], sums: ReadonlyMap<string, TableSum>): Promise<void> {
    let verified = 0;
    const report = (): void => this.#report('verifying', verified, tables.length, 'steps');
    report();
    await verifyTables(this.#clients, schema, tables, sums, () => {
      verified += 1;
      report();
    });
  }

  /** @returns the types whose tables the new load takes over; none with Citus, whose tables must be co-located per load */
  async #findUnchangedTypes(
    previous: LoadEntry,
    contentHashes: ReadonlyMap<string, string>,
  ): Promise<ReadonlySet<string>> {
    if (previous.layout !== LAYOUT || this.#distributed !== undefined || !(await this.#hasWantedPlacement(previous)))
      return new Set();
    const previousHashes = await this.#register.contentHashes(previous.load);
    return new Set(
      [...contentHashes].filter(([type, hash]) => previousHashes.get(type) === hash).map(([type]) => type),
    );
  }

  #report(step: string, done: number, total: number, unit: LoadProgress['unit']): void {
    this.#throwIfStopped();
    this.#options.onProgress?.({ step, done, total, unit });
  }

  get #seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }
}

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
