/**
 * The two tables of a register, in a schema of their own.
 *
 *     loads      one row per load: its schema, state, layout, model, counts and sums
 *     published  one row: the published load, and the earlier published loads, the latest last
 */
import type { Queryable } from '../connection/connect.js';
import { quoteIdentifier } from '../schema/identifiers.js';

/** Names of the tables with their schema, quoted. */
export interface RegisterTables {
  readonly loads: string;
  readonly published: string;
}

/** @param schema name of the register */
export const registerTableNames = (schema: string): RegisterTables => ({
  loads: `${quoteIdentifier(schema)}.loads`,
  published: `${quoteIdentifier(schema)}.published`,
});

/** @returns whether the tables were created */
export async function hasRegister(client: Queryable, tables: RegisterTables): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    tables.published,
  ]);
  return rows[0]?.there === true;
}

/**
 * Creates the schema and the tables if they are missing, and columns that an earlier version did not have.
 *
 * @throws the server's error; 42501 if it forbids this
 */
export async function createRegister(client: Queryable, name: string): Promise<void> {
  const tables = registerTableNames(name);
  if (await hasRegister(client, tables)) {
    await client.query(`ALTER TABLE ${tables.loads} ADD COLUMN IF NOT EXISTS contents text`);
    return;
  }
  const schema = quoteIdentifier(name);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${tables.loads} (
  load bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schema_name text,
  state text NOT NULL DEFAULT 'loading' CHECK (state IN ('loading', 'complete', 'held')),
  layout integer NOT NULL,
  space text NOT NULL,
  fingerprint text NOT NULL,
  model text,
  counts text,
  sums text,
  contents text,
  started timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished timestamptz
);
CREATE TABLE IF NOT EXISTS ${tables.published} (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  load bigint NOT NULL REFERENCES ${tables.loads},
  before bigint[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp()
)`);
}
