/**
 * Tables over several servers, where the extension Citus is there: each is distributed by the ids of its items, and all of a
 * load by the same rule, so that an item and its links lie on one server.
 */
import type { Asked } from '../connection/connect.js';
import { ID_COLUMN } from './columns.js';
import { inSchema, literal } from './identifiers.js';
import type { Table } from './tables.js';

/** Whether the database has the extension. */
export async function hasCitus(client: Asked): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus') AS there",
  );
  return rows[0]?.there === true;
}

/** Whether the tables of a load are distributed. To be asked where Citus is. */
export async function isDistributed(client: Asked, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ distributed: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.logicalrelid
       JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1) AS distributed`,
    [schema],
  );
  return rows[0]?.distributed === true;
}

/**
 * To be sent before the table has rows or indexes.
 *
 * @param first of the load's tables, which is distributed before all others
 */
export function distributeTable(schema: string, table: Table, first: Table): string {
  // A group of its own for each load: tables of others in the database, and of other loads, do not come into it.
  const together = table.name === first.name ? 'none' : inSchema(schema, first.name);
  const name = literal(inSchema(schema, table.name));
  return `SELECT create_distributed_table(${name}::regclass, ${literal(ID_COLUMN)}, colocate_with => ${literal(together)})`;
}
