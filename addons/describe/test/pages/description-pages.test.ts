/**
 * Tests of `/openapi.json`, `/docs`, the guides and `/profile`, for one and several spaces and with a public URL.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { send } from '../../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { PROFILE } from '../../index.js';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop({ publicUrl: 'https://cdn.example/content' });
});
afterAll(() => shop.stop());

async function described(origin: string, path: string): Promise<unknown> {
  const reply = await fetch(`${origin}${path}`);
  expect(reply.status).toBe(200);
  return reply.json();
}

describe('/openapi.json', () => {
  it('one space › its description, based on the public URL', async () => {
    expect(await described(shop.origin, '/openapi.json')).toMatchObject({
      servers: [{ url: 'https://cdn.example/content/delivery/jsonapi' }],
      externalDocs: { url: 'https://cdn.example/content/profile' },
    });
  });

  it('a request with its tag › 304; each coding has its own tag', async () => {
    const plain = await fetch(`${shop.origin}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
    const packed = await fetch(`${shop.origin}/openapi.json`, { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(await packed.text()).toBe(await plain.text());
    const [tag, other] = [plain.headers.get('etag') ?? '', packed.headers.get('etag') ?? ''];
    expect(other).not.toBe(tag);
    const headers = { 'if-none-match': other, 'accept-encoding': 'br', 'cache-control': 'max-age=0' };
    const again = await fetch(`${shop.origin}/openapi.json`, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('?type=book and ?filters=few › smaller descriptions, each with its own tag; 304 for the tag', async () => {
    const complete = await fetch(`${shop.origin}/openapi.json`);
    const completeText = await complete.text();
    const tags = new Set([complete.headers.get('etag')]);
    for (const search of ['?type=book', '?filters=few', '?type=book&filters=few', '?filters=few&type=author']) {
      const reply = await fetch(`${shop.origin}/openapi.json${search}`);
      const text = await reply.text();
      const tag = reply.headers.get('etag') ?? '';
      expect([search, reply.status, tags.has(tag)]).toEqual([search, 200, false]);
      expect(text.length).toBeLessThan(completeText.length);
      tags.add(tag);
      const again = await fetch(`${shop.origin}/openapi.json${search}`, { headers: { 'if-none-match': tag } });
      expect([search, again.status]).toEqual([search, 304]);
    }
    const { paths } = JSON.parse(await (await fetch(`${shop.origin}/openapi.json?type=book`)).text());
    expect(Object.keys(paths)).toEqual(
      Object.keys(JSON.parse(completeText).paths).filter((path) => /^\/book\b/.test(path)),
    );
    const few = await described(shop.origin, '/openapi.json?type=book&filters=few');
    expect(few).toHaveProperty('components.schemas.TextFilter.properties._eq');
    expect(few).not.toHaveProperty('components.schemas.TextFilter.properties._contains');
    expect(few).not.toHaveProperty('components.parameters.BookFilter');
    expect(Object.keys(JSON.parse(JSON.stringify(few)).paths)).toEqual(['/book', '/book/{id}']);
    expect(few).toHaveProperty('components.schemas.BookResource.required', [
      'type',
      'id',
      'attributes',
      'relationships',
      'links',
    ]);
  });

  it('?type=author,book › one description of both types, equal in any order, with shared components once', async () => {
    const one = await fetch(`${shop.origin}/openapi.json?type=author,book&filters=few`);
    const other = await fetch(`${shop.origin}/openapi.json?filters=few&type=book%2Cauthor,book`);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
    const description = JSON.parse(await one.text());
    expect(description).toMatchObject({
      info: { title: 'bookshop: delivery API of book, author' },
      tags: [{ name: 'book' }, { name: 'author' }],
    });
    expect(Object.keys(description.paths)).toEqual(['/book', '/book/{id}', '/author', '/author/{id}']);
    expect(description.components.schemas).toHaveProperty('AuthorResource');
    expect(description.components.schemas).not.toHaveProperty('TextFilter2');
  });

  it.each([
    ['?type=boook', 404, 'type', 'Did you mean "book"?'],
    ['?type=__proto__', 404, 'type', 'The content types are: book'],
    ['?types=book', 400, 'types', 'Did you mean "type"?'],
    ['?filters=most', 400, 'filters', 'whose values are: all, few.'],
    ['?type=book,autor', 404, 'type', 'Did you mean "author"?'],
    ['?type=', 404, 'type', 'There is no content type ""'],
    ['?type=book&type=author', 400, 'type', 'send it once, with commas: type=book,author.'],
    ['?filters=few&filters=few', 400, 'filters', 'send it once.'],
    ['?toString=1&filters=', 400, 'toString', 'The parameters are: type, filters.'],
  ])('%s › %d with the parameter at fault and what to do', async (search, status, parameter, detail) => {
    const reply = await fetch(`${shop.origin}/openapi.json${search}`);
    const expected = { source: { parameter }, detail: expect.stringContaining(detail) };
    expect([reply.status, await reply.json()]).toMatchObject([
      status,
      { errors: expect.arrayContaining([expect.objectContaining(expected)]) },
    ]);
  });

  it('a server with keys › the security scheme for every operation; without keys › none', async () => {
    const key = testKey('reader');
    const guarded = await startBookshop({ keys: liveKeys(key) });
    onTestFinished(() => guarded.stop());
    const reply = await fetch(`${guarded.origin}/openapi.json`, { headers: key.headers });
    expect(await reply.json()).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    });
    const open = await described(shop.origin, '/openapi.json');
    expect(open).toMatchObject({ security: [] });
    expect(open).not.toHaveProperty('components.securitySchemes');
  });

  it.each(['/model.json', '/guide', '/search.json'])(
    '%s › is not said to be below the name of a space',
    async (path) => {
      const missing = await fetch(`${shop.origin}${path}`);
      expect([missing.status, await missing.text()]).toEqual([
        404,
        expect.not.stringContaining('Each space has its own'),
      ]);
    },
  );

  it('several spaces › each below its name; an unknown name › 404 with the list of spaces', async () => {
    const space = await openBookshop();
    const spaces = ['one', 'two'].map((name) => ({ name, space }));
    const both = await startBookshop({ spaces: [...spaces, { name: 'empty', space: undefined }] });
    const servers = [{ url: '/two/delivery/jsonapi' }];
    expect(await described(both.origin, '/two/openapi.json')).toMatchObject({ servers });
    const missing = await fetch(`${both.origin}/three/openapi.json`);
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('one, two, empty')]);
    const unloaded = await fetch(`${both.origin}/empty/openapi.json`);
    expect([unloaded.status, unloaded.headers.get('retry-after')]).toEqual([503, '1']);
    const unnamed = await fetch(`${both.origin}/openapi.json`);
    expect([unnamed.status, await unnamed.text()]).toEqual([
      404,
      expect.stringContaining('Each space has its own: /one/openapi.json, /two/openapi.json, /empty/openapi.json.'),
    ]);
    for (const [path, status, to] of [
      ['/two/docs', 302, '../docs#/two'],
      ['/three/docs', 404, null],
      ['/__proto__/docs', 404, null],
    ] as const) {
      const { headers, status: found } = await fetch(`${both.origin}${path}`, { redirect: 'manual' });
      expect([path, found, headers.get('location')]).toEqual([path, status, to]);
    }
    await both.stop();
  });
});

describe('/docs and /profile', () => {
  it('/docs › the page of the explorer', async () => {
    const [docs, explore] = await Promise.all(['/docs', '/explore'].map((path) => fetch(`${shop.origin}${path}`)));
    expect(docs?.headers.get('content-security-policy')).toBe(explore?.headers.get('content-security-policy'));
    expect(await docs?.text()).toBe(await explore?.text());
  });

  it('/docs/guide › each guide; all its links lead to existing guides and headings', async () => {
    const guideAt = async (path: string): Promise<string> => {
      const reply = await fetch(`${shop.origin}/docs/${path}`);
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      return reply.text();
    };
    const linksOf = (page: string): readonly string[] =>
      [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href).filter((href) => !/^https?:/.test(href));
    const guides = new Map([['guide', await guideAt('guide')]]);
    for (const href of linksOf(guides.get('guide') ?? '').filter((one) => /^guide\/[\w-]+$/.test(one))) {
      guides.set(href, await guideAt(href));
    }
    expect(guides.size).toBeGreaterThan(7);
    for (const [path, page] of guides) {
      expect(page).not.toMatch(/<picture|\son\w+=|\sstyle=/);
      for (const href of linksOf(page)) {
        const { pathname, hash } = new URL(href, `http://here/docs/${path}`);
        const target =
          pathname === '/docs' || pathname === '/explore' ? page : guides.get(pathname.slice('/docs/'.length));
        expect(target, `${href} in ${path}`).toBeDefined();
        if (hash !== '') expect(target, `${href} in ${path}`).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
      }
    }
  });

  it.each(['..', '../..', '..%2f..%2fpackage.json', 'lists.md', 'nothing', '__proto__', 'lists/'])(
    '/docs/guide/%s › nothing of this package but the guides',
    async (path) => {
      const { status, body } = await send(shop.origin, `/docs/guide/${path}`);
      expect(status).toBe(404);
      expect(body.toString()).not.toContain('"scripts"');
    },
  );

  it('/profile › the profile', async () => {
    const reply = await fetch(`${shop.origin}/profile`);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await reply.text()).toBe(PROFILE);
  });

  it('--no-docs › none of them', async () => {
    const bare = await startBookshop({ docs: false });
    for (const path of ['/openapi.json', '/docs', '/profile', '/docs/guide', '/docs/guide/lists']) {
      expect((await fetch(`${bare.origin}${path}`)).status).toBe(404);
    }
    await bare.stop();
  });
});
