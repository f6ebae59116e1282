/**
 * Spaces by host: each host is served as a server of its own would be.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { readHost } from '../../../src/server/http/request-host.js';
import { checkHost, type ServerOptions } from '../../../src/server/index.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { errorsOf, type Reply, send } from '../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let server: Bookshop | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const hosts = [
  { space: 'shop', ...checkHost('shop.example') },
  { space: 'museum', ...checkHost('http://museum.example:8080') },
  { space: 'museum', ...checkHost('art.example') },
];

/** A bookshop and a museum, which have no type in common, and a blog of the bookshop's content without a host. */
async function start(options: Partial<ServerOptions> = {}, names = ['shop', 'museum', 'blog']): Promise<Bookshop> {
  const [books, art] = [await openBookshop(), await openMuseum()];
  const spaces = names.map((name) => ({ name, space: name === 'museum' ? art : books }));
  server = await startBookshop({ hosts, ...options, spaces });
  return server;
}

const at = (host: string, path: string, headers = {}): Promise<Reply> =>
  send(server?.origin ?? '', path, { headers: { host, ...headers } });
const rootOf = async (host: string, path = '/delivery/jsonapi'): Promise<string> =>
  JSON.parse((await at(host, path)).body.toString()).links.self;
const root = '/delivery/jsonapi';

describe('spaces by host', () => {
  it('each host › only its space, at the plain path, with links of that host', async () => {
    await start();
    expect(await rootOf('shop.example')).toBe(`https://shop.example${root}`);
    expect(await rootOf('SHOP.example.:443')).toBe(`https://shop.example${root}`);
    expect(await rootOf('museum.example:8080')).toBe(`http://museum.example:8080${root}`);
    expect(await rootOf('art.example')).toBe(`https://art.example${root}`);
    expect((await at('shop.example', `${root}/book`)).status).toBe(200);
    expect((await at('museum.example', `${root}/book`)).status).toBe(404);
    for (const space of ['shop', 'museum', 'blog']) {
      expect((await at('shop.example', `/${space}${root}`)).status).toBe(404);
    }
  });

  it('any other host › the space without a host, no other', async () => {
    await start({ publicUrl: 'https://cdn.example/content' });
    for (const host of ['blog.example', '127.0.0.1', 'xshop.example', 'shop.example.evil.example', '']) {
      expect(await rootOf(host)).toBe(`https://cdn.example/content${root}`);
      for (const space of ['shop', 'museum']) expect((await at(host, `/${space}${root}`)).status).toBe(404);
    }
  });

  it('every space has a host › 421 at other hosts, except health and metrics', async () => {
    await start({}, ['shop', 'museum']);
    for (const path of [root, `${root}/book`, `/shop${root}`, '/', '/docs', '/openapi.json', '/explore/model.json']) {
      const reply = await at('elsewhere.example', path);
      expect([path, reply.status, errorsOf(reply)[0]?.code]).toEqual([path, 421, 'MisdirectedRequest']);
      expect(errorsOf(reply)[0]?.detail).toContain('The hosts are: shop.example, museum.example, art.example.');
    }
    for (const path of ['/health', '/metrics']) expect((await at('elsewhere.example', path)).status).toBe(200);
  });

  it('a target with a host › overrides the header', async () => {
    await start();
    expect((await at('shop.example', `http://museum.example${root}/book`)).status).toBe(404);
    expect((await at('museum.example', `http://shop.example:80${root}/book`)).status).toBe(200);
  });

  it('cached answers › separate for each host', async () => {
    await start();
    for (let i = 0; i < 4; i += 1) {
      for (const host of ['shop.example', 'art.example', 'museum.example', 'blog.example']) {
        const self = await rootOf(host, `${root}?`);
        expect(self).toContain(host === 'blog.example' ? root : `//${host}`);
      }
    }
    const metrics = (await at('shop.example', '/metrics')).body.toString();
    // Of both of its hosts.
    expect(metrics).toMatch(/^stele_cache_hits_total\{space="museum"\} 4$/m);
    expect(metrics).toMatch(/^stele_cache_entries\{space="museum"\} 2$/m);
  });

  it.runIf(hasAddOns('describe', 'explorer'))('pages › describe the space of their host', async () => {
    await start();
    const servers = JSON.parse((await at('art.example', '/openapi.json')).body.toString()).servers;
    expect(JSON.stringify(servers)).toContain(`https://art.example${root}`);
    const described = JSON.parse((await at('shop.example', '/explore/model.json')).body.toString());
    expect(described.spaces.map(({ name }: { name: string }) => name)).toEqual(['shop']);
  });

  it('keys › open a space by its name, at each of its hosts', async () => {
    const key = testKey('website', { spaces: ['museum'] });
    await start({ keys: liveKeys(key) });
    expect((await at('art.example', root, key.headers)).status).toBe(200);
    expect((await at('museum.example', root, key.headers)).status).toBe(200);
    expect((await at('shop.example', root, key.headers)).status).toBe(403);
    expect((await at('art.example', root)).status).toBe(401);
  });

  it('a host twice, or of an unknown space › does not start', async () => {
    await expect(start({ hosts: [hosts[0]!, { ...hosts[0]!, space: 'blog' }] })).rejects.toThrow(OperationError);
    await expect(start({ hosts: [{ ...hosts[0]!, space: 'none' }] })).rejects.toThrow(/name it with --space/);
  });
});

describe('checkHost', () => {
  it.each([
    ['shop.example', 'shop.example', 'https://shop.example'],
    ['Shop.Example.', 'shop.example', 'https://shop.example.'],
    ['shop.example:8443', 'shop.example', 'https://shop.example:8443'],
    ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
    ['bücher.example', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['[::1]:80', '[::1]', 'https://[::1]:80'],
  ])('%s › the host without its port, and the origin of links', (text, host, origin) => {
    expect(checkHost(text)).toEqual({ host, origin });
  });

  it.each(['', 'shop.example/content', 'user@shop.example', 'ftp://shop.example', 'shop example', 'https://a/?b'])(
    '"%s" › is refused',
    (text) => {
      expect(() => checkHost(text)).toThrow(OperationError);
    },
  );
});

describe('hostOf', () => {
  it('any Host that a client sends › equals the configured host, or is another one', () => {
    const host = fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z0-9]{1,8}){0,3}$/);
    const spelled = fc.tuple(host, fc.constantFrom('', ':80', ':', '.', '.:8080'), fc.boolean());
    fc.assert(
      fc.property(spelled, host, ([name, end, isUpper], other) => {
        const sent = (isUpper ? name.toUpperCase() : name) + end;
        expect(readHost({ url: '/a', rawHeaders: ['X', 'y', 'hOsT', sent] })).toBe(name);
        expect(readHost({ url: `HTTP://u:p@${sent}/a?b`, rawHeaders: ['Host', other] })).toBe(name);
      }),
    );
    expect(readHost({ url: '/', rawHeaders: [] })).toBe('');
    expect(readHost({ url: '*', rawHeaders: ['From', 'a', 'Host', '[::1]:8080'] })).toBe('[::1]');
    expect(readHost({ url: 'http://[2001:db8::17]/', rawHeaders: ['Host', 'x'] })).toBe('[2001:db8::17]');
  });
});
