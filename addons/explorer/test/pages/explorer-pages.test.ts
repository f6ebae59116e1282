/**
 * What the server sends for the explorer: its page, files, description and explanations.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { entryOfType, FIELD_TYPES, LIMITS, operatorsOf } from '../../../../src/content/model/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { explainRequest } from '../../../../src/jsonapi/index.js';
import { openBookshop, temporaryFolder } from '../../../../testing/samples/bookshop.js';
import { exportFolder, HOSTILE_OPTION } from '../../../../testing/samples/hostile-export.js';
import { errorsOf, send } from '../../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { readExplorer } from '../../pages/bundle.js';
import { contentSecurityPolicy } from '../../pages/explorer-pages.js';

/** Of all scripts together, compressed: what the explorer may weigh. */
const SCRIPT_BYTES_MAXIMUM = 120_000;

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

const pageAt = async (origin: string): Promise<string> => (await send(origin, '/explore')).body.toString();

/** Addresses in the page, which are relative to it. */
async function filesOfPage(): Promise<readonly string[]> {
  const page = await pageAt(shop.origin);
  return [...page.matchAll(/(?:href|src)="(explore\/[^"]+-[^"]+)"/g)].map(([, path = '']) => `/${path}`);
}

/** What stands in the page, by element: `script`, `style`, and `data` for what no browser runs. */
function inlineOf(page: string): Readonly<Record<string, string>> {
  const found = [...page.matchAll(/<(script|style)((?: type="application\/json"[^>]*)?)>([\s\S]*?)<\/\1>/g)];
  return Object.fromEntries(found.map(([, name = '', isData, text = '']) => [isData ? 'data' : name, text]));
}

