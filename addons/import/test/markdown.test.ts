/**
 * Counts of the sample: `ls data/markdown/content/*` shows 3 posts, one of them in two languages, a draft, and 2 authors.
 */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const sample = fileURLToPath(new URL('../../../data/markdown', import.meta.url));

describe('markdown', () => {
  it('the sample › has collections by folder, languages by suffix, links by slug', async () => {
    const result = await imported('markdown', sample, { strict: true });
    expect(result.counts).toEqual({ authors: 2, posts: 2 });
    expect(result.model.locales).toEqual([
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ]);
    expect(result.field('posts', 'author')).toEqual({
      name: 'author',
      type: 'relationship',
      to: 'authors',
      many: false,
      localized: true,
    });
    expect(result.item('posts', 'first-light')).toMatchObject({
      slug: 'first-light',
      title: { en: 'First light', de: 'Erstes Licht' },
      author: { en: 'mara-mason', de: 'mara-mason' },
      tags: { en: ['harbour', 'morning'] },
      reading_minutes: { en: 4 },
      body: { de: 'Die Lampe geht aus, wenn das *erste* Boot ausläuft.' },
    });
    expect(result.item('posts', 'slack-water')?.['date']).toEqual({ en: '2024-05-12T04:30:00.000Z' });
    expect(result.leftOut('posts: items', /a draft/)).toBe(1);
    expect(result.report.notes.map(({ what }) => what)).toContain(
      'posts.body: shortcodes kept as they are written: figure',
    );
  });

  it('layouts of generators › Jekyll, Astro, Eleventy and page bundles are read', async () => {
    const page = '---\ntitle: T\n---\nBody';
    const result = await imported(
      'markdown',
      folderOf({
        '_posts/2024-01-02-hello.md': page,
        '_drafts/later.md': page,
        'src/content/blog/a.mdx': page,
        'src/notes/deep/b.md': page,
        'content/trips/alps/index.md': page,
        'about.md': page,
        'logo.png': 'x',
        'node_modules/x/README.md': page,
      }),
    );
    expect(result.items('posts')).toEqual([
      { id: 'hello', slug: 'hello', body: 'Body', title: 'T', date: '2024-01-02' },
    ]);
    expect(result.items('blog')[0]?.id).toBe('a');
    expect(result.items('notes')[0]?.id).toBe('deep/b');
    expect(result.items('trips')[0]?.id).toBe('alps');
    expect(result.items('pages')[0]?.id).toBe('about');
    expect(result.leftOut('files ending in .png', /not Markdown/)).toBe(1);
    expect(result.leftOut('posts: items', /a draft/)).toBe(1);
  });

  it('posts of two days with the same name › are two items, and an unreadable draft is ignored', async () => {
    const result = await imported(
      'markdown',
      folderOf({
        '_posts/2024-01-02-hello.md': 'A',
        '_posts/2024-01-03-hello.md': 'B',
        'c/_posts/2024-01-02-hello.md': 'C',
        '_drafts/x.md': '---\ntitle: [\n---\n',
      }),
    );
    expect(result.items('posts')).toEqual([
      { id: 'hello', slug: 'hello', body: 'A', date: '2024-01-02' },
      { id: '2024-01-03-hello', slug: '2024-01-03-hello', body: 'B', date: '2024-01-03' },
    ]);
    expect(result.items('c').map(({ id }) => id)).toEqual(['hello']);
    expect(result.leftOut('posts: items', /a draft/)).toBe(1);
  });

  it('language folders within a collection › count if all are languages, and two have a common page', async () => {
    const page = (title: string): string => `---\ntitle: ${title}\n---\n`;
    const result = await imported(
      'markdown',
      folderOf({
        'blog/hello/en-us.mdx': page('Hello'),
        'blog/hello/zh-hans-cn.mdx': page('Ni hao'),
        'blog/more/en-us.md': page('More'),
        'notes/en-us/a/b.md': page('B'),
        'notes/zh-hans-cn/a/b.md': page('Bi'),
        'about/en-us.md': page('Us'),
        'about/zh-hans-cn.md': page('Women'),
        'words/en-us.md': page('English'),
        'words/fr.md': page('French'),
        'team/it/hello.md': page('IT'),
        'team/hr/bye.md': page('HR'),
      }),
    );
    expect(result.counts).toEqual({ about: 1, blog: 2, notes: 1, team: 2, words: 2 });
    expect(result.item('about', 'index')).toMatchObject({ title: { 'en-us': 'Us' } });
    expect(result.item('blog', 'hello')).toMatchObject({ title: { 'en-us': 'Hello', 'zh-hans-cn': 'Ni hao' } });
    expect(result.item('notes', 'a/b')).toMatchObject({ title: { 'zh-hans-cn': 'Bi' } });
    expect(result.items('team').map(({ id }) => id)).toEqual(['hr/bye', 'it/hello']);
  });

  it('handwritten dates › are dates, and items with a future date are left out', async () => {
    const page = (date: string): string => `---\n${date}\ntitle: May 4 2020\n---\n`;
    const result = await imported(
      'markdown',
      folderOf({
        'blog/a.md': page("pubDate: 'Jul 08 2022'"),
        'blog/b.md': page('pubDate: July 9th, 2022'),
        'blog/c.md': page('pubDate: 2nd January 2022'),
        'blog/d.md': page("pubDate: '2022-7-7'"),
        'blog/e.md': page("pubDate: 'Jul 08 2031'"),
        'blog/f.md': page('pubDatetime: 2031-01-02T10:00:00Z'),
      }),
      { nowMs: Date.parse('2026-01-01') },
    );
    const days = result.items('blog').map(({ pubDate }) => pubDate);
    expect(days).toEqual(['2022-07-08', '2022-07-09', '2022-01-02', '2022-07-07']);
    expect(result.items('blog')[0]).toMatchObject({ title: 'May 4 2020' });
    expect(result.leftOut('blog: items', /to be published later/)).toBe(2);
  });

  it('language folders › count if all folders are languages', async () => {
    const result = await imported(
      'markdown',
      folderOf({ 'content/en/a/x.md': 'E', 'content/de/a/x.md': 'D', 'content/en/a/y.md': 'Y' }),
    );
    expect(result.items('a')).toEqual([
      { id: 'x', slug: 'x', body: { en: 'E', de: 'D' } },
      { id: 'y', slug: 'y', body: { en: 'Y' } },
    ]);
  });

  it.each([
    ['front matter that does not end', '---\ntitle: x\n', /a\.md: the front matter is not closed/],
    ['front matter that is no YAML', '---\na: [1\n---\n', /a\.md: the front matter cannot be read/],
    ['front matter that is a list', '---\n- 1\n---\n', /a\.md: the front matter is not a set of names and values/],
  ])('%s › is refused', async (_, text, message) => {
    await expect(imported('markdown', folderOf({ 'a.md': text }))).rejects.toThrow(message);
  });

  it.each([
    ['a quoted text that continues at the beginning of a line', 'title: "a long\ntext"', { title: 'a long text' }],
    ['with defaults merged in', "title: 'it''s\nlong'\n<<: {b: 1}\nb: 2", { title: "it's long", b: 2 }],
    ['a draft in it', 'title: "a long\ntext"\ndraft: true', undefined],
    ['dates in it', 'title: "a\nb"\nday: 2024-01-02', { title: 'a b', day: '2024-01-02' }],
  ])('YAML that js-yaml reads and YAML 1.2 refuses › %s › is read, with a note', async (_, matter, fields) => {
    const result = await imported('markdown', folderOf({ 'a.md': `---\n${matter}\n---\n`, 'b.md': 'B' }));
    expect(result.item('pages', 'a')).toEqual(fields && { id: 'a', slug: 'a', ...fields });
    expect(result.report.notes.map(({ what }) => what)).toContain(
      `front matter that YAML 1.2 refuses, read as js-yaml reads it: Missing closing ${matter.includes('"') ? '"' : "'"}quote`,
    );
  });

  it('a folder without Markdown › is refused', async () => {
    await expect(imported('markdown', folderOf({ 'a.txt': 'x' }))).rejects.toThrow(
      /expected a folder of content with \.md or \.mdx files/,
    );
  });

  describe('unpublished content', () => {
    const nowMs = Date.parse('2024-06-01T00:00:00Z');
    const page = (matter: string, before = ''): string => `${before}---\n${matter}\n---\nBody`;
    const ids = async (files: Readonly<Record<string, string>>, options: object = {}): Promise<readonly string[]> => {
      const all = { 'posts/shown.md': page('title: T'), ...files };
      const result = await imported('markdown', folderOf(all), { nowMs, ...options });
      return result.items('posts').map(({ id }) => id);
    };

    it.each([
      ['a blank line before front matter', page('draft: true', '\n')],
      ['blanks and a mark before it', page('draft: true', '\uFEFF  \n ')],
      ['line ends of Windows', page('draft: true').replaceAll('\n', '\r\n')],
      ['TOML', '\n+++\ndraft = true\n+++\n'],
      ['JSON between fences', '---json\n{"draft": true}\n---\n'],
      ['JSON', '{\n"draft": true\n}\n'],
      ['a word for true', page('Draft: yes')],
      ['Jekyll', page('published: false')],
      ['a status', page('status: Draft')],
      ['what is private', page('visibility: private')],
      ['Eleventy', page('permalink: false')],
    ])('%s › is a draft', async (_, text) => {
      expect(await ids({ 'posts/draft.md': text })).toEqual(['shown']);
    });

    it('names that Jekyll and Astro ignore › are left out', async () => {
      const files = { 'posts/_drafts/a.md': 'A', 'posts/_b.md': 'B', 'posts/deep/_index.md': 'C' };
      expect(await ids(files)).toEqual(['deep', 'shown']);
    });

    it('an empty front matter › is valid', async () => {
      const result = await imported('markdown', folderOf({ 'posts/a.md': '---\n---\nBody', 'posts/b.md': '{}\nB' }));
      expect(result.items('posts').map(({ body }) => body)).toEqual(['Body', 'B']);
    });

    it('expired and future items › are counted, kept by an option, and decided by the clock', async () => {
      const files = {
        'posts/over.md': page('expiryDate: 2024-05-31'),
        'posts/later.md': page('publishDate: 2024-06-02T08:00:00Z'),
        'posts/2025-01-01-next.md': page('title: N'),
        'posts/dated.md': page('date: 2024-06-03 10:00:00 +0200'),
        'posts/early.md': page('date: 2024-06-03\npublishDate: 2024-01-01'),
      };
      const result = await imported('markdown', folderOf(files), { nowMs });
      expect(result.items('posts').map(({ id }) => id)).toEqual(['early']);
      expect(result.leftOut('posts: items', /expired; --with-expired/)).toBe(1);
      expect(result.leftOut('posts: items', /published later; --with-future/)).toBe(3);
      expect(await ids(files, { withExpired: true })).toContain('over');
      expect(await ids(files, { withFuture: true })).toHaveLength(5);
      expect(await ids(files, { nowMs: Date.parse('2024-01-01') })).toEqual(['early', 'over', 'shown']);
    });
  });
});

