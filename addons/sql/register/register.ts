/**
 * What a database knows of its loads: which there are, and which one is published.
 *
 * The register is a schema with two tables. A load has a schema of its own, named after the register and its number.
 * `published` has one row, so that publishing is one transaction: whoever reads it sees the load before or the new one.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';
import type { Asked } from '../connection/connect.js';
import { literal, quoted } from '../schema/identifiers.js';
import { countsFromJson, countsToJson } from './counts.js';

/** What the tables of a load look like: another number, another layout. */
export const LAYOUT = 3;

/** `held`: complete, and not published because too much was gone. */
export type LoadState = 'loading' | 'complete' | 'held';

export interface LoadEntry {
  /** Its number in the register. */
  readonly load: number;
  readonly schema: string;
  readonly state: LoadState;
  readonly layout: number;
  readonly space: string;
  /** What tells whether another load would hold the same. */
  readonly fingerprint: string;
  readonly startedMs: number;
  readonly isPublished: boolean;
  /** How many loads were published since it was; undefined where it is not known to have been. */
  readonly publishedBefore: number | undefined;
}

/** What is written once a load's tables are full and right. */
export interface Completed {
  readonly model: string;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** Table → rows and their sum, as JSON. */
  readonly sums: string;
}

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

/** The load that counts, as who serves it has to know it. */
export interface PublishedLoad extends Pick<LoadEntry, 'load' | 'schema' | 'layout' | 'fingerprint'> {
  /** When its tables were full and right. */
  readonly finishedMs: number;
}

/** The register of one schema; every call is one question. */
export class Register {
  readonly name: string;
  readonly #client: Asked;
  readonly #loads: string;
  readonly #published: string;

  constructor(client: Asked, name: string) {
    this.#client = client;
    this.name = name;
    this.#loads = `${quoted(name)}.loads`;
    this.#published = `${quoted(name)}.published`;
  }

