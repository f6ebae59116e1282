/**
 * An origin that sends so little at a time that it never stalls, and never gets done: that is a failure, too.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Bandwidth, openOrigin, parseAddress, readCurrentOfOrigin } from '../../../src/ship/replicate/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { IMPATIENT } from './pulling.js';

const STALL_MS = 200;

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** @returns the address of a server that sends what is given first, then a byte every quarter of a stall */
async function dripping(first: string, drop: string): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), STALL_MS / 4);
    socket.on('error', () => undefined);
    socket.once('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

describe('a slow origin', () => {
  it.each([
    ['its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 65\r\n\r\n', 'a', /only \d bytes arrived in 0 s/],
    ['the head of its answer', 'HTTP/1.1 200 OK\r\nX: ', 'a', /nothing arrived for 0.2 s/],
    ['answers that are none yet', '', 'HTTP/1.1 102 Processing\r\n\r\n', /nothing arrived for 0.2 s/],
  ])('%s › fails', async (_, first, drop, message) => {
    const files = new MemoryDisk();
    const asked = readCurrentOfOrigin({
      files,
      folder: '/replica',
      origin: openOrigin(parseAddress(await dripping(first, drop)), { files, env: {}, stallMs: STALL_MS }),
      keep: 2,
      parallel: 1,
      bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
      retryPolicy: IMPATIENT,
      signal: new AbortController().signal,
    });
    await expect(asked).rejects.toThrow(message);
  });
});
