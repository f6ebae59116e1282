/**
 * The open connections and the responses in flight on them: for shutdown, overload and the refusal of malformed requests.
 *
 * Node also lists its connections, but regards a connection as idle as soon as its response was handed over, before the client
 * has taken the bytes; closing "idle" connections by that list would cut long responses to slow readers short.
 * Elsewhere: the fields of a response (watched-response), how many connections may be open (connection-limit).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { readTarget } from '../http/request-target.js';
import type { Connection, WatchedResponse } from './watched-response.js';

export interface Connections {
  /** To be called for every request, before anything else is done with its response. */
  readonly begin: (request: IncomingMessage, response: WatchedResponse) => void;
  readonly count: () => number;
  /** Number of responses begun and not yet taken by their clients, over all connections. */
  readonly inFlight: () => number;
  /** Number of responses begun and not yet taken on one connection. */
  readonly openOn: (socket: Duplex) => number;
  /** The latest response begun on the connection, finished or not. */
  readonly latestResponse: (socket: Duplex) => ServerResponse | undefined;
  /** Whether the connection has no response to finish and no request has begun to arrive. */
  readonly isIdle: (socket: Duplex) => boolean;
  /** Closes connections that were idle at the last call too: before that, a request may be on its way. */
  readonly closeIdle: () => void;
  /** Closes the oldest idle connection. @returns whether there was one. Cost: O(connections). */
  readonly closeOldestIdle: (except: Duplex) => boolean;
}

/**
 * Watches the server's connections from now on.
 *
 * @param onEnd called once for every response, when its client has taken it or is gone
 * Cost: a few counters per request.
 */
export function watchConnections(
  server: Server<typeof IncomingMessage, typeof WatchedResponse>,
  onEnd: (response: WatchedResponse) => void = () => undefined,
): Connections {
  const connections = new Map<Duplex, Connection>();
  let inFlight = 0;

  // One function for all responses: a closure per response would be most of the cost of watching.
  function onClose(this: WatchedResponse): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { openedOn } = this;
    if (openedOn !== undefined) {
      if (openedOn.open[0] === this) openedOn.open.shift();
      else openedOn.open.splice(openedOn.open.indexOf(this), 1);
      openedOn.bytesReadAtDone = this.req.socket.bytesRead;
    }
    inFlight -= 1;
    onEnd(this);
  }

  server.on('connection', (socket: Socket) => {
    const open: WatchedResponse[] = [];
    connections.set(socket, {
      address: socket.remoteAddress,
      open,
      bytesReadAtDone: 0,
      bytesReadAtIdle: -1,
      latest: undefined,
    });
    socket.once('close', () => {
      connections.delete(socket);
      emitClose([...open]);
    });
  });
  const isIdle = (socket: Duplex): boolean => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.open.length > 0) return false;
    return 'bytesRead' in socket && socket.bytesRead === connection.bytesReadAtDone;
  };

  return {
    begin(request, response) {
      response.target = readTarget(request);
      response.startMs = performance.now();
      const connection = connections.get(request.socket);
      if (connection !== undefined) {
        connection.open.push(response);
        connection.latest = response;
        response.openedOn = connection;
      }
      inFlight += 1;
      response.on('close', onClose);
    },
    count: () => connections.size,
    inFlight: () => inFlight,
    openOn: (socket) => connections.get(socket)?.open.length ?? 0,
    latestResponse: (socket) => connections.get(socket)?.latest,
    isIdle,
    closeIdle() {
      for (const [socket, connection] of connections) {
        if (!isIdle(socket)) continue;
        if (connection.bytesReadAtIdle === connection.bytesReadAtDone) socket.destroy();
        connection.bytesReadAtIdle = connection.bytesReadAtDone;
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

/**
 * Emits `close` on every response of a connection that has closed. Undocumented: Node emits it only for the response that
 * was being sent, not for the responses queued after it. A response may get the event twice.
 */
export function emitClose(responses: Iterable<ServerResponse>): void {
  for (const response of responses) response.emit('close');
}
