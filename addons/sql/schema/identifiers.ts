/**
 * Names of tables, columns and indexes. They come from the model alone and are always quoted.
 *
 * What stele adds begins with an underscore or holds one of `. @ # ~`, none of which the name of a field may.
 */
import { createHash } from 'node:crypto';
import { OperationError } from '../../../src/content/errors/index.js';

/** What PostgreSQL keeps of a name. */
const identifierByteLimit = 63;
const hashLength = 10;

/** @returns the name as it stands in SQL. @throws where it holds what no identifier may */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new OperationError('a name of the database must not hold a null character.');
  return `"${name.replaceAll('"', '""')}"`;
}

/** A longer name is cut, and ends with a hash of all of it: names that begin alike stay apart. */
export function shortenIdentifier(name: string): string {
  if (Buffer.byteLength(name) <= identifierByteLimit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
  return `${name.slice(0, identifierByteLimit - hashLength - 1)}~${hash}`;
}

/** @returns `"schema"."table"` */
export const qualifyTable = (schema: string, table: string): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(shortenIdentifier(table))}`;

/** The schema of the register, and what the names of loads begin with. */
const registerPattern = /^[a-z][a-z0-9_]{0,39}$/;

/** @throws OperationError for a name that would have to be quoted */
export function parseRegisterName(text: string): string {
  if (registerPattern.test(text) && !text.startsWith('pg_')) return text;
  throw new OperationError(
    'a schema is named by up to 40 small letters, digits and underscores, begins with a letter, and not with pg_.',
  );
}

/** @returns a text as SQL has it, for what takes no parameters */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
