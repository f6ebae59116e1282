/**
 * The counts of the genuine template were taken with jq, such as `jq '[.[]|select(.status=="published")]|length' content/posts.json`;
 * 28 of its 31 files are in a folder whose name has "Public".
 */
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../testing/shared.js';
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
  it('a link to a draft › is left out by rule, and does not count as lost', async () => {
    const { report } = await imported('directus', folderOf(template()));
    const links = report.leftOut.filter(({ what: subject }) => subject === 'tags.posts');
    expect(links).toEqual([
      { what: 'tags.posts', reason: 'links to items that are not public', count: 1, loss: false },
    ]);
  });

  const starter = sharedPath('exports/directus/starter-cms-i18n', 'a genuine template');
  it.skipIf(starter === undefined)('a genuine template › has its collections, translations and files', async () => {
    const result = await imported('directus', starter ?? '', { assetsUrl: 'https://cms.example.org' });
    expect(result.counts).toMatchObject({ pages: 5, posts: 3, globals: 1, page_blocks: 10, navigation: 2, file: 28 });
    expect(result.leftOut('posts: items', /with the status draft/)).toBe(2);
    expect(result.model.locales).toHaveLength(8);
    const home = result.item('pages', '636dc283-e634-4d5d-aada-e6743db46036');
    expect(home?.['title']).toMatchObject({ 'en-US': 'Home' });
    const blocks = result.items('page_blocks').filter(({ page }) => page === home?.id);
    expect(blocks).toHaveLength(5);
    expect(result.field('page_blocks', 'page')?.['inverse']).toMatchObject({ name: 'blocks', sort: 'sort' });
    expect(result.field('page_blocks', 'item')).toMatchObject({ type: 'relationship', many: false });
    expect(result.items('globals')[0]?.['tagline']).toMatchObject({
      'en-US': 'The best site ever',
      'es-ES': 'El mejor sitio de todos',
    });
    expect(result.items('block_gallery')[0]?.['items']).toHaveLength(6);
    // Every list of linking rows is an inverse, in the order of its sort field.
    const inverses = result.model.contentTypes.flatMap(({ fields }) => fields.flatMap((each) => each['inverse'] ?? []));
    const names = ['buttons', 'pricing_cards', 'fields', 'items', 'children', 'blocks'];
    expect(inverses).toMatchObject(names.map((name) => ({ name, sort: 'sort' })));
    // What the Public policy does not name: keys, what visitors sent, prompts, files in other folders.
    expect(JSON.stringify(result.bytes)).not.toMatch(/openai_api_key"|posthog_private_api_key"|steve@/);
    expect(result.leftOut('form_submissions: items', /Public policy/)).toBe(1);
    expect(result.leftOut('ai_prompts: items', /Public policy/)).toBe(3);
    expect(result.leftOut('file: items', /Public policy/)).toBe(3);
    expect(result.report.warnings).toEqual([]);
  });

  it.skipIf(starter === undefined)('a genuine template › items are public by their time of publication', async () => {
    const before = Date.parse('2024-08-01T00:00:00Z');
    const result = await imported('directus', starter ?? '', { nowMs: before, with: ['ai_prompts'] });
    // jq '[.[]|select(.published_at<"2024-08-01")]|length' content/pages.json
    expect(result.counts).toMatchObject({ pages: 2, ai_prompts: 2 });
    expect(result.leftOut('pages: items', /published later/)).toBe(3);
  });

  describe('the Public policy', () => {
    const policied = (rules: readonly object[]): string =>
      folderOf({
        ...template(),
        'src/access.json': json([
          { role: null, user: null, policy: 'pub' },
          { role: 'r', user: null, policy: 'all' },
        ]),
        'src/permissions.json': json([
          { policy: 'all', collection: 'posts', action: 'read', permissions: {}, fields: ['*'] },
          ...rules.map((rule) => ({ policy: 'pub', action: 'read', permissions: {}, fields: ['*'], ...rule })),
        ]),
        'src/folders.json': json([
          { id: 'in', parent: 'out', name: 'Inner' },
          { id: 'out', name: 'Public' },
        ]),
        'src/files.json': json([
          { id: 'f1', type: 'image/png', folder: 'in' },
          { id: 'f2', type: 'image/png', folder: null },
        ]),
      });
    const ids = async (filter: object): Promise<readonly string[]> => {
      const input = policied([{ collection: 'posts' }, { collection: 'tags', permissions: filter }]);
      return (await imported('directus', input)).items('tags').map(({ id }) => id);
    };

    it('collections, fields and files that it does not grant › are left out unless --with names them', async () => {
      const rules = [
        { collection: 'posts', fields: ['id', 'title', 'cover', 'tags'] },
        { collection: 'directus_files', permissions: { folder: { parent: { name: { _contains: 'Public' } } } } },
      ];
      const result = await imported('directus', policied(rules));
      expect(result.counts).toEqual({ posts: 1, file: 1 });
      expect(Object.keys(result.items('posts')[0] ?? {})).toEqual(['id', 'title', 'cover']);
      expect(result.leftOut('tags: items', /Public policy/)).toBe(2);
      expect(result.leftOut('posts.body', /Public policy/)).toBe(1);
      const kept = await imported('directus', policied(rules), { with: ['tags', 'posts.body'] });
      expect(kept.counts).toEqual({ posts: 1, tags: 2, file: 1 });
      expect(kept.items('posts')[0]?.['body']).toBe('Hi **you**');
    });

    it.each([
      [{ id: { _eq: 'p' } }, ['p']],
      [{ id: { _nin: ['p'] } }, ['q']],
      [{ _or: [{ id: { _starts_with: 'p' } }, { id: { _gte: 'q' } }] }, ['p', 'q']],
      [{ posts: { _some: { post: { title: { _eq: 'Two' } } } } }, ['q']],
      [{ posts: { _none: { post: { title: { _eq: 'Two' } } } } }, ['p']],
      [{ posts: { _nnull: true } }, ['p', 'q']],
    ])('a filter %j › imports %j', async (filter, shown) => {
      expect(await ids(filter)).toEqual(shown);
    });

    it('a filter by the current user, or an unknown filter › imports nothing, with a warning', async () => {
      const input = policied([
        { collection: 'posts' },
        { collection: 'tags', permissions: { id: { _regex: 'p' } } },
        { collection: 'langs', permissions: { code: { _neq: '$CURRENT_USER' } } },
      ]);
      const result = await imported('directus', input);
      expect(result.counts).toMatchObject({ tags: 0, langs: 0 });
      expect(result.leftOut('tags: items', /cannot be decided here: _regex/)).toBe(2);
    });

    it('a project without this policy › gives a warning', async () => {
      const { report } = await imported('directus', folderOf(template()));
      expect(report.warnings).toEqual([expect.stringMatching(/says nothing of what visitors may read/)]);
    });
  });

  it('rows › have their translations, files, and links through junctions in order', async () => {
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
    expect(result.leftOut('tags.posts', /items that are not public/)).toBe(1);
  });

  it('a folder of another kind, and truncated content › are refused', async () => {
    await expect(imported('directus', folderOf({ 'a.json': '{}' }))).rejects.toThrow(
      /expected the folder that "directus-template-cli extract" writes/,
    );
    const files = template();
    const cut = { ...files, 'src/content/posts.json': files['src/content/posts.json']?.slice(0, -9) ?? '' };
    await expect(imported('directus', folderOf(cut))).rejects.toThrow(/posts\.json is not complete JSON/);
  });
});
