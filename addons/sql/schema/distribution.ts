/**
 * Placement of a load's tables on the servers of Citus, a PostgreSQL extension.
 *
 * Types with many items or links are distributed by the hash of the item's id, so that an item and its links are on one
 * server. Smaller types are copied to every server as reference tables. A load without a large type has plain tables.
 * Elsewhere: the joins that this placement allows (statements/filter, counting/counting-steps).
 */
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Queryable } from '../connection/connect.js';
import { ID_COLUMN } from './columns.js';
import { qualifyTable, quoteLiteral, shortenIdentifier } from './identifiers.js';
import type { Table } from './tables.js';

/** @returns whether the database has the extension Citus */
export async function hasCitus(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus') AS there",
  );
  return rows[0]?.there === true;
}

/** Rows from which a type is distributed. Smaller tables are copied to each server within seconds. */
export const DEFAULT_DISTRIBUTION_BOUND = 200_000;

/**
 * @param rows  row count of the largest table of each type: its items, or the links of one relationship
 * @param bound row count from which a type is distributed
 * @returns the types to distribute; undefined if there are none
 */
export function selectDistributedTypes(
  rows: ReadonlyMap<string, number>,
  bound: number,
): ReadonlySet<string> | undefined {
  const largeTypes = [...rows].filter(([, count]) => count >= bound).map(([type]) => type);
  return largeTypes.length === 0 ? undefined : new Set(largeTypes);
}

/** @returns the types whose tables in the schema are distributed; undefined if there are none */
export async function readDistributedTypes(
  client: Queryable,
  schema: string,
  model: ContentModel,
): Promise<ReadonlySet<string> | undefined> {
  if (!(await hasCitus(client))) return undefined;
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_dist_partition AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.logicalrelid
       JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND p.partmethod = 'h'`,
    [schema],
  );
  const names = new Set(rows.map(({ name }) => name));
  const types = [...model.contentTypes.keys()].filter((type) => names.has(shortenIdentifier(type)));
  return types.length === 0 ? undefined : new Set(types);
}

/**
 * Places a table. To be sent before it has rows or indexes.
 *
 * @param distributed      types whose tables are distributed; at least one
 * @param firstDistributed the first distributed table of the load
 */
export function placementStatement(
  schema: string,
  table: Table,
  distributed: ReadonlySet<string>,
  firstDistributed: Table,
): string {
  const name = quoteLiteral(qualifyTable(schema, table.name));
  if (!isDistributed(table, distributed)) return `SELECT create_reference_table(${name}::regclass)`;
  // Each load is its own co-location group, independent of other loads and of foreign tables in the database.
  const colocateWith = table.name === firstDistributed.name ? 'none' : qualifyTable(schema, firstDistributed.name);
  return `SELECT create_distributed_table(${name}::regclass, ${quoteLiteral(ID_COLUMN)}, colocate_with => ${quoteLiteral(colocateWith)})`;
}

/** The search table is always distributed: it is as large as the texts, and its rows are read by id. */
export const isDistributed = (table: Table, distributed: ReadonlySet<string> | undefined): boolean =>
  distributed !== undefined && (table.kind === 'search' || distributed.has(table.type.name));
