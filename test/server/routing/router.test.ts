import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentModel } from '../../../src/content/model/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, send, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const base = '/delivery/jsonapi';
const { lines, logger } = capturingLogger('warn');

let shop: Bookshop;
let model: ContentModel;
beforeAll(async () => {
  ({ model } = await openBookshop());
  shop = await startBookshop({ accessLog: true, logger });
});
afterAll(() => shop.stop());

async function routeOf(path: string): Promise<unknown> {
  const before = lines.length;
  await send(shop.origin, path, { headers: { 'user-agent': 'tester/1' } });
  await expect.poll(() => lines.length).toBe(before + 1);
  return JSON.parse(lines.at(-1) ?? '').route;
}

describe('routes', () => {
  it.each([
    '',
    '/',
    '/book',
    '/book?sort=title',
    '/_search?filter[_search]=salt',
    '/_suggest?q=sal',
    '/book/the-salt-road',
    '/book/the-salt-road/reviews',
    '/book/the-salt-road/relationships/reviews',
  ])('content at "%s" › the route name, computed or cached', async (below) => {
    const { path, search } = { path: below.replace(/\?.*/, ''), search: below.replace(/^[^?]*/, '') };
    const { kind } = parseRequest(model, path, search);
    for (let time = 0; time < 3; time += 1) expect(await routeOf(`${base}${below}`)).toBe(kind);
  });

  it.each([
    ['/book/', 'NotFound', 'write the path without a slash at its end, "/book"'],
    ['/book//x', 'NotFound', 'a path has the form /<type>'],
    ['/book/a/relationships', 'NotFound', 'a path has the form /<type>'],
    ['/book/a/reviews/b', 'NotFound', 'a path has the form /<type>'],
    ['/book/a/relationships/reviews/b', 'NotFound', 'a path has the form /<type>'],
    ['/none/a/b/c/d', 'ContentTypeNotFound', 'There is no content type "none"'],
    ['/book/%zz', 'InvalidParameter', 'Segment 2 of the path, "%zz", is not percent-encoded UTF-8'],
    ['/book/a/relationships/%ff', 'InvalidParameter', 'Segment 4 of the path, "%ff", is not percent-encoded UTF-8'],
    ['/book/%25zz', 'ItemNotFound', '%zz'],
  ])('an error below a root, %s › says what is wrong', async (below, code, detail) => {
    const [error] = errorsOf(await send(shop.origin, `${base}${below}`));
    expect(error?.code).toBe(code);
    expect(error?.detail).toContain(detail);
  });

  it.each(['/book/a/relationships', '/book/a/b/c/d', '/book/'])(
    'an error below a root, %s › has no route name',
    async (below) => {
      expect(await routeOf(`${base}${below}`)).toBeNull();
    },
  );

  it('parts of a path › are decoded once', async () => {
    const reply = await send(shop.origin, `${base}/book/the%2Dsalt-road/relationships/%72eviews`);
    const plain = await send(shop.origin, `${base}/book/the-salt-road/relationships/reviews`);
    expect([reply.status, reply.body]).toEqual([200, plain.body]);
    expect(errorsOf(await send(shop.origin, `${base}/book/%2525`))[0]?.detail).toContain('"%25"');
  });

  it('pages › their names; no page › null', async () => {
    expect(await routeOf('/health')).toBe('health');
    expect(await routeOf('/metrics')).toBe('metrics');
    expect(await routeOf('/none')).toBeNull();
    expect(await routeOf(`${base}/book/a/b/c/d`)).toBeNull();
  });

  it('content of several spaces › the same names', async () => {
    const space = await openBookshop();
    const several = capturingLogger('warn');
    const spaces = ['shop', 'archive'].map((name) => ({ name, space }));
    const two = await startBookshop({ accessLog: true, logger: several.logger, spaces });
    for (const path of ['', '/book', '/book/the-salt-road']) await send(two.origin, `/archive${base}${path}`);
    await two.stop();
    expect(several.lines.map((line) => JSON.parse(line).route)).toEqual(['root', 'collection', 'item']);
  });

  it('access log › the client and its user agent', async () => {
    await routeOf('/health');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ client: '127.0.0.1', userAgent: 'tester/1' });
  });

  it('access log › the request id of a proxy, or a new one if it is malformed', async () => {
    const made = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    for (const [sent, told] of [
      ['01HV-abc.7:x/y+z=@_', '01HV-abc.7:x/y+z=@_'],
      ['x'.repeat(128), 'x'.repeat(128)],
      ['x'.repeat(129), made],
      ['two words', made],
      ['"quoted"', made],
      ['', made],
    ] as const) {
      const reply = await send(shop.origin, '/health', { headers: { 'x-request-id': sent } });
      await expect.poll(() => JSON.parse(lines.at(-1) ?? '')).toMatchObject({ route: 'health', requestId: told });
      expect(reply.headers['x-request-id']).toBe(told === sent ? sent : undefined);
    }
    const plain = await send(shop.origin, '/health');
    expect(plain.headers['x-request-id']).toBeUndefined();
    await expect.poll(() => JSON.parse(lines.at(-1) ?? '').requestId).toEqual(made);
  });

  it('access log › a well-formed traceparent, nothing else', async () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const [sent, told] of [
      [trace, trace],
      [`${trace}-x`, null],
      ['00-"', null],
    ]) {
      await send(shop.origin, '/health', { headers: { traceparent: sent ?? '' } });
      await expect.poll(() => JSON.parse(lines.at(-1) ?? '')).toMatchObject({ route: 'health', traceparent: told });
    }
  });

  it('a slash at the end of a page › 404 with the right path', async () => {
    const reply = await send(shop.origin, '/health/');
    expect(reply.status).toBe(404);
    expect(errorsOf(reply)[0]?.detail).toContain('write the path without a slash at its end, "/health"');
    const more = await send(shop.origin, '/health///');
    expect(errorsOf(more)[0]?.detail).toContain('write the path without a slash at its end, "/health"');
  });

  it('a needlessly percent-encoded root › the same answer', async () => {
    const plain = await send(shop.origin, `${base}/book?page[limit]=1`);
    const encoded = await send(shop.origin, '/%64elivery/json%61pi/book?page[limit]=1');
    expect([encoded.status, encoded.body]).toEqual([200, plain.body]);
    expect((await send(shop.origin, '/delivery%2Fjsonapi/book')).status).toBe(404);
  });
});

describe('headers of every response', () => {
  it('documents, errors, pages, preflights, refusals of the parser › nosniff', async () => {
    const { origin } = shop;
    const { etag = '' } = (await send(origin, `${base}/book`)).headers;
    const replies = [
      await send(origin, `${base}/book`, { headers: { 'if-none-match': etag } }),
      await send(origin, '/none'),
      await send(origin, '/health'),
      await send(origin, '/metrics'),
      await send(origin, base, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }),
      await sendRaw(origin, 'nonsense\r\n\r\n'),
    ];
    for (const { headers } of replies) expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('OPTIONS without Origin, and refusals of the parser › CORS headers of every response', async () => {
    const { origin } = shop;
    const long = `GET ${base} HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`;
    const replies = [
      await send(origin, `${base}/book`, { method: 'OPTIONS' }),
      await sendRaw(origin, long),
      await sendRaw(origin, 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([204, 431, 501]);
    for (const { headers } of replies) {
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toContain('x-service-snapshot');
    }
  });
});
