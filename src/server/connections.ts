/**
 * Which connections are busy: what shutdown, overload and the refusal of malformed requests need to know.
 *
 * Node keeps such a list too, but takes a connection for idle as soon as its response was handed over, before the
 * client has taken the bytes; closing "idle" connections by it cuts long answers to slow readers short.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Connection {
  /** Responses begun and not yet taken by the client; more than one when requests are pipelined. */
  readonly open: Set<ServerResponse>;
  /** Bytes read when the last response was done: more since then are the beginning of a further request. */
  bytesReadBefore: number;
  last: ServerResponse | undefined;
}

export interface Connections {
  /** Responses begun and not yet taken by their clients, over all connections. */
  readonly inFlight: () => number;
  /** The latest response begun on this connection, done or not. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined;
  /** Whether the connection neither has a response to finish nor has begun a request. */
  readonly isIdle: (socket: Duplex) => boolean;
  readonly closeIdle: () => void;
}

/** Watches the server's connections from now on. Cost: a few counters a request. */
export function watchConnections(server: Server): Connections {
  const connections = new Map<Duplex, Connection>();
  let inFlight = 0;

  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>();
    connections.set(socket, { open, bytesReadBefore: 0, last: undefined });
    socket.once('close', () => {
      connections.delete(socket);
      // Node closes the response that was being sent, but none that waited behind it.
      for (const response of open) response.emit('close');
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.open.add(response);
    connection.last = response;
    inFlight += 1;
    response.once('close', () => {
      connection.open.delete(response);
      connection.bytesReadBefore = request.socket.bytesRead;
      inFlight -= 1;
    });
  });

  const isIdle = (socket: Duplex): boolean => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.open.size > 0) return false;
    return 'bytesRead' in socket && socket.bytesRead === connection.bytesReadBefore;
  };

  return {
    inFlight: () => inFlight,
    lastResponse: (socket) => connections.get(socket)?.last,
    isIdle,
    closeIdle() {
      for (const socket of connections.keys()) if (isIdle(socket)) socket.destroy();
    },
  };
}
