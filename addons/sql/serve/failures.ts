/**
 * What a client is told when a database does not answer: 503, to be tried again. A statement that the server cannot
 * understand is a mistake of ours, and stays what it is.
 */
import { RequestError } from '../../../src/content/errors/index.js';
import { codeOf } from '../connection/failure.js';
import { Cancelled, NoAnswer, NoConnectionFree } from '../connection/pool.js';

/** `lost`: nothing can be asked. `late`: it took too long. `busy`: no connection was free. `gone`: nobody waits any more. */
export type FailureKind = 'lost' | 'late' | 'busy' | 'gone';

/** What the server says of a statement that took longer than it may. */
const CANCELLED = '57014';
/** The tables of a load that was dropped, or that the role may not read any more. */
const NO_TABLES: ReadonlySet<string> = new Set(['3F000', '42P01', '42501']);
/**
 * Connections, roles, databases; what a server does that has too little of something, stops or starts, or whose disk fails.
 * Source: PostgreSQL's documentation, appendix A.
 */
const SERVER_CLASSES: ReadonlySet<string> = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Whether the tables of a load cannot be read any more. */
export const isWithoutTables = (error: unknown): boolean => NO_TABLES.has(codeOf(error) ?? '');

/** @returns undefined for what no database is to blame for */
export function kindOf(error: unknown): FailureKind | undefined {
  if (error instanceof Cancelled) return 'gone';
  if (error instanceof NoConnectionFree) return 'busy';
  if (error instanceof NoAnswer) return 'late';
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code === CANCELLED) return 'late';
  if (isWithoutTables(error)) return 'lost';
  const isState = /^[0-9A-Z]{5}$/.test(code);
  // Others are those of Node's sockets and of the driver.
  return !isState || SERVER_CLASSES.has(code.slice(0, 2)) ? 'lost' : undefined;
}

const seconds = (ms: number): string => `${ms / 1000} s`;

/** @param statementMs what a statement may take. @param complexity of the request */
export function unavailable(kind: FailureKind, statementMs: number, complexity: number): RequestError {
  return new RequestError([{ code: 'Unavailable', detail: detailOf(kind, statementMs) }], complexity);
}

function detailOf(kind: FailureKind, statementMs: number): string {
  switch (kind) {
    case 'lost':
      return 'The database that this server asks cannot be reached at present. Try again in a moment.';
    case 'late':
      return `The database takes longer than ${seconds(statementMs)} for this answer. Ask for less, or try again later.`;
    case 'busy':
      return 'The database is busy with other answers. Try again in a moment.';
    case 'gone':
      return 'The request was cancelled.';
  }
}
