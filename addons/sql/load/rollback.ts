/**
 * Publishes an earlier load again, after verifying its tables.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { readContentModel } from '../../../src/content/model/index.js';
import type { Address } from '../connection/address.js';
import { chooseLoad, withRegister } from '../register/choose-load.js';
import { LAYOUT, type LoadEntry } from '../register/entries.js';
import { buildTables } from '../schema/tables.js';
import { parseSums, verifyTables } from './verify-tables.js';

export interface Rollback {
  readonly load: LoadEntry;
  /** Number of the load published until now; undefined if there was none. */
  readonly previousLoad: number | undefined;
}

/**
 * @param requestedLoad number of a load; undefined for the load that was published before the current one
 * @throws OperationError if the load is missing or damaged; the published load then stays
 */
export function rollBackTo(
  address: Address,
  schema: string,
  requestedLoad: number | undefined,
  onStep: (step: string) => void,
): Promise<Rollback> {
  return withRegister(address, schema, 'go back to a load', async (register, client) => {
    if (!(await register.lock())) {
      throw new OperationError(`a load into the schema ${schema} is running. Wait until it has ended, then roll back.`);
    }
    const entries = await register.list();
    const previousLoad = entries.find(({ isPublished }) => isPublished)?.load;
    const target = chooseLoad(entries, requestedLoad);
    if (target.layout !== LAYOUT) {
      throw new OperationError(`load ${target.load} was made by another version of stele. Load the export again.`);
    }
    const { model: text, sums } = await register.readCompleted(target.load);
    const parsedModel = readContentModel(JSON.parse(text));
    if (!('model' in parsedModel))
      throw new OperationError(`the model of load ${target.load} cannot be read. Load the export again.`);
    const tables = buildTables(parsedModel.model);
    onStep(`${tables.length} tables of load ${target.load}`);
    await verifyTables([client], target.schema, tables, parseSums(sums), () => undefined);
    await register.rollBack(target.load);
    return { load: target, previousLoad };
  });
}
