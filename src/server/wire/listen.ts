/**
 * Listens on an address, with plain errors if that fails.
 */
import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { codeOf, OperationError } from '../../content/errors/index.js';

function explain(error: Error, host: string, port: number): OperationError {
  const endpoint = `${host}, port ${port}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new OperationError(`Another program listens on ${endpoint}; stop it, or choose another --port.`);
    case 'EACCES':
      return new OperationError(`This user may not listen on ${endpoint}; choose a --port of at least 1024.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperationError(
        `This machine does not have the address "${host}"; give one of its addresses as --host, such as 127.0.0.1.`,
      );
    default:
      return new OperationError(`Listening on ${endpoint} failed: ${error.message}`);
  }
}

/**
 * @param reusePort whether other threads listen on the port too; ignored by versions of Node without this option
 * @returns the server's origin, with the actual port if 0 was asked for
 * @throws OperationError if the address cannot be used
 */
export function listen(server: Server, host: string, port: number, reusePort = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(explain(error, host, port));
    server.once('error', onError);
    server.listen({ host, port, reusePort }, () => {
      server.off('error', onError);
      const address = server.address();
      const actualPort = address !== null && typeof address === 'object' ? address.port : port;
      resolve(`http://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`);
    });
  });
}

/**
 * Checks that a port is free before several threads share it: their sockets would also share it with another program
 * that allows sharing, without an error.
 *
 * @returns the port; a free one if 0 was asked for
 * @throws OperationError if the address cannot be used
 */
export async function probePort(host: string, port: number): Promise<number> {
  const server = createServer();
  const origin = await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
  return Number(new URL(origin).port) || port;
}
