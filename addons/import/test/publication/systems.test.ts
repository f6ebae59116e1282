/**
 * States of publication in the systems that have them: of items, of objects in them, and in genuine exports.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../testing/shared.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const nowMs = Date.parse('2024-06-01T12:00:00Z');

describe('publication states of a CMS', () => {
  it('of Contentful, in an unknown form › leave the item out', async () => {
    const entry = (id: string, sys: object): object => ({
      sys: { id, contentType: { sys: { id: 'post' } }, ...sys },
      fields: { title: { en: id } },
    });
    const space = {
      contentTypes: [{ sys: { id: 'post' }, fields: [{ id: 'title', type: 'Symbol', localized: false }] }],
      entries: [
        entry('a', { publishedVersion: 3 }),
        entry('b', { publishedVersion: null }),
        entry('c', { publishedVersion: 'three' }),
        entry('d', { publishedAt: 'soon' }),
      ],
      locales: [{ code: 'en', default: true }],
    };
    const result = await imported('contentful', `${folderOf({ 's.json': JSON.stringify(space) })}/s.json`);
    expect(result.items('post').map(({ id }) => id)).toEqual(['a']);
    expect(result.leftOut('post: items', /nobody can tell by sys\.published/)).toBe(2);
  });

  const item = (id: number, type: string, more: string): string =>
    `<item><title>T${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>${more}</item>`;
  const wxr = (...items: readonly string[]): string =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`;
  const attached = (id: number, parent: number): string =>
    item(
      id,
      'attachment',
      `<wp:status>inherit</wp:status><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://s.example/${id}.jpg</wp:attachment_url>`,
    );

  it('of WordPress › an attachment is as public as its parent item, at any position', async () => {
    const text = wxr(
      attached(11, 1),
      attached(12, 2),
      attached(13, 3),
      attached(14, 0),
      attached(15, 12),
      attached(16, 99),
      item(1, 'post', '<wp:status>publish</wp:status>'),
      item(2, 'post', '<wp:status>private</wp:status>'),
      item(3, 'post', '<wp:status>publish</wp:status><wp:post_password>x</wp:post_password>'),
      item(4, 'post', '<wp:status></wp:status>'),
    );
    const input = `${folderOf({ 'site.xml': text })}/site.xml`;
    const result = await imported('wordpress', input);
    expect(result.items('attachment').map(({ id }) => id)).toEqual(['11', '14']);
    expect(result.items('post').map(({ id }) => id)).toEqual(['1']);
    expect(result.leftOut('attachment: items', /uploaded to an item that is left out/)).toBe(3);
    expect(JSON.stringify(result.bytes['attachment.ndjson'])).not.toMatch(/\/1[2356]\.jpg/);
    const more = await imported('wordpress', input, { with: ['attachment.parent'] });
    expect(more.items('attachment').map(({ id }) => id)).toEqual(['11', '14', '16']);
  });

  it('of WordPress › pubDate is the date if post_date is missing', async () => {
    const text = wxr(
      item(1, 'post', '<wp:status>publish</wp:status><pubDate>Tue, 05 Mar 2024 09:00:00 +0000</pubDate>'),
      item(2, 'post', '<wp:status>publish</wp:status><pubDate>Wed, 30 Nov -0001 00:00:00 +0000</pubDate>'),
    );
    const result = await imported('wordpress', `${folderOf({ 'site.xml': text })}/site.xml`);
    expect(result.item('post', '1')?.['published']).toBe('2024-03-05T09:00:00.000Z');
    expect(result.item('post', '2')?.['published']).toBeUndefined();
  });

  it('of Sanity › the title of a left-out document is in no text', async () => {
    const block = { _type: 'block', _key: 'k', markDefs: [{ _key: 'm', _type: 'link', reference: { _ref: 'b' } }] };
    const documents = [
      {
        _id: 'a',
        _type: 'post',
        title: 'A',
        status: 'published',
        body: [{ ...block, children: [{ _type: 'span', text: 'see', marks: ['m'] }] }],
      },
      { _id: 'b', _type: 'post', title: 'Not yet told', status: 'odd' },
    ];
    const input = folderOf({ 'd.ndjson': documents.map((each) => JSON.stringify(each)).join('\n') });
    const result = await imported('sanity', `${input}/d.ndjson`);
    expect(result.counts).toEqual({ post: 1 });
    expect(JSON.stringify(result.bytes['post.ndjson'])).not.toContain('Not yet told');
  });
});

describe('an object in a list that becomes an item', () => {
  it('of Sanity › is left out if it is a draft or hidden', async () => {
    const sections = [
      { _key: '1', _type: 'hero', title: 'open' },
      { _key: '2', _type: 'hero', title: 'Geheim', draft: true },
      { _key: '3', _type: 'hero', title: 'Geheim', hidden: true },
    ];
    const input = folderOf({ 'd.ndjson': JSON.stringify({ _id: 'a', _type: 'page', title: 'A', sections }) });
    const result = await imported('sanity', `${input}/d.ndjson`);
    expect(result.item('page', 'a')?.['sections']).toEqual(['a.sections.1']);
    expect(JSON.stringify(result.bytes)).not.toContain('Geheim');
    expect(result.leftOut('hero: items', /draft|not published/)).toBe(2);
  });

  it('of Strapi › is left out if it is a draft or hidden', async () => {
    const lines = (...values: object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
    const parts = [
      { id: 1, __component: 'ui.hero', title: 'open', hidden: false },
      { id: 2, __component: 'ui.hero', title: 'Geheim', hidden: true },
    ];
    const attributes = { title: { type: 'string' }, hidden: { type: 'boolean' } };
    const input = folderOf({
      'metadata.json': '{"strapi":{"version":"5.1.0"}}',
      'schemas/schemas_00001.jsonl': lines(
        {
          uid: 'api::page.page',
          modelType: 'contentType',
          attributes: { parts: { type: 'dynamiczone', components: ['ui.hero'] } },
        },
        { uid: 'ui.hero', modelType: 'component', attributes },
      ),
      'entities/entities_00001.jsonl': lines({ type: 'api::page.page', id: 1, data: { documentId: 'a', parts } }),
    });
    const result = await imported('strapi', input);
    expect(result.items('ui-hero').map(({ title }) => title)).toEqual(['open']);
    expect(JSON.stringify(result.bytes)).not.toContain('Geheim');
  });
});

describe('a link in portable text', () => {
  const documents = [
    {
      _id: 'a',
      _type: 'page',
      title: 'A',
      body: [{ _type: 'block', _key: '1', children: [{ _type: 'span', text: 'x' }] }],
    },
    { _id: 'b', _type: 'user', name: 'Codename' },
    { _id: 'c', _type: 'project', title: 'Codename' },
  ];
  const bodyOf = async (id: string, options = {}): Promise<unknown> => {
    const [page, ...others] = documents;
    const body = [...(page?.body ?? []), { _type: 'reference', _key: '2', _ref: id }];
    const lines = [{ ...page, body }, ...others].map((document) => JSON.stringify(document));
    const input = folderOf({ 'd.ndjson': lines.join('\n') });
    return (await imported('sanity', `${input}/d.ndjson`, options)).item('page', 'a')?.['body'];
  };

  it('to an account, or to what --without names › shows no title', async () => {
    expect(await bodyOf('b')).toBe('x');
    expect(await bodyOf('c')).toBe('x\n\n[Codename](/delivery/jsonapi/project/c)');
    expect(await bodyOf('c', { without: ['project.title'] })).toBe('x\n\n[c](/delivery/jsonapi/project/c)');
    expect(await bodyOf('c', { without: ['project'] })).toBe('x');
  });
});

describe('genuine exports', () => {
  const genuine = [
    ['wordpress', 'wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml'],
    ['contentful', 'contentful/multi-locale/contentful-export.json'],
    ['sanity', 'sanity/nextjs-conference/nextjs-conference.tar.gz'],
  ] as const;
  it.each(genuine)('%s › imported again gives equal bytes', async (source, path) => {
    const input = sharedPath(`exports/${path}`, `a second import of ${source}`);
    if (input === undefined) return;
    const [first, second] = [await imported(source, input, { nowMs }), await imported(source, input, { nowMs })];
    expect(second.bytes).toEqual(first.bytes);
  });
});
