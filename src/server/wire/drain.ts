/**
 * Graceful shutdown: no response in flight is cut before a deadline.
 *
 * First the server reports that it is not ready, and answers as before, but ends each connection with its next response,
 * so that clients go elsewhere. Then it stops listening: requests in flight finish, idle connections close, and after the
 * deadline all other connections are cut.
 */
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connections } from './connections.js';

/** Interval at which idle connections are closed during shutdown; Node has no event for a client that has taken all bytes. */
const sweepMs = 100;

/**
 * To be called once the server reports that it is stopping.
 *
 * @returns number of responses that were cut; 0 after a clean stop
 */
export async function drain(
  server: Server,
  connections: Connections,
  { drainDelayMs, drainMs }: { readonly drainDelayMs: number; readonly drainMs: number },
): Promise<number> {
  let cutCount = 0;
  const cutSocket = (socket: Socket): void => {
    cutCount += connections.openOn(socket);
    socket.destroy();
  };
  // Stalled clients are cut as before, but now they are counted.
  server.on('timeout', cutSocket);
  // A timer even without a delay: Node reads arrived data only between a timer and the next turn.
  await pause(drainDelayMs);
  // Data that has arrived by now is read before the next turn; only then is it known which connections are idle.
  const sweep = (): void => void setImmediate(connections.closeIdle);
  const sweeping = setInterval(sweep, sweepMs);
  const deadline = setTimeout(() => {
    cutCount += connections.inFlight();
    server.closeAllConnections();
  }, drainMs);
  sweep();
  // Right after Node has read and accepted: connections that are not accepted yet will be reset.
  await new Promise((resolve) => setImmediate(resolve));
  // Only net's close: http's own would first destroy connections whose response is still on its way.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  clearInterval(sweeping);
  clearTimeout(deadline);
  // No connection is left to destroy; http's close now ends its timer.
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return cutCount;
}
