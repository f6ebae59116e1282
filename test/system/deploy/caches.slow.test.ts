/**
 * Real caches before a server, with the configuration of deploy/: thousands of URLs warmed on one night, the next one
 * published, and every answer that a cache still gives compared with what the server answers now.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateExport } from '../../../data/generate/generate.js';
import { batchesOf } from '../../../src/cli/diff/purge.js';
import { purgeKeys, purgeService } from '../../../src/cli/diff/purge-services.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { checkHost, DEFAULT_BASE, type ServerOptions, startServer } from '../../../src/server/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { readExportNaively } from '../../../testing/oracle/index.js';
import { afterNight } from '../../ship/diff/night.js';
import { ask, builtNights, type Nights, setOf } from '../../ship/diff/nights.js';
import { plainTargets } from '../../ship/diff/requests.js';
import { type Front, hasProgram, startNginxCache, startVarnish } from './programs.js';

const newFolder = temporaryFolders();
const urls = 2_000;
const atOnce = 32;
/** No request is refused because other tests make this process wait. */
const overload = { turnMsMaximum: 600_000 };
const hasVarnish = hasProgram('varnishd', '-V', 'purging it');
const hasNginx = hasProgram('nginx', '-v', 'its cache');

let nights: Nights;
let targets: readonly string[];
beforeAll(async () => {
  const folder = join(newFolder(), 'shop');
  await generateExport(folder, { items: 300, profile: 'shop' });
  const shop = readExportNaively(folder);
  nights = await builtNights(newFolder(), shop, afterNight(shop, 1));
  const drawn = new Set(plainTargets(shop, 1, urls * 2));
  targets = [...drawn].filter((target) => documentOf(nights.before, target) !== undefined).slice(0, urls);
});

const documentOf = (space: Space, target: string): string | undefined => {
  const mark = target.indexOf('?');
  const [path, search] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
  return ask(space, { path, search }, DEFAULT_BASE)?.document;
};

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
afterAll(() => agent.destroy());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Reply {
  readonly status: number;
  readonly body: string;
  /** What the cache says of itself. */
  readonly cache: string;
}

function send(origin: string, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body, cache: String(response.headers['x-cache'] ?? '') });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function sendAll(origin: string): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (let start = 0; start < targets.length; start += atOnce) {
    const some = targets.slice(start, start + atOnce).map((target) => send(origin, `${DEFAULT_BASE}${target}`));
    replies.push(...(await Promise.all(some)));
  }
  return replies;
}

/** A server of the first night, and what swaps it to the second. */
async function serveNights(options: Partial<ServerOptions>) {
  let space = nights.before;
  const served = {
    name: 'shop',
    get space() {
      return space;
    },
  };
  const logger = pino({ level: 'silent' });
  const server = await startServer({ host: '127.0.0.1', port: 0, logger, overload, ...options, spaces: [served] });
  closing.push(() => server.close());
  return {
    port: Number(new URL(server.origin).port),
    publish: () => {
      space = nights.after;
    },
  };
}

/** Warms it: each URL is asked for, and what comes is the first night's. */
async function warm({ origin }: Front): Promise<void> {
  for (const [index, { status, body }] of (await sendAll(origin)).entries()) {
    expect(status, `${targets[index]}: ${body}`).toBe(200);
    expect(body === documentOf(nights.before, targets[index] ?? ''), targets[index]).toBe(true);
  }
}

/** The second night served at one host, the first at another. */
async function serveHosts(options: Partial<ServerOptions>) {
  const logger = pino({ level: 'silent' });
  const hosts = [
    { space: 'shop', ...checkHost('shop.example') },
    { space: 'blog', ...checkHost('blog.example') },
  ];
  const spaces = [
    { name: 'shop', space: nights.before },
    { name: 'blog', space: nights.after },
  ];
  const server = await startServer({ host: '127.0.0.1', port: 0, logger, overload, ...options, hosts, spaces });
  closing.push(() => server.close());
  return { port: Number(new URL(server.origin).port) };
}

async function askHosts({ origin }: Front): Promise<void> {
  const asked = async (host: string) => {
    const { body, cache } = await send(origin, `${DEFAULT_BASE}/book`, 'GET', { host });
    return { self: new URL(JSON.parse(body).links.self).host, cache };
  };
  for (const cache of ['MISS', 'HIT']) {
    expect(await asked('shop.example')).toEqual({ self: 'shop.example', cache });
    expect(await asked('blog.example')).toEqual({ self: 'blog.example', cache });
  }
}

