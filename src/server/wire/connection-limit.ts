/**
 * How many connections may be open. One more takes the place of the oldest idle one; where none is idle, it is served
 * what must be answered under any load, such as `/health`, and everything else is refused on it. Connections beyond
 * those are dropped by Node as they come in.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.js';
import type { WatchedResponse } from './watched-response.js';

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
