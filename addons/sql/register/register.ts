/**
 * The register of a database: its loads, and the published one.
 *
 * A load has a schema of its own, named after the register and its number. The table `published` has one row, so that
 * publishing is one transaction: a reader sees the load before or the new one.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Queryable } from '../connection/connect.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { parseCounts, serializeCounts } from './counts.js';
import { dropLoad } from './drop-load.js';
import { type CompletedLoad, LAYOUT, type LoadEntry, type LoadState, type PublishedLoad } from './entries.js';
import { createRegister, hasRegister, type RegisterTables, registerTableNames } from './tables.js';

interface LoadRow {
  readonly load: string;
  readonly schema_name: string;
  readonly state: LoadState;
  readonly layout: number;
  readonly space: string;
  readonly fingerprint: string;
  readonly started_ms: string;
}

interface PublishedRow extends Pick<LoadRow, 'load' | 'schema_name' | 'layout' | 'fingerprint'> {
  readonly finished_ms: string;
}

/** The register in one schema. Each method sends its statements immediately; nothing is cached. */
export class Register {
  readonly name: string;
  readonly #client: Queryable;
  readonly #tables: RegisterTables;

  constructor(client: Queryable, name: string) {
    this.#client = client;
    this.name = name;
    this.#tables = registerTableNames(name);
  }

  /** See createRegister. */
  create(): Promise<void> {
    return createRegister(this.#client, this.name);
  }

  exists(): Promise<boolean> {
    return hasRegister(this.#client, this.#tables);
  }

  /** Takes the lock of loads, which ends with the connection. @returns false if another connection has it */
  async lock(): Promise<boolean> {
    const { rows } = await this.#client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [`stele load into ${this.name}`],
    );
    return rows[0]?.locked === true;
  }

  /** @returns all loads, the newest first */
  async list(): Promise<readonly LoadEntry[]> {
    const { rows } = await this.#client.query<LoadRow>(
      `SELECT load::text, schema_name, state, layout, space, fingerprint, (extract(epoch from started) * 1000)::bigint::text AS started_ms
         FROM ${this.#tables.loads} ORDER BY ${this.#tables.loads}.load DESC`,
    );
    const { load: readPublished, history: earlierHistory } = await this.#readPublication();
    return rows.map((row): LoadEntry => {
      const load = Number(row.load);
      const place = earlierHistory.lastIndexOf(load);
      return {
        load,
        schema: row.schema_name ?? '',
        state: row.state,
        layout: row.layout,
        space: row.space,
        fingerprint: row.fingerprint,
        startedMs: Number(row.started_ms),
        isPublished: load === readPublished,
        publishedBefore: place < 0 ? undefined : earlierHistory.length - place,
      };
    });
  }

  /** @returns the published load; undefined if there is none. Cost: one row. */
  async published(): Promise<PublishedLoad | undefined> {
    const { rows } = await this.#client.query<PublishedRow>(
      `SELECT l.load::text AS load, l.schema_name, l.layout, l.fingerprint, (extract(epoch from l.finished) * 1000)::bigint::text AS finished_ms
         FROM ${this.#tables.published} AS p JOIN ${this.#tables.loads} AS l ON l.load = p.load`,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { schema_name: schema, layout, fingerprint } = row;
    return { load: Number(row.load), schema, layout, fingerprint, finishedMs: Number(row.finished_ms) };
  }

