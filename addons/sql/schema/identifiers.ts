/**
 * Names of schemas, tables, columns and indexes in SQL. They come from the content model and are always quoted.
 *
 * Names of types and fields are ASCII letters, digits, hyphens and underscores. Names that stele adds begin with an underscore or
 * contain one of `. @ # ~`, which names of fields never do: `book.author` is the table of a relationship, for example.
 */
import { createHash } from 'node:crypto';
import { OperationError } from '../../../src/content/errors/index.js';

/** Longest name of PostgreSQL, in bytes. */
const identifierByteLimit = 63;
const hashLength = 10;

/** @returns the quoted name. @throws OperationError if it contains a null character */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new OperationError('a name in the database must not contain a null character.');
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Cuts a name that is longer than 63 bytes. A cut name ends with a hash of the full name, so that it stays unique.
 *
 * @param name ASCII, so that each character is one byte
 */
export function shortenIdentifier(name: string): string {
  if (Buffer.byteLength(name) <= identifierByteLimit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
  return `${name.slice(0, identifierByteLimit - hashLength - 1)}~${hash}`;
}

/** @returns `"schema"."table"` */
export const qualifyTable = (schema: string, table: string): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(shortenIdentifier(table))}`;

/** Names of the schema that lists all loads (the register). The schema of a load appends `_<number>`. */
const registerPattern = /^[a-z][a-z0-9_]{0,39}$/;

/** @throws OperationError for a name that SQL accepts only in quotes */
export function parseRegisterName(text: string): string {
  if (registerPattern.test(text) && !text.startsWith('pg_')) return text;
  throw new OperationError(
    'a schema is named by up to 40 small letters, digits and underscores. It begins with a letter, and not with pg_.',
  );
}

/** @returns the text as an SQL literal, for statements that take no parameters */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
