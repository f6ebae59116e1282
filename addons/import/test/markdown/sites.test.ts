/**
 * Sites of Markdown: languages by folder, old addresses, data files and menus.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\n`;
const codes = (locales: unknown): unknown => (Array.isArray(locales) ? locales.map(({ code }) => code) : locales);

describe('languages', () => {
  it('folders of languages next to another folder › are languages, and the other folder is a type', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        'content/de/posts/start.md': page('Anfang'),
        'content/fr/posts/start.md': page('Début'),
        'content/fr/posts/more.md': page('Plus'),
        'content/notes/n.md': page('N'),
      }),
    );
    expect(result.counts).toEqual({ notes: 1, posts: 2 });
    expect(codes(result.model.locales)).toEqual(['fr', 'de']);
    expect(result.item('posts', 'start')).toMatchObject({ title: { de: 'Anfang', fr: 'Début' } });
  });

  it('a folder next to pages without a language › is a language, and the default is en', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        'docs/start.md': page('Start'),
        'docs/guide/a.md': page('A'),
        'docs/de/start.md': page('Anfang'),
        'docs/de/guide/a.md': page('Ah'),
        'docs/de/guide/only.md': page('Nur'),
      }),
    );
    expect(result.counts).toEqual({ docs: 3 });
    expect(codes(result.model.locales)).toEqual(['en', 'de']);
    expect(result.item('docs', 'guide/a')).toMatchObject({ title: { en: 'A', de: 'Ah' } });
  });

  it.each([
    [
      'the folders have no page in common',
      { 'team/it/a.md': page('A'), 'team/hr/b.md': page('B'), 'x/c.md': page('C') },
    ],
    [
      'only index pages are common',
      { 'it/index.md': page('A'), 'hr/index.md': page('B'), 'staff/index.md': page('C') },
    ],
    [
      'few pages are common',
      { 'a/it/x.md': page('1'), 'a/it/y.md': page('2'), 'a/it/z.md': page('3'), 'a/x.md': page('4') },
    ],
  ])('folders named like languages, of which %s › are not languages', async (_, files) => {
    expect((await imported('markdown', folderOf(files))).model.locales).toBeUndefined();
  });

  it('--locales and --default-locale › count whatever other pages exist', async () => {
    const files = {
      'team/it/a.md': page('Ciao'),
      'team/a.md': page('Hello'),
      'team/hr/a.md': page('HR'),
      'b.it.md': page('B'),
    };
    const result = await imported('markdown', folderOf(files), { locales: ['it'], defaultLocale: 'en' });
    expect(codes(result.model.locales)).toEqual(['en', 'it']);
    expect(result.item('team', 'a')).toMatchObject({ title: { en: 'Hello', it: 'Ciao' } });
    expect(result.item('team', 'hr/a')).toMatchObject({ title: { en: 'HR' } });
    expect(result.item('pages', 'b')).toMatchObject({ title: { it: 'B' } });
  });
});

describe('redirects', () => {
  it('aliases that are paths, and redirect_from › are items of the type redirect', async () => {
    const files = {
      'posts/a.md': page('A', 'aliases: [/old/a/, old.html, Another title]\n'),
      'posts/b.md': page('B', 'redirect_from: /b\n'),
      'posts/c.md': page('C', 'draft: true\nredirect_from: /c\n'),
    };
    const result = await imported('markdown', folderOf(files), { strict: true });
    expect(result.items('redirect')).toEqual([
      { id: '/old/a/', from: '/old/a/', item: 'a' },
      { id: 'old.html', from: 'old.html', item: 'a' },
      { id: '/b', from: '/b', item: 'b' },
    ]);
    expect(result.field('redirect', 'item')).toMatchObject({ type: 'relationship', to: 'posts', many: false });
    expect(result.item('posts', 'a')?.['aliases']).toEqual(['/old/a/', 'old.html', 'Another title']);
    const again = await imported('markdown', folderOf(files), { strict: true, out: result.out });
    expect(again.bytes).toEqual(result.bytes);
  });

  it('one path in two languages › is two redirects; a collection called redirect keeps its name', async () => {
    const old = 'redirect_from: /a\n';
    const result = await imported(
      'markdown',
      folderOf({ 'redirect/a.md': page('A', old), 'redirect/a.de.md': page('Ah', old) }),
    );
    expect(result.items('redirect2').map(({ id, locale }) => [id, locale])).toEqual([
      ['/a', 'en'],
      ['/a de', 'de'],
    ]);
    expect(result.items('redirect')).toHaveLength(1);
  });
});

describe('data files', () => {
  it('of _data, data, authors.yml and Astro › are types and items', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        'blog/a.md': page('A', 'author: ada\n'),
        'blog/authors.yml': 'ada:\n  name: Ada\n  title: Editor\nbob:\n  name: Bob\n',
        '_data/team.json': '[{"slug": "x", "name": "X"}, {"name": "Y"}]',
        '_data/places/bern.yml': 'name: Bern\nlat: 46.9\n',
        '_data/prices.csv': 'id,price\n1,2.50\n',
        'data/site.toml': 'title = "Site"\n',
        'src/content/books/one.json': '{"title": "One"}',
        'blog/blog.json': '{"layout": "post"}',
        'package.json': '{"name": "site"}',
      }),
    );
    expect(result.counts).toEqual({ authors: 2, blog: 1, books: 1, places: 1, prices: 1, site: 1, team: 2 });
    expect(result.item('authors', 'ada')).toEqual({ id: 'ada', name: 'Ada', title: 'Editor' });
    expect(result.items('team')).toEqual([
      { id: 'x', slug: 'x', name: 'X' },
      { id: '2', name: 'Y' },
    ]);
    expect(result.items('places')).toEqual([{ id: 'bern', name: 'Bern', lat: '46.9' }]);
    expect(result.items('site')).toEqual([{ id: 'site', title: 'Site' }]);
    expect(result.leftOut('files ending in .json', /not Markdown/)).toBe(2);
  });

  it('menus of a file and of the configuration › are items of the type menu', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        'a.md': 'A',
        'hugo.toml': 'baseURL = "/"\n[[menu.main]]\nname = "Home"\nurl = "/"\nweight = 1\n',
        'config/_default/menus.de.yaml': 'footer:\n- name: Kontakt\n  url: /kontakt\n',
        'config.yaml': 'title: T\n',
      }),
    );
    expect(result.items('menu')).toEqual([
      { id: 'footer-1', menu: 'footer', name: 'Kontakt', url: '/kontakt' },
      { id: 'main-1', menu: 'main', name: 'Home', url: '/', weight: 1 },
    ]);
    expect(result.leftOut('files ending in .yaml', /not Markdown/)).toBe(1);
  });

  it('a draft › is left out, and an unreadable file is refused by name', async () => {
    const files = { 'a.md': 'A', '_data/news.yml': '- id: a\n  draft: true\n- id: b\n' };
    const result = await imported('markdown', folderOf(files));
    expect(result.items('news').map(({ id }) => id)).toEqual(['b']);
    await expect(imported('markdown', folderOf({ ...files, '_data/x.json': '{"a"' }))).rejects.toThrow(
      /_data\/x\.json: cannot be read/,
    );
  });
});

describe('a cascade of Hugo', () => {
  it('that hides pages › hides every page below it without its own setting, but not its own page', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        'content/terms/_index.md': page('Terms', 'cascade:\n  build: { render: never }\n'),
        'content/terms/a.md': page('A'),
        'content/terms/deep/b.md': page('B'),
        'content/terms/c.md': page('C', 'build: { render: always }\n'),
        'content/plans/_index.md': page('Plans', 'cascade:\n  - draft: true\n    target: { kind: page }\n'),
        'content/plans/x/_index.md': page('X', 'cascade: { color: red }\n'),
        'content/plans/x/y.md': page('Y'),
        'content/plans/z.md': page('Z', 'draft: false\n'),
        'content/posts/_index.md': page(
          'Posts',
          'cascade:\n  - draft: true\n    target: { path: "{/posts/old/**,/x}" }\n  - draft: true\n    target: { kind: section }\n',
        ),
        'content/posts/old/p.md': page('P'),
        'content/posts/new/p.md': page('Q'),
      }),
    );
    expect(result.items('terms').map(({ title }) => title)).toEqual(['Terms', 'C']);
    expect(result.leftOut('terms: items', /^not published$/)).toBe(2);
    expect(result.items('plans').map(({ title }) => title)).toEqual(['Plans', 'X', 'Z']);
    expect(result.items('posts').map(({ title }) => title)).toEqual(['Posts', 'Q']);
  });

  it('of one language › does not hide other languages', async () => {
    const files = {
      'content/posts/_index.de.md': page('Texte', 'cascade: { draft: true }\n'),
      'content/posts/p.de.md': page('Eins'),
      'content/posts/p.md': page('One'),
    };
    expect((await imported('markdown', folderOf(files))).item('posts', 'p')?.['title']).toEqual({ en: 'One' });
  });
});
