/**
 * The limit of open connections.
 *
 * A connection beyond the limit replaces the oldest idle one. If none is idle, it is surplus: it gets only responses that
 * must be sent under any load, for example `/health`; all other requests on it are refused. Connections beyond a reserve of
 * surplus ones are dropped by Node.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.js';
import type { WatchedResponse } from './watched-response.js';

/** Connections in reserve for health checks and scrapes, and for clients that retry. */
export const RESERVED_CONNECTIONS = 64;

export interface ConnectionLimit {
  /** Whether the connection is beyond the limit. Cost: one comparison while the limit is not reached. */
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
    // It becomes an ordinary connection once others have closed.
    isSurplus: (socket) => connections.count() > maximum && surplus.has(socket),
  };
}
