import { afterEach, describe, expect, it } from 'vitest';
import { send, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';
const origin = 'https://shop.example';
const preflight = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' };

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

describe('CORS › any origin, the default', () => {
  it('documents, errors, 304 and health › may be read, with our headers exposed', async () => {
    shop = await startBookshop();
    const { etag = '' } = (await send(shop.origin, list)).headers;
    const replies = [
      await send(shop.origin, list, { headers: { origin } }),
      await send(shop.origin, list, { headers: { origin, 'if-none-match': etag } }),
      await send(shop.origin, '/none', { headers: { origin } }),
      await send(shop.origin, list, { method: 'DELETE', headers: { origin } }),
      await send(shop.origin, '/health', { headers: { origin } }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 304, 404, 405, 200]);
    for (const { headers } of replies) {
      expect(headers['access-control-allow-origin']).toBe('*');
      for (const name of ['ETag', 'x-service-query-complexity', 'x-service-snapshot']) {
        expect(headers['access-control-expose-headers']).toContain(name);
      }
      expect(headers.vary).not.toContain('Origin');
    }
  });

  it('a preflight › 204 with the allowed methods and headers', async () => {
    shop = await startBookshop();
    const { status, headers } = await send(shop.origin, list, { method: 'OPTIONS', headers: preflight });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toBe('GET,HEAD,OPTIONS');
    expect(headers['access-control-allow-headers']).toBe('content-type');
    expect(headers['access-control-max-age']).toBe('86400');
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(headers['x-service-query-complexity']).toBe('0');
  });

  it('refusals of the parser › may be read too', async () => {
    shop = await startBookshop();
    expect((await sendRaw(shop.origin, 'nonsense\r\n\r\n')).headers['access-control-allow-origin']).toBe('*');
  });
});

describe('CORS › named origins', () => {
  const corsOrigins = [origin, 'http://localhost:3000'];

  it('a listed origin › is allowed by name, and responses vary', async () => {
    shop = await startBookshop({ corsOrigins });
    for (const named of corsOrigins) {
      const { headers } = await send(shop.origin, list, { headers: { origin: named } });
      expect(headers['access-control-allow-origin']).toBe(named);
      expect(headers.vary).toBe('Accept, Accept-Encoding, Origin');
    }
    const { headers } = await send(shop.origin, list, { method: 'OPTIONS', headers: preflight });
    expect(headers['access-control-allow-origin']).toBe(origin);
  });

  it('another origin, or none › is served without permission, and responses vary', async () => {
    shop = await startBookshop({ corsOrigins });
    for (const headers of [{ origin: 'https://evil.example' }, { origin: `${origin}.evil.example` }, {}]) {
      const reply = await send(shop.origin, list, { headers });
      expect(reply.status).toBe(200);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      expect(reply.headers.vary).toBe('Accept, Accept-Encoding, Origin');
    }
    const refused = await send(shop.origin, list, {
      method: 'OPTIONS',
      headers: { ...preflight, origin: 'https://evil.example' },
    });
    expect(refused.status).toBe(204);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('CORS › no origin', () => {
  it('any request › no CORS headers', async () => {
    shop = await startBookshop({ corsOrigins: [] });
    const { headers } = await send(shop.origin, list, { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.vary).toBe('Accept, Accept-Encoding');
  });
});