  /** Makes schema and tables where they are missing. @throws what the server throws, 42501 where it may not */
  async create(): Promise<void> {
    if (await this.exists()) {
      await this.#client.query(`ALTER TABLE ${this.#loads} ADD COLUMN IF NOT EXISTS contents text`);
      return;
    }
    const schema = quoted(this.name);
    await this.#client.query(`CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${this.#loads} (
  load bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schema_name text,
  state text NOT NULL DEFAULT 'loading' CHECK (state IN ('loading', 'complete', 'held')),
  layout integer NOT NULL,
  space text NOT NULL,
  fingerprint text NOT NULL,
  model text,
  counts text,
  sums text,
  contents text,
  started timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished timestamptz
);
CREATE TABLE IF NOT EXISTS ${this.#published} (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  load bigint NOT NULL REFERENCES ${this.#loads},
  before bigint[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp()
)`);
  }

  async exists(): Promise<boolean> {
    const { rows } = await this.#client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
      this.#published,
    ]);
    return rows[0]?.there === true;
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
         FROM ${this.#loads} ORDER BY ${this.#loads}.load DESC`,
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
         FROM ${this.#published} AS p JOIN ${this.#loads} AS l ON l.load = p.load`,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { schema_name: schema, layout, fingerprint } = row;
    return { load: Number(row.load), schema, layout, fingerprint, finishedMs: Number(row.finished_ms) };
  }

  /** @returns the entry of a new load, whose schema is there and empty */
  async begin(space: string, fingerprint: string): Promise<{ readonly load: number; readonly schema: string }> {
    const { rows } = await this.#client.query<{ load: string }>(
      `INSERT INTO ${this.#loads} (layout, space, fingerprint) VALUES ($1::text::integer, $2, $3) RETURNING load::text`,
      [String(LAYOUT), space, fingerprint],
    );
    const load = Number(rows[0]?.load);
    const schema = `${this.name}_${load}`;
    // Known before it is there: what dies in between is found by the next load.
    await this.#client.query(`UPDATE ${this.#loads} SET schema_name = $2 WHERE load = $1::text::bigint`, [
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
      `UPDATE ${this.#loads} SET state = $2, model = $3, counts = $4, sums = $5, contents = $6, finished = clock_timestamp() WHERE load = $1::text::bigint`,
      [String(load), state, model, countsToJson(counts), sums, JSON.stringify([...contents])],
    );
  }

  /** @returns as `complete` was told; none of a load of an earlier version */
  async contents(load: number): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ contents: string | null }>(
      `SELECT contents FROM ${this.#loads} WHERE load = $1::text::bigint`,
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
      await this.#client.query(`UPDATE ${this.#loads} SET state = 'complete' WHERE load = $1::text::bigint`, [
        String(load),
      ]);
      await this.#client.query(
        `INSERT INTO ${this.#published} (one, load, before) VALUES (true, $1::text::bigint, $2::text::bigint[])
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
      `SELECT model, counts, sums FROM ${this.#loads} WHERE load = $1::text::bigint AND state <> 'loading'`,
      [String(load)],
    );
    const [row] = rows;
    if (row === undefined) throw new OperationError(`there is no complete load ${load}.`);
    return { model: row.model, counts: countsFromJson(row.counts), sums: row.sums };
  }

  /** Removes a load that is not published, its tables first. */
  async drop(load: number, schema: string): Promise<void> {
    const number = String(Math.trunc(load));
    // One transaction: the published row holds on to its load, so that its tables cannot go either.
    const moves = await this.#moves(schema);
    await this.#client
      .query(
        `BEGIN; DELETE FROM ${this.#loads} WHERE load = ${number}; ${moves}${
          schema === '' ? '' : `DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE;`
        } COMMIT`,
      )
      .catch(async (error: unknown) => {
        await this.#client.query('ROLLBACK');
        throw error;
      });
    await this.#client.query(`UPDATE ${this.#published} SET before = array_remove(before, $1::text::bigint)`, [
      String(load),
    ]);
  }

  /** @returns statements by which tables that other loads show take the place of the view of the oldest of these */
  async #moves(schema: string): Promise<string> {
    const { rows } = await this.#client.query<{ name: string; to: string }>(
      `SELECT DISTINCT ON (u.table_name) u.table_name AS name, u.view_schema AS to
         FROM information_schema.view_table_usage AS u JOIN ${this.#loads} AS l ON l.schema_name = u.view_schema
        WHERE u.table_schema = $1 AND u.view_schema <> $1 ORDER BY u.table_name, l.load`,
      [schema],
    );
    return rows
      .map(({ name, to }) => {
        const [table, view] = [schema, to].map((one) => `${quoted(one)}.${quoted(name)}`);
        return `DROP VIEW ${view}; ALTER TABLE ${table} SET SCHEMA ${quoted(to)}; `;
      })
      .join('');
  }

  /** @throws OperationError where there is no such role */
  async requireRole(role: string): Promise<void> {
    const { rows } = await this.#client.query<{ there: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = $1) AS there',
      [role],
    );
    if (rows[0]?.there !== true) {
      throw new OperationError(
        `there is no role ${literal(role)} to read with. Create it: CREATE ROLE ${quoted(role)} LOGIN.`,
      );
    }
  }

  /** Lets a role read the register and the load, and nothing more. */
  async letRead(role: string, schema: string): Promise<void> {
    for (const name of [this.name, schema]) {
      await this.#client.query(
        `GRANT USAGE ON SCHEMA ${quoted(name)} TO ${quoted(role)}; GRANT SELECT ON ALL TABLES IN SCHEMA ${quoted(name)} TO ${quoted(role)}`,
      );
    }
  }

  async #current(): Promise<{ readonly load: number | undefined; readonly before: readonly number[] }> {
    const { rows } = await this.#client.query<{ load: string; before: string }>(
      `SELECT load::text, array_to_string(before, ',') AS before FROM ${this.#published}`,
    );
    const [row] = rows;
    return {
      load: row === undefined ? undefined : Number(row.load),
      before: row === undefined || row.before === '' ? [] : row.before.split(',').map(Number),
    };
  }
}
