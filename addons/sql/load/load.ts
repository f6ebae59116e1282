/**
 * Loading a snapshot into a database: opens the connections, closes them at the end, and stops if the caller aborts.
 *
 * Elsewhere: the steps of a load (load/loading).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Address } from '../connection/address.js';
import { type Client, checkServer, connect, type Queryable } from '../connection/connect.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { Loading } from './loading.js';
import type { LoadOptions, LoadReport } from './options.js';

const loadAction = 'load into the database';

const createStoppedError = (): OperationError =>
  new OperationError('the load was stopped. Nothing was published, and its unfinished tables were removed.');

/** Checks the server before an export is read. @throws OperationError if it does not answer, or cannot be loaded into */
export async function checkDatabase(address: Address): Promise<void> {
  let client: Client | undefined;
  try {
    client = await connect(address, 'stele load');
    await checkServer(client);
    await requireCreateRight(client, address);
  } catch (error) {
    throw explainDatabaseFailure(error, loadAction, address);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Every load creates a schema. @throws OperationError if the role may not create one */
async function requireCreateRight(client: Queryable, { user, database }: Address): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS allowed",
  );
  if (rows[0]?.allowed === true) return;
  throw new OperationError(
    `the role ${user} may not create schemas in the database ${database}. Have its owner grant it: GRANT CREATE ON DATABASE ${quoteIdentifier(database)} TO ${quoteIdentifier(user)}.`,
  );
}

/** @throws OperationError if the database fails, another load is running, or this load was stopped */
export async function loadSpace(space: Space, address: Address, options: LoadOptions): Promise<LoadReport> {
  const clients: Client[] = [];
  const { signal } = options;
  const throwIfStopped = (): void => {
    if (signal?.aborted === true) throw createStoppedError();
  };
  // Closing a connection makes the server end its statement, so that a long one is not waited for.
  const closeClients = (): void => {
    for (const client of clients.slice(1)) void client.end().catch(() => undefined);
  };
  signal?.addEventListener('abort', closeClients);
  try {
    throwIfStopped();
    for (let clientNumber = 0; clientNumber <= options.connections; clientNumber += 1) {
      clients.push(await connect(address, clientNumber === 0 ? 'stele load' : `stele load, ${clientNumber}`));
    }
    const [leader, ...workers] = clients;
    return await new Loading(space, leader!, workers, options, throwIfStopped).run();
  } catch (error) {
    if (signal?.aborted === true) throw createStoppedError();
    throw explainDatabaseFailure(error, loadAction, address);
  } finally {
    signal?.removeEventListener('abort', closeClients);
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
