/**
 * What a server is told when it starts, as a client then sees it.
 *
 * Elsewhere: what single texts may be (options), each part by itself (deliver, wire, metrics).
 */
import { afterEach, describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { type RunningServer, type ServerOptions, startServer } from '../../../src/server/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, type Reply, type Sent, send } from '../../../testing/server/client.js';

const servers: RunningServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const root = '/delivery/jsonapi';
const names = ['shop', 'blog'];

async function start(options: Partial<ServerOptions> = {}, spaces = names.slice(0, 1)) {
  const space = await openBookshop();
  const { lines, logger } = capturingLogger('info');
  const served = spaces.map((name) => ({ name, space }));
  const server = await startServer({ spaces: served, host: '127.0.0.1', port: 0, logger, ...options });
  servers.push(server);
  const ask = (path: string, sent?: Sent): Promise<Reply> => send(server.origin, path, sent);
  return { server, ask, linesOf: () => lines.map((line) => JSON.parse(line)) };
}
const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status;

describe('a server without options', () => {
  it('every origin may read, documents are revalidated, and requests are not logged', async () => {
    const { ask, linesOf, server } = await start();
    const { status, headers } = await ask(`${root}/book`, { headers: { origin: 'https://any.example' } });
    expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
      200,
      '*',
      'public, max-age=0, must-revalidate',
    ]);
    expect(headers).toMatchObject({ vary: 'Accept, Accept-Encoding', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('surrogate-key');
    expect(headers).not.toHaveProperty('cache-tag');
    expect(await statusOf(ask('/metrics'))).toBe(200);
    expect(await statusOf(ask(`${root}/book?utm_source=mail`))).toBe(400);
    expect(linesOf().filter(({ level }) => level < 40)).toEqual([]);
    expect(server).not.toHaveProperty('metricsOrigin');
    expect(server.roots).toEqual([`${server.origin}${root}`]);
  });
});

describe('a server with the option for', () => {
  it('CORS origins › allows only those, and answers vary', async () => {
    const { ask } = await start({ corsOrigins: ['https://shop.example'] });
    const from = async (origin: string) => (await ask(`${root}/book`, { headers: { origin } })).headers;
    expect(await from('https://shop.example')).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'Accept, Accept-Encoding, Origin',
    });
    expect(await from('https://other.example')).not.toHaveProperty('access-control-allow-origin');
  });

  it('ignored parameters › ignores them, and leaves them out of links', async () => {
    const { ask } = await start({ ignoredParameters: ['utm_*', 'gclid'] });
    const { status, body } = await ask(`${root}/book?utm_source=mail&page[limit]=1&gclid=1`);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString()).links.self).toBe(`${root}/book?page%5Blimit%5D=1`);
    expect(await statusOf(ask(`${root}/book?fbclid=1`))).toBe(400);
  });

  it('the cost limit, an expensive request › waits for cheap ones, and says how long; a cached one does not', async () => {
    const { ask } = await start({ maxCostMs: 60 });
    const dear = `${root}/book?page[limit]=100&filter[_search]=the%20a%20of%20in&_highlight=description,title`;
    const first = await ask(dear);
    expect([first.status, first.headers['server-timing']]).toEqual([200, expect.stringMatching(/^deferred;dur=\d/)]);
    await ask(dear);
    const kept = await ask(dear);
    expect(kept.headers).not.toHaveProperty('server-timing');
    expect(kept.body).toEqual(first.body);
    const samples = (await ask('/metrics')).body.toString();
    expect(samples).toContain('\nstele_deferred_total 2\n');
    expect((await ask(`${root}/book`)).headers).not.toHaveProperty('server-timing');
    const { ask: askBounded } = await start({ maxCostMs: 4 });
    expect(errorsOf(await askBounded(dear))[0]?.code).toBe('QueryTooCostly');
  });

  it('the cost limit › refuses requests above it', async () => {
    const { ask } = await start({ maxCostMs: 0.01 });
    const refused = await ask(`${root}/book`);
    expect([refused.status, errorsOf(refused)[0]?.code]).toEqual([400, 'QueryTooCostly']);
  });

  it('the surrogate header › names the items that an answer depends on', async () => {
    const { ask } = await start({ surrogateHeader: 'cache-tag' });
    expect((await ask(`${root}/book/the-salt-road`)).headers['cache-tag']).toContain('the-salt-road');
  });

  it('Cache-Control › sends it only with documents', async () => {
    const { ask } = await start({ cacheControl: 'public, max-age=60' });
    expect((await ask(`${root}/book`)).headers['cache-control']).toBe('public, max-age=60');
    expect((await ask(`${root}/book/none`)).headers['cache-control']).toBe('no-store');
    expect((await ask('/health')).headers['cache-control']).toBe('no-store');
  });

  it('the cache size › 0 caches nothing; more caches answers', async () => {
    const entriesOf = async (options: Partial<ServerOptions>): Promise<string | undefined> => {
      const { ask } = await start(options);
      for (let time = 0; time < 3; time += 1) await ask(`${root}/book?page[limit]=1`);
      const metrics = (await ask('/metrics')).body.toString();
      return /^stele_cache_entries\{space="shop"\} (\d+)$/m.exec(metrics)?.[1];
    };
    expect(await entriesOf({ cacheBytes: 0 })).toBe('0');
    expect(await entriesOf({})).toBe('1');
  });

  it('no metrics, descriptions or explorer › only health', async () => {
    const { ask, linesOf } = await start({ metrics: false, docs: false, explorer: false });
    const paths = ['/metrics', '/openapi.json', '/docs', '/profile', '/explore', '/', '/explore/model.json'];
    for (const path of paths) expect([path, await statusOf(ask(path))]).toEqual([path, 404]);
    expect(await statusOf(ask('/health'))).toBe(200);
    expect((await ask(`${root}/book`)).headers).not.toHaveProperty('link');
    expect(linesOf()).toEqual([]);
  });

  it('a metrics port › serves them only there', async () => {
    const { server, ask } = await start({ metricsPort: 0 });
    expect(await statusOf(ask('/metrics'))).toBe(404);
    const there = await send(server.metricsOrigin ?? '', '/metrics');
    expect([there.status, there.body.toString().includes('stele_')]).toEqual([200, true]);
    expect(await statusOf(send(server.metricsOrigin ?? '', `${root}/book`))).toBe(404);
  });

  it('no metrics, and a metrics port › does not open it', async () => {
    const { server } = await start({ metrics: false, metricsPort: 0 });
    expect(server).not.toHaveProperty('metricsOrigin');
  });

  it('pages, a version, threads › shows them', async () => {
    const thread = { thread: 1, state: 'serving', restarts: 0 } as const;
    const { ask } = await start({ version: '9.8.7', threads: () => [thread] });
    const health = JSON.parse((await ask('/health')).body.toString());
    expect(JSON.stringify(health)).toContain('9.8.7');
    expect(health.threads).toEqual([thread]);
  });

  it('the keep-alive timeout › tells clients', async () => {
    const { server } = await start({ timeouts: { keepAliveMs: 7_000 } });
    const response = await fetch(`${server.origin}/health`, { headers: { connection: 'keep-alive' } });
    await response.text();
    expect(response.headers.get('keep-alive')).toBe('timeout=7');
  });

  it('the target size › refuses longer targets', async () => {
    const { ask } = await start({ targetBytesMaximum: 300, headerBytesMaximum: 1_000 });
    const target = `${root}/book/`;
    expect(await statusOf(ask(target.padEnd(300, 'x')))).toBe(404);
    expect(await statusOf(ask(target.padEnd(301, 'x')))).toBe(414);
  });

  it('the public URL › roots and links begin with it', async () => {
    const { server, ask } = await start({ publicUrl: 'https://cdn.example/content/' }, names);
    expect(server.roots).toEqual(names.map((name) => `https://cdn.example/content/${name}${root}`));
    expect(JSON.parse((await ask(`/blog${root}`)).body.toString()).links.self).toBe(server.roots[1]);
  });

  it.each<[string, Partial<ServerOptions>]>([
    ['no spaces', { spaces: [] }],
    ['headers that may take longer than their request', { timeouts: { headersMs: 2, requestMs: 1 } }],
    ['a target that leaves no room for headers', { headerBytesMaximum: 8_192 }],
    ['a public URL that is none', { publicUrl: 'cdn.example' }],
    ['a host of no space', { hosts: [{ space: 'none', host: 'a.example', origin: 'https://a.example' }] }],
    ['an origin that is none', { corsOrigins: ['*', 'shop.example'] }],
    ['a Cache-Control that is none', { cacheControl: 'a\nb' }],
    ['a parameter that has a meaning', { ignoredParameters: ['sort'] }],
  ])('%s › does not start', async (_, options) => {
    await expect(start(options)).rejects.toThrow(OperationError);
  });
});

describe('closing', () => {
  it('once or twice › closes once, and the port is free', async () => {
    const { server, ask } = await start({ metricsPort: 0 });
    const [first, second] = [server.close(), server.close()];
    expect(await Promise.all([first, second])).toEqual([0, 0]);
    await expect(ask('/health')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    await expect(send(server.metricsOrigin ?? '', '/metrics')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  });
});
