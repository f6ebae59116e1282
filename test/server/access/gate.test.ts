/**
 * Who may read, over HTTP: every way to have no right key, at every endpoint, cached answers among them.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasAddOns, pagesHere } from '../../../testing/add-ons.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, type Reply, send, sendRaw } from '../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';
/** What shows content, or the model of it. */
const guarded = [
  '/delivery/jsonapi',
  list,
  `${list}/the-drowned-verger`,
  `${list}/the-drowned-verger/author`,
  `${list}/the-drowned-verger/relationships/author`,
  `${list}?filter[title][_contains]=a`,
  '/delivery/jsonapi/nothing',
  '/delivery/jsonapi/book?sort=nothing',
  '/%64elivery/jsonapi/book',
  'http://elsewhere.example/delivery/jsonapi/book',
  ...pagesHere('/openapi.json', '/explore/model.json', '/explore/explain?space=bookshop&request=/book'),
];
const open = [
  '/health',
  '/health/ready',
  '/health/live',
  '/metrics',
  ...pagesHere('/', '/explore', '/docs', '/profile'),
];

const servers: Bookshop[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(options: Parameters<typeof startBookshop>[0]): Promise<Bookshop> {
  const server = await startBookshop(options);
  servers.push(server);
  return server;
}

/** The lines of a scrape by metric and labels. */
async function metricsOf(origin: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await send(origin, '/metrics')).body.toString().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]));
}

const challengeOf = ({ headers }: Reply): string => String(headers['www-authenticate']);
const codeOf = (reply: Reply): string | undefined => errorsOf(reply)[0]?.code;

