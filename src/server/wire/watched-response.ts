/**
 * Node's response with everything that is recorded about its request until it ends.
 *
 * The members are fields of the response, so that watching a request allocates nothing else.
 * Elsewhere: which responses are open on which connection (connections).
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { InvariantError } from '../../content/errors/index.js';
import type { KeyCheck } from '../access/gate.js';
import type { Refusal } from '../access/refusal.js';
import type { AccessKey } from '../keys/index.js';
import type { RequestTarget } from '../spaces/request-target.js';

/** A connection and the responses that were begun on it. */
export interface Connection {
  /** Network address of the client's end. */
  readonly address: string | undefined;
  /** Responses that the client has not taken completely, in order; more than one if requests are pipelined. */
  readonly open: WatchedResponse[];
  /** Value of `bytesRead` when the last response was done: if it has grown, another request has begun to arrive. */
  bytesReadAtDone: number;
  /** Value of `bytesReadAtDone` when the connection was last seen idle; -1: never. */
  bytesReadAtIdle: number;
  latest: ServerResponse | undefined;
}

/** Memory that is lent to a response. */
interface Loan {
  readonly release: () => void;
}

export class WatchedResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements KeyCheck
{
  /** The request target as it was sent; Koa and its middleware may rewrite the request's own. */
  target = '';
  /** The target with its mount; undefined before it is read. */
  requestTarget: RequestTarget | undefined = undefined;
  /** Name of the route that answers; `''` if there is none. */
  route = '';
  /** Name of the requested space; `''` if there is none. */
  space = '';
  /** Id of the snapshot that it was answered from; `''` if there is none. */
  snapshot = '';
  /** Whether content came from the cache; undefined for anything else. */
  cached: boolean | undefined = undefined;
  /** Code of the first error in the document; `''` if there is none. */
  errorCode = '';
  /** Time of the request's arrival, by `performance.now`. */
  startMs = 0;
  complexity = 0;
  /** Time in the queue of expensive requests, in milliseconds; 0 if the request was not queued. */
  deferredMs = 0;
  /** Media type of the document, if it names the profile because the client asked for that. */
  mediaType: string | undefined = undefined;
  hasEnded = false;
  /** Bytes of the body as sent; 0 for HEAD and 304. */
  bodyBytes = 0;
  /** Bytes counted as waiting for the client until the response is closed. */
  heldBytes = 0;
  /** Returns the body's memory; to be called once the client has taken the body. */
  loan: Loan | undefined = undefined;
  key: AccessKey | undefined = undefined;
  refusal: Refusal | undefined = undefined;
  keyName = '';
  /** The connection that it was begun on. */
  openedOn: Connection | undefined = undefined;

  /**
   * Status that the client received, once the response has ended. It is 499 if the client did not take all of it, also if
   * nothing was sent: the client went away, or its connection was cut.
   */
  get finalStatus(): number {
    return this.writableFinished ? this.statusCode : 499;
  }
}

/** @returns the response as a WatchedResponse; Koa's types know only Node's class. @throws InvariantError if it is none */
export function requireWatched(response: ServerResponse): WatchedResponse {
  if (response instanceof WatchedResponse) return response;
  throw new InvariantError('a response was not made by this server');
}