const hashOf = (text = ''): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('the page', () => {
  it.each(['/', '/explore'])('at %s › HTML with a strict policy, revalidated at each use', async (path) => {
    const { status, headers, body } = await send(shop.origin, path);
    const { script, style } = inlineOf(body.toString());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy({ script: hashOf(script), style: hashOf(style) }, true),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(body.toString()).toContain('<title>stele</title>');
    expect(body.toString()).not.toMatch(/\sstyle=|\son\w+=/);
    expect([...body.toString().matchAll(/<script(?! type="module" src=)/g)]).toHaveLength(2);
    const again = await send(shop.origin, path, { headers: { 'if-none-match': headers['etag'] ?? '' } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each(['/explore', '/docs'])('%s with a slash at its end › is redirected to the path without it', async (path) => {
    const { status, headers } = await send(shop.origin, `${path}/?q=a`);
    expect([status, headers['location']]).toEqual([302, `..${path}?q=a`]);
  });

  it('policy › allows its own files, the inline script and styles of the bundle, and pictures', () => {
    const policy = contentSecurityPolicy({ script: hashOf('a'), style: hashOf('b') }, true);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
  });

  it('pictures switched off › the policy allows no picture of another host', async () => {
    const plain = await startBookshop({ explorerImages: false });
    const { headers } = await send(plain.origin, '/');
    await plain.stop();
    const pictures = (policy: unknown) => /img-src [^;]*/.exec(String(policy))?.[0];
    expect(pictures(headers['content-security-policy'])).toBe("img-src 'self'");
    const shown = await send(shop.origin, '/');
    expect(pictures(shown.headers['content-security-policy'])).toBe("img-src 'self' http: https:");
  });

  it('the description in the page › equals the description at its own address', async () => {
    const told = JSON.parse((await send(shop.origin, '/explore/model.json')).body.toString());
    expect(JSON.parse(inlineOf(await pageAt(shop.origin))['data'] ?? '')).toEqual(told);
  });

  it('a server with keys › the public page has no description', async () => {
    const guarded = await startBookshop({ keys: liveKeys(testKey('website')) });
    const page = await pageAt(guarded.origin);
    expect(inlineOf(page)['data']).toBeUndefined();
    expect(page).toContain('<link rel="preload" as="fetch" href="explore/model.json" crossorigin="anonymous">');
    // The program knows the options of all models; one is called as a type of the bookshop.
    const options = new Set<string>(FIELD_TYPES.flatMap((type) => entryOfType(type).options));
    const names = [...(await openBookshop()).model.contentTypes.keys()].filter((name) => !options.has(name));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(page).not.toContain(`"${name}"`);
    await guarded.stop();
  });

  it('a text of the model that could end the script element › is escaped', async () => {
    const folder = temporaryFolder();
    await buildSnapshot(exportFolder(), folder, { files: diskFiles, strict: false });
    const hostile = await startBookshop({ spaces: [{ name: 'hostile', space: await openCurrent(diskFiles, folder) }] });
    const page = await pageAt(hostile.origin);
    expect([...page.matchAll(/<script/g)]).toHaveLength(3);
    expect(inlineOf(page)['data']).toContain('\\u003c/script>');
    expect(JSON.parse(inlineOf(page)['data'] ?? '').spaces[0].types[0].fields.at(-1).options).toEqual([HOSTILE_OPTION]);
    await hostile.stop();
  });

  it('files › have names with a hash, are cached for a year, and are compressed', async () => {
    const paths = await filesOfPage();
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const plain = await send(shop.origin, path);
      expect(plain.status).toBe(200);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const small = await send(shop.origin, path, { headers: { 'accept-encoding': 'br' } });
      if (plain.body.length >= 1024) expect(small.headers['content-encoding']).toBe('br');
      expect(small.body.length).toBeLessThanOrEqual(plain.body.length);
      expect(small.headers['etag'] === plain.headers['etag']).toBe(small.headers['content-encoding'] === undefined);
    }
  });

  it('a client that refuses every coding › 406 with the codings to allow', async () => {
    const [path = ''] = await filesOfPage();
    const refusing = await send(shop.origin, path, { headers: { 'accept-encoding': 'identity;q=0, *;q=0' } });
    expect([refusing.status, errorsOf(refusing)[0]?.code]).toEqual([406, 'NotAcceptable']);
  });

  it(`scripts › ${SCRIPT_BYTES_MAXIMUM / 1000} KB at most, compressed`, async () => {
    const first = (await filesOfPage()).filter((path) => path.endsWith('.js'));
    expect(first).toHaveLength(1);
    const text = (await send(shop.origin, first[0] ?? '')).body.toString();
    const later = [...text.matchAll(/import\("\.\/([\w-]+\.js)"\)/g)].map(([, name]) => `/explore/${name}`);
    expect(later).toHaveLength(1);
    for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
      const bodies = await Promise.all([...first, ...later].map((path) => send(shop.origin, path, { headers })));
      for (const { status, body } of bodies) expect([status, body.length > 1000]).toEqual([200, true]);
      expect(bodies.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThanOrEqual(SCRIPT_BYTES_MAXIMUM);
    }
  });

  it('the Markdown reader › is not in the script that the page waits for', async () => {
    const [path = ''] = (await filesOfPage()).filter((each) => each.endsWith('.js'));
    expect((await send(shop.origin, path)).body.toString()).not.toContain('ALLOWED_TAGS');
  });

  it('a package that was compiled without the explorer › has no bundle', async () => {
    expect(await readExplorer(temporaryFolder())).toBeUndefined();
  });

  it('explorer switched off › none of its paths is served', async () => {
    const without = await startBookshop({ explorer: false });
    for (const path of ['/', '/explore', '/explore/model.json', '/explore/explain', ...(await filesOfPage())]) {
      const reply = await send(without.origin, path);
      expect([path, reply.status, errorsOf(reply)[0]?.code]).toEqual([path, 404, 'NotFound']);
    }
    await without.stop();
  });
});

describe('/explore/model.json', () => {
  it('each type › has the number of its items, and the operators of each field', async () => {
    const { model, types } = await openBookshop();
    const { body, headers } = await send(shop.origin, '/explore/model.json');
    const described = JSON.parse(body.toString());
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(described.limits).toEqual(LIMITS);
    expect(described.spaces).toHaveLength(1);
    const [space] = described.spaces;
    expect([space.name, space.root]).toEqual(['bookshop', 'delivery/jsonapi']);
    for (const [place, type] of [...model.contentTypes.values()].entries()) {
      const shown = space.types[place];
      expect([shown.name, shown.items]).toEqual([type.name, types.get(type.name)?.segment.size]);
      expect(shown.search).toBe(type.search !== undefined);
      expect(
        shown.fields.map(({ name, operators }: { name: string; operators: string[] }) => [name, operators]),
      ).toEqual(type.fields.map((field) => [field.name, operatorsOf(field)]));
    }
    // Few books have a second title or a beginning to read; few authors are dead.
    const dull = space.types.flatMap((type: { name: string; fields: { name: string; dull?: true }[] }) =>
      type.fields.flatMap((field) => (field.dull === true ? [`${type.name}.${field.name}`] : [])),
    );
    expect(dull).toEqual(['book.subtitle', 'book.opening', 'author.died', 'publisher.imprintOf', 'page.children']);
  });

  it('a space without a snapshot › is named, without types', async () => {
    const unloaded = await startBookshop({ spaces: [{ name: 'later', space: undefined }] });
    const { body } = await send(unloaded.origin, '/explore/model.json');
    expect(JSON.parse(body.toString()).spaces).toEqual([
      { name: 'later', root: 'delivery/jsonapi', snapshot: null, locales: [], fallbacks: {}, types: [] },
    ]);
    const request = '/explore/explain?space=later&request=/book';
    expect((await send(unloaded.origin, request)).status).toBe(503);
    await unloaded.stop();
  });
});

describe('/explore/explain', () => {
  const of = (request: string, space = 'bookshop') =>
    send(shop.origin, `/explore/explain?space=${space}&request=${encodeURIComponent(request)}`);

  it('a request › has the plan that stele query --explain prints', async () => {
    const reply = await of('/book?filter[price][_lt]=10&filter[genre][_eq]=Crime&sort=title');
    const { steps, runs, ...decided } = JSON.parse(reply.body.toString());
    const search = '?filter[price][_lt]=10&filter[genre][_eq]=Crime&sort=title';
    const expected = explainRequest(await openBookshop(), '/book', search, '/delivery/jsonapi', () => 0);
    const { steps: expectedSteps, runs: _, ...expectedDecided } = JSON.parse(JSON.stringify(expected));
    expect(decided).toEqual(expectedDecided);
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(
      expectedSteps.map(({ step }: { step: string }) => step),
    );
    expect(runs).toBeGreaterThan(0);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['a mistake of the request', '/book?sort=prise', 'bookshop', 400, 'UnknownField'],
    ['an unknown space', '/book', 'bookshap', 400, 'InvalidValue'],
    ['an item that is not there', '/book/none', 'bookshop', 404, 'ItemNotFound'],
  ])('%s › is refused like any request', async (_, request, space, status, code) => {
    const reply = await of(request, space);
    expect([reply.status, errorsOf(reply)[0]?.code]).toEqual([status, code]);
  });

  it('an overloaded server › refuses the explanation too', async () => {
    const busy = await startBookshop({ overload: { turnMsMaximum: -1 } });
    const reply = await send(busy.origin, '/explore/explain?space=bookshop&request=/book');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
    expect(errorsOf(reply)[0]?.detail).toBe('The server is busy; try again later.');
    await busy.stop();
  });

  it('missing parameters › 400 that names them', async () => {
    const reply = await send(shop.origin, '/explore/explain');
    expect(reply.status).toBe(400);
    expect(errorsOf(reply)[0]?.detail).toContain('/explore/explain?space=<space>&request=');
  });

  it('a request above the complexity limit › is refused like its answer', async () => {
    const frugal = await startBookshop({ maxCostMs: 0.001 });
    const request = encodeURIComponent(
      '/book?filter[_OR][0][title][_contains]=a&filter[_OR][1][description][_contains]=e',
    );
    const reply = await send(frugal.origin, `/explore/explain?space=bookshop&request=${request}`);
    expect(errorsOf(reply)[0]?.code).toBe('QueryTooCostly');
    await frugal.stop();
  });
});
