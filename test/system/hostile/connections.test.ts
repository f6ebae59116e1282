/**
 * Connections that ask much at once and leave early: what was found by `npm run fuzz -- --socket`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { readResponses } from '../../../testing/requests/responses.js';
import { dial, readAll, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

const get = (path: string, extra = ''): string => `GET /delivery/jsonapi${path} HTTP/1.1\r\nHost: x\r\n${extra}\r\n`;

describe('pipelined requests', () => {
  it('one with expect: 100-continue › complete answers, without bytes between headers and body', async () => {
    shop = await startBookshop();
    const socket = await dial(shop.origin);
    const answer = readAll(socket);
    socket.write(`${get('/book?sort=nonsense')}${get('/country/is', 'Expect: 100-continue\r\n')}`);
    const bytes = await answer;
    expect(bytes.toString()).not.toContain('100 Continue');
    const responses = readResponses(bytes, false);
    if (typeof responses === 'string') throw new Error(responses);
    expect(responses.map(({ status }) => status)).toEqual([400, 200]);
    expect(JSON.parse(String(responses[1]?.body))).toMatchObject({ data: { id: 'is' } });
  });

  it('whose client disconnects early › do not stay in flight', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 4 } });
    const burst = get('/book', 'Accept-Encoding: br\r\n').repeat(20);
    for (let i = 0; i < 10; i += 1) {
      const socket = await dial(shop.origin);
      socket.write(burst);
      await pause(3);
      socket.resetAndDestroy();
    }
    await expect.poll(async () => (await send(shop!.origin, '/delivery/jsonapi/book')).status).toBe(200);
  });

  it('after one that closes the connection › do not stay in flight', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 4, heldBytesMaximum: 200_000 } });
    for (let i = 0; i < 10; i += 1) {
      const socket = await dial(shop.origin);
      const answer = readAll(socket);
      socket.write(`${get('/book', 'Expect: 100-continue\r\n')}${get('/book', 'Accept-Encoding: gzip\r\n').repeat(3)}`);
      expect(readResponses(await answer, false)).toHaveLength(1);
    }
    await expect.poll(async () => (await send(shop!.origin, '/delivery/jsonapi/book')).status).toBe(200);
  });
});