describe('front matter', () => {
  const postOf = async (matter: string): Promise<Readonly<Record<string, unknown>> | undefined> =>
    (await imported('markdown', folderOf({ 'posts/a.md': matter, 'posts/b.md': '---\ntitle: B\n---\nBody' }))).item(
      'posts',
      'a',
    );

  it.each([
    ['n: 9007199254740993', '9007199254740993'],
    ['n: 12345678901234567890', '12345678901234567890'],
    ['n: 01234', '01234'],
    ['n: 0.1000000000000000055', '0.1000000000000000055'],
    ['n: 0.5', '0.5'],
  ])('YAML with %s › keeps the digits', async (line, digits) => {
    expect((await postOf(`---\n${line}\n---\nBody`))?.['n']).toBe(digits);
  });

  it('JSON with a long number › keeps the digits', async () => {
    const written = '{\n"t": "is 9007199254740993",\n"n": 9007199254740993\n}\nBody';
    expect(await postOf(written)).toMatchObject({ t: 'is 9007199254740993', n: '9007199254740993' });
  });

  it('after characters that nobody sees, or with lines of old Macs › is read', async () => {
    expect(await postOf('\u200B---\ndraft: true\n---\nBody')).toBeUndefined();
    expect(await postOf('---\rdraft: true\r---\rBody')).toBeUndefined();
    expect(await postOf('---\rtitle: T\r---\rOne\rTwo')).toMatchObject({ title: 'T', body: 'One\nTwo' });
  });
});
