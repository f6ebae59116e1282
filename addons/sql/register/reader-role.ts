/**
 * The role that reads a register and its loads: checks that it exists, and grants it reading rights.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Queryable } from '../connection/connect.js';
import { quoteIdentifier, quoteLiteral } from '../schema/identifiers.js';

/** @throws OperationError if the role does not exist */
export async function requireRole(client: Queryable, role: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = $1) AS there',
    [role],
  );
  if (rows[0]?.there !== true) {
    throw new OperationError(
      `there is no role ${quoteLiteral(role)} to read with. Create it: CREATE ROLE ${quoteIdentifier(role)} LOGIN.`,
    );
  }
}

/** Grants the role reading rights, and no other. @param schemas of the register and of a load */
export async function grantRead(client: Queryable, role: string, schemas: readonly string[]): Promise<void> {
  for (const name of schemas) {
    await client.query(
      `GRANT USAGE ON SCHEMA ${quoteIdentifier(name)} TO ${quoteIdentifier(role)}; GRANT SELECT ON ALL TABLES IN SCHEMA ${quoteIdentifier(name)} TO ${quoteIdentifier(role)}`,
    );
  }
}
