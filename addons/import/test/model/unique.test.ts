/**
 * Fields that a source calls unique: they are unique in the model if the content of today agrees, so that a build never
 * refuses the model of an import.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkExport } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { folderOf, type Imported, imported, newFolder, removeFolders } from '../importing.js';

afterEach(removeFolders);

const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const json = JSON.stringify;

/** The slugs of two items; in the sources with locales, the first of the third item is of another locale. */
type Slugs = readonly [string, string];

const sources: Readonly<Record<string, (slugs: Slugs) => string>> = {
  contentful: (slugs) => {
    const fields = [{ id: 'slug', type: 'Symbol', validations: [{ unique: true }] }];
    const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: 'post' } };
    const entries = slugs.map((slug, index) => ({
      sys: { id: `p${index}`, contentType, publishedVersion: 1, version: 2, createdAt: '2024-01-01T00:00:00Z' },
      fields: { slug: { en: slug } },
    }));
    const space = { contentTypes: [{ sys: { id: 'post' }, fields }], locales: [{ code: 'en', default: true }] };
    return join(folderOf({ 's.json': json({ ...space, entries, assets: [] }) }), 's.json');
  },
  directus: (slugs) => {
    const field = (name: string, schema: object): object => ({
      collection: 'post',
      field: name,
      type: 'string',
      meta: {},
      schema,
    });
    return folderOf({
      'src/collections.json': json([{ collection: 'post', schema: {}, meta: {} }]),
      'src/fields.json': json([field('id', { is_primary_key: true }), field('slug', { is_unique: true })]),
      'src/relations.json': json([]),
      'src/content/post.json': json(slugs.map((slug, index) => ({ id: `p${index}`, slug }))),
    });
  },
  sanity: (slugs) =>
    join(
      folderOf({
        'data.ndjson': lines(
          ...slugs.map((slug, index) => ({
            _id: `p${index}`,
            _type: 'post',
            slug: { _type: 'slug', current: slug },
          })),
        ),
      }),
      'data.ndjson',
    ),
  strapi: (slugs) =>
    folderOf({
      'metadata.json': json({ strapi: { version: '5.1.0' } }),
      'schemas/schemas_00001.jsonl': lines({
        uid: 'api::post.post',
        modelType: 'contentType',
        attributes: { slug: { type: 'uid' }, code: { type: 'string', unique: true }, title: { type: 'string' } },
      }),
      'entities/entities_00001.jsonl': lines(
        ...slugs.map((slug, index) => ({
          type: 'api::post.post',
          id: index + 1,
          data: { documentId: `p${index}`, publishedAt: '2024-01-01T00:00:00.000Z', slug, code: `c${index}` },
        })),
      ),
      'links/links_00001.jsonl': '',
      'configuration/configuration_00001.jsonl': lines({
        type: 'core-store',
        value: { key: 'plugin_i18n_default_locale', value: 'en' },
      }),
    }),
  wordpress: (slugs) => {
    const items = slugs.map(
      (slug, index) =>
        `<item><title>T</title><wp:post_id>${index + 1}</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>`,
    );
    return folderOf({
      'site.xml': `<?xml version="1.0"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A</title>
<wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`,
    });
  },
};

const isUnique = (result: Imported, name: string): boolean => result.field('post', name)?.['unique'] === true;
const check = ({ out }: Imported) => checkExport(out, { files: diskFiles, strict: false });
const uniqueNotes = ({ report }: Imported): readonly string[] =>
  report.notes.map(({ what }) => what).filter((note) => note.includes('unique'));

describe.each(Object.entries(sources))('%s › a field that the source calls unique', (source, inputOf) => {
  it('values that differ › is unique in the model and the report', async () => {
    const result = await imported(source, inputOf(['a', 'b']));
    expect(isUnique(result, 'slug')).toBe(true);
    const [post] = result.report.types.filter(({ name }) => name === 'post');
    expect(post?.fields.find(({ name }) => name === 'slug')?.type).toContain('unique');
    expect(uniqueNotes(result)).toEqual([]);
    await check(result);
  });

  it('a repeated value › is not unique, the report says so, and the export builds', async () => {
    const result = await imported(source, inputOf(['a', 'a']));
    expect(isUnique(result, 'slug')).toBe(false);
    expect(uniqueNotes(result)).toEqual([
      'post.slug: the source says that it is unique, but 1 item repeats a value, such as "a"; the model does not say "unique"',
    ]);
    await check(result);
  });
});

describe('a unique field of a source', () => {
  const strapi = sources['strapi']!;

  it('the next night › decides again, in both directions', async () => {
    const out = join(newFolder(), 'export');
    expect(isUnique(await imported('strapi', strapi(['a', 'b']), { out }), 'slug')).toBe(true);
    expect(isUnique(await imported('strapi', strapi(['a', 'a']), { out }), 'slug')).toBe(false);
    const result = await imported('strapi', strapi(['a', 'c']), { out });
    expect(isUnique(result, 'slug')).toBe(true);
    expect(isUnique(result, 'code')).toBe(true);
    expect(isUnique(result, 'title')).toBe(false);
  });

  it('an override › decides, even if a build then refuses', async () => {
    const off = join(folderOf({ 'o.json': json({ 'post.slug': { unique: false } }) }), 'o.json');
    expect(isUnique(await imported('strapi', strapi(['a', 'b']), { overrides: off }), 'slug')).toBe(false);
    const on = join(folderOf({ 'o.json': json({ 'post.slug': { unique: true } }) }), 'o.json');
    const result = await imported('strapi', strapi(['a', 'a']), { overrides: on });
    expect(isUnique(result, 'slug')).toBe(true);
    await expect(check(result)).rejects.toThrow('post.ndjson:2, field slug: the field is unique, but "a" is already');
    const list = join(folderOf({ 'o.json': json({ 'post.slug': { many: true } }) }), 'o.json');
    expect(isUnique(await imported('strapi', strapi(['a', 'a']), { overrides: list }), 'slug')).toBe(false);
  });
});
