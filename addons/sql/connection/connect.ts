/**
 * Connections to a database, each set up so that values mean the same whatever the server's settings are.
 *
 * The driver connects again by itself where a connection is lost. Here it must not: locks and settings go with a
 * connection, and whoever lost one has to know.
 */
/// <reference path="./pgpass.d.ts" />
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Address } from './address.js';

/** A question to the server. Values are texts; the statement says what type each is. */
export interface Asked {
  /** @param values none: then the text may be several statements */
  query<Row extends object>(text: string, values?: readonly string[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** One connection, which nobody else uses. */
export interface Client extends Asked {
  /** Whether it is closed: nothing can be asked any more. */
  readonly isLost: boolean;
  /** @param command `COPY … FROM STDIN`. @returns what takes the rows; once it has finished, they are there */
  copy(command: string): Promise<Writable>;
  /** Ends it, with what it is doing. */
  end(): Promise<void>;
}

/** Incremental sorts, and extensions that the owner of a database may create. */
const versionMinimum = 130_000;
const connectSeconds = 10;

/** What a question gets that comes after the connection was lost. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

const lost = (): Error => new ConnectionLost('the connection is closed');

/** @throws what the network and the server throw */
export async function connect(address: Address, name: string): Promise<Client> {
  // Loaded when it is needed: a server of snapshots never does.
  const { default: postgres } = await import('postgres');
  const { host, port, user, database, ssl } = address;
  const isSocket = host.startsWith('/');
  let isLost = false;
  let copying: Writable | undefined;
  let tellLost: (error: Error) => void = () => undefined;
  // The driver does not always tell who asked that nobody will answer any more.
  const whenLost = new Promise<never>((_, reject) => {
    tellLost = reject;
  });
  whenLost.catch(() => undefined);
  const sql = postgres({
    host,
    port,
    ...(isSocket && { path: join(host, `.s.PGSQL.${port}`) }),
    user,
    database,
    ssl: isSocket || ssl === 'disable' ? false : ssl,
    password: () => passwordOf(address),
    connect_timeout: connectSeconds,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // All values are texts, so arrays need not be known.
    fetch_types: false,
    prepare: false,
    connection: { application_name: name },
    onnotice: () => undefined,
    onclose: () => {
      isLost = true;
      copying?.destroy(lost());
      tellLost(lost());
    },
  });
  const reserve = async (): ReturnType<typeof sql.reserve> => {
    // A connection that is made by reserving it never says that it is ready.
    await sql.unsafe('SELECT');
    return sql.reserve();
  };
  const own = await reserve().catch(async (error: unknown) => {
    await sql.end({ timeout: 0 });
    throw error;
  });
  const alive = (): void => {
    if (isLost) throw lost();
  };
  const client: Client = {
    get isLost() {
      return isLost;
    },
    async query<Row extends object>(text: string, values: readonly string[] = []) {
      alive();
      return { rows: [...(await Promise.race([own.unsafe<Row[]>(text, [...values]), whenLost]))] };
    },
    async copy(command) {
      alive();
      const stream = await Promise.race([own.unsafe(command).writable(), whenLost]);
      // The driver would tell the server, also where the connection is gone, and end the process with it. Whoever destroys
      // the stream ends the connection.
      stream._destroy = (error, done) => done(error);
      if (isLost || stream.errored !== null) throw stream.errored ?? lost();
      copying = stream.once('close', () => {
        copying = undefined;
      });
      return stream;
    },
    async end() {
      await Promise.race([sql.end({ timeout: 0 }), whenLost.catch(() => undefined)]);
    },
  };
  // Not as start-up options, which poolers refuse. Compiling a statement takes longer than running it.
  await client.query("SET timezone = 'UTC'; SET statement_timeout = 0; SET search_path = pg_catalog; SET jit = off");
  return client;
}

/** As libpq looks for it. */
async function passwordOf({ host, port, user, database }: Address): Promise<string> {
  const given = process.env['PGPASSWORD'];
  if (given !== undefined) return given;
  const { default: pgpass } = await import('pgpass');
  const wanted = { host: host.startsWith('/') ? 'localhost' : host, port, user, database };
  return new Promise((resolve) => pgpass(wanted, (found) => resolve(found ?? '')));
}

/** @throws OperationError where the server is too old, or the database does not hold UTF-8 */
export async function checkServer(client: Asked): Promise<void> {
  const { rows } = await client.query<{ version: string; shown: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS shown,
            current_setting('server_encoding') AS encoding`,
  );
  const [found] = rows;
  if (found === undefined || Number(found.version) < versionMinimum) {
    throw new OperationError(`the server is PostgreSQL ${found?.shown}; 13 or newer is needed.`);
  }
  if (found.encoding !== 'UTF8') {
    throw new OperationError(
      `the database holds texts as ${found.encoding}; create one with UTF-8: createdb --encoding=UTF8 --template=template0 <name>.`,
    );
  }
}
