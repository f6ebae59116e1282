/**
 * The register of a database, opened for a command, and the choice of a load to publish again.
 *
 * Elsewhere: the statements of the register (register).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type Address, formatAddress } from '../connection/address.js';
import { type Client, connect } from '../connection/connect.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import type { LoadEntry } from './entries.js';
import { Register } from './register.js';

/**
 * Connects, opens the register, and closes the connection after `use`.
 *
 * @param action completes the sentence `cannot … at <address>`
 * @throws OperationError if the schema has no register, or the database fails
 */
export async function withRegister<Result>(
  address: Address,
  schema: string,
  action: string,
  use: (register: Register, client: Client) => Promise<Result>,
): Promise<Result> {
  let client: Client | undefined;
  try {
    client = await connect(address, 'stele');
    const register = new Register(client, schema);
    if (await register.exists()) return await use(register, client);
    throw new OperationError(
      `nothing was loaded into the schema ${schema} of ${formatAddress(address)}. Load content: stele load <export> --to <url>, or give another --schema.`,
    );
  } catch (error) {
    throw explainDatabaseFailure(error, action, address);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

export const listLoads = (address: Address, schema: string): Promise<readonly LoadEntry[]> =>
  withRegister(address, schema, 'list the loads', (register) => register.list());

const formatEntry = ({ load, state, startedMs, isPublished }: LoadEntry): string =>
  `  ${load}  ${new Date(startedMs).toISOString()}  ${isPublished ? 'published' : state}`;

/**
 * @param requestedLoad number of a load; undefined for the load that was published before the current one
 * @throws OperationError that lists the complete loads, if the requested one is missing
 */
export function chooseLoad(entries: readonly LoadEntry[], requestedLoad: number | undefined): LoadEntry {
  const complete = entries.filter(({ state }) => state !== 'loading');
  const chosenEntry =
    requestedLoad === undefined
      ? complete.find(({ publishedBefore }) => publishedBefore === 1)
      : complete.find(({ load }) => load === requestedLoad);
  if (chosenEntry !== undefined) return chosenEntry;
  if (requestedLoad === undefined && complete.length < 2) {
    throw new OperationError(
      'there is nothing to go back to: no other load is complete. Correct the content and load it again.',
    );
  }
  const problem =
    requestedLoad === undefined ? 'no load was published before the current one' : `there is no load ${requestedLoad}`;
  throw new OperationError(`${problem}. Give the number of one of these:\n${complete.map(formatEntry).join('\n')}`);
}
