/**
 * Failures of a database while answering → 503 with a reason, to be tried again later.
 *
 * An error that no failing database explains, such as a syntax error in a statement, is a bug of stele and stays a 500.
 * Elsewhere: messages for the operator (connection/failure).
 */
import { RequestError } from '../../../src/content/errors/index.js';
import { readFailureCode } from '../connection/failure.js';
import { Cancelled, NoAnswer, NoConnectionFree } from '../connection/pool.js';

/** `lost`: the database is unreachable. `late`: a statement took too long. `busy`: no connection was free. `gone`: the client left. */
export type FailureKind = 'lost' | 'late' | 'busy' | 'gone';

/** SQLSTATE of a statement that exceeded statement_timeout. */
const STATEMENT_CANCELLED = '57014';
/** SQLSTATEs for tables that were dropped, or that the role may not read. */
const MISSING_TABLE_CODES: ReadonlySet<string> = new Set(['3F000', '42P01', '42501']);
/**
 * Classes of SQLSTATE for a failing server: connections, roles, databases, exhausted resources, starting and stopping, disks.
 * Source: PostgreSQL's documentation, appendix A.
 */
const SERVER_CLASSES: ReadonlySet<string> = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Whether the error says that the tables of a load are missing or not readable. */
export const isMissingTables = (error: unknown): boolean => MISSING_TABLE_CODES.has(readFailureCode(error) ?? '');

/** @returns the kind of failure; undefined if the error is no failure of a database */
export function classifyFailure(error: unknown): FailureKind | undefined {
  if (error instanceof Cancelled) return 'gone';
  if (error instanceof NoConnectionFree) return 'busy';
  if (error instanceof NoAnswer) return 'late';
  const code = readFailureCode(error);
  if (code === undefined) return undefined;
  if (code === STATEMENT_CANCELLED) return 'late';
  if (isMissingTables(error)) return 'lost';
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  // A code that is no SQLSTATE is from Node's sockets or the driver.
  return !isSqlState || SERVER_CLASSES.has(code.slice(0, 2)) ? 'lost' : undefined;
}

const formatSeconds = (ms: number): string => `${ms / 1000} s`;

/** @param statementMs maximum duration of a statement. @param complexity of the request */
export function createUnavailableError(kind: FailureKind, statementMs: number, complexity: number): RequestError {
  return new RequestError([{ code: 'Unavailable', detail: failureDetail(kind, statementMs) }], complexity);
}

function failureDetail(kind: FailureKind, statementMs: number): string {
  switch (kind) {
    case 'lost':
      return 'The database cannot be reached at present. Try again in a moment.';
    case 'late':
      return `The database takes longer than ${formatSeconds(statementMs)} for this answer. Ask for less, or try again later.`;
    case 'busy':
      return 'The database is busy with other answers. Try again in a moment.';
    case 'gone':
      return 'The request was cancelled.';
  }
}
