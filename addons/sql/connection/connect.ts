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
export interface Queryable {
  /** @param values none: then the text may be several statements */
  query<Row extends object>(text: string, values?: readonly string[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** One connection, which nobody else uses. */
export interface Client extends Queryable {
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

const createLostError = (): Error => new ConnectionLost('the connection is closed');

/** @throws what the network and the server throw */
export async function connect(address: Address, name: string): Promise<Client> {
  // Loaded when it is needed: a server of snapshots never does.
  const { default: postgres } = await import('postgres');
  const { host, port, user, database, ssl } = address;
  const isSocket = host.startsWith('/');
  let isLost = false;
  let copying: Writable | undefined;
  let rejectLost: (error: Error) => void = () => undefined;
  // The driver does not always tell who asked that nobody will answer any more.
  const connectionLost = new Promise<never>((_, reject) => {
    rejectLost = reject;
  });
  connectionLost.catch(() => undefined);
  const sql = postgres({
    host,
    port,
    ...(isSocket && { path: join(host, `.s.PGSQL.${port}`) }),
    user,
    database,
    ssl: isSocket || ssl === 'disable' ? false : ssl,
    password: () => readPassword(address),
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
      copying?.destroy(createLostError());
      rejectLost(createLostError());
    },
  });
  const reserve = async (): ReturnType<typeof sql.reserve> => {
    // A connection that is made by reserving it never says that it is ready.
    await sql.unsafe('SELECT');
    return sql.reserve();
  };
  const connection = await reserve().catch(async (error: unknown) => {
    await sql.end({ timeout: 0 });
    throw error;
  });
  const requireOpen = (): void => {
    if (isLost) throw createLostError();
  };
  const client: Client = {
    get isLost() {
      return isLost;
    },
    async query<Row extends object>(text: string, values: readonly string[] = []) {
      requireOpen();
      return { rows: [...(await Promise.race([connection.unsafe<Row[]>(text, [...values]), connectionLost]))] };
    },
    async copy(command) {
      requireOpen();
      const stream = await Promise.race([connection.unsafe(command).writable(), connectionLost]);
      // The driver would tell the server, also where the connection is gone, and end the process with it. Whoever destroys
      // the stream ends the connection.
      stream._destroy = (error, done) => done(error);
      if (isLost || stream.errored !== null) throw stream.errored ?? createLostError();
      copying = stream.once('close', () => {
        copying = undefined;
      });
      return stream;
    },
    async end() {
      await Promise.race([sql.end({ timeout: 0 }), connectionLost.catch(() => undefined)]);
    },
  };
  // Not as start-up options, which poolers refuse. Compiling a statement takes longer than running it.
  await client.query("SET timezone = 'UTC'; SET statement_timeout = 0; SET search_path = pg_catalog; SET jit = off");
  return client;
}

/** As libpq looks for it. */
async function readPassword({ host, port, user, database }: Address): Promise<string> {
  const passwordFromEnvironment = process.env['PGPASSWORD'];
  if (passwordFromEnvironment !== undefined) return passwordFromEnvironment;
  const { default: pgpass } = await import('pgpass');
  const lookup = { host: host.startsWith('/') ? 'localhost' : host, port, user, database };
  return new Promise((resolve) => pgpass(lookup, (server) => resolve(server ?? '')));
}

/** @throws OperationError where the server is too old, or the database does not hold UTF-8 */
export async function checkServer(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ version: string; serverVersion: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS "serverVersion",
            current_setting('server_encoding') AS encoding`,
  );
  const [password] = rows;
  if (password === undefined || Number(password.version) < versionMinimum) {
    throw new OperationError(`the server is PostgreSQL ${password?.serverVersion}; 13 or newer is needed.`);
  }
  if (password.encoding !== 'UTF8') {
    throw new OperationError(
      `the database holds texts as ${password.encoding}; create one with UTF-8: createdb --encoding=UTF8 --template=template0 <name>.`,
    );
  }
}