describe.runIf(hasVarnish)('varnish, purged by keys', () => {
  it(`${urls} URLs and a new snapshot › cached answers equal the answers of the server`, {
    timeout: 300_000,
  }, async () => {
    const { port, publish } = await serveNights({
      surrogateHeader: 'surrogate-key',
      cacheControl: 'public, max-age=0, s-maxage=86400',
    });
    const varnish = await startVarnish(newFolder(), port);
    closing.unshift(varnish.stop);
    await warm(varnish);
    const again = await sendAll(varnish.origin);
    expect(again.filter(({ cache }) => cache !== 'HIT')).toEqual([]);

    publish();
    const keys = [...(await setOf(nights.purge.keys()))];
    const service = purgeService('varnish', { url: varnish.origin, service: undefined, token: '' });
    const long = Array.from({ length: 200 }, (_, i) => `none/${'x'.repeat(900)}${i}`);
    for (const batch of batchesOf([...long, ...keys], service)) await purgeKeys(service, batch, Date.now() + 60_000);
    const seen = { kept: 0, dropped: 0, needlessly: 0, gone: 0 };
    for (const [index, { status, body, cache }] of (await sendAll(varnish.origin)).entries()) {
      const target = targets[index] ?? '';
      const now = documentOf(nights.after, target);
      if (now === undefined) {
        // What is no more is not in the cache either.
        expect(status, target).toBeGreaterThanOrEqual(400);
        seen.gone += 1;
        continue;
      }
      expect(body === now, `${target}, ${cache}`).toBe(true);
      if (cache === 'HIT') seen.kept += 1;
      else {
        seen.dropped += 1;
        if (documentOf(nights.before, target) === now) seen.needlessly += 1;
      }
    }
    console.log(`varnish, ${keys.length} keys purged: ${JSON.stringify(seen)}`);
    expect(seen.kept).toBeGreaterThan(urls / 4);
    expect(seen.dropped - seen.needlessly).toBeGreaterThan(urls / 100);
    expect(seen.needlessly / (seen.kept + seen.needlessly)).toBeLessThan(0.25);
  });

  it('two hosts › each is answered from its own space, cached or not', async () => {
    const { port } = await serveHosts({ surrogateHeader: 'surrogate-key', cacheControl: 'public, s-maxage=60' });
    const varnish = await startVarnish(newFolder(), port);
    closing.unshift(varnish.stop);
    await askHosts(varnish);
  });

  it('a ban › drops answers with the key, and no others', async () => {
    const { port } = await serveNights({ surrogateHeader: 'surrogate-key', cacheControl: 'public, s-maxage=60' });
    const varnish = await startVarnish(newFolder(), port);
    closing.unshift(varnish.stop);
    const cacheOf = async (path: string) => (await send(varnish.origin, DEFAULT_BASE + path)).cache;
    for (const cache of ['MISS', 'HIT']) {
      expect([await cacheOf('/book'), await cacheOf('/author')]).toEqual([cache, cache]);
    }
    const service = purgeService('varnish-ban', { url: varnish.origin, service: undefined, token: '' });
    await purgeKeys(service, ['none/a.b', 'book'], Date.now() + 60_000);
    expect([await cacheOf('/book'), await cacheOf('/author')]).toEqual(['MISS', 'HIT']);
  });

  it('a missing key, or another method › 400, and nothing is dropped', async () => {
    const { port } = await serveNights({ surrogateHeader: 'surrogate-key' });
    const varnish = await startVarnish(newFolder(), port);
    closing.unshift(varnish.stop);
    expect((await send(varnish.origin, '/', 'PURGE')).status).toBe(400);
    expect((await send(varnish.origin, '/health/live')).status).toBe(200);
  });
});

describe.runIf(hasNginx)('nginx, which revalidates', () => {
  it(`${urls} URLs and a new snapshot › unchanged answers cost a 304, and all equal the answers of the server`, {
    timeout: 300_000,
  }, async () => {
    const { port, publish } = await serveNights({ cacheControl: 'public, max-age=0, s-maxage=1' });
    const nginx = await startNginxCache(newFolder(), port);
    closing.unshift(nginx.stop);
    await warm(nginx);
    publish();
    // The last that was warmed has outlived its second, and so has every other.
    const last = `${DEFAULT_BASE}${targets.at(-1)}`;
    await expect.poll(async () => (await send(nginx.origin, last)).cache, { timeout: 10_000 }).not.toBe('HIT');
    const seen = new Map<string, number>();
    for (const [index, { status, body, cache }] of (await sendAll(nginx.origin)).entries()) {
      const target = targets[index] ?? '';
      const now = documentOf(nights.after, target);
      if (now === undefined) expect(status, target).toBeGreaterThanOrEqual(400);
      else expect(body === now, `${target}, ${cache}`).toBe(true);
      seen.set(cache, (seen.get(cache) ?? 0) + 1);
    }
    console.log(`nginx: ${JSON.stringify(Object.fromEntries(seen))}`);
    expect(seen.get('REVALIDATED')).toBeGreaterThan(urls / 4);
    expect(seen.get('EXPIRED')).toBeGreaterThan(urls / 100);
  });

  it('two hosts › each is answered from its own space, cached or not', async () => {
    const { port } = await serveHosts({ cacheControl: 'public, max-age=0, s-maxage=60' });
    const nginx = await startNginxCache(newFolder(), port);
    closing.unshift(nginx.stop);
    await askHosts(nginx);
  });
});
