/**
 * The register of a database: its loads, and the published one.
 *
 * A load has a schema of its own, named after the register and its number. The table `published` has one row, so that
 * publishing is one transaction: a reader sees the load before or the new one.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Asked } from '../connection/connect.js';
import { quoted } from '../schema/identifiers.js';
import { countsFromJson, countsToJson } from './counts.js';
import { dropLoad } from './drop-load.js';
import { type Completed, LAYOUT, type LoadEntry, type LoadState, type PublishedLoad } from './entries.js';
import { createRegister, hasRegister, type RegisterTables, registerTables } from './tables.js';

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

/** The register of one schema; every call is one question. */
export class Register {
  readonly name: string;
  readonly #client: Asked;
  readonly #tables: RegisterTables;

  constructor(client: Asked, name: string) {
    this.#client = client;
    this.name = name;
    this.#tables = registerTables(name);
  }

  /** See createRegister. */
  create(): Promise<void> {
    return createRegister(this.#client, this.name);
  }

  exists(): Promise<boolean> {
    return hasRegister(this.#client, this.#tables);
  }

  /** @returns whether nobody else loads; the lock goes with the connection */
  async lock(): Promise<boolean> {
    const { rows } = await this.#client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [`stele load into ${this.name}`],
    );
    return rows[0]?.locked === true;
  }

  /** Newest first. */
  async list(): Promise<readonly LoadEntry[]> {
    const { rows } = await this.#client.query<LoadRow>(
      `SELECT load::text, schema_name, state, layout, space, fingerprint, (extract(epoch from started) * 1000)::bigint::text AS started_ms
         FROM ${this.#tables.loads} ORDER BY ${this.#tables.loads}.load DESC`,
    );
    const { load: published, before } = await this.#current();
    return rows.map((row): LoadEntry => {
      const load = Number(row.load);
      const place = before.lastIndexOf(load);
      return {
        load,
        schema: row.schema_name ?? '',
        state: row.state,
        layout: row.layout,
        space: row.space,
        fingerprint: row.fingerprint,
        startedMs: Number(row.started_ms),
        isPublished: load === published,
        publishedBefore: place < 0 ? undefined : before.length - place,
      };
    });
  }

  /** @returns undefined where none is published. Cost: one row. */
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

  /** @returns the entry of a new load, whose schema is there and empty */
  async begin(space: string, fingerprint: string): Promise<{ readonly load: number; readonly schema: string }> {
    const { rows } = await this.#client.query<{ load: string }>(
      `INSERT INTO ${this.#tables.loads} (layout, space, fingerprint) VALUES ($1::text::integer, $2, $3) RETURNING load::text`,
      [String(LAYOUT), space, fingerprint],
    );
    const load = Number(rows[0]?.load);
    const schema = `${this.name}_${load}`;
    // Known before it is there: what dies in between is found by the next load.
    await this.#client.query(`UPDATE ${this.#tables.loads} SET schema_name = $2 WHERE load = $1::text::bigint`, [
      String(load),
      schema,
    ]);
    await this.#client.query(`CREATE SCHEMA ${quoted(schema)}`);
    return { load, schema };
  }

  /** @param contents by type, a hash of all that its tables are made of */
  async complete(
    load: number,
    state: 'complete' | 'held',
    { model, counts, sums }: Completed,
    contents: ReadonlyMap<string, string>,
  ): Promise<void> {
    await this.#client.query(
      `UPDATE ${this.#tables.loads} SET state = $2, model = $3, counts = $4, sums = $5, contents = $6, finished = clock_timestamp() WHERE load = $1::text::bigint`,
      [String(load), state, model, countsToJson(counts), sums, JSON.stringify([...contents])],
    );
  }

  /** @returns as `complete` was told; none of a load of an earlier version */
  async contents(load: number): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ contents: string | null }>(
      `SELECT contents FROM ${this.#tables.loads} WHERE load = $1::text::bigint`,
      [String(load)],
    );
    const read: unknown = JSON.parse(rows[0]?.contents ?? '[]');
    return new Map(
      (Array.isArray(read) ? read : []).map((pair: unknown) =>
        Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ['', ''],
      ),
    );
  }

  /** One transaction: the row names the load before, or this one. */
  async publish(load: number): Promise<void> {
    const { load: now, before } = await this.#current();
    if (now === load) return;
    const history = now === undefined ? before : [...before.filter((one) => one !== load), now];
    await this.#name(load, history);
  }

  /** As `publish`, of a load that was published before: what came after it is forgotten. */
  async goBack(load: number): Promise<void> {
    const { before } = await this.#current();
    const place = before.lastIndexOf(load);
    await this.#name(load, place < 0 ? before : before.slice(0, place));
  }

  async #name(load: number, before: readonly number[]): Promise<void> {
    await this.#client.query('BEGIN');
    try {
      await this.#client.query(`UPDATE ${this.#tables.loads} SET state = 'complete' WHERE load = $1::text::bigint`, [
        String(load),
      ]);
      await this.#client.query(
        `INSERT INTO ${this.#tables.published} (one, load, before) VALUES (true, $1::text::bigint, $2::text::bigint[])
           ON CONFLICT (one) DO UPDATE SET load = excluded.load, before = excluded.before, at = clock_timestamp()`,
        [String(load), `{${before.join()}}`],
      );
      await this.#client.query('COMMIT');
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** What was kept of a complete load. @throws OperationError where it is not there */
  async completed(load: number): Promise<Completed> {
    const { rows } = await this.#client.query<{ model: string; counts: string; sums: string }>(
      `SELECT model, counts, sums FROM ${this.#tables.loads} WHERE load = $1::text::bigint AND state <> 'loading'`,
      [String(load)],
    );
    const [row] = rows;
    if (row === undefined) throw new OperationError(`there is no complete load ${load}.`);
    return { model: row.model, counts: countsFromJson(row.counts), sums: row.sums };
  }

  /** See dropLoad. */
  drop(load: number, schema: string): Promise<void> {
    return dropLoad(this.#client, this.#tables, load, schema);
  }

  async #current(): Promise<{ readonly load: number | undefined; readonly before: readonly number[] }> {
    const { rows } = await this.#client.query<{ load: string; before: string }>(
      `SELECT load::text, array_to_string(before, ',') AS before FROM ${this.#tables.published}`,
    );
    const [row] = rows;
    return {
      load: row === undefined ? undefined : Number(row.load),
      before: row === undefined || row.before === '' ? [] : row.before.split(',').map(Number),
    };
  }
}
