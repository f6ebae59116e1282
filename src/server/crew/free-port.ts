/**
 * Whether the address can be had, before several take it together: sockets that share a port would also share it with
 * another program that does, without anybody noticing.
 */
import { createServer } from 'node:http';
import { listen } from '../wire/listen.js';

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
