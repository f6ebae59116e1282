/**
 * The published load of a database, opened to be asked over one connection.
 */
import { OperationError } from '../../content/errors/index.js';
import { readContentModel } from '../../content/model/index.js';
import type { Address } from '../connection/address.js';
import { codeOf } from '../connection/failure.js';
import { KeptRows } from '../counting/kept.js';
import { withRegister } from '../register/manage.js';
import { LAYOUT } from '../register/register.js';
import { LoadedSearches } from '../search/loaded-searches.js';
import type { Ask } from '../sql/parameters.js';
import type { LoadedSpace } from './loaded.js';

/** What the server says of a statement that took longer than it may. */
const CANCELLED = '57014';

const otherVersion = (load: number): OperationError =>
  new OperationError(`load ${load} was made by another version of stele. Load the export again.`);

/**
 * @param schema  of the register
 * @param limitMs what a statement may take
 * @throws OperationError where nothing is published, or the database refuses; what `use` throws
 */
export function withLoaded<Result>(
  address: Address,
  schema: string,
  limitMs: number,
  use: (loaded: LoadedSpace) => Promise<Result>,
): Promise<Result> {
  return withRegister(address, schema, 'ask the database', async (register, client) => {
    await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${Math.ceil(limitMs)}`);
    const published = (await register.list()).find(({ isPublished }) => isPublished);
    if (published === undefined) {
      throw new OperationError(
        `no load of the schema ${schema} is published. Publish one: stele list <url>, stele rollback <url> <load>.`,
      );
    }
    if (published.layout !== LAYOUT) {
      throw otherVersion(published.load);
    }
    const { model: text, counts } = await register.completed(published.load);
    const read = readContentModel(JSON.parse(text));
    if (!('model' in read)) {
      throw new OperationError(`the model of load ${published.load} cannot be read. Load the export again.`);
    }
    const ask: Ask = async <Row extends object>({ text: statement, values }: Parameters<Ask>[0]) => {
      const { rows } = await client
        .query<Row & Record<string, unknown>>(statement, [...values])
        .catch((error: unknown) => {
          if (codeOf(error) !== CANCELLED) throw error;
          throw new OperationError(
            `the database took longer than ${limitMs / 1000} s. Ask for less, or look at the plan of the statement in its log.`,
          );
        });
      return rows;
    };
    const { schema: tables } = published;
    const searches = await LoadedSearches.in(ask, tables, read.model);
    if (searches === undefined) throw otherVersion(published.load);
    return use({ schema: tables, model: read.model, counts, searches, ask, kept: new KeptRows() });
  });
}
