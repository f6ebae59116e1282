/**
 * Replies of a server: the bytes of a JSON:API document, the error that the server reports, or a ConnectionError for a
 * reply that no stele server sends, such as a proxy's page.
 *
 * Elsewhere: sending the request, repeating it, caching (connect).
 */
import { type Correction, isErrorCode, RequestError, type RequestProblem } from '../../content/errors/request/index.js';

const ROOT_HINT = 'connect() needs the delivery root with its host, such as http://127.0.0.1:8080/delivery/jsonapi';
/** Whether the address lacks a scheme: only a page in a browser has an address that it can be relative to. */
const isRelative = (address: string): boolean => !address.startsWith('http');

/** The options of Error, which the compiler knows from `lib: es2022` on only, and the status. */
interface ConnectionErrorOptions {
  readonly cause?: unknown;
  readonly status?: number;
}

/** A request that received no answer of a stele server. `cause` is the error of `fetch` or of `JSON.parse`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The URL of the request. */
  readonly address: string;
  /** The HTTP status of the answer; undefined if there is none. */
  readonly status: number | undefined;

  constructor(address: string, reason: string, options: ConnectionErrorOptions = {}) {
    const page = 'document' in globalThis ? ' and allows this page (--cors-origin)' : '';
    const { status } = options;
    // A proxy sends these when it reaches no server: the address is probably right.
    const isGatewayError = status !== undefined && status >= 500;
    const check = isRelative(address) ? '' : `Check that the server runs${page}. `;
    const nextStep = isGatewayError ? 'Check that the server behind this address runs.' : `${check}${ROOT_HINT}`;
    super(`${address} ${reason}. ${nextStep}`, options);
    this.address = address;
    this.status = status;
  }
}

/** Whether the error is the one of `fetch` for a network failure. Others, such as that of an aborted signal, are not. */
const isNetworkError = (error: unknown): error is TypeError => error instanceof Error && error.name === 'TypeError';

/** @returns the reason of a network failure, such as ECONNREFUSED; Node.js has it in `cause`, browsers have none */
function readReason({ message, cause }: TypeError): string {
  if (!(cause instanceof Error)) return message;
  return 'code' in cause ? String(cause.code) : cause.message;
}

/** One attempt to receive an answer. */
export interface Attempt {
  /** The URL of the request. */
  readonly address: string;
  /** Aborted at the end of the time for the attempt; undefined if the time is unlimited. */
  readonly timeout: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Of the caller. */
  readonly signal: AbortSignal | undefined;
}

/** @returns the signal that ends the attempt: the caller's signal, the timeout, or both in one */
export const attemptSignal = ({ signal, timeout }: Attempt): AbortSignal | null =>
  signal !== undefined && timeout !== undefined ? AbortSignal.any([signal, timeout]) : (signal ?? timeout ?? null);

/** @throws ConnectionError if the network fails or the time is over; the signal's reason if the caller aborts */
export async function reach<Value>(attempt: Attempt, receive: () => Promise<Value>): Promise<Value> {
  const { address, timeout, timeoutMs, signal } = attempt;
  try {
    return await receive();
  } catch (error) {
    if (timeout?.aborted === true && signal?.aborted !== true) {
      throw new ConnectionError(address, `sent no complete answer within ${timeoutMs} ms`, { cause: error });
    }
    if (!isNetworkError(error)) throw error;
    throw new ConnectionError(address, `could not be reached: ${readReason(error)}`, { cause: error });
  }
}

const isWebPage = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/html') === true;

/**
 * @param hasData whether the documents of this path have primary data; the others have only `meta`
 * @returns the bytes of a document of JSON:API
 * @throws ConnectionError if the reply is something else
 */
export async function readDocument(attempt: Attempt, reply: Response, hasData: boolean): Promise<Uint8Array> {
  const { address } = attempt;
  const { status } = reply;
  if (isWebPage(reply)) throw new ConnectionError(address, 'answered with a web page', { status });
  const bytes = new Uint8Array(await reach(attempt, () => reply.arrayBuffer()));
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ConnectionError(address, 'answered with incomplete or invalid JSON', { status, cause });
  }
  if (!isDocument(parsed, hasData)) {
    throw new ConnectionError(address, 'answered with JSON that is no document of JSON:API', { status });
  }
  return bytes;
}

function isDocument(parsed: unknown, hasData: boolean): boolean {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const { data, meta }: { data?: unknown; meta?: unknown } = parsed;
  if (data === undefined) return !hasData && typeof meta === 'object' && meta !== null;
  return data === null || Array.isArray(data) || (typeof data === 'object' && 'type' in data);
}

export const readComplexity = ({ headers }: Response): number => Number(headers.get('x-service-query-complexity') ?? 0);

/** The members of a JSON:API error object that are read. */
interface ErrorObject {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly source?: { readonly parameter?: string; readonly header?: string };
  readonly meta?: { readonly corrections?: readonly Correction[] };
}

/** @returns the error that the reply reports; a ConnectionError with its status if it is no error document of a server */
export async function readRefusal(attempt: Attempt, reply: Response): Promise<RequestError | ConnectionError> {
  const text = await reach(attempt, () => reply.text());
  try {
    const { errors }: { errors: readonly ErrorObject[] } = JSON.parse(text);
    const problems = errors.flatMap(({ code, detail, source, meta }): RequestProblem[] =>
      isErrorCode(code)
        ? [{ code, detail: String(detail), ...source, ...(meta?.corrections && { corrections: meta.corrections }) }]
        : [],
    );
    if (problems.length > 0) return new RequestError(problems, readComplexity(reply));
  } catch {
    // Not a document of JSON:API.
  }
  const { status } = reply;
  const content = isWebPage(reply) ? 'a web page' : 'no error of a stele server';
  return new ConnectionError(attempt.address, `answered ${status} with ${content}`, { status });
}
