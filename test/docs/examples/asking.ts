/**
 * Sends the request of an example to a server.
 */
import { type Reply, sendRaw } from '../../../testing/server/client.js';
import { type Asked, spelledOut } from './examples.js';
import type { Servers } from './servers.js';

/** The request as bytes: raw characters beyond ASCII as UTF-8, and of an impatient server's no end. */
function bytesOf({ method, target, version, headers, server }: Asked): string {
  const hosts = headers.some((line) => line.startsWith('Host:')) ? [] : ['Host: shop.example'];
  const lines = [`${method} ${target} ${version}`, ...hosts, ...headers, 'Connection: close'].map(spelledOut);
  const end = server === 'impatient' ? '' : '\r\n\r\n';
  return Buffer.from(`${lines.join('\r\n')}${end}`, 'utf8').toString('latin1');
}

export async function ask(servers: Servers, example: Asked): Promise<Reply> {
  const { origin } = await servers.get(example.server);
  return sendRaw(origin, bytesOf(example));
}
