/**
 * Node's response, with what is counted of it from its request to its end: fields of its own, so that watching a
 * request allocates nothing but the response itself.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { AccessKey } from '../../access/index.js';
import { InvariantError } from '../../errors/index.js';

/** What is known of a connection; every response begun on it leads here. */
export interface Connection {
  /** Of its other end, as the network has it. */
  readonly address: string | undefined;
  /** Responses begun and not yet taken by the client; more than one when requests are pipelined. */
  readonly open: Set<WatchedResponse>;
  /** Bytes read when the last response was done: more since then are the beginning of a further request. */
  bytesReadBefore: number;
  last: ServerResponse | undefined;
}

/** Memory that is to be given back. */
export interface Lent {
  readonly giveBack: () => void;
}

export class WatchedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** The request target as it was sent; Koa and its middleware may rewrite the request's own. */
  target = '';
  /** The name of the route that answers; `''` where none does. */
  route = '';
  /** By `performance.now`. */
  startMs = 0;
  complexity = 0;
  /** Of its document, where it is another than that of all documents: the client asked for a profile. */
  mediaType: string | undefined = undefined;
  hasEnded = false;
  /** Bytes of the body as sent; 0 of an answer to HEAD and of 304. */
  bodyBytes = 0;
  /** Bytes counted as waiting for the client until the response is closed. */
  heldBytes = 0;
  /** What gives back the body's memory; to be called once the client has taken the body. */
  loan: Lent | undefined = undefined;
  /** The key that the request may be answered by; undefined where none was asked for, and while none is found. */
  key: AccessKey | undefined = undefined;
  /** Of the key that came with the request, also where it was refused; `''` where none did. */
  keyName = '';
  /** The one it was begun on. */
  openedOn: Connection | undefined = undefined;
}

/** @returns the response as the server made it, which Koa's types have forgotten */
export function watched(response: ServerResponse): WatchedResponse {
  if (response instanceof WatchedResponse) return response;
  throw new InvariantError('a response was not made by this server');
}
