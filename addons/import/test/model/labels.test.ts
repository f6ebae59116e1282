/**
 * Labels and descriptions of types and fields that an import brings from its source.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readContentModel } from '../../../../src/content/model/index.js';
import { sharedPath } from '../../../../testing/shared.js';
import { folderOf, type Imported, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const entryOf = ({ model }: Imported, type: string): object | undefined =>
  model.contentTypes.find(({ name }) => name === type);

/** @param texts of the type; the fields have the name `Release Date`, and a help text */
const space = (texts: object, helpText: string): string =>
  JSON.stringify({
    contentTypes: [
      {
        sys: { id: 'post' },
        ...texts,
        fields: [
          { id: 'released', name: 'Release\nDate', type: 'Date' },
          { id: 'title', name: 'title', type: 'Symbol' },
        ],
      },
    ],
    editorInterfaces: [
      {
        sys: { contentType: { sys: { id: 'post' } } },
        controls: [{ fieldId: 'released', widgetId: 'datePicker', settings: { helpText } }],
      },
    ],
    locales: [{ code: 'en', default: true, name: 'English' }],
    entries: [
      {
        sys: { id: 'a', contentType: { sys: { id: 'post' } }, publishedVersion: 1, version: 2 },
        fields: { title: { en: 'A' }, released: { en: '2024-01-01' } },
      },
    ],
    assets: [],
  });

const importSpace = (texts: object, helpText: string, overrides?: object): Promise<Imported> => {
  const folder = folderOf({ 's.json': space(texts, helpText), 'o.json': JSON.stringify(overrides ?? {}) });
  const options = overrides === undefined ? {} : { overrides: join(folder, 'o.json') };
  return imported('contentful', join(folder, 's.json'), options);
};

describe('Contentful', () => {
  it('names, descriptions and help texts › are labels and descriptions of one valid form', async () => {
    const result = await importSpace({ name: 'Blog post', description: ' Two\r\nlines\0 ' }, 'The first day in print.');
    expect(entryOf(result, 'post')).toMatchObject({ label: 'Blog post', description: 'Two\nlines' });
    expect(result.field('post', 'released')).toMatchObject({
      label: 'Release Date',
      description: 'The first day in print.',
    });
    // The label is the name itself.
    expect(result.field('post', 'title')).not.toHaveProperty('label');
    expect(readContentModel(result.model)).toHaveProperty('model');
  });

  it('a description with a mail address › is left out and reported', async () => {
    const result = await importSpace({ description: 'Ask jo@example.org' }, 'See kim@example.org.');
    expect(JSON.stringify(result.model)).not.toContain('example.org');
    expect(result.leftOut('post: description', /a mail address/)).toBe(1);
    expect(result.leftOut('post.released: description', /a mail address/)).toBe(1);
  });

  it('overrides › replace them, and an empty text removes them', async () => {
    const result = await importSpace({ name: 'Blog post', description: 'Old' }, 'Internal.', {
      post: { label: 'Article', description: '' },
      'post.released': { description: '' },
    });
    const read = readContentModel(result.model);
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    const post = read.model.contentTypes.get('post');
    expect(post?.label).toBe('Article');
    expect(post).not.toHaveProperty('description');
    expect(post?.fieldByName.get('released')).not.toHaveProperty('description');
  });

  it('an override with an invalid text › is refused with its place', async () => {
    await expect(importSpace({}, '', { post: { label: 'a\nb' } })).rejects.toThrow(
      /post\.label: a label is one line; write the other lines into the description/,
    );
  });

  const genuine = sharedPath('exports/contentful/starter-gatsby-blog/export.json', 'a genuine space');
  it.skipIf(genuine === undefined)('a genuine space › has the names of its types and fields', async () => {
    const result = await imported('contentful', genuine ?? '');
    expect(entryOf(result, 'blogPost')).toMatchObject({ label: 'Blog Post' });
    expect(result.field('blogPost', 'heroImage')).toMatchObject({ label: 'Hero Image' });
  });
});

describe('Strapi', () => {
  const genuine = sharedPath('exports/strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz', 'an export');
  it.skipIf(genuine === undefined)('a genuine export › has the texts of its editors, and its locales', async () => {
    const result = await imported('strapi', genuine ?? '');
    expect(entryOf(result, 'page')).toMatchObject({ label: 'Page' });
    expect(result.field('page', 'fullPath')).toMatchObject({ description: 'Full path will be calculated by system' });
    expect(result.model.locales).toMatchObject([{ label: 'English' }, { label: 'Czech' }]);
  });
});

describe('Directus', () => {
  const genuine = sharedPath('exports/directus/starter-cms-i18n', 'a genuine template');
  it.skipIf(genuine === undefined)('a genuine template › has its notes, and labels in its language', async () => {
    const result = await imported('directus', genuine ?? '', { assetsUrl: 'https://cms.example.org' });
    expect(entryOf(result, 'posts')).toMatchObject({ label: 'Posts', description: 'Individual blog posts' });
    expect(result.field('block_button', 'label')).toMatchObject({
      label: 'Label',
      description: 'Text to include on the button.',
    });
    expect(result.field('page_blocks', 'page')?.['inverse']).toMatchObject({
      description: expect.stringContaining('Create and arrange different content blocks'),
    });
    expect(result.model.locales).toMatchObject([{ code: 'en-US', label: 'English' }, ...Array(7).fill({})]);
    expect(readContentModel(result.model)).toHaveProperty('model');
  });
});
