/**
 * JSON:API documents that did not change are not sent again; and what every fetch keeps to: one server, bounds, TLS.
 */
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../../src/format/files/index.js';
import { fetchChanges } from '../../index.js';
import { Server } from '../../input/server.js';
import { imported, removeFolders } from '../importing.js';
import { emptyFolder, played, stopServers, TOKEN } from './fetching.js';

afterEach(() => {
  stopServers();
  removeFolders();
});

describe('fetching from jsonapi', () => {
  it('changed pages › are sent; others are answered 304; removed items are forgotten; an inconsistent page is requested again', async () => {
    const titles = ['a', 'b', 'c', 'd'];
    const sent: string[] = [];
    const origin = await played((url, { headers }, response) => {
      const page = Number(url.searchParams.get('page') ?? 0);
      const item = { type: 'post', id: `p${page}`, attributes: { title: titles[page] ?? '' } };
      const next = page + 1 < titles.length ? `/post?page=${page + 1}` : undefined;
      const text = JSON.stringify(
        url.pathname === '/' ? { links: { post: '/post' }, data: [] } : { data: [item], links: { next } },
      );
      const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
      if (headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      sent.push(url.pathname + url.search);
      response.writeHead(200, { etag, 'content-type': 'application/vnd.api+json' }).end(text);
    });
    const folder = emptyFolder();
    const post = async (): Promise<string | undefined> => {
      sent.length = 0;
      const { input, documents, headers } = await fetchChanges('jsonapi', origin, folder, {
        files: diskFiles,
        token: TOKEN,
        tell: () => undefined,
      });
      return (await imported('jsonapi', input, { documents, headers })).bytes['post.ndjson'];
    };
    expect(await post()).toContain('"title":"d"');
    expect(sent).toHaveLength(5);
    await post();
    expect(sent).toEqual([]);
    titles[2] = 'changed';
    expect(await post()).toContain('"title":"changed"');
    expect(sent).toEqual(['/post?page=2']);
    titles.pop();
    expect(await post()).not.toContain('"title":"d"');
    expect(readdirSync(folder)).toHaveLength(4);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'torn');
    expect(await post()).toContain('"title":"changed"');
    expect(sent).toHaveLength(4);
  });
});

describe('the HTTP client of a fetch', () => {
  it('a redirect on the same server › is followed; a redirect to another › is refused without a request', async () => {
    const heard: unknown[] = [];
    const other = await played((_, { headers }) => void heard.push(headers.authorization));
    const origin = await played((url, _, response) => {
      if (url.pathname === '/there') return { here: true };
      response.writeHead(302, { location: url.pathname === '/out' ? `${other}/x` : '/there' }).end();
      return undefined;
    });
    const server = new Server(origin, [['Authorization', TOKEN]]);
    expect((await server.ask('/moved')).text).toBe('{"here":true}');
    await expect(server.ask('/out')).rejects.toThrow('which is not on');
    await expect(server.ask(`${other}/x`)).rejects.toThrow('which is not on');
    expect(heard).toEqual([]);
  });

  it('429 and 503 › are retried, 429 without limit; 500 is reported', async () => {
    let count = 0;
    const origin = await played((url, _, response) => {
      if (url.pathname === '/500') return 500;
      count += 1;
      if (count > 3) return { count };
      response
        .writeHead(
          count === 1 ? 503 : 429,
          count === 2 ? { 'x-contentful-ratelimit-reset': '0' } : { 'retry-after': '0' },
        )
        .end();
      return undefined;
    });
    const server = new Server(origin, []);
    expect(await server.ask('/')).toMatchObject({ status: 200, text: '{"count":4}' });
    expect(await server.ask('/500')).toMatchObject({ status: 500, text: '' });
    expect(server.requests).toBe(5);
  });

  it('secrets without TLS › are sent to this machine only, unless forced; a password in the address is never printed', async () => {
    const ask = (origin: string, insecure = false): Promise<unknown> =>
      fetchChanges('jsonapi', origin, emptyFolder(), {
        files: diskFiles,
        token: TOKEN,
        insecure,
        tell: () => undefined,
      });
    await expect(ask('http://cms.example')).rejects.toThrow('without TLS');
    await expect(ask('http://127.0.0.1.cms.example')).rejects.toThrow('without TLS');
    await expect(ask('http://cms.example', true)).resolves.toBeDefined();
    await expect(ask('https://cms.example')).resolves.toBeDefined();
    const failure = await ask('https://me:hush@cms.example').catch((error: unknown) => String(error));
    expect(failure).toContain('without user and password');
    expect(failure).not.toContain('hush');
  });

  it('a source without fetch › the message lists the sources with it', async () => {
    const asked = fetchChanges('wordpress', 'https://cms.example', emptyFolder(), {
      files: diskFiles,
      tell: () => undefined,
    });
    await expect(asked).rejects.toThrow('--origin is for contentful, strapi, directus, jsonapi');
  });
});
