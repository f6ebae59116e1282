/**
 * The dry run of a load: connects and reads the export, then says where the tables of each type would be placed, and why.
 *
 * Nothing is written into the database.
 * Elsewhere: the placement itself (schema/distribution), the load (load/loading).
 */
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Address } from '../connection/address.js';
import { type Client, checkServer, connect } from '../connection/connect.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import { DEFAULT_DISTRIBUTION_BOUND, hasCitus, selectDistributedTypes } from '../schema/distribution.js';
import type { Distribute } from './options.js';
import { type LargestTable, largestTables } from './row-sources.js';

/** The placement of the tables of one type. */
export interface TypePlacement {
  readonly type: string;
  /** The table with the most rows: the items of the type, or the links of one relationship. */
  readonly largestTable: LargestTable;
  /** `reference`: copied to every server of Citus. */
  readonly placement: 'plain' | 'reference' | 'distributed';
  readonly reason: string;
}

/** @throws OperationError if the database fails, or cannot be loaded into */
export async function planPlacement(
  space: Space,
  address: Address,
  distribute: Distribute,
): Promise<readonly TypePlacement[]> {
  let client: Client | undefined;
  try {
    client = await connect(address, 'stele load --dry-run');
    await checkServer(client);
    return placeTypes(largestTables(space), distribute, await hasCitus(client));
  } catch (error) {
    throw explainDatabaseFailure(error, 'plan a load into the database', address);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** @param tables largest table of each type. @param isCitus whether the database has the extension Citus */
export function placeTypes(
  tables: ReadonlyMap<string, LargestTable>,
  distribute: Distribute,
  isCitus: boolean,
): readonly TypePlacement[] {
  const bound = typeof distribute === 'number' ? distribute : DEFAULT_DISTRIBUTION_BOUND;
  const rowsByType = new Map(Array.from(tables, ([type, { rows }]) => [type, rows]));
  const isSpread = isCitus && distribute !== 'never';
  const distributed = isSpread ? selectDistributedTypes(rowsByType, bound) : undefined;
  return Array.from(tables, ([type, largestTable]): TypePlacement => {
    if (distributed === undefined) {
      return { type, largestTable, placement: 'plain', reason: plainReason(distribute, isCitus, bound) };
    }
    const isLarge = distributed.has(type);
    return {
      type,
      largestTable,
      placement: isLarge ? 'distributed' : 'reference',
      reason: `${isLarge ? 'at least' : 'fewer than'} ${formatRows(bound)} rows`,
    };
  });
}

function plainReason(distribute: Distribute, isCitus: boolean, bound: number): string {
  if (!isCitus) return 'the database does not have the extension Citus';
  if (distribute === 'never') return '--distribute never';
  return `no type has a table of at least ${formatRows(bound)} rows`;
}

const formatRows = (rows: number): string => rows.toLocaleString('en-US');
