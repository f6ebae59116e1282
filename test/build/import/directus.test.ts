/**
 * The counts of the genuine template were taken with jq, such as `jq '[.[]|select(.status=="published")]|length' content/posts.json`.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../support/shared.js';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const field = (collection: string, name: string, type: string, meta: object = {}, isKey = false): object => ({
  collection,
  field: name,
  type,
  meta,
  schema: type === 'alias' ? null : { is_primary_key: isKey },
});
const relation = (collection: string, name: string, related: string | null, meta: object = {}): object => ({
  collection,
  field: name,
  related_collection: related,
  meta,
});
const json = JSON.stringify;

const template = (): Record<string, string> => ({
  'src/collections.json': json(
    ['posts', 'tags', 'posts_tags', 'posts_t', 'langs', 'group'].map((collection) => ({
      collection,
      schema: collection === 'group' ? null : {},
      meta: {},
    })),
  ),
  'src/fields.json': json([
    field('posts', 'id', 'integer', {}, true),
    field('posts', 'title', 'string'),
    field('posts', 'status', 'string', { options: { choices: [{ value: 'published' }, { value: 'draft' }] } }),
    field('posts', 'body', 'text', { interface: 'input-rich-text-html' }),
    field('posts', 'cover', 'uuid', { special: ['file'] }),
    field('posts', 'token', 'hash'),
    field('posts', 'owner', 'uuid', { special: ['user-created'] }),
    field('posts', 'tags', 'alias', { special: ['m2m'] }),
    field('posts', 'translations', 'alias', { special: ['translations'] }),
    field('posts', 'notice', 'alias', { special: ['alias', 'no-data'] }),
    field('tags', 'id', 'string', {}, true),
    field('tags', 'posts', 'alias', { special: ['m2m'] }),
    field('posts_tags', 'id', 'integer', {}, true),
    field('posts_tags', 'post', 'integer'),
    field('posts_tags', 'tag', 'string'),
    field('posts_tags', 'sort', 'integer'),
    field('posts_t', 'id', 'integer', {}, true),
    field('posts_t', 'post', 'integer'),
    field('posts_t', 'lang', 'string'),
    field('posts_t', 'title', 'string'),
    field('langs', 'code', 'string', {}, true),
  ]),
  'src/relations.json': json([
    relation('posts', 'cover', 'directus_files'),
    relation('posts_tags', 'post', 'posts', { one_field: 'tags', junction_field: 'tag', sort_field: 'sort' }),
    relation('posts_tags', 'tag', 'tags', { one_field: 'posts', junction_field: 'post' }),
    relation('posts_t', 'post', 'posts', { one_field: 'translations', junction_field: 'lang' }),
    relation('posts_t', 'lang', 'langs', { junction_field: 'post' }),
  ]),
  'src/files.json': json([
    { id: 'f1', type: 'image/png', filename_download: 'a.png', filesize: '12', width: 3, height: 4, title: 'A' },
  ]),
  'src/roles.json': json([{}, {}]),
  'src/content/posts.json': json([
    { id: 1, title: 'One', status: 'published', body: '<p>Hi <b>you</b></p>', cover: 'f1', token: 'x', owner: 'u' },
    { id: 2, title: 'Two', status: 'draft' },
  ]),
  'src/content/tags.json': json([{ id: 'p' }, { id: 'q' }]),
  'src/content/posts_tags.json': json([
    { id: 1, post: 1, tag: 'p', sort: 2 },
    { id: 2, post: 1, tag: 'q', sort: 1 },
    { id: 3, post: 2, tag: 'q', sort: 1 },
  ]),
  'src/content/posts_t.json': json([
    { id: 1, post: 1, lang: 'de-DE', title: 'Eins' },
    { id: 2, post: 2, lang: 'de-DE', title: 'Zwei' },
    { id: 3, post: 9, lang: 'de-DE', title: 'Neun' },
  ]),
  'src/content/langs.json': json([{ code: 'de-DE' }, { code: 'en-US' }]),
});

describe('directus', () => {
  const starter = sharedPath('exports/directus/starter-cms-i18n', 'a genuine template');
  it.skipIf(starter === undefined)('a genuine template › has its collections, translations and files', async () => {
    const result = await imported('directus', starter ?? '', { assetsUrl: 'https://cms.example.org' });
    expect(result.counts).toMatchObject({ pages: 5, posts: 3, globals: 1, page_blocks: 10, navigation: 2, file: 31 });
    expect(result.leftOut('posts: items', /with the status draft/)).toBe(2);
    expect(result.model.locales).toHaveLength(8);
    const home = result.item('pages', '636dc283-e634-4d5d-aada-e6743db46036');
    expect(home?.['title']).toMatchObject({ 'en-US': 'Home' });
    expect(home?.['blocks']).toHaveLength(5);
    expect(result.field('page_blocks', 'item')).toMatchObject({ type: 'relationship', many: false });
    expect(result.items('globals')[0]?.['tagline']).toMatchObject({
      'en-US': 'The best site ever',
      'es-ES': 'El mejor sitio de todos',
    });
    expect(result.items('block_gallery')[0]?.['items']).toHaveLength(6);
  });

  it('rows › have their translations, links through junctions in their order, and files', async () => {
    const result = await imported('directus', folderOf(template()), { assetsUrl: 'https://c.org' });
    expect(result.items('posts')).toEqual([
      {
        id: '1',
        title: { 'en-US': 'One', 'de-DE': 'Eins' },
        status: 'published',
        body: 'Hi **you**',
        cover: {
          url: 'https://c.org/assets/f1',
          width: 3,
          height: 4,
          altText: 'A',
          assetId: 'f1',
          format: 'png',
          mimeType: 'image/png',
          fileName: 'a.png',
          fileSize: 12,
        },
        tags: ['q', 'p'],
      },
    ]);
    expect(result.item('tags', 'q')).toEqual({ id: 'q', posts: ['1'] });
    expect(result.counts).toEqual({ posts: 1, tags: 2, langs: 2, file: 1 });
    expect(result.leftOut('posts.token', /a secret/)).toBe(1);
    expect(result.leftOut('posts.owner', /who created/)).toBe(1);
    expect(result.leftOut('posts: items', /status draft/)).toBe(1);
    expect(result.leftOut('posts: translations', /of an item that is left out/)).toBe(1);
    expect(result.leftOut('posts: translations', /of items that are not in the export/)).toBe(1);
    expect(result.leftOut('posts_tags: items', /only join/)).toBe(3);
    expect(result.leftOut('roles.json', /settings/)).toBe(2);
    // The tag q leads to a draft too.
    expect(result.leftOut('tags.posts', /not in the export/)).toBe(1);
  });

  it('a folder that is none, and content that is cut short › are refused', async () => {
    await expect(imported('directus', folderOf({ 'a.json': '{}' }))).rejects.toThrow(
      /expected the folder that "directus-template-cli extract" writes/,
    );
    const files = template();
    const cut = { ...files, 'src/content/posts.json': files['src/content/posts.json']?.slice(0, -9) ?? '' };
    await expect(imported('directus', folderOf(cut))).rejects.toThrow(/posts\.json is not complete JSON/);
  });
});
