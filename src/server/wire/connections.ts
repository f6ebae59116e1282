/**
 * Node's response, with what is counted of it from its request to its end: fields of its own, so that watching a
 * request allocates nothing but the response itself.
 *
 * Which connections are busy: what shutdown, overload and the refusal of malformed requests need to know.
 *
 * Node keeps such a list too, but takes a connection for idle as soon as its response was handed over, before the
 * client has taken the bytes; closing "idle" connections by it cuts long answers to slow readers short.
 *
 * How many connections may be open. One more takes the place of the oldest idle one; where none is idle, it is served
 * what must be answered under any load, such as `/health`, and everything else is refused on it. Connections beyond
 * those are dropped by Node as they come in.
 *
 * Stopping without cutting anyone off. First the server says that it is not ready, and goes on as before, but for ending
 * each connection with its next answer; so whoever sends requests goes elsewhere. Then it listens no more: requests in
 * flight finish, idle connections close, and after a deadline whatever is left is cut.
 */

import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { InvariantError } from '../../content/errors/index.js';
import type { Refusal } from '../access/refusal.js';
import type { Asked } from '../deliver/mounts.js';
import type { AccessKey } from '../keys/index.js';
import { targetOf } from './request.js';

/** What is known of a connection; every response begun on it leads here. */
interface Connection {
  /** Of its other end, as the network has it. */
  readonly address: string | undefined;
  /** Responses begun and not yet taken by the client, in this order; more than one when requests are pipelined. */
  readonly open: WatchedResponse[];
  /** Bytes read when the last response was done: more since then are the beginning of a further request. */
  bytesReadBefore: number;
  /** The same when it was last found idle. */
  idleAt: number;
  last: ServerResponse | undefined;
}

/** Memory that is to be given back. */
interface Lent {
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
  /** How long it was put off because it was dear, in milliseconds; 0: not at all. */
  putOffMs = 0;
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

export interface Connections {
  /** To be called for every request, before anything else is done with its response. */
  readonly begin: (request: IncomingMessage, response: WatchedResponse) => void;
  readonly count: () => number;
  /** Responses begun and not yet taken by their clients, over all connections. */
  readonly inFlight: () => number;
  /** The same of one connection. */
  readonly openOn: (socket: Duplex) => number;
  /** The latest response begun on this connection, done or not. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined;
  /** Whether the connection neither has a response to finish nor has begun a request. */
  readonly isIdle: (socket: Duplex) => boolean;
  /** Closes those that are idle and have asked nothing since the last call: before that, a request may be on its way. */
  readonly closeIdle: () => void;
  /** Closes the oldest of those that are idle. @returns whether there was one. Cost: O(connections). */
  readonly closeOldestIdle: (except: Duplex) => boolean;
}

/**
 * Watches the server's connections from now on.
 *
 * @param ended called once for every response, when its client has taken it or is gone
 * Cost: a few counters a request.
 */
export function watchConnections(
  server: Server<typeof IncomingMessage, typeof WatchedResponse>,
  ended: (response: WatchedResponse) => void = () => undefined,
): Connections {
  const connections = new Map<Duplex, Connection>();
  let inFlight = 0;

  // One function for all responses: a closure for each would be the larger part of what watching costs.
  function onClose(this: WatchedResponse): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { openedOn } = this;
    if (openedOn !== undefined) {
      if (openedOn.open[0] === this) openedOn.open.shift();
      else openedOn.open.splice(openedOn.open.indexOf(this), 1);
      openedOn.bytesReadBefore = this.req.socket.bytesRead;
    }
    inFlight -= 1;
    ended(this);
  }

