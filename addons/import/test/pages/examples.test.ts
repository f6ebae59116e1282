/**
 * The section "An example" of each page of docs/import: its first block, imported, gives the item in its second block.
 *
 * `EXPORTS` has what surrounds the first block in an export of that system: the model and the linked items.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fencesOf, readPage } from '../../../../testing/pages/markdown.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const compactLine = (json: string): string => `${JSON.stringify(JSON.parse(json))}\n`;

/** @returns the input of the import, made around the block of the page */
type ExportWriter = (block: string) => string;

const directusField = (name: string, type: string, meta: object = {}, isKey = false): object => ({
  collection: 'posts',
  field: name,
  type,
  meta,
  schema: { is_primary_key: isKey },
});

const EXPORTS: Readonly<Record<string, ExportWriter>> = {
  contentful: (entry) =>
    join(
      folderOf({
        'space.json': JSON.stringify({
          contentTypes: [
            {
              sys: { id: 'post' },
              fields: [
                { id: 'title', type: 'Symbol' },
                { id: 'cover', type: 'Link', linkType: 'Asset' },
              ],
            },
          ],
          locales: [{ code: 'en', default: true, fallbackCode: null }],
          entries: [JSON.parse(entry)],
          assets: [
            {
              sys: { id: 'pan', type: 'Asset', publishedVersion: 1, version: 2 },
              fields: {
                title: { en: 'Salt pan' },
                file: {
                  en: {
                    url: '//images.ctfassets.net/space/pan.jpg',
                    contentType: 'image/jpeg',
                    fileName: 'pan.jpg',
                    details: { size: 1200, image: { width: 800, height: 600 } },
                  },
                },
              },
            },
          ],
        }),
      }),
      'space.json',
    ),
  directus: (row) =>
    folderOf({
      'collections.json': JSON.stringify([{ collection: 'posts', schema: {}, meta: {} }]),
      'fields.json': JSON.stringify([
        directusField('id', 'integer', {}, true),
        directusField('status', 'string', { options: { choices: [{ value: 'published' }, { value: 'draft' }] } }),
        directusField('title', 'string'),
        directusField('body', 'text', { interface: 'input-rich-text-html' }),
        directusField('cover', 'uuid', { special: ['file'] }),
      ]),
      'relations.json': JSON.stringify([
        { collection: 'posts', field: 'cover', related_collection: 'directus_files', meta: {} },
      ]),
      'files.json': JSON.stringify([
        {
          id: 'f1',
          type: 'image/png',
          filename_download: 'pan.png',
          filesize: '1200',
          width: 800,
          height: 600,
          title: 'Salt pan',
        },
      ]),
      'content/posts.json': `[${row}]`,
    }),
  markdown: (page) => folderOf({ 'content/posts/hello.md': page, 'content/authors/ada.md': '---\nname: Ada\n---\n' }),
  sanity: (document) =>
    join(
      folderOf({ 'data.ndjson': `{"_id":"ada","_type":"author","name":"Ada"}\n${compactLine(document)}` }),
      'data.ndjson',
    ),
  strapi: (row) =>
    folderOf({
      'metadata.json': JSON.stringify({ strapi: { version: '5.0.0' } }),
      'schemas/schemas_00001.jsonl': compactLine(
        JSON.stringify({
          uid: 'api::post.post',
          modelType: 'contentType',
          options: { draftAndPublish: true },
          attributes: {
            title: { type: 'string' },
            kind: { type: 'enumeration', enum: ['essay', 'news'] },
            body: { type: 'blocks' },
          },
        }),
      ),
      'entities/entities_00001.jsonl': compactLine(row),
      'links/links_00001.jsonl': '',
    }),
  tables: (books) => folderOf({ 'authors.csv': 'id,name\na1,Ada\n', 'books.csv': `${books}\n` }),
  wordpress: (item) =>
    join(
      folderOf({
        'site.xml': `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"
          xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
          <wp:wxr_version>1.2</wp:wxr_version>
          <wp:author><wp:author_login>ada</wp:author_login></wp:author>${item}</channel></rss>`,
      }),
      'site.xml',
    ),
};

/** @returns the first two blocks of the section "An example" */
function exampleOf(page: string): readonly [source: string, item: string] {
  const section = /^## An example\n([\s\S]*?)^## /m.exec(readPage(`docs/import/${page}.md`))?.[1] ?? '';
  const [source, item] = fencesOf(section);
  if (source === undefined || item === undefined) throw new Error(`docs/import/${page}.md has no example`);
  return [source.text, item.text];
}

/** Fails unless the item of the page is in the export. */
async function expectItem(source: string, input: string, item: string): Promise<void> {
  const expected = JSON.parse(item);
  const result = await imported(source, input);
  const items = result.model.contentTypes.flatMap(({ name }) => result.items(name));
  expect(items).toContainEqual(expected);
}

describe('docs/import', () => {
  it.each(Object.entries(EXPORTS))('the example of %s › becomes the item of the page', async (page, writeExport) => {
    const [block, item] = exampleOf(page);
    await expectItem(page === 'tables' ? 'csv' : page, writeExport(block), item);
  });

  it('the example of jsonapi › becomes the item of the page', async () => {
    const [resource, item] = exampleOf('jsonapi');
    const author = { type: 'author', id: 'ada', attributes: { name: 'Ada' } };
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/vnd.api+json');
      response.end(JSON.stringify({ data: [JSON.parse(resource)], included: [author] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    try {
      await expectItem('jsonapi', `http://127.0.0.1:${address.port}/post?include=author`, item);
    } finally {
      server.close();
    }
  });
});
