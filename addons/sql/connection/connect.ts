/**
 * Connections to a database, set up so that values mean the same under any settings of the server.
 *
 * The driver would reconnect a lost connection silently. This wrapper never does: locks and settings end with a connection,
 * so its user must learn of the loss.
 * Elsewhere: the URL (address), messages for failures (failure), connections shared by answers (pool).
 */
/// <reference path="./pgpass.d.ts" />
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Address } from './address.js';

/** A connection that runs statements. All values are sent as texts; the statement casts each to its type. */
export interface Queryable {
  /** @param values of the parameters $1, $2, …; without values the text may contain several statements */
  query<Row extends object>(text: string, values?: readonly string[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** One connection with a single user. */
export interface Client extends Queryable {
  /** Whether the connection is closed: further statements fail. */
  readonly isLost: boolean;
  /** @param command `COPY … FROM STDIN`. @returns a stream for the rows, which are stored once it has finished */
  copy(command: string): Promise<Writable>;
  /** Closes the connection and ends its running statement. */
  end(): Promise<void>;
}

/** PostgreSQL 13: incremental sorts, and extensions that the owner of a database may create. */
const versionMinimum = 130_000;
const connectSeconds = 10;

/** The error of a statement that is sent after the connection was lost. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

const createLostError = (): Error => new ConnectionLost('the connection is closed');

/**
 * @param name application_name of the connection, shown in pg_stat_activity
 * @throws errors of the network and of the server, with their `code`
 */
export async function connect(address: Address, name: string): Promise<Client> {
  // Loaded on first use: a server of snapshots never needs it.
  const { default: postgres } = await import('postgres');
  const { host, port, user, database, ssl } = address;
  const isSocket = host.startsWith('/');
  let isLost = false;
  let copying: Writable | undefined;
  let rejectLost: (error: Error) => void = () => undefined;
  // The driver does not always reject a running statement when its connection is lost.
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
    // All values are sent as texts, so the driver need not look up array types.
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
    // The driver does not report that a connection is ready if `reserve` opened it, so a statement opens it first.
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
      // The driver's own `_destroy` writes to the server even if the connection is gone, which would end this process.
      // Code that destroys the stream closes the connection itself.
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
  // Set by a statement because poolers refuse start-up options. jit: compiling a statement takes longer than running it.
  await client.query("SET timezone = 'UTC'; SET statement_timeout = 0; SET search_path = pg_catalog; SET jit = off");
  return client;
}

/** @returns the password from PGPASSWORD or ~/.pgpass, as libpq finds it; empty if there is none */
async function readPassword({ host, port, user, database }: Address): Promise<string> {
  const passwordFromEnvironment = process.env['PGPASSWORD'];
  if (passwordFromEnvironment !== undefined) return passwordFromEnvironment;
  const { default: pgpass } = await import('pgpass');
  const lookup = { host: host.startsWith('/') ? 'localhost' : host, port, user, database };
  return new Promise((resolve) => pgpass(lookup, (server) => resolve(server ?? '')));
}

/** @throws OperationError if the server is older than PostgreSQL 13, or the database is not encoded in UTF-8 */
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
