/**
 * The extension pg_trgm, whose indexes find texts by a part of them: found, or created.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import type { Queryable } from '../connection/connect.js';
import { readFailureCode } from '../connection/failure.js';

const schemaQuery = `SELECT n.nspname AS name FROM pg_catalog.pg_extension e
  JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`;

async function findTrigramSchema(client: Queryable): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(schemaQuery);
  return rows[0]?.name;
}

/** Creates the extension if it is missing. @returns the schema of its operators. @throws OperationError if that fails */
export async function requireTrigramSchema(client: Queryable): Promise<string> {
  const existingSchema = await findTrigramSchema(client);
  if (existingSchema !== undefined) return existingSchema;
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public').catch((error: unknown) => {
    throw explainMissingTrigrams(error);
  });
  const createdSchema = await findTrigramSchema(client);
  if (createdSchema === undefined)
    throw new OperationError('the extension pg_trgm is missing after it was created. Look into the log of the server.');
  return createdSchema;
}

/** @returns an OperationError with advice; the error itself if it has another cause */
export function explainMissingTrigrams(error: unknown): unknown {
  switch (readFailureCode(error)) {
    // The role lacks the right, or there is no schema `public`.
    case '42501':
    case '3F000':
      return new OperationError(
        'this role cannot create the extension pg_trgm. Have the owner of the database do it: CREATE EXTENSION pg_trgm.',
      );
    // The extension is not installed on the server's machine.
    case '0A000':
    case '58P01':
      return new OperationError(
        "the server does not have the extension pg_trgm. Install PostgreSQL's contrib package on its machine.",
      );
    default:
      return error;
  }
}
