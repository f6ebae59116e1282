/**
 * Stopping without cutting anyone off. First the server says that it is not ready, and goes on as before, but for ending
 * each connection with its next answer; so whoever sends requests goes elsewhere. Then it listens no more: requests in
 * flight finish, idle connections close, and after a deadline whatever is left is cut.
 */
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Timeouts } from '../options.js';
import type { Connections } from './connections.js';

/** How often finished connections are looked for while draining; Node tells of no moment at which all bytes are taken. */
const sweepMs = 25;

/**
 * To be called once the server tells that it is stopping.
 *
 * @returns how many responses were cut, 0 after a clean stop
 */
export async function drain(
  server: Server,
  connections: Connections,
  { drainDelayMs, drainMs }: Pick<Timeouts, 'drainDelayMs' | 'drainMs'>,
): Promise<number> {
  let cut = 0;
  const cutOne = (socket: Socket): void => {
    cut += connections.openOn(socket);
    socket.destroy();
  };
  // Clients that take nothing for long are cut as ever, but now it is told.
  server.on('timeout', cutOne);
  if (drainDelayMs > 0) await pause(drainDelayMs);
  // What has arrived by now is read before the next turn; only then is it known who is idle.
  const sweep = (): void => void setImmediate(connections.closeIdle);
  const sweeping = setInterval(sweep, sweepMs);
  const deadline = setTimeout(() => {
    cut += connections.inFlight();
    server.closeAllConnections();
  }, drainMs);
  sweep();
  // Only net's close: http's own would first destroy connections whose answer is still on its way.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  clearInterval(sweeping);
  clearTimeout(deadline);
  // Now that nothing is left to destroy, http's close ends its timer.
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return cut;
}
