/**
 * Tables over several servers, where the extension Citus is there.
 *
 * Types with many items or links are distributed by the ids of their items, all of a load by the same rule, so that an item and
 * its links are on one server. Smaller types are copied to every server, so that each joins them with what it has. A load
 * without a large type is on the server that is asked, as without Citus.
 */
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Queryable } from '../connection/connect.js';
import { ID_COLUMN } from './columns.js';
import { qualifyTable, quoteLiteral, shortenIdentifier } from './identifiers.js';
import type { Table } from './tables.js';

/** Whether the database has the extension. */
export async function hasCitus(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus') AS there",
  );
  return rows[0]?.there === true;
}

/** A type with so many items, or so many links of one relationship, is distributed; 200,000 rows are copied in seconds. */
export const DEFAULT_DISTRIBUTION_BOUND = 200_000;

/** @param rows by type, of its largest table. @returns the types to be distributed; undefined if there is none */
export function selectDistributedTypes(
  rows: ReadonlyMap<string, number>,
  bound: number,
): ReadonlySet<string> | undefined {
  const largeTypes = [...rows].filter(([, count]) => count >= bound).map(([type]) => type);
  return largeTypes.length === 0 ? undefined : new Set(largeTypes);
}

/** @returns the types whose tables are distributed; undefined if those of no type are */
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
 * @param distributed the types that are; at least one
 * @param firstDistributed       of the distributed tables of the load
 */
export function placementStatement(
  schema: string,
  table: Table,
  distributed: ReadonlySet<string>,
  firstDistributed: Table,
): string {
  const name = quoteLiteral(qualifyTable(schema, table.name));
  if (!isDistributed(table, distributed)) return `SELECT create_reference_table(${name}::regclass)`;
  // A group of its own for each load: tables of others in the database, and of other loads, do not come into it.
  const colocateWith = table.name === firstDistributed.name ? 'none' : qualifyTable(schema, firstDistributed.name);
  return `SELECT create_distributed_table(${name}::regclass, ${quoteLiteral(ID_COLUMN)}, colocate_with => ${quoteLiteral(colocateWith)})`;
}

/** The words of searches are as large as the texts, and each of their rows is read by its id. */
export const isDistributed = (table: Table, distributed: ReadonlySet<string> | undefined): boolean =>
  distributed !== undefined && (table.kind === 'search' || distributed.has(table.type.name));