  /** Creates the entry and the empty schema of a new load. */
  async beginLoad(space: string, fingerprint: string): Promise<{ readonly load: number; readonly schema: string }> {
    const { rows } = await this.#client.query<{ load: string }>(
      `INSERT INTO ${this.#tables.loads} (layout, space, fingerprint) VALUES ($1::text::integer, $2, $3) RETURNING load::text`,
      [String(LAYOUT), space, fingerprint],
    );
    const load = Number(rows[0]?.load);
    const schema = `${this.name}_${load}`;
    // The name is registered before the schema exists: if the process dies in between, the next load drops the schema.
    await this.#client.query(`UPDATE ${this.#tables.loads} SET schema_name = $2 WHERE load = $1::text::bigint`, [
      String(load),
      schema,
    ]);
    await this.#client.query(`CREATE SCHEMA ${quoteIdentifier(schema)}`);
    return { load, schema };
  }

  /** @param readContentHashes by type, a hash of all that its tables are made of */
  async complete(
    load: number,
    state: 'complete' | 'held',
    { model, counts, sums }: CompletedLoad,
    readContentHashes: ReadonlyMap<string, string>,
  ): Promise<void> {
    await this.#client.query(
      `UPDATE ${this.#tables.loads} SET state = $2, model = $3, counts = $4, sums = $5, contents = $6, finished = clock_timestamp() WHERE load = $1::text::bigint`,
      [String(load), state, model, serializeCounts(counts), sums, JSON.stringify([...readContentHashes])],
    );
  }

  /** @returns the hashes passed to `complete`; empty for a load of an earlier version */
  async contentHashes(load: number): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ contents: string | null }>(
      `SELECT contents FROM ${this.#tables.loads} WHERE load = $1::text::bigint`,
      [String(load)],
    );
    const parsed: unknown = JSON.parse(rows[0]?.contents ?? '[]');
    return new Map(
      (Array.isArray(parsed) ? parsed : []).map((pair: unknown) =>
        Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ['', ''],
      ),
    );
  }

  /** Publishes a load in one transaction: readers see the previous load or this one. */
  async publish(load: number): Promise<void> {
    const { load: published, history: previousLoads } = await this.#readPublication();
    if (published === load) return;
    const history =
      published === undefined
        ? previousLoads
        : [...previousLoads.filter((earlierLoad) => earlierLoad !== load), published];
    await this.#writePublished(load, history);
  }

  /** Publishes an earlier load again. Later publications leave the history. */
  async rollBack(load: number): Promise<void> {
    const { history } = await this.#readPublication();
    const place = history.lastIndexOf(load);
    await this.#writePublished(load, place < 0 ? history : history.slice(0, place));
  }

  async #writePublished(load: number, history: readonly number[]): Promise<void> {
    await this.#client.query('BEGIN');
    try {
      await this.#client.query(`UPDATE ${this.#tables.loads} SET state = 'complete' WHERE load = $1::text::bigint`, [
        String(load),
      ]);
      await this.#client.query(
        `INSERT INTO ${this.#tables.published} (one, load, before) VALUES (true, $1::text::bigint, $2::text::bigint[])
           ON CONFLICT (one) DO UPDATE SET load = excluded.load, before = excluded.before, at = clock_timestamp()`,
        [String(load), `{${history.join()}}`],
      );
      await this.#client.query('COMMIT');
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** @throws OperationError if the register has no complete load of this number */
  async readCompleted(load: number): Promise<CompletedLoad> {
    const { rows } = await this.#client.query<{ model: string; counts: string; sums: string }>(
      `SELECT model, counts, sums FROM ${this.#tables.loads} WHERE load = $1::text::bigint AND state <> 'loading'`,
      [String(load)],
    );
    const [row] = rows;
    if (row === undefined) throw new OperationError(`there is no complete load ${load}.`);
    return { model: row.model, counts: parseCounts(row.counts), sums: row.sums };
  }

  /** See dropLoad. */
  drop(load: number, schema: string): Promise<void> {
    return dropLoad(this.#client, this.#tables, load, schema);
  }

  async #readPublication(): Promise<{ readonly load: number | undefined; readonly history: readonly number[] }> {
    const { rows } = await this.#client.query<{ load: string; history: string }>(
      `SELECT load::text, array_to_string(before, ',') AS history FROM ${this.#tables.published}`,
    );
    const [row] = rows;
    return {
      load: row === undefined ? undefined : Number(row.load),
      history: row === undefined || row.history === '' ? [] : row.history.split(',').map(Number),
    };
  }
}
