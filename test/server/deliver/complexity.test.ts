/**
 * `x-service-query-complexity` stands on every response there is: one of each kind, counted, and the scores of the
 * worked example.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const root = '/delivery/jsonapi';
const item = `${root}/book/the-salt-road`;

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop({ timeouts: { headersMs: 200, requestMs: 200, checkMs: 50 } });
});
afterAll(() => shop.stop());

const scoreOf = async (path: string): Promise<number> =>
  Number((await send(shop.origin, path)).headers['x-service-query-complexity']);

describe('x-service-query-complexity', () => {
  it('documents › score of the request', async () => {
    expect(await scoreOf(`${item}?include=author,reviews`)).toBe(50 + 10 + 10 + 10 + 10 + 200);
    expect(await scoreOf(`${item}?include=author,reviews&page[reviews][limit]=5`)).toBe(140);
    expect(await scoreOf(`${root}/book`)).toBe(50 + 20 * 10);
    expect(await scoreOf(`${root}/book?page[limit]=3`)).toBe(50 + 3 * 10);
    expect(await scoreOf(`${root}/book?include=reviews,related`)).toBe(8650);
  });

  it.each([
    ['304', async () => send(shop.origin, item, { headers: { 'if-none-match': '*' } }), 304],
    ['HEAD', async () => send(shop.origin, item, { method: 'HEAD' }), 200],
    ['an item that does not exist', async () => send(shop.origin, `${root}/book/none`), 404],
  ])('%s › the score of the request too', async (_, ask, status) => {
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(reply.headers['x-service-query-complexity']).toBe('60');
  });

  const raw = (head: string) => () => sendRaw(shop.origin, `${head}\r\n\r\n`);
  it.each([
    ['health', () => send(shop.origin, '/health'), 200],
    ['OPTIONS', () => send(shop.origin, item, { method: 'OPTIONS' }), 204],
    [
      'a preflight',
      () =>
        send(shop.origin, item, {
          method: 'OPTIONS',
          headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
        }),
      204,
    ],
    ['an unknown type', () => send(shop.origin, `${root}/none`), 404],
    ['a foreign path', () => send(shop.origin, '/favicon.ico'), 404],
    ['another method', () => send(shop.origin, item, { method: 'DELETE' }), 405],
    [
      'an Accept that cannot be met',
      () => send(shop.origin, item, { headers: { accept: 'application/vnd.api+json;charset=utf-8' } }),
      406,
    ],
    [
      'a Content-Type that is refused',
      () => send(shop.origin, item, { headers: { 'content-type': 'application/vnd.api+json;charset=utf-8' } }),
      415,
    ],
    ['a long target', () => send(shop.origin, `${item}?${'x'.repeat(17_000)}`), 414],
    ['no Host', raw(`GET ${item} HTTP/1.1\r\nConnection: close`), 400],
    ['no HTTP', raw('nonsense'), 400],
    ['an unknown method', raw(`BREW ${item} HTTP/1.1\r\nHost: x`), 501],
    ['half a request', () => sendRaw(shop.origin, 'GET / HTTP/1.1\r\n'), 408],
    ['a target beyond the parser', raw(`GET /${'x'.repeat(40_000)} HTTP/1.1`), 414],
    ['headers beyond the parser', raw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`), 431],
  ])('%s › 0', async (_, ask, status) => {
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(reply.headers['x-service-query-complexity']).toBe('0');
  });
});
