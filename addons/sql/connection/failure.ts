/**
 * Failures of a database → messages for the operator: the server's reason, then advice for its error code.
 *
 * Elsewhere: failures while answering, which become 503 (serve/failures).
 */
import { codeOf as codeOfError, OperationError } from '../../../src/content/errors/index.js';
import { type Address, formatAddress } from './address.js';

const LOST = 'The connection was lost. Look into the log of the server, then try again.';

/** Advice by SQLSTATE, by the code of Node's sockets, or by the driver's code. Source: PostgreSQL's documentation, appendix A. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'No server answers there. Is it started, and are host and port right?'],
  ['ENOENT', 'There is no socket of a server in that folder. Is it started?'],
  ['ENOTFOUND', 'There is no host of that name.'],
  ['EAI_AGAIN', 'The name of the host could not be looked up. Try again.'],
  ['ETIMEDOUT', 'The server does not answer. Are host and port right, and does a firewall let this machine through?'],
  ['EHOSTUNREACH', 'The host cannot be reached from this machine.'],
  ['ECONNRESET', 'The server ended the connection. Look into its log.'],
  ['EPIPE', 'The server ended the connection. Look into its log.'],
  ['08006', 'A server of the cluster does not answer the one that was asked. Is it started?'],
  ['28P01', 'The password is wrong or missing. Put it into PGPASSWORD or ~/.pgpass.'],
  ['28000', 'The server does not let this user in. Look into its pg_hba.conf.'],
  ['3D000', 'Create the database first: createdb <name>.'],
  ['42501', 'Give the role of the URL the right: GRANT CREATE ON DATABASE <database> TO <role>.'],
  ['53100', "The server's disk is full. Free some space, or drop old loads with a smaller --keep."],
  ['53200', 'The server has too little memory. Lower its maintenance_work_mem.'],
  ['53300', 'The server has too many connections. Give fewer with --connections, or raise its max_connections.'],
  ['54011', 'A content type has more fields and locales than a table may have columns, which is 1,600.'],
  ['57P01', 'The server was stopped. Start it, then try again.'],
  ['57P03', 'The server is starting or stopping. Try again.'],
  [
    'CONNECT_TIMEOUT',
    'The server does not answer. Are host and port right, and does a firewall let this machine through?',
  ],
  ['CONNECTION_CLOSED', LOST],
  ['CONNECTION_DESTROYED', LOST],
  ['CONNECTION_ENDED', LOST],
  ['57014', 'The server cancelled the statement. Raise its statement_timeout for this role.'],
  ['25006', 'The server only reads; it may be a replica. Give the URL of its primary.'],
]);

/** @returns the code of an error of the server, the driver or a socket; undefined for any other error */
export function readFailureCode(error: unknown): string | undefined {
  return error instanceof AggregateError ? readFailureCode(error.errors[0]) : codeOfError(error);
}

const readFailureMessage = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};

/**
 * @param action as in `cannot load into <address>: …`
 * @returns the error itself where no database is to blame
 */
export function explainDatabaseFailure(error: unknown, action: string, address: Address): unknown {
  if (error instanceof OperationError) return error;
  const code = readFailureCode(error);
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  const listedAdvice = code === undefined ? undefined : ADVICE.get(code);
  if (listedAdvice === undefined && !isSqlState) return error;
  const advice = listedAdvice ?? 'Look into the log of the server.';
  return new OperationError(`cannot ${action} at ${formatAddress(address)}: ${readFailureMessage(error)}. ${advice}`);
}