  server.on('connection', (socket: Socket) => {
    const open: WatchedResponse[] = [];
    connections.set(socket, { address: socket.remoteAddress, open, bytesReadBefore: 0, idleAt: -1, last: undefined });
    socket.once('close', () => {
      connections.delete(socket);
      closeUnsent([...open]);
    });
  });
  const isIdle = (socket: Duplex): boolean => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.open.length > 0) return false;
    return 'bytesRead' in socket && socket.bytesRead === connection.bytesReadBefore;
  };

  return {
    begin(request, response) {
      response.target = targetOf(request);
      response.startMs = performance.now();
      const connection = connections.get(request.socket);
      if (connection !== undefined) {
        connection.open.push(response);
        connection.last = response;
        response.openedOn = connection;
      }
      inFlight += 1;
      response.on('close', onClose);
    },
    count: () => connections.size,
    inFlight: () => inFlight,
    openOn: (socket) => connections.get(socket)?.open.length ?? 0,
    lastResponse: (socket) => connections.get(socket)?.last,
    isIdle,
    closeIdle() {
      for (const [socket, connection] of connections) {
        if (!isIdle(socket)) continue;
        if (connection.idleAt === connection.bytesReadBefore) socket.destroy();
        connection.idleAt = connection.bytesReadBefore;
      }
    },
    closeOldestIdle(except) {
      for (const socket of connections.keys()) {
        if (socket === except || !isIdle(socket)) continue;
        socket.destroy();
        connections.delete(socket);
        return true;
      }
      return false;
    },
  };
}

/** Enough for health checks and scrapes beside clients that try again. */
export const RESERVED_CONNECTIONS = 64;

export interface ConnectionLimit {
  /** Whether the connection is one too many. Cost: one comparison as long as there is room. */
  readonly isSurplus: (socket: Socket) => boolean;
}

/** Limits the server's connections from now on; to be called after `watchConnections`. */
export function limitConnections(
  server: Server<typeof IncomingMessage, typeof WatchedResponse>,
  connections: Connections,
  maximum: number,
): ConnectionLimit {
  const surplus = new WeakSet<Socket>();
  server.maxConnections = maximum + RESERVED_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    if (connections.count() > maximum && !connections.closeOldestIdle(socket)) surplus.add(socket);
  });
  return {
    // Once others have gone, it is a connection like any.
    isSurplus: (socket) => connections.count() > maximum && surplus.has(socket),
  };
}

/** How often finished connections are looked for while draining; Node tells of no moment at which all bytes are taken. */
const sweepMs = 100;

/**
 * To be called once the server tells that it is stopping.
 *
 * @returns how many responses were cut, 0 after a clean stop
 */
export async function drain(
  server: Server,
  connections: Connections,
  { drainDelayMs, drainMs }: { readonly drainDelayMs: number; readonly drainMs: number },
): Promise<number> {
  let cut = 0;
  const cutOne = (socket: Socket): void => {
    cut += connections.openOn(socket);
    socket.destroy();
  };
  // Clients that take nothing for long are cut as ever, but now it is told.
  server.on('timeout', cutOne);
  // A timer also without a delay: only between a timer and the next turn does Node read what has arrived.
  await pause(drainDelayMs);
  // What has arrived by now is read before the next turn; only then is it known who is idle.
  const sweep = (): void => void setImmediate(connections.closeIdle);
  const sweeping = setInterval(sweep, sweepMs);
  const deadline = setTimeout(() => {
    cut += connections.inFlight();
    server.closeAllConnections();
  }, drainMs);
  sweep();
  // Just behind what Node has read and accepted: clients who were not accepted yet are reset.
  await new Promise((resolve) => setImmediate(resolve));
  // Only net's close: http's own would first destroy connections whose answer is still on its way.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  clearInterval(sweeping);
  clearTimeout(deadline);
  // Now that nothing is left to destroy, http's close ends its timer.
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return cut;
}

/*
 * Undocumented: where a connection ends, Node emits `close` of the response that was being sent, but of none that waited
 * behind it; and a response may be told so by hand.
 */

/** Tells every response that its connection is gone, to be called when it is; a response may hear of it twice. */
export function closeUnsent(responses: Iterable<ServerResponse>): void {
  for (const response of responses) response.emit('close');
}
