/**
 * Node's response, with what is counted of it from its request to its end: fields of its own, so that watching a
 * request allocates nothing but the response itself.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { InvariantError } from '../../content/errors/index.js';
import type { Refusal } from '../access/refusal.js';
import type { Asked } from '../deliver/asked.js';
import type { AccessKey } from '../keys/index.js';

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
  /** What its line asks for, read once; undefined before that. */
  asked: Asked | undefined = undefined;
  /** The name of the route that answers; `''` where none does. */
  route = '';
  /** Whose content it asks for; `''` where it asks for none. */
  space = '';
  /** What it was answered from; `''` where it was not. */
  snapshot = '';
  /** Whether content came from the cache; undefined of everything else. */
  cached: boolean | undefined = undefined;
  /** The code of the first mistake that it tells; `''` where it tells none. */
  errorCode = '';
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
  /** Why the key that came with the request opens nothing; undefined while nobody has looked at it, and where it does. */
  refusal: Refusal | undefined = undefined;
  /** Of the key that came with the request, also where it was refused; `''` where none did. */
  keyName = '';
  /**
   * What its client was answered, once it has ended; 499 where not all of it was taken by the client's connection, also
   * where nothing was sent: the client is gone, or was cut off.
   */
  get statusTaken(): number {
    return this.writableFinished ? this.statusCode : 499;
  }
  /** The one it was begun on. */
  openedOn: Connection | undefined = undefined;
}

/** @returns the response as the server made it, which Koa's types have forgotten */
export function watched(response: ServerResponse): WatchedResponse {
  if (response instanceof WatchedResponse) return response;
  throw new InvariantError('a response was not made by this server');
}
