/**
 * Which connections are busy: what shutdown, overload and the refusal of malformed requests need to know.
 *
 * Node keeps such a list too, but takes a connection for idle as soon as its response was handed over, before the
 * client has taken the bytes; closing "idle" connections by it cuts long answers to slow readers short.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeUnsent } from '../../format/node/index.js';
import { targetOf } from './target.js';
import type { Connection, WatchedResponse } from './watched-response.js';

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
      openedOn.open.delete(this);
      openedOn.bytesReadBefore = this.req.socket.bytesRead;
    }
    inFlight -= 1;
    ended(this);
  }

  server.on('connection', (socket: Socket) => {
    const open = new Set<WatchedResponse>();
    connections.set(socket, { address: socket.remoteAddress, open, bytesReadBefore: 0, last: undefined });
    socket.once('close', () => {
      connections.delete(socket);
      closeUnsent(open);
    });
  });
  const isIdle = (socket: Duplex): boolean => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.open.size > 0) return false;
    return 'bytesRead' in socket && socket.bytesRead === connection.bytesReadBefore;
  };

  return {
    begin(request, response) {
      response.target = targetOf(request);
      response.startMs = performance.now();
      const connection = connections.get(request.socket);
      if (connection !== undefined) {
        connection.open.add(response);
        connection.last = response;
        response.openedOn = connection;
      }
      inFlight += 1;
      response.on('close', onClose);
    },
    count: () => connections.size,
    inFlight: () => inFlight,
    openOn: (socket) => connections.get(socket)?.open.size ?? 0,
    lastResponse: (socket) => connections.get(socket)?.last,
    isIdle,
    closeIdle() {
      for (const socket of connections.keys()) if (isIdle(socket)) socket.destroy();
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
