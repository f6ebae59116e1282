/**
 * Counts of the sample: `ls data/markdown/content/*` shows 3 posts, one of them in two languages, a draft, and 2 authors.
 */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const sample = fileURLToPath(new URL('../../../data/markdown', import.meta.url));

describe('markdown', () => {
  it('the sample › has collections by folder, languages by ending, links by slug', async () => {
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

  it('shapes of generators › Jekyll, Astro, Eleventy and page bundles', async () => {
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

  it('languages by folder › are languages where all folders are', async () => {
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

  it('a folder without Markdown › is refused', async () => {
    await expect(imported('markdown', folderOf({ 'a.txt': 'x' }))).rejects.toThrow(
      /expected a folder with \.md or \.mdx files/,
    );
  });
});
