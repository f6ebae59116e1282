/**
 * Opens the published load of a database for one command, over one connection.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Address } from '../connection/address.js';
import { readFailureCode } from '../connection/failure.js';
import { CountCache } from '../counting/count-cache.js';
import { withRegister } from '../register/choose-load.js';
import { readLoad } from '../serve/read-load.js';
import type { Ask } from '../statements/parameters.js';
import type { LoadedSpace } from './loaded-space.js';

/** SQLSTATE of a statement that exceeded statement_timeout. */
const STATEMENT_CANCELLED = '57014';

/**
 * @param schema  schema of the register
 * @param limitMs maximum duration of a statement
 * @throws OperationError if no load is published, or the database fails; errors of `use`
 */
export function openPublishedLoad<Result>(
  address: Address,
  schema: string,
  limitMs: number,
  use: (loaded: LoadedSpace) => Promise<Result>,
): Promise<Result> {
  return withRegister(address, schema, 'ask the database', async (register, client) => {
    await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${Math.ceil(limitMs)}`);
    const published = await register.published();
    if (published === undefined) {
      throw new OperationError(
        `no load of the schema ${schema} is published. Publish one: stele list <url>, stele rollback <url> <load>.`,
      );
    }
    const readResult = await readLoad(client, register, published);
    if ('problem' in readResult) throw new OperationError(readResult.problem);
    const ask: Ask = async <Row extends object>({ text: statement, values }: Parameters<Ask>[0]) => {
      const { rows } = await client
        .query<Row & Record<string, unknown>>(statement, [...values])
        .catch((error: unknown) => {
          if (readFailureCode(error) !== STATEMENT_CANCELLED) throw error;
          throw new OperationError(
            `the database took longer than ${limitMs / 1000} s. Ask for less, or look at the plan of the statement in its log.`,
          );
        });
      return rows;
    };
    return use({ ...readResult, ask, countCache: new CountCache() });
  });
}
