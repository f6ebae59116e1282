/**
 * Draining, on a plain server whose answers can be as large and as slow as a case needs. The whole server under SIGTERM
 * is tested with the executable (test/cli/signals.slow.test.ts).
 */

import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Connections, watchConnections } from '../../../src/server/wire/connections.js';
import { drain } from '../../../src/server/wire/drain.js';
import { listen } from '../../../src/server/wire/listen.js';
import { WatchedResponse } from '../../../src/server/wire/watched-response.js';
import { dial, parseReply, readAll, send } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';

const longDeadlineMs = 20_000;
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function start(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000, ServerResponse: WatchedResponse });
  const connections = watchConnections(server);
  const sockets: Socket[] = [];
  let sweeps = 0;
  const afterSweep: (() => void)[] = [];
  const swept: Connections = {
    ...connections,
    closeIdle() {
      sweeps += 1;
      connections.closeIdle();
      afterSweep.shift()?.();
    },
  };
  server.on('connection', (socket) => sockets.push(socket));
  server.on('request', connections.begin);
  server.on('request', listener);
  const origin = await listen(server, '127.0.0.1', 0);
  cleanups.push(() => server.closeAllConnections());
  return {
    connections,
    origin,
    /** How many connections there are, and what they have sent. */
    arrived: () => ({
      connections: sockets.length,
      byteLength: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    }),
    stop: (drainMs: number, drainDelayMs = 0) => drain(server, swept, { drainDelayMs, drainMs }),
    server,
    /** What is called when finished connections have been looked for, one function each time. */
    afterSweep,
    /** Until finished connections were looked for a few times. */
    untilSwept: () => expect.poll(() => sweeps).toBeGreaterThan(4),
  };
}

