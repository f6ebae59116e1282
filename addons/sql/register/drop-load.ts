/**
 * Dropping a load: its entry and its schema, in one transaction.
 *
 * Later loads may show tables of this load through views (load/unchanged-tables): such a table moves to the oldest of them.
 */
import type { Queryable } from '../connection/connect.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import type { RegisterTables } from './tables.js';

/**
 * Removes a load with its schema and its entry.
 *
 * @param schema of the load; empty if it was not created
 * @throws the server's error if the load is published; then nothing is removed
 */
export async function dropLoad(
  client: Queryable,
  { loads, published }: RegisterTables,
  load: number,
  schema: string,
): Promise<void> {
  const loadNumber = String(Math.trunc(load));
  // One transaction: a foreign key protects the entry of a published load, and thereby its tables.
  const moveStatements = await buildMoveStatements(client, loads, schema);
  await client
    .query(
      `BEGIN; DELETE FROM ${loads} WHERE load = ${loadNumber}; ${moveStatements}${
        schema === '' ? '' : `DROP SCHEMA IF EXISTS ${quoteIdentifier(schema)} CASCADE;`
      } COMMIT`,
    )
    .catch(async (error: unknown) => {
      await client.query('ROLLBACK');
      throw error;
    });
  await client.query(`UPDATE ${published} SET before = array_remove(before, $1::text::bigint)`, [String(load)]);
}

/** @returns statements that move each table shown by later loads into the oldest of them, replacing its view */
async function buildMoveStatements(client: Queryable, loads: string, schema: string): Promise<string> {
  const { rows } = await client.query<{ name: string; to: string }>(
    `SELECT DISTINCT ON (u.table_name) u.table_name AS name, u.view_schema AS to
         FROM information_schema.view_table_usage AS u JOIN ${loads} AS l ON l.schema_name = u.view_schema
        WHERE u.table_schema = $1 AND u.view_schema <> $1 ORDER BY u.table_name, l.load`,
    [schema],
  );
  return rows
    .map(({ name, to }) => {
      const [table, view] = [schema, to].map((schemaName) => `${quoteIdentifier(schemaName)}.${quoteIdentifier(name)}`);
      return `DROP VIEW ${view}; ALTER TABLE ${table} SET SCHEMA ${quoteIdentifier(to)}; `;
    })
    .join('');
}
