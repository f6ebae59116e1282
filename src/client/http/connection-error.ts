/**
 * The error of a server that cannot be reached, or whose answer is a web page: the address, the reason, and the next step.
 *
 * Elsewhere: answers of a server that refuses a request (RequestError).
 */

/** The next step, at the end of a message. */
export const ROOT_HINT = 'connect() needs the delivery root, such as http://127.0.0.1:8080/delivery/jsonapi';

/** A request that received no answer of a stele server. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The URL of the request. */
  readonly address: string;

  constructor(address: string, reason: string, options?: ErrorOptions) {
    const page = 'document' in globalThis ? ' and allows this page (--cors-origin)' : '';
    super(`${address} ${reason}. Check that the server runs${page}. ${ROOT_HINT}`, options);
    this.address = address;
  }
}

/** Whether the error is the one of `fetch` for a network failure. Others, such as that of an aborted signal, are not. */
export const isNetworkError = (error: unknown): error is TypeError =>
  error instanceof Error && error.name === 'TypeError';

/** @returns the reason of a network failure, such as ECONNREFUSED; Node.js has it in `cause`, browsers have none */
export function readReason({ message, cause }: TypeError): string {
  if (!(cause instanceof Error)) return message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
