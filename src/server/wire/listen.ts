/**
 * Taking the address, and saying plainly why it cannot be taken.
 *
 * Whether the address can be had, before several take it together: sockets that share a port would also share it with
 * another program that does, without anybody noticing.
 */

import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { codeOf, OperationError } from '../../content/errors/index.js';

function explain(error: Error, host: string, port: number): OperationError {
  const place = `${host}, port ${port}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new OperationError(`Another program listens on ${place}; stop it, or choose another --port.`);
    case 'EACCES':
      return new OperationError(`This user may not listen on ${place}; choose a --port of at least 1024.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperationError(
        `This machine does not have the address "${host}"; give one of its addresses as --host, such as 127.0.0.1.`,
      );
    default:
      return new OperationError(`Listening on ${place} failed: ${error.message}`);
  }
}

/**
 * @param reusePort whether other threads listen on it too; ignored where Node does not know of it
 * @returns the origin that answers, with the real port where 0 was asked for
 * @throws OperationError when the address cannot be taken
 */
export function listen(server: Server, host: string, port: number, reusePort = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(explain(error, host, port));
    server.once('error', failed);
    const place = { host, port, reusePort };
    server.listen(place, () => {
      server.off('error', failed);
      const address = server.address();
      const realPort = address !== null && typeof address === 'object' ? address.port : port;
      resolve(`http://${isIPv6(host) ? `[${host}]` : host}:${realPort}`);
    });
  });
}

/**
 * @returns the port, a free one where 0 was asked for
 * @throws OperationError when it cannot be had
 */
export async function probePort(host: string, port: number): Promise<number> {
  const server = createServer();
  const origin = await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
  return Number(new URL(origin).port) || port;
}
