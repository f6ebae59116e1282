/**
 * Whether answers stay as they are until their clients have taken them, although their memory is used again after that.
 */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { dial, parseReply, readAll, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const base = '/delivery/jsonapi';

let shop: Bookshop;
let documentOf: (target: string) => string;
beforeAll(async () => {
  const space = await openBookshop();
  documentOf = (target) => {
    const { pathname, search } = new URL(target, 'http://x');
    return answer(space, parseRequest(space.model, pathname.slice(base.length), search), base).toString();
  };
  // However slow the machine is that this runs on, nobody is refused for it.
  shop = await startBookshop({ cacheBytes: 0, overload: { turnMsMaximum: 600_000 }, timeouts: { stallMs: 600_000 } });
});
afterAll(() => shop.stop());

const target = (client: number, place: number): string =>
  `${base}/book?page[limit]=${80 + ((client + place) % 20)}&page[skip]=${place % 7}&sort=title&include=author`;

/** Far more than the kernel holds for them. */
const slow = 2;
const pipelined = 40;

const ask = (socket: Socket, client: number): void => {
  for (let place = 0; place < pipelined; place += 1) {
    const last = place === pipelined - 1 ? 'Connection: close\r\n' : '';
    socket.write(`GET ${target(client, place)} HTTP/1.1\r\nHost: x\r\n${last}\r\n`);
  }
};

describe('answers that wait for slow clients', () => {
  it('while other requests are answered, and some clients hang up › each gets its own document', {
    timeout: 60_000,
  }, async () => {
    const sockets = await Promise.all(Array.from({ length: slow + 1 }, () => dial(shop.origin)));
    for (const [client, socket] of sockets.entries()) {
      socket.pause();
      ask(socket, client);
    }
    for (let place = 0; place < 6; place += 1) await (await fetch(shop.origin + target(99, place))).arrayBuffer();
    sockets.pop()?.destroy();
    const streams = await Promise.all(sockets.map((socket) => readAll(socket.resume())));
    for (const [client, stream] of streams.entries()) {
      let rest = stream;
      for (let place = 0; place < pipelined; place += 1) {
        const reply = parseReply(rest);
        const asked = target(client, place);
        expect(reply.status).toBe(200);
        // A difference of such texts would be shown letter by letter.
        if (reply.body.toString() !== documentOf(asked)) expect.fail(`${asked} is wrong`);
        rest = reply.rest;
      }
      expect(rest.byteLength).toBe(0);
    }
  });

  it('HEAD, 304 and compressed answers › return the lent memory', async () => {
    const one = `${base}/book?page[limit]=3`;
    const { headers } = await send(shop.origin, one);
    for (let time = 0; time < 2; time += 1) {
      expect((await send(shop.origin, one, { method: 'HEAD' })).body.byteLength).toBe(0);
      const unchanged = await send(shop.origin, one, { headers: { 'if-none-match': headers.etag ?? '' } });
      expect(unchanged.status).toBe(304);
      expect((await send(shop.origin, one, { headers: { 'accept-encoding': 'gzip' } })).status).toBe(200);
      expect((await send(shop.origin, one)).body.toString()).toBe(documentOf(one));
    }
  });
});
