/**
 * The loads of a database, for the commands that list them and go back to one.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { type Address, shownAddress } from '../connection/address.js';
import { type Client, connect } from '../connection/connect.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import type { LoadEntry } from './entries.js';
import { Register } from './register.js';

/** @throws OperationError where nothing was ever loaded into the schema, or the database refuses */
export async function withRegister<Result>(
  address: Address,
  schema: string,
  doing: string,
  use: (register: Register, client: Client) => Promise<Result>,
): Promise<Result> {
  let client: Client | undefined;
  try {
    client = await connect(address, 'stele');
    const register = new Register(client, schema);
    if (await register.exists()) return await use(register, client);
    throw new OperationError(
      `nothing was loaded into the schema ${schema} of ${shownAddress(address)}. Load something: stele load <export> --to <url>, or give another --schema.`,
    );
  } catch (error) {
    throw explainDatabaseFailure(error, doing, address);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

export const listLoads = (address: Address, schema: string): Promise<readonly LoadEntry[]> =>
  withRegister(address, schema, 'list the loads', (register) => register.list());

const shown = ({ load, state, startedMs, isPublished }: LoadEntry): string =>
  `  ${load}  ${new Date(startedMs).toISOString()}  ${isPublished ? 'published' : state}`;

/**
 * @param wanted undefined for the load that was published before
 * @throws OperationError where there is none such, with those there are
 */
export function chosenLoad(entries: readonly LoadEntry[], wanted: number | undefined): LoadEntry {
  const complete = entries.filter(({ state }) => state !== 'loading');
  const found =
    wanted === undefined
      ? complete.find(({ publishedBefore }) => publishedBefore === 1)
      : complete.find(({ load }) => load === wanted);
  if (found !== undefined) return found;
  const what = wanted === undefined ? 'no load was published before the current one' : `there is no load ${wanted}`;
  throw new OperationError(`${what}. Give the number of one:\n${complete.map(shown).join('\n')}`);
}
