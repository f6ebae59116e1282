import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPRESSION_BACKLOG } from '../../../src/server/negotiate/compression-queue.js';
import { pagesHere } from '../../../testing/add-ons.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { dial, errorsOf, parseReply, readAll, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';
const short = '/delivery/jsonapi/country?fields[country]=name&page[limit]=1';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

const tagOf = async (headers: Record<string, string> = {}): Promise<string> =>
  (await send(shop.origin, list, { headers })).headers.etag ?? '';

describe('compression', () => {
  it('br, gzip and neither › the same document', async () => {
    const plain = await send(shop.origin, list);
    const gzip = await send(shop.origin, list, { headers: { 'accept-encoding': 'gzip' } });
    const br = await send(shop.origin, list, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gzip.headers['content-length']).toBe(String(gzip.body.byteLength));
    expect(gzip.body.byteLength).toBeLessThan(plain.body.byteLength / 2);
    expect(br.body.byteLength).toBeLessThan(plain.body.byteLength / 2);
  });

  it('a short document › is not compressed', async () => {
    const reply = await send(shop.origin, short, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(reply.body.byteLength).toBeLessThan(1024);
    expect(reply.headers['content-encoding']).toBeUndefined();
  });
});

describe('more compressions at once than the queue holds', () => {
  it('the rest › is sent uncompressed, unless the client refuses identity', async () => {
    const unhurried = await startBookshop({ overload: { turnMsMaximum: 60_000 } });
    const asked = COMPRESSION_BACKLOG + 20;
    const get = (place: number, accepted: string): string =>
      `GET ${list}?filter[title][_neq]=${place}&page[limit]=1 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepted}\r\n`;
    const all = Array.from({ length: asked }, (_, place) => `${get(place, 'gzip')}\r\n`);
    const last = `${get(asked, 'gzip, identity;q=0')}Connection: close\r\n\r\n`;
    try {
      const socket = await dial(unhurried.origin);
      const answers = readAll(socket);
      socket.write(all.join('') + last);
      let rest: Buffer = await answers;
      const codings: (string | undefined)[] = [];
      for (let place = 0; place <= asked; place += 1) {
        const reply = parseReply(rest);
        expect(reply.status).toBe(200);
        codings.push(reply.headers['content-encoding']);
        const body = codings[place] === 'gzip' ? gunzipSync(reply.body) : reply.body;
        expect(JSON.parse(body.toString()).data).toHaveLength(1);
        rest = reply.rest;
      }
      expect(codings.at(-1)).toBe('gzip');
      const asIs = codings.slice(0, -1).filter((coding) => coding === undefined);
      expect(asIs.length).toBeGreaterThan(0);
      expect(asIs.length).toBeLessThanOrEqual(asked - COMPRESSION_BACKLOG);
    } finally {
      await unhurried.stop();
    }
  });
});

describe('ETag', () => {
  it('each coding › a strong tag of its own, the same each time', async () => {
    const tags = [await tagOf(), await tagOf({ 'accept-encoding': 'gzip' }), await tagOf({ 'accept-encoding': 'br' })];
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(new Set(tags).size).toBe(3);
    expect(await tagOf()).toBe(tags[0]);
  });

  it('the same content under another snapshot › the same tag', async () => {
    const space = await openBookshop();
    const rebuilt = Object.assign({}, space, { id: '0'.repeat(64) });
    const other = await startBookshop({ spaces: [{ name: 'bookshop', space: rebuilt }] });
    try {
      const reply = await send(other.origin, list);
      expect(reply.headers['x-service-snapshot']).toBe('0'.repeat(64));
      expect(reply.headers.etag).toBe(await tagOf());
    } finally {
      await other.stop();
    }
  });
});

describe('If-None-Match', () => {
  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag, weakened by a proxy', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", ${tag}`],
    ['anything', () => '*'],
  ])('%s › 304 with the headers of 200 that describe the document', async (_, header) => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const full = await send(shop.origin, list, { headers: { 'accept-encoding': coding } });
      const headers = { 'accept-encoding': coding, 'if-none-match': header(full.headers.etag ?? '') };
      for (const method of ['GET', 'HEAD']) {
        const reply = await send(shop.origin, list, { method, headers });
        expect(reply.status).toBe(304);
        expect(reply.body.byteLength).toBe(0);
        for (const name of ['etag', 'cache-control', 'vary', 'x-service-snapshot', 'x-service-query-complexity']) {
          expect(reply.headers[name]).toBe(full.headers[name]);
        }
        expect(reply.headers['content-type']).toBeUndefined();
        expect(reply.headers['content-encoding']).toBeUndefined();
      }
    }
  });

  it('beside Cache-Control: no-cache, as fetch sends it › still 304', async () => {
    const headers = { 'if-none-match': await tagOf(), 'cache-control': 'no-cache' };
    expect((await send(shop.origin, list, { headers })).status).toBe(304);
    const fetched = await fetch(`${shop.origin}${list}`, {
      headers: { 'if-none-match': await tagOf({ 'accept-encoding': 'br' }), 'accept-encoding': 'br' },
    });
    expect(fetched.status).toBe(304);
  });

  it('the tag of another coding, or another tag › 200', async () => {
    const gzipTag = await tagOf({ 'accept-encoding': 'gzip' });
    for (const tag of [gzipTag, '"other"', 'garbage']) {
      expect((await send(shop.origin, list, { headers: { 'if-none-match': tag } })).status).toBe(200);
    }
  });

  it('any tag, on an error › the error', async () => {
    const headers = { 'if-none-match': '*' };
    expect((await send(shop.origin, '/delivery/jsonapi/none', { headers })).status).toBe(404);
  });
});

