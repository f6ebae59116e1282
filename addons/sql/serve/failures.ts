/**
 * What a client is told when a database does not answer: 503, to be tried again. A statement that the server cannot
 * understand is a mistake of ours, and stays what it is.
 */
import { RequestError } from '../../../src/content/errors/index.js';
import { readFailureCode } from '../connection/failure.js';
import { Cancelled, NoAnswer, NoConnectionFree } from '../connection/pool.js';

/** `lost`: nothing can be asked. `late`: it took too long. `busy`: no connection was free. `gone`: nobody waits any more. */
export type FailureKind = 'lost' | 'late' | 'busy' | 'gone';

/** What the server says of a statement that took longer than it may. */
const STATEMENT_CANCELLED = '57014';
/** The tables of a load that was dropped, or that the role may not read any more. */
const MISSING_TABLE_CODES: ReadonlySet<string> = new Set(['3F000', '42P01', '42501']);
/**
 * Connections, roles, databases; what a server does that has too little of something, stops or starts, or whose disk fails.
 * Source: PostgreSQL's documentation, appendix A.
 */
const SERVER_CLASSES: ReadonlySet<string> = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Whether the tables of a load cannot be read any more. */
export const isMissingTables = (error: unknown): boolean => MISSING_TABLE_CODES.has(readFailureCode(error) ?? '');

/** @returns undefined for what no database is to blame for */
export function classifyFailure(error: unknown): FailureKind | undefined {
  if (error instanceof Cancelled) return 'gone';
  if (error instanceof NoConnectionFree) return 'busy';
  if (error instanceof NoAnswer) return 'late';
  const code = readFailureCode(error);
  if (code === undefined) return undefined;
  if (code === STATEMENT_CANCELLED) return 'late';
  if (isMissingTables(error)) return 'lost';
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  // Others are those of Node's sockets and of the driver.
  return !isSqlState || SERVER_CLASSES.has(code.slice(0, 2)) ? 'lost' : undefined;
}

const formatSeconds = (ms: number): string => `${ms / 1000} s`;

/** @param statementMs what a statement may take. @param complexity of the request */
export function createUnavailableError(kind: FailureKind, statementMs: number, complexity: number): RequestError {
  return new RequestError([{ code: 'Unavailable', detail: failureDetail(kind, statementMs) }], complexity);
}

function failureDetail(kind: FailureKind, statementMs: number): string {
  switch (kind) {
    case 'lost':
      return 'The database that this server asks cannot be reached at present. Try again in a moment.';
    case 'late':
      return `The database takes longer than ${formatSeconds(statementMs)} for this answer. Ask for less, or try again later.`;
    case 'busy':
      return 'The database is busy with other answers. Try again in a moment.';
    case 'gone':
      return 'The request was cancelled.';
  }
}
