import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsOf, send, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const item = '/delivery/jsonapi/book/the-salt-road';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

describe('HEAD', () => {
  it.each([
    ['an item', item, {}],
    ['a compressed list', '/delivery/jsonapi/book', { 'accept-encoding': 'br' }],
    ['an error', '/delivery/jsonapi/none', {}],
    ['a foreign path', '/none', {}],
    ['health', '/health', {}],
  ])('%s › the status and headers of GET, Content-Length included, and no body', async (_, path, headers) => {
    const get = await send(shop.origin, path, { headers });
    const head = await send(shop.origin, path, { method: 'HEAD', headers });
    expect(head.status).toBe(get.status);
    expect(head.body.byteLength).toBe(0);
    expect(head.headers['content-length']).toBe(String(get.body.byteLength));
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('OPTIONS', () => {
  it.each([
    ['an item', item],
    ['the delivery root', '/delivery/jsonapi'],
    ['health', '/health'],
    ['the server', '*'],
  ])('%s › 204 with Allow', async (_, path) => {
    const reply = await send(shop.origin, path, { method: 'OPTIONS' });
    expect(reply.status).toBe(204);
    expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(reply.headers['x-service-query-complexity']).toBe('0');
    expect(reply.body.byteLength).toBe(0);
  });

  it('a foreign path › 404', async () => {
    expect((await send(shop.origin, '/none', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('other methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'])('%s › 405 with Allow', async (method) => {
    for (const path of [item, '/health', '/none']) {
      const reply = await send(shop.origin, path, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(reply.headers['x-service-query-complexity']).toBe('0');
      expect(errorsOf(reply)[0]?.code).toBe('MethodNotAllowed');
    }
  });

  it('a POST with a body › 405', async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/vnd.api+json' }, body: '{}' };
    expect((await send(shop.origin, '/delivery/jsonapi/book', sent)).status).toBe(405);
  });

  it.each([
    ['a method no parser knows', 'BREW /delivery/jsonapi/book HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'NotImplemented'],
    ['a method in small letters', 'get /delivery/jsonapi/book HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'NotImplemented'],
    [
      'CONNECT',
      'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n',
      405,
      'MethodNotAllowed',
    ],
  ])('%s › refused with Allow', async (_, request, status, code) => {
    const reply = await sendRaw(shop.origin, request);
    expect(reply.status).toBe(status);
    expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(reply.headers['x-service-query-complexity']).toBe('0');
    expect(errorsOf(reply)[0]?.code).toBe(code);
  });
});