describe('without a right key', () => {
  const key = testKey('website');
  const over = testKey('guest', { expires: '2020-01-01T00:00:00Z' });

  it.each<[string, Record<string, string>, string, string]>([
    ['no key', {}, 'Bearer realm="stele"', 'Reading the content needs a key.'],
    [
      'another scheme',
      { authorization: `Basic ${key.secret}` },
      'Bearer realm="stele"',
      'a key with the scheme Bearer',
    ],
    ['no scheme', { authorization: key.secret }, 'Bearer realm="stele"', 'a key with the scheme Bearer'],
    ['a cookie', { cookie: `access_token=${key.secret}` }, 'Bearer realm="stele"', 'Reading the content needs a key.'],
    ['nothing behind the scheme', { authorization: 'Bearer' }, 'error="invalid_token"', 'Send exactly one such header'],
    ['two keys', { authorization: `Bearer a, Bearer ${key.secret}` }, 'error="invalid_token"', 'exactly one'],
    [
      'a key nobody knows',
      { authorization: `${key.headers.authorization}x` },
      'error="invalid_token"',
      'This key is unknown here',
    ],
    [
      'the hash instead of the key',
      { authorization: `Bearer ${key.sha256}` },
      'error="invalid_token"',
      'This key is unknown here',
    ],
    ['an expired key', over.headers, 'error="invalid_token"', 'The key has expired.'],
  ])('%s › 401 with advice at every endpoint with content', async (_, headers, challenge, detail) => {
    const { origin } = await start({ keys: liveKeys(key, over) });
    for (const path of guarded) {
      const reply = await send(origin, path, { headers });
      expect([path, reply.status, codeOf(reply)]).toEqual([path, 401, 'Unauthorized']);
      expect(challengeOf(reply)).toContain(challenge);
      expect(errorsOf(reply)[0]?.detail).toContain(detail);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers.vary).toContain('Authorization');
      expect(reply.headers['x-service-query-complexity']).toBe('0');
      const head = await send(origin, path, { method: 'HEAD', headers });
      expect([head.status, head.body.length, challengeOf(head)]).toEqual([401, 0, challengeOf(reply)]);
    }
  });

  it('two headers, each with the right key › 401', async () => {
    const { origin } = await start({ keys: liveKeys(key) });
    const lines = ['Host: x', `Authorization: Bearer ${key.secret}`, `authorization: Bearer ${key.secret}`];
    const reply = await sendRaw(origin, `GET ${list} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    expect(reply.status).toBe(401);
  });

  it('health, metrics, and pages without content › are open', async () => {
    const { origin } = await start({ keys: liveKeys(key) });
    for (const path of open) expect([path, (await send(origin, path)).status]).toEqual([path, 200]);
  });

  it('a preflight, and OPTIONS › need no key, and Authorization may be sent', async () => {
    const { origin } = await start({ keys: liveKeys(key) });
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const headers = { origin: 'https://shop.example', ...asked };
    const preflight = await send(origin, list, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toBe('authorization');
    const plain = await send(origin, list, { method: 'OPTIONS' });
    expect([plain.status, plain.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const refused = await send(origin, list, { headers: { origin: 'https://shop.example' } });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  });

  it('a page added by the program › needs a key unless it is marked open', async () => {
    const handler = (ctx: { body: unknown }): void => {
      ctx.body = 'all of it';
    };
    const pages = [
      { name: 'more', path: '/more', handler },
      { name: 'free', path: '/free', isOpen: true, handler },
    ];
    const { origin } = await start({ keys: liveKeys(key), pages });
    expect((await send(origin, '/more')).status).toBe(401);
    const reply = await send(origin, '/more', { headers: key.headers });
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await send(origin, '/free')).status).toBe(200);
  });
});

describe('with a right key', () => {
  const key = testKey('website');

  it('every endpoint › same answers as without keys, for private caches', async () => {
    const [free, { origin }] = [await start({}), await start({ keys: liveKeys(key) })];
    for (const path of guarded.filter((each) => !each.startsWith('/explore/explain'))) {
      const [plain, reply] = [await send(free.origin, path), await send(origin, path, { headers: key.headers })];
      expect([path, reply.status]).toEqual([path, plain.status]);
      if (path !== '/openapi.json') expect(reply.body.equals(plain.body), path).toBe(true);
      if (reply.status === 200) expect(reply.headers['cache-control']).toMatch(/^private, /);
      expect(reply.headers.vary).toContain('Authorization');
      expect(plain.headers.vary).not.toContain('Authorization');
    }
  });

  it('a Cache-Control of the operator › is sent', async () => {
    const { origin } = await start({ keys: liveKeys(key), cacheControl: 'public, max-age=60' });
    const { headers } = await send(origin, list, { headers: key.headers });
    expect(headers['cache-control']).toBe('public, max-age=60');
  });

  it('a cached answer, its 304 and its HEAD › are refused without the key', async () => {
    const { origin } = await start({ keys: liveKeys(key) });
    const { headers } = key;
    for (let i = 0; i < 3; i += 1) await send(origin, list, { headers });
    const found = await send(origin, list, { headers });
    const hits = (await metricsOf(origin)).get('stele_cache_hits_total{space="bookshop"}');
    expect(Number(hits)).toBeGreaterThan(0);
    const ifNoneMatch = { 'if-none-match': found.headers.etag ?? '' };
    expect((await send(origin, list, { headers: { ...headers, ...ifNoneMatch } })).status).toBe(304);
    for (const method of ['GET', 'HEAD']) {
      for (const more of [{}, ifNoneMatch, { 'if-none-match': '*' }, { 'accept-encoding': 'br' }]) {
        const reply = await send(origin, list, { method, headers: more });
        expect(reply.status).toBe(401);
        expect(reply.headers.etag).toBeUndefined();
      }
    }
    expect((await metricsOf(origin)).get('stele_cache_hits_total{space="bookshop"}')).toBe(String(Number(hits) + 1));
  });

  it('changed keys › apply from the next request on', async () => {
    const keys = liveKeys(key);
    const { origin } = await start({ keys });
    const later = testKey('later');
    const statuses = async () =>
      Promise.all([key, later].map(async ({ headers }) => (await send(origin, list, { headers })).status));
    expect(await statuses()).toEqual([200, 401]);
    keys.switchTo({ keys: [later], problem: null });
    expect(await statuses()).toEqual([401, 200]);
    keys.switchTo({ keys: [], problem: null });
    expect(await statuses()).toEqual([401, 401]);
  });
});

describe('several spaces', () => {
  const shop = testKey('website', { spaces: ['shop'] });
  const both = testKey('all');

  it('a space that the key does not open › 403 at every endpoint', async () => {
    const space = await openBookshop();
    const spaces = ['shop', 'blog'].map((name) => ({ name, space }));
    const { origin } = await start({ spaces, keys: liveKeys(shop, both) });
    for (const path of [
      'delivery/jsonapi/book',
      'delivery/jsonapi/book/the-drowned-verger',
      ...pagesHere('openapi.json'),
    ]) {
      expect((await send(origin, `/shop/${path}`, shop)).status).toBe(200);
      // It is in the cache now, and still not for everybody.
      expect((await send(origin, `/blog/${path}`, both)).status).toBe(200);
      expect((await send(origin, `/blog/${path}`, both)).status).toBe(200);
      const reply = await send(origin, `/blog/${path}`, shop);
      expect([path, reply.status, codeOf(reply)]).toEqual([path, 403, 'Forbidden']);
      expect(challengeOf(reply)).toBe('Bearer realm="stele", error="insufficient_scope"');
      expect(errorsOf(reply)[0]?.detail).toContain('does not open the space "blog"');
    }
    for (const { headers } of [{ headers: {} }, shop, both]) {
      const reply = await send(origin, '/none/delivery/jsonapi/book', { headers });
      expect([reply.status, codeOf(reply)]).toEqual([404, 'NotFound']);
    }
    if (!hasAddOns('explorer')) return;
    const explain = '/explore/explain?request=/book&space=';
    expect((await send(origin, `${explain}shop`, shop)).status).toBe(200);
    for (const name of ['blog', 'none']) expect((await send(origin, explain + name, shop)).status).toBe(403);
    const described = JSON.parse((await send(origin, '/explore/model.json', shop)).body.toString());
    expect(described.spaces.map(({ name }: { name: string }) => name)).toEqual(['shop']);
  });
});

describe('a rate', () => {
  it('requests beyond the rate › 429 with Retry-After, also for cached answers; other keys are answered', async () => {
    const slow = testKey('slow', { rate: 0.01 });
    const other = testKey('other', { rate: 1000 });
    const { origin } = await start({ keys: liveKeys(slow, other) });
    for (let i = 0; i < 3; i += 1) expect((await send(origin, list, other)).status).toBe(200);
    expect((await send(origin, list, slow)).status).toBe(200);
    for (const method of ['GET', 'HEAD']) {
      const reply = await send(origin, list, { method, headers: slow.headers });
      expect(reply.status).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(90);
      if (method === 'GET') expect(codeOf(reply)).toBe('TooManyRequests');
    }
    expect((await send(origin, list, other)).status).toBe(200);
  });

  it('a refused key › is looked up once, and uses its rate once', async () => {
    const [slow, over] = [testKey('slow', { rate: 0.01 }), testKey('guest', { expires: '2020-01-01T00:00:00Z' })];
    const keys = liveKeys(slow, over);
    const { origin } = await start({ keys });
    await send(origin, list, slow);
    const find = vi.spyOn(keys, 'find');
    for (const { headers } of [testKey('nobody'), slow, over]) {
      expect([401, 429]).toContain((await send(origin, list, { headers })).status);
      expect(find.mock.calls.length).toBe(1);
      find.mockClear();
    }
  });
});

describe('log and metrics', () => {
  it('name the key, and never contain a secret', async () => {
    const key = testKey('website');
    const over = testKey('guest', { expires: '2020-01-01T00:00:00Z' });
    const { lines, logger } = capturingLogger('info');
    const { origin } = await start({ keys: liveKeys(key, over), logger, accessLog: true });
    const { secret, headers } = key;
    await send(origin, list, { headers });
    await send(origin, list, { headers: over.headers });
    expect((await send(origin, `${list}?access_token=${secret}`)).status).toBe(401);
    expect((await send(origin, `${list}?access_token=${secret}`, { headers })).status).toBe(400);
    await send(origin, `${list}?key=${secret.replace('_', '%5f')}`, { headers: { 'user-agent': secret } });
    await expect.poll(() => lines.length).toBe(5);
    const told = lines.map((line) => JSON.parse(line));
    expect(told.map(({ key: name, status }) => [name, status])).toEqual([
      ['website', 200],
      ['guest', 401],
      [null, 401],
      ['website', 400],
      [null, 401],
    ]);
    const metrics = await send(origin, '/metrics');
    expect(lines.join('') + metrics.body.toString()).not.toContain(secret.slice(6));
    const values = await metricsOf(origin);
    expect(values.get('stele_key_responses_total{key="website"}')).toBe('2');
    expect(values.get('stele_key_refusals_total{reason="none"}')).toBe('2');
    expect(values.get('stele_key_refusals_total{reason="expired"}')).toBe('1');
    expect(values.get('stele_key_refusals_total{reason="rate"}')).toBe('0');
    expect(values.get('stele_keys')).toBe('2');
  });

  it('an unusable file › is reported, and earlier keys still apply', async () => {
    const key = testKey('website');
    const keys = liveKeys(key);
    const { origin } = await start({ keys });
    const health = async () => JSON.parse((await send(origin, '/health')).body.toString());
    expect(await health()).toMatchObject({ status: 'ok', keys: { count: 1 } });
    keys.switchTo({ ...keys.state, problem: 'it is broken' });
    expect(await health()).toMatchObject({ status: 'degraded', keys: { count: 1, problem: 'it is broken' } });
    expect((await metricsOf(origin)).get('stele_keys_file_broken')).toBe('1');
    expect((await send(origin, list, key)).status).toBe(200);
  });
});