describe('If-Match', () => {
  it.each<readonly [string, string]>([
    ['content', '/delivery/jsonapi/book?page[limit]=3'],
    ...pagesHere('/openapi.json').map((path) => ['a page', path] as const),
  ])('%s, computed or cached › sent if the tag is listed, otherwise 412', async (_, path) => {
    for (const coding of ['identity', 'br', 'br']) {
      const asked = { 'accept-encoding': coding };
      const { headers } = await send(shop.origin, path, { headers: asked });
      const { etag = '' } = headers;
      const statuses = [];
      for (const match of [etag, `"x", ${etag}`, '*', `W/${etag}`, '"x"', 'x']) {
        const reply = await send(shop.origin, path, { headers: { ...asked, 'if-match': match } });
        statuses.push(reply.status);
        if (reply.status !== 412) continue;
        expect(errorsOf(reply)[0]).toMatchObject({ code: 'PreconditionFailed', source: { header: 'If-Match' } });
        expect([reply.headers.etag, reply.headers['content-encoding']]).toEqual([undefined, undefined]);
      }
      expect(statuses).toEqual([200, 200, 200, 412, 412, 412]);
      const both = { ...asked, 'if-match': '"x"', 'if-none-match': etag };
      expect((await send(shop.origin, path, { headers: both })).status).toBe(412);
    }
  });

  it('a response without a tag › sent for *, otherwise 412; an error › the error', async () => {
    const statusOf = async (path: string, match: string, method = 'GET') =>
      (await send(shop.origin, path, { method, headers: { 'if-match': match } })).status;
    expect([await statusOf('/health', '*'), await statusOf('/health', '"x"')]).toEqual([200, 412]);
    expect(await statusOf('/delivery/jsonapi/book?sort=x', '"x"')).toBe(400);
    expect(await statusOf('/delivery/jsonapi/book', '"x"', 'OPTIONS')).toBe(204);
  });
});

describe('Cache-Control', () => {
  it('of the operator › on documents and 304, not on errors', async () => {
    const cached = await startBookshop({ cacheControl: 'public, max-age=60, stale-while-revalidate=600' });
    try {
      const full = await send(cached.origin, list);
      expect(full.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600');
      const headers = { 'if-none-match': full.headers.etag ?? '' };
      const again = await send(cached.origin, list, { headers });
      expect(again.headers['cache-control']).toBe(full.headers['cache-control']);
      expect((await send(cached.origin, '/none')).headers['cache-control']).toBe('no-store');
      expect((await send(cached.origin, '/health')).headers['cache-control']).toBe('no-store');
    } finally {
      await cached.stop();
    }
  });
});

describe('an uncached answer', () => {
  it('without compression › is sent in the same turn, and Koa does not watch the response', async () => {
    const made: boolean[] = [];
    let watchers = 0;
    const began = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('response' in message)) return;
      const { response } = message;
      // The first that is done once the function that answers has returned.
      queueMicrotask(() => {
        if (!(response instanceof ServerResponse)) return;
        made.push(response.headersSent);
        // Of Koa's listeners; Node has none.
        watchers += response.listenerCount('end');
      });
    };
    subscribe('http.server.request.start', began);
    try {
      const never = `${list}?filter[title][_neq]=never+asked+before&page[limit]=`;
      await Promise.all([1, 2, 3].map((limit) => send(shop.origin, `${never}${limit}`)));
    } finally {
      unsubscribe('http.server.request.start', began);
    }
    expect([made, watchers]).toEqual([[true, true, true], 0]);
  });
});