describe('drain', () => {
  it('a client that reads slowly › still gets every byte', async () => {
    const large = Buffer.alloc(40_000_000, 'x');
    const { origin, stop, connections, untilSwept } = await start((_, response) => response.end(large));
    const socket = await dial(origin);
    socket.write(get);
    await expect.poll(connections.inFlight).toBe(1);
    const stopped = stop(longDeadlineMs);
    await untilSwept();
    const reply = parseReply(await readAll(socket));
    expect(reply.body.byteLength).toBe(large.byteLength);
    expect(await stopped).toBe(0);
  });

  it('an answer that is still computed › is sent', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { origin, stop, connections, untilSwept } = await start(async (_, response) => {
      await finished;
      response.end('late');
    });
    const socket = await dial(origin);
    socket.write(get);
    await expect.poll(connections.inFlight).toBe(1);
    const stopped = stop(longDeadlineMs);
    await untilSwept();
    finish();
    expect(parseReply(await readAll(socket)).body.toString()).toContain('late');
    expect(await stopped).toBe(0);
  });

  it('a half-sent request › is completed and answered', async () => {
    const { origin, stop, arrived, untilSwept } = await start((_, response) => response.end('whole'));
    const socket = await dial(origin);
    socket.write(get.slice(0, 20));
    await expect.poll(() => arrived().byteLength).toBe(20);
    const stopped = stop(longDeadlineMs);
    await untilSwept();
    socket.write(get.slice(20));
    expect((await readAll(socket)).toString()).toContain('whole');
    expect(await stopped).toBe(0);
  });

  it('connections without a request, fresh or kept alive › are closed at once', async () => {
    const { origin, stop, arrived, connections } = await start((_, response) => response.end('once'));
    const fresh = await dial(origin);
    const kept = await dial(origin);
    kept.write(get);
    await expect.poll(arrived).toEqual({ connections: 2, byteLength: get.length });
    await expect.poll(connections.inFlight).toBe(0);
    const startMs = performance.now();
    expect(await stop(longDeadlineMs)).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(longDeadlineMs / 4);
    expect((await readAll(kept)).toString()).toContain('once');
    expect((await readAll(fresh)).byteLength).toBe(0);
  });

  it('a request that has arrived but was not read yet › is answered', async () => {
    const { origin, stop, arrived } = await start((_, response) => response.end('read'));
    const socket = await dial(origin);
    await expect.poll(() => arrived().connections).toBe(1);
    socket.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const stopped = stop(longDeadlineMs);
    expect((await readAll(socket)).toString()).toContain('read');
    expect(await stopped).toBe(0);
  });

  it('a request that is on its way when the listener closes › is answered', async () => {
    const { origin, stop, arrived, afterSweep } = await start((_, response) => response.end('on its way'));
    const [fresh, kept] = [await dial(origin), await dial(origin)];
    kept.write(get);
    await expect.poll(arrived).toEqual({ connections: 2, byteLength: get.length });
    const last = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    afterSweep.push(() => {
      fresh.write(last);
      kept.write(last);
    });
    const stopped = stop(longDeadlineMs);
    expect((await readAll(fresh)).toString()).toContain('on its way');
    expect((await readAll(kept)).toString().match(/on its way/g)).toHaveLength(2);
    expect(await stopped).toBe(0);
  });

  it('a delay › new connections are answered until it is over, and idle ones stay open', async () => {
    const { origin, stop, server } = await start((_, response) => response.end('late'));
    const idle = await dial(origin);
    const stopped = stop(longDeadlineMs, 300);
    const fresh = await dial(origin);
    fresh.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect((await readAll(fresh)).toString()).toContain('late');
    expect([server.listening, idle.closed]).toEqual([true, false]);
    idle.write(get);
    expect((await readAll(idle)).toString()).toContain('late');
    expect(await stopped).toBe(0);
    await expect(dial(origin)).rejects.toThrow('ECONNREFUSED');
  });

  it('a client that takes nothing for long › is cut and counted', async () => {
    const { origin, stop, connections, server } = await start(() => undefined);
    server.timeout = 50;
    const socket = await dial(origin);
    socket.write(get);
    await expect.poll(connections.inFlight).toBe(1);
    expect(await stop(longDeadlineMs, 1)).toBe(1);
  });

  it('new connections › are refused', async () => {
    const { origin, stop } = await start((_, response) => response.end());
    await stop(longDeadlineMs);
    await expect(dial(origin)).rejects.toThrow('ECONNREFUSED');
  });

  it('a response that never ends › is cut at the deadline and counted', async () => {
    const { origin, stop, connections } = await start(() => undefined);
    const socket = await dial(origin);
    socket.write(get);
    await expect.poll(connections.inFlight).toBe(1);
    expect(await stop(100)).toBe(1);
    expect((await readAll(socket)).byteLength).toBe(0);
  });
});

describe('watchConnections › inFlight', () => {
  it('responses finished, or abandoned by the client › are not counted', async () => {
    const { origin, connections, arrived } = await start((request, response) => {
      if (request.url === '/done') response.end();
    });
    const done = await dial(origin);
    done.write(get.replace('/', '/done'));
    const lost = await dial(origin);
    lost.write(get);
    await expect.poll(arrived).toEqual({ connections: 2, byteLength: 2 * get.length + 'done'.length });
    await expect.poll(connections.inFlight).toBe(1);
    lost.destroy();
    await expect.poll(connections.inFlight).toBe(0);
    done.destroy();
  });
});

describe('a server that is stopping', () => {
  const origin = 'https://shop.example';

  it('requests in progress › are answered with Connection: close', async () => {
    const shop = await startBookshop({ corsOrigins: [origin] });
    const paths = ['/delivery/jsonapi/book', '/none', '/health'];
    const sockets: Socket[] = [];
    for (const path of paths) {
      const socket = await dial(shop.origin);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\n`);
      sockets.push(socket);
    }
    // What came before it has been read by now.
    await send(shop.origin, '/health/live');
    const stopped = shop.stop();
    const replies = sockets.map(async (socket) => {
      const answer = readAll(socket);
      socket.write('\r\n');
      const { status, headers } = parseReply(await answer);
      return [status, headers.connection, headers['access-control-allow-origin']];
    });
    expect(await Promise.all(replies)).toEqual([
      [200, 'close', origin],
      [404, 'close', origin],
      [503, 'close', origin],
    ]);
    await stopped;
  });
});
