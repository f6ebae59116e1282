/**
 * Failures of a database → messages for the operator: the server's reason, then advice for its error code.
 *
 * Elsewhere: failures while answering, which become 503 (serve/failures).
 */
import { codeOf as codeOfError, OperationError } from '../../../src/content/errors/index.js';
import { type Address, formatAddress } from './address.js';

const UNTRUSTED =
  "The certificate of the server is not signed by a known authority. Set NODE_EXTRA_CA_CERTS to the file of the authority's certificate, or give sslmode=require, which does not check it.";
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
  [
    '42501',
    'The role of the URL lacks a right. Have the owner of the database grant it, or give the URL of another role.',
  ],
  ['CERT_HAS_EXPIRED', 'The certificate of the server has expired. Renew it on the server.'],
  ['CERT_NOT_YET_VALID', 'The certificate of the server is not valid yet. Check the clocks of both machines.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'The certificate of the server is for another host name. Give the name in the certificate as the host of the URL.',
  ],
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

const NO_TLS =
  "The server does not offer TLS. Turn it on (ssl = on in the server's postgresql.conf), or give sslmode=disable if the network is trusted.";

/** The driver starts TLS although the server has refused it; the server then closes the connection. */
const isWithoutTls = (error: unknown): boolean =>
  readFailureMessage(error).includes('disconnected before secure TLS connection');

const readFailureMessage = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};

/**
 * @param action verb of the message, such as `load`: `cannot load at <address>: …`
 * @returns an error with advice; the same error if it is not an error of a database
 */
export function explainDatabaseFailure(error: unknown, action: string, address: Address): unknown {
  if (error instanceof OperationError) return error;
  const code = readFailureCode(error);
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  const listedAdvice = isWithoutTls(error) ? NO_TLS : ADVICE.get(code ?? '');
  if (listedAdvice === undefined && !isSqlState) return error;
  const advice = listedAdvice ?? 'Look into the log of the server.';
  return new OperationError(`cannot ${action} at ${formatAddress(address)}: ${readFailureMessage(error)}. ${advice}`);
}
