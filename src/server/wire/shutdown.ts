/**
 * Stopping without cutting anyone off: no new connections, requests in flight finish, idle connections close, and
 * after a deadline whatever is left is cut.
 */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connections } from './connections.js';

/** How often finished connections are looked for while draining; Node tells of no moment at which all bytes are taken. */
const sweepMs = 25;

/**
 * @param deadlineMs after which open connections are cut
 * @returns          how many responses were cut, 0 after a clean stop
 */
export function drain(server: Server, connections: Connections, deadlineMs: number): Promise<number> {
  return new Promise((resolve) => {
    let cut = 0;
    const sweep = setInterval(connections.closeIdle, sweepMs);
    const deadline = setTimeout(() => {
      cut = connections.inFlight();
      server.closeAllConnections();
    }, deadlineMs);
    // Only net's close: http's own would first destroy connections whose answer is still on its way.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(deadline);
      // Now that nothing is left to destroy, http's close ends its timer.
      server.close(() => resolve(cut));
    });
    connections.closeIdle();
  });
}
