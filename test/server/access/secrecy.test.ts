/**
 * Whatever is asked without a right key: no answer contains content, nor says what the model has.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { exportedItems, exportedTypes } from '../../../testing/samples/bookshop.js';
import { dial, parseReply, readAll, send } from '../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const key = testKey('website');
const over = testKey('guest', { expires: '2020-01-01T00:00:00Z' });
const elsewhere = testKey('elsewhere', { spaces: ['other'] });
const warm = ['', '/book', '/book/the-drowned-verger', '/author?page[limit]=2', '/book?include=author'];

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop({ keys: liveKeys(key, over, elsewhere) });
  // In the cache, in every form.
  for (const path of warm) {
    for (const coding of ['identity', 'identity', 'gzip', 'br']) {
      const headers = { ...key.headers, 'accept-encoding': coding };
      expect((await send(shop.origin, `/delivery/jsonapi${path}`, { headers })).status).toBe(200);
    }
  }
});
afterAll(() => shop.stop());

/** Texts that stand in the content and nowhere else. */
const contents = exportedTypes()
  .flatMap((type) => exportedItems(type).flatMap((item) => Object.values(item)))
  .filter((value): value is string => typeof value === 'string' && value.length > 12);

const root = fc.constantFrom(
  '/delivery/jsonapi',
  '/delivery/jsonap%69',
  '/%64%65livery/jsonapi',
  'http://x/delivery/jsonapi',
  'HTTP://user@x:1/delivery/jsonapi',
  '//delivery/jsonapi',
  '/bookshop/delivery/jsonapi',
  '/./delivery/jsonapi',
);
const path = fc.oneof(
  fc
    .tuple(root, fc.constantFrom(...warm, '/bok', '/book?sort=titel', '/book?filter[nme][_eq]=1', '/'))
    .map(([a, b]) => a + b),
  fc.constantFrom('/openapi.json', '/explore/model.json', '/explore/explain?space=bookshop&request=/book', '*', '/x'),
);
const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'get', 'TRACE');
const wrong = fc.oneof(
  fc.constantFrom(
    '',
    'Authorization:',
    'Authorization: Bearer',
    `Authorization: Basic ${key.secret}`,
    `Authorization: Bearer ${key.sha256}`,
    `Authorization: Bearer ${over.secret}`,
    `Authorization: Bearer ${elsewhere.secret}`,
    `Proxy-Authorization: Bearer ${key.secret}`,
    `X-Authorization: Bearer ${key.secret}`,
    `Cookie: key=${key.secret}`,
    `Authorization: Bearer ${key.secret}\r\nAuthorization: Bearer x`,
  ),
  // One character of the right one is another.
  fc.nat(key.secret.length - 1).map((at) => {
    const other = key.secret[at] === 'A' ? 'B' : 'A';
    return `Authorization: Bearer ${key.secret.slice(0, at)}${other}${key.secret.slice(at + 1)}`;
  }),
  fc.nat(key.secret.length - 1).map((length) => `Authorization: Bearer ${key.secret.slice(0, length)}`),
);
const more = fc.subarray([
  'If-None-Match: *',
  'Accept: application/vnd.api+json',
  'Origin: https://x',
  'Range: bytes=0-9',
]);
const query = fc.constantFrom('', `?access_token=${key.secret}`, `?authorization=Bearer%20${key.secret}`);

async function asked(request: string): Promise<ReturnType<typeof parseReply>> {
  const socket = await dial(shop.origin);
  socket.end(request);
  return parseReply(await readAll(socket));
}

describe('without a right key', () => {
  it('any request › gets no content', async () => {
    const request = fc.tuple(method, path, query, wrong, more);
    await fc.assert(
      fc.asyncProperty(request, async ([verb, target, search, credentials, others]) => {
        const lines = ['Host: x', credentials, ...others, 'Connection: close'].filter((line) => line !== '');
        const { status, headers, body } = await asked(
          `${verb} ${target}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
        );
        expect([204, 400, 401, 403, 404, 405, 501]).toContain(status);
        expect(headers).not.toHaveProperty('etag');
        const text = body.toString();
        expect(text).not.toMatch(
          /"(data|attributes|relationships|contentTypes|fields)"|Did you mean "(book|title|name)/,
        );
        // A 404 repeats the path that was asked for.
        expect(contents.filter((content) => text.includes(content) && !target.includes(content))).toEqual([]);
      }),
      { numRuns: amount(300, 60), seed: 18 },
    );
  });

  it('the test itself › recognises content', async () => {
    const { body } = await send(shop.origin, '/delivery/jsonapi/book', key);
    expect(contents.some((content) => body.toString().includes(content))).toBe(true);
  });
});
