/**
 * The guides: their order, their links, and their search, as the server sends them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../../src/format/files/index.js';
import { temporaryFolder } from '../../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { errorsOf, send } from '../../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { createGuideSearch } from '../../pages/guide-search.js';

let shop: Bookshop;
/** Name of a guide → its HTML. */
const guides = new Map<string, string>();

const textAt = async (path: string, origin = shop.origin): Promise<string> =>
  (await send(origin, path)).body.toString();

beforeAll(async () => {
  shop = await startBookshop();
  const contents = /<article.*/s.exec(await textAt('/docs/guide'))?.[0] ?? '';
  const names = new Set([...contents.matchAll(/href="guide\/([\w-]+)"/g)].map(([, name = '']) => name));
  for (const name of names) guides.set(name, await textAt(`/docs/guide/${name}`));
});
afterAll(() => shop.stop());

describe('guides', () => {
  it('each page of docs, except decisions and results › is a guide', () => {
    const files = readdirSync(join(packageRoot(), 'docs'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.md') && file !== 'README.md' && !/^(?:decisions|results)\b/.test(file),
    );
    expect(guides.size).toBe(files.length);
  });

  const findNeighbour = (name: string, rel: string): string | undefined =>
    new RegExp(`<a rel="${rel}" href="([^"]+)"`).exec(guides.get(name) ?? '')?.[1];
  /** The pages of sources, which the contents list below `import`. */
  const sources = ['tables', 'markdown', 'contentful', 'wordpress', 'sanity', 'strapi', 'directus', 'jsonapi'];

  it('next › leads through the guides in the order of the contents, previous › leads back', () => {
    const order = [...guides.keys()].filter((name) => !sources.includes(name));
    expect(order[0]).toBe('first-steps');
    for (const [place, name] of order.entries())
      expect([name, findNeighbour(name, 'prev'), findNeighbour(name, 'next')]).toEqual([
        name,
        order[place - 1],
        order[place + 1],
      ]);
  });

  it('the page of a source › is listed below Importing, leads back to it, and on to the guide after it', () => {
    const after = findNeighbour('import', 'next');
    for (const name of sources)
      expect([name, findNeighbour(name, 'prev'), findNeighbour(name, 'next')]).toEqual([name, 'import', after]);
    const listsSources = (name: string): boolean =>
      /<nav class="contents".*<\/nav>\n<main/s.exec(guides.get(name) ?? '')?.[0].includes('href="strapi"') ?? false;
    expect([listsSources('import'), listsSources('sanity'), listsSources('content')]).toEqual([true, true, false]);
  });

  it('each link to a guide › leads to a heading or guide that exists; no id is used twice', () => {
    const idsOf = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    const wrong: string[] = [];
    for (const [name, html] of guides) {
      const ids = idsOf(html);
      if (new Set(ids).size < ids.length) wrong.push(`${name}: an id is used twice`);
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="((?!https?:|mailto:|\.\.\/)[^"]+)"/g)) {
        const [target = '', anchor] = href.split('#');
        const targetHtml = target === '' ? html : guides.get(target);
        if (targetHtml === undefined || (anchor !== undefined && !idsOf(targetHtml).includes(anchor)))
          wrong.push(`${name}: ${href}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a code block › has the name of its file, or says what it is', () => {
    const captions = (name: string) =>
      [...(guides.get(name) ?? '').matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, caption = '']) =>
        caption.replace(/<[^>]+>/g, ''),
      );
    expect(captions('library').slice(0, 3)).toEqual(['Shell', 'script.js', 'Output']);
    expect(captions('content')).toContain('model.json');
    expect(captions('lists').slice(0, 2)).toEqual(['Request', 'Answer']);
  });

  it('a request of the sample content › names its path, and the page the root at which this server has it', () => {
    const html = guides.get('lists') ?? '';
    expect(html).toContain('<html lang="en" data-bookshop="delivery/jsonapi" data-up="../../">');
    expect(html).toContain('data-request="/delivery/jsonapi/series"');
    // The tutorial makes a server of its own.
    expect(guides.get('tutorial')).not.toContain('data-bookshop');
  });

  it('other content, or a server with keys › the examples name no root', async () => {
    const museum = await startBookshop({ spaces: [{ name: 'museum', space: await openMuseum() }] });
    const guarded = await startBookshop({ keys: liveKeys(testKey('website')) });
    for (const { origin, stop } of [museum, guarded]) {
      expect(await textAt('/docs/guide/lists', origin)).toContain('data-bookshop=""');
      await stop();
    }
  });

  it('a wrong address › browsers get a page with all guides, other clients an error document', async () => {
    for (const path of ['/docs/guide/zzz%3Cb%3E', '/docs/guide/']) {
      const page = await send(shop.origin, path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body.toString()).toContain('<a href="first-steps">');
      expect(page.body.toString()).not.toContain('<b>');
      const reply = await send(shop.origin, path);
      expect([reply.status, errorsOf(reply)[0]?.code]).toEqual([404, 'NotFound']);
    }
  });

  it('a picture of a guide › is served; no other file is', async () => {
    const [, name = ''] = /<img class="light" src="images\/([\w-]+\.png)"/.exec(guides.get('explorer') ?? '') ?? [];
    const picture = await send(shop.origin, `/docs/guide/images/${name}`);
    expect([picture.status, picture.headers['content-type'], picture.body.length > 10_000]).toEqual([
      200,
      'image/png',
      true,
    ]);
    for (const file of ['none.png', '..%2Fexplorer.md', 'plots'])
      expect((await send(shop.origin, `/docs/guide/images/${file}`)).status).toBe(404);
  });

  it('a wide table › its cells name their columns, for narrow windows', () => {
    expect(guides.get('filters')).toMatch(
      /<table class="stacked" role="table">.*<td role="cell" data-label="example">/s,
    );
  });

  it('styles and script › are files that all guides share', () => {
    for (const [name, html] of guides) {
      expect(/<style|\sstyle=|\son\w+=/.exec(html), name).toBeNull();
      expect([...html.matchAll(/<script/g)], name).toHaveLength(2);
    }
  });

  it('a server with keys › shows and searches its guides without a key', async () => {
    const guarded = await startBookshop({ keys: liveKeys(testKey('website')) });
    expect((await send(guarded.origin, '/docs/guide/lists')).status).toBe(200);
    expect((await send(guarded.origin, '/docs/guide/search.json?q=facet')).status).toBe(200);
    await guarded.stop();
  });
});

interface Found {
  readonly data: readonly { readonly attributes: { readonly address: string } }[];
}
const addressesOf = async (query: string): Promise<readonly string[]> => {
  const found: Found = JSON.parse(await textAt(`/docs/guide/search.json?q=${encodeURIComponent(query)}`));
  return found.data.map(({ attributes }) => attributes.address);
};

describe('the search of the guides', () => {
  it.each([
    ['a heading', 'typing mistakes', 'search#typing-mistakes'],
    ['a mistake', 'highligts', 'search#highlights'],
    ['an unfinished word', 'complexi', 'errors#complexity'],
    ['an error code', 'NotIndexed', 'errors#notindexed'],
    ['a whole question', 'how do I sort a list', 'lists#sort'],
  ])('%s › finds its section first', async (_, query, address) => {
    expect((await addressesOf(query))[0]).toBe(address);
  });

  it.each([
    ['full text', 'search'],
    ['fuzzy', 'search#typing-mistakes'],
    ['autocomplete', 'search#suggestions'],
    ['api key', 'documents#keys'],
    ['between', 'filters#operators'],
    ['date range', 'filters#operators'],
    ['populate', 'related-items#include'],
    ['join', 'related-items#include'],
    ['pagnation', 'lists#page'],
    ['cursor', 'lists#page'],
    ['aggregate', 'facets#statistics'],
    ['swagger', 'documents#openapi-and-the-profile'],
    ['incremental', 'build#unchanged-types-are-not-built-again'],
    ['graphql', 'limits#what-stele-does-not-do'],
    ['regex', 'limits#what-stele-does-not-do'],
    ['windows', 'problems#installing-and-starting'],
    ['license', 'compare'],
    ['vue', 'recipes'],
  ])('a word of other products, %s › finds %s first', async (query, address) => {
    expect((await addressesOf(query))[0]).toBe(address);
  });

  it('an option of a command › is found although it begins with hyphens', async () => {
    expect(await addressesOf('--max-shrink')).toContain('build#an-export-that-was-cut-short');
  });

  it('the answer › is a JSON:API document with highlights, and only sections that exist', async () => {
    const { headers, body } = await send(shop.origin, '/docs/guide/search.json?q=facet');
    expect(headers['content-type']).toBe('application/vnd.api+json');
    const [first] = JSON.parse(body.toString()).data;
    expect(first.meta.highlights.heading).toEqual({ text: 'Facets', words: [{ start: 0, end: 6 }] });
    for (const address of await addressesOf('facet')) {
      const [name = '', id] = address.split('#');
      expect(guides.get(name), address).toContain(id === undefined ? '' : ` id="${id}"`);
    }
  });

  it('the page of results › marks the words, finds synonyms, and needs no script', async () => {
    const html = await textAt('/docs/guide?q=typo');
    expect(html.includes('value="typo"')).toBe(true);
    expect(/<a href="guide\/search#typing-mistakes">.*<mark>Typing<\/mark>/.test(html)).toBe(true);
  });

  it('a typing mistake › the page of results says how the word was read', async () => {
    expect(await textAt('/docs/guide?q=higlights')).toContain('“higlights” was read as “highlights”.');
    expect(await textAt('/docs/guide?q=highlights')).not.toContain('was read as');
  });

  it('a guide and the page of contents › mark Guides as current', async () => {
    expect(guides.get('lists')).toContain('<a href="../guide" aria-current="true">Guides</a>');
    expect(await textAt('/docs/guide')).toContain('<a href="guide" aria-current="page">Guides</a>');
  });

  it.each(['_lt', 'less than', 'greater than', '_contains', '_startsWith', '_eq'])(
    '%s › finds the operators of filters first',
    async (words) => {
      expect((await addressesOf(words))[0]).toBe('filters#operators');
    },
  );

  it('a word that only resembles other words of the texts › is not found; the page suggests other words', async () => {
    expect(await addressesOf('docter')).toEqual([]);
    expect(await addressesOf('docker')).toContain('replicate#in-containers');
    expect(await textAt('/docs/guide?q=zeppelin')).toContain('<a href="guide/first-steps">');
  });

  it('no section has all words › sections with some of them, and the page says so', async () => {
    const html = await textAt('/docs/guide?q=facet+zeppelin');
    expect(html).toContain('No section has all words of “facet zeppelin”.');
    expect(html).toContain('<a href="guide/search#facets">');
  });

  it('a match in an example only › the first sentence of the section is shown', async () => {
    const html = await textAt('/docs/guide?q=storytime-goat');
    expect(html).toMatch(/<a href="guide\/filters#lists-of-values">[^\n]*<p>[A-Z][^<]*\./);
  });

  it('hostile words › are escaped', async () => {
    const html = await textAt(`/docs/guide?q=${encodeURIComponent('"><script>alert(1)</script>$&')}`);
    expect([...html.matchAll(/<script/g)]).toHaveLength(2);
    expect(html.includes('&#34;&#62;&#60;script&#62;')).toBe(true);
  });

  it('no words › 400 that says how to search', async () => {
    const reply = await send(shop.origin, '/docs/guide/search.json?q=+');
    expect([reply.status, errorsOf(reply)[0]?.code]).toEqual([400, 'InvalidParameter']);
  });

  it('a busy server › refuses the search and shows the guides', async () => {
    const busy = await startBookshop({ overload: { turnMsMaximum: -1 } });
    expect((await send(busy.origin, '/docs/guide/search.json?q=facet')).status).toBe(503);
    const page = await send(busy.origin, '/docs/guide?q=facet');
    expect([page.status, page.body.toString().includes('The server is busy; try again later.')]).toEqual([200, true]);
    await busy.stop();
  });

  it('no snapshot › the first search says that the index is missing; nothing is read before', async () => {
    const search = createGuideSearch(join(temporaryFolder(), 'none'));
    await expect(search.search('facet', 5)).rejects.toThrow('This installation has no index of the guides.');
  });

  it('the contents › have the pages in the order of docs/README.md', () => {
    const readme = readFileSync(join(packageRoot(), 'docs/README.md'), 'utf8');
    const addresses = [...readme.matchAll(/\]\(([\w/-]+)\.md\)/g)].map(([, address = '']) => address);
    // The page of a folder is its README; other pages have the name of their file.
    const names = addresses.map((address) => address.replace(/\/README$/, '').replace(/^.*\//, ''));
    const listed = names.filter((name) => guides.has(name));
    expect(listed.length).toBeGreaterThan(20);
    expect([...guides.keys()].filter((name) => listed.includes(name))).toEqual([...new Set(listed)]);
  });
});
