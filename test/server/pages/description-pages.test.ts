/**
 * `/openapi.json`, `/docs` and `/profile` of one space, of several, and behind a public URL.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PROFILE } from '../../../src/api/describe/index.js';
import { mountsOf } from '../../../src/server/deliver/mounts.js';
import { descriptionPages, readReference } from '../../../src/server/pages/description-pages.js';
import { openBookshop } from '../../support/bookshop.js';
import { type Bookshop, startBookshop } from '../../support/server.js';
import { liveKeys, testKey } from '../access/keys.js';

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
  it('of one space › its description, which begins at the public URL', async () => {
    expect(await described(shop.origin, '/openapi.json')).toMatchObject({
      servers: [{ url: 'https://cdn.example/content/delivery/jsonapi' }],
      externalDocs: { url: 'https://cdn.example/content/profile' },
    });
  });

  it('asked again with its tag › 304; in each coding another tag', async () => {
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

  it('of a server with keys › names the scheme, for every operation; of one without, none', async () => {
    const key = testKey('reader');
    const guarded = await startBookshop({ keys: liveKeys(key) });
    onTestFinished(() => guarded.stop());
    const reply = await fetch(`${guarded.origin}/openapi.json`, { headers: key.headers });
    expect(await reply.json()).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    });
    const open = await described(shop.origin, '/openapi.json');
    expect(open).not.toHaveProperty('security');
    expect(open).not.toHaveProperty('components.securitySchemes');
  });

  it('of several spaces › each below its name; another name › 404 that lists them', async () => {
    const space = await openBookshop();
    const spaces = ['one', 'two'].map((name) => ({ name, space }));
    const both = await startBookshop({ spaces: [...spaces, { name: 'empty', space: undefined }] });
    const servers = [{ url: '/two/delivery/jsonapi' }];
    expect(await described(both.origin, '/two/openapi.json')).toMatchObject({ servers });
    const missing = await fetch(`${both.origin}/three/openapi.json`);
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('one, two, empty')]);
    const unloaded = await fetch(`${both.origin}/empty/openapi.json`);
    expect([unloaded.status, unloaded.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${both.origin}/openapi.json`)).status).toBe(404);
    expect(await (await fetch(`${both.origin}/two/docs`)).text()).toContain('src="../docs/start.js"');
    await both.stop();
  });
});

describe('/docs and /profile', () => {
  it('a package without the files of the renderer › has no reference', async () => {
    expect(await readReference(['./not-there', './nor-there'])).toBeUndefined();
    expect((await readReference())?.files.map(({ path }) => path)).toContain('/docs/swagger-ui.css');
    const mounts = mountsOf([{ name: 'bookshop', space: await openBookshop() }], '', undefined, 0);
    expect(descriptionPages(mounts, '', undefined, false).map(({ name }) => name)).toEqual(['openapi', 'profile']);
  });

  it('/docs › a page whose policy allows no other host, and whose files are here', async () => {
    const reply = await fetch(`${shop.origin}/docs`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    const page = await reply.text();
    expect(page).toContain('<title>bookshop: delivery API</title>');
    const files = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const { status, headers } = await fetch(`${shop.origin}/${file}`);
      expect([file, status, headers.get('x-content-type-options')]).toEqual([file, 200, 'nosniff']);
    }
  });

  it('/profile › the profile', async () => {
    const reply = await fetch(`${shop.origin}/profile`);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await reply.text()).toBe(PROFILE);
  });

  it('--no-docs › none of them', async () => {
    const bare = await startBookshop({ docs: false });
    for (const path of ['/openapi.json', '/docs', '/profile', '/docs/start.js']) {
      expect((await fetch(`${bare.origin}${path}`)).status).toBe(404);
    }
    await bare.stop();
  });
});
