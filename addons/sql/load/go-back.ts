/**
 * Going back: naming a load that was published before, or another one, once its tables are verified.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { readContentModel } from '../../../src/content/model/index.js';
import type { Address } from '../connection/address.js';
import { LAYOUT, type LoadEntry } from '../register/entries.js';
import { chosenLoad, withRegister } from '../register/manage.js';
import { tablesOf } from '../schema/tables.js';
import { sumsFromJson, verifyTables } from './verify.js';

export interface WentBack {
  readonly load: LoadEntry;
  /** What was published until now. */
  readonly before: number | undefined;
}

/**
 * @param wanted undefined for the load that was published before
 * @throws OperationError where there is none such, or it is damaged; then what is published stays
 */
export function goBackTo(
  address: Address,
  schema: string,
  wanted: number | undefined,
  onStep: (step: string) => void,
): Promise<WentBack> {
  return withRegister(address, schema, 'go back to a load', async (register, client) => {
    if (!(await register.lock())) {
      throw new OperationError(`a load into the schema ${schema} is running. Wait until it has ended, then go back.`);
    }
    const entries = await register.list();
    const before = entries.find(({ isPublished }) => isPublished)?.load;
    const load = chosenLoad(entries, wanted);
    if (load.layout !== LAYOUT) {
      throw new OperationError(`load ${load.load} was made by another version of stele. Load the export again.`);
    }
    const { model: text, sums } = await register.completed(load.load);
    const read = readContentModel(JSON.parse(text));
    if (!('model' in read))
      throw new OperationError(`the model of load ${load.load} cannot be read. Load the export again.`);
    const tables = tablesOf(read.model);
    onStep(`${tables.length} tables of load ${load.load}`);
    await verifyTables([client], load.schema, tables, sumsFromJson(sums), () => undefined);
    await register.goBack(load.load);
    return { load, before };
  });
}
