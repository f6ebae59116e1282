/**
 * The counts of the genuine spaces were taken with jq, such as `jq '.entries | length'` and
 * `jq '[.entries[].fields.body // {} | .[] | .. | objects | select(.nodeType? == "embedded-asset-block")] | length'`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../testing/shared.js';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const link = (linkType: string, id: string): object => ({ sys: { type: 'Link', linkType, id } });
const published = { publishedVersion: 1, version: 2, createdAt: '2024-01-01T00:00:00Z' };
const sys = (id: string, type: string, more: object = published): object => ({
  id,
  contentType: link('ContentType', type),
  ...more,
});

const space = (changes: object = {}): object => ({
  contentTypes: [
    {
      sys: { id: 'post' },
      displayField: 'title',
      fields: [
        { id: 'title', type: 'Symbol', localized: true },
        { id: 'body', type: 'RichText', localized: false },
        { id: 'rating', type: 'Number' },
        { id: 'where', type: 'Location' },
        { id: 'next', type: 'Link', linkType: 'Entry' },
        { id: 'secret', type: 'Symbol', omitted: true },
        { id: 'cover', type: 'Link', linkType: 'Asset' },
      ],
    },
  ],
  locales: [
    { code: 'de', fallbackCode: 'en' },
    { code: 'en', default: true },
  ],
  entries: [],
  assets: [],
  ...changes,
});

const entry = (id: string, fields: object, more?: object): object => ({ sys: sys(id, 'post', more), fields });
const asset = (id: string, file: object, more: object = published): object => ({
  sys: { id, ...more },
  fields: { title: { en: `About ${id}` }, file: { en: file } },
});

const importOf = (content: object) =>
  imported('contentful', join(folderOf({ 's.json': JSON.stringify(content) }), 's.json'));

const richText = (...content: object[]): object => ({ en: { nodeType: 'document', data: {}, content } });
const paragraph = (...content: object[]): object => ({ nodeType: 'paragraph', data: {}, content });
const words = (value: string, ...marks: string[]): object => ({
  nodeType: 'text',
  value,
  data: {},
  marks: marks.map((type) => ({ type })),
});

describe('contentful', () => {
  const blog = sharedPath('exports/contentful/starter-gatsby-blog/export.json', 'a genuine space with one locale');
  it.skipIf(blog === undefined)(
    'a genuine space of one locale › has every entry and asset, and no locales',
    async () => {
      await expect(imported('contentful', blog ?? '', { strict: true })).rejects.toThrow(/person\.email: 1/);
      const result = await imported('contentful', blog ?? '', { strict: true, with: ['person.email', 'person.phone'] });
      expect(result.counts).toEqual({ person: 1, blogPost: 3, asset: 4 });
      expect(result.model.locales).toBeUndefined();
      expect(result.field('blogPost', 'tags')).toMatchObject({
        type: 'select',
        many: true,
        options: ['general', 'javascript', 'static-sites'],
      });
      expect(result.item('blogPost', '31TNnjHlfaGUoMOwU0M2og')).toMatchObject({
        author: '15jwOBqpxqSAOy2eOO4S0m',
        tags: ['javascript'],
      });
      expect(result.leftOut('roles', /setting/)).toBe(7);
    },
  );

  const two = sharedPath('exports/contentful/multi-locale/contentful-export.json', 'a genuine space with two locales');
  it.skipIf(two === undefined)(
    'a genuine space of two locales › has the values of both, counted in the source',
    async () => {
      const result = await imported('contentful', two ?? '');
      const source: { entries: { sys: { id: string }; fields: Record<string, Record<string, unknown>> }[] } =
        JSON.parse(readFileSync(two ?? '', 'utf8'));
      expect(result.model.locales).toEqual([
        { code: 'en-US', default: true, label: 'English (United States)' },
        { code: 'es', fallback: 'en-US', label: 'Spanish' },
      ]);
      expect(result.counts).toEqual({ seo: 4, page: 3, navigation: 1, hero: 2, embeddedRif: 1, blogPost: 3, asset: 9 });
      const values = source.entries.flatMap(({ fields }) =>
        Object.values(fields).flatMap((byLocale) => Object.keys(byLocale)),
      );
      const fieldsOfEntries = result.report.types
        .filter(({ name }) => name !== 'asset')
        .flatMap(({ fields }) => fields);
      const taken = fieldsOfEntries
        .filter(({ source: name }) => !name.startsWith('sys.'))
        .reduce((sum, field) => sum + field.values, 0);
      expect(taken).toBe(values.length);
      expect(result.item('blogPost', '4Q1aXgm2dv7QbiUVGUZuZ')?.['title']).toEqual({
        'en-US': 'Blog Post',
        es: 'Blog Post (spanish)',
      });
    },
  );

  it('rich text › links and embedded items lead to their paths, assets to their files', async () => {
    const body = richText(
      paragraph(words('See '), {
        nodeType: 'entry-hyperlink',
        data: { target: link('Entry', 'b') },
        content: [words('this', 'bold')],
      }),
      { nodeType: 'embedded-entry-block', data: { target: link('Entry', 'b') }, content: [] },
      { nodeType: 'embedded-asset-block', data: { target: link('Asset', 'cat') }, content: [] },
      { nodeType: 'embedded-entry-block', data: { target: link('Entry', 'gone') }, content: [] },
    );
    const result = await importOf(
      space({
        entries: [entry('a', { body }), entry('b', { title: { en: 'B [1]' } })],
        assets: [
          asset('cat', {
            url: '//x.org/cat.png',
            contentType: 'image/png',
            details: { size: 3, image: { width: 1, height: 2 } },
          }),
        ],
      }),
    );
    expect(result.item('post', 'a')?.['body']).toBe(
      'See [**this**](/delivery/jsonapi/post/b)\n\n[B \\[1\\]](/delivery/jsonapi/post/b)\n\n![About cat](https://x.org/cat.png)',
    );
    expect(result.leftOut('post.body', /links in rich text to items that are not in the export/)).toBe(1);
  });

  it.each([
    ['json', ['body'], 0],
    ['both', ['body', 'bodyJson'], 0],
    ['markdown', ['body'], 1],
  ] as const)(
    'rich text as %s › is in the fields %j, with its components where it is JSON',
    async (form, names, lost) => {
      const body = richText({ nodeType: 'embedded-entry-block', data: { target: link('Entry', 'gone') }, content: [] });
      const input = join(folderOf({ 's.json': JSON.stringify(space({ entries: [entry('a', { body })] })) }), 's.json');
      const result = await imported('contentful', input, { richText: form });
      const { id: _, ...item } = result.item('post', 'a') ?? { id: '' };
      const last = names.at(-1) ?? '';
      expect(Object.keys(item).filter((name) => name.startsWith('body'))).toEqual([...names]);
      if (lost === 0) {
        expect(result.field('post', last)?.type).toBe('json');
        expect(item[last]).toEqual('en' in body ? body.en : undefined);
      }
      expect(result.leftOut('post.body', /links in rich text/)).toBe(lost);
    },
  );

  it('an entry changed after its publication › is imported as exported, and --strict names the command that exports the published one', async () => {
    const entries = [
      entry('a', { title: { en: 'A' } }, { ...published, version: 5 }),
      entry('b', { title: { en: 'B' } }),
    ];
    const folder = folderOf({ 'space.json': JSON.stringify(space({ entries })) });
    const input = `${folder}/space.json`;
    const result = await imported('contentful', input);
    expect(result.items('post')).toHaveLength(2);
    expect(result.leftOut('post: items', /changed since they were published/)).toBe(1);
    await expect(imported('contentful', input, { strict: true })).rejects.toThrow(
      /post: items: 1 × changed since .* "contentful space export --delivery-token <token>"/,
    );
  });

  it('fields › keep digits, places and files; links to drafts are lost, drafts and omitted fields left out by rule', async () => {
    const result = await importOf(
      space({
        entries: [
          entry('a', {
            rating: { en: 4.25 },
            where: { en: { lat: 1, lon: 2 } },
            next: { en: link('Entry', 'draft') },
            secret: { en: 's' },
            cover: { en: link('Asset', 'pdf') },
          }),
          entry('b', { title: { en: 'B', de: 'Be' }, rating: { en: 4, de: 5 }, next: { en: link('Entry', 'a') } }),
          entry('draft', {}, { version: 1 }),
          entry('old', {}, { ...published, archivedAt: '2024-01-01T00:00:00Z' }),
        ],
        assets: [
          asset('pdf', {
            url: '//x.org/a.pdf',
            fileName: 'a.pdf',
            contentType: 'application/pdf',
            details: { size: 9 },
          }),
        ],
      }),
    );
    expect(result.item('post', 'a')).toEqual({
      id: 'a',
      rating: '4.25',
      where: { latitude: 1, longitude: 2 },
      cover: expect.objectContaining({ url: 'https://x.org/a.pdf' }),
      createdAt: '2024-01-01T00:00:00.000Z',
    });
    expect(result.item('post', 'b')).toMatchObject({ title: { en: 'B', de: 'Be' }, rating: '4', next: 'a' });
    expect(result.field('post', 'title')).toEqual({ name: 'title', type: 'text', search: true, localized: true });
    expect(result.leftOut('post.next', /not in the export/)).toBe(1);
    expect(result.leftOut('post.rating', /the field is not localised/)).toBe(1);
    expect(result.leftOut('post.secret', /omits the field from delivery/)).toBe(1);
    expect(result.leftOut('post: items', /draft that was never published/)).toBe(1);
    expect(result.leftOut('post: items', /archived/)).toBe(1);
    expect(result.counts).toEqual({ post: 2, asset: 1 });
  });

  it('links to other spaces, and an object instead of a text › are imported as JSON', async () => {
    const far = { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:contentful:::x' } };
    const fields = [
      { id: 'far', type: 'Array', items: { type: 'ResourceLink', allowedResources: [] } },
      { id: 'mixed', type: 'Symbol' },
    ];
    const contentTypes = [{ sys: { id: 'post' }, displayField: 'mixed', fields }];
    const entries = [entry('a', { far: { en: [far] }, mixed: { en: { b: 1 } } }), entry('b', { mixed: { en: 'x' } })];
    const result = await importOf(space({ contentTypes, entries }));
    expect(result.item('post', 'a')).toMatchObject({ far: [far], mixed: { b: 1 } });
    expect(result.item('post', 'b')).toMatchObject({ mixed: 'x' });
    expect(result.report.leftOut.filter(({ loss }) => loss)).toEqual([]);
  });

  it('a field of an unknown type › is JSON, with a note', async () => {
    const contentTypes = [{ sys: { id: 'post' }, fields: [{ id: 'shape', type: 'Polygon' }] }];
    const result = await importOf(space({ contentTypes, entries: [entry('a', { shape: { en: [1, 2] } })] }));
    expect(result.field('post', 'shape')?.type).toBe('json');
    expect(result.report.notes.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/post\.shape: fields of the type Polygon are not known/),
    );
  });

  it('an export without locales › has the locales of its values', async () => {
    const entries = [entry('a', { title: { en: 'A', de: 'B' }, rating: { en: 1 } })];
    const result = await importOf(space({ entries, locales: undefined }));
    expect(result.model.locales).toEqual([
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ]);
  });

  const answered = (id: string, type: string, fields: object, locale?: string): object => ({
    sys: {
      id,
      type: type === '' ? 'Asset' : 'Entry',
      ...(type !== '' && { contentType: link('ContentType', type) }),
      revision: 2,
      createdAt: '2024-01-01T00:00:00Z',
      ...(locale !== undefined && { locale }),
    },
    fields,
  });
  const file = { url: '//x.org/cat.png', contentType: 'image/png', fileName: 'cat.png' };
  const text = { nodeType: 'document', data: {}, content: [paragraph(words('Hi'))] };

  it('an answer of the delivery API in one language › has its items and their linked items', async () => {
    const answer = {
      sys: { type: 'Array' },
      total: 7,
      skip: 0,
      limit: 100,
      items: [
        answered(
          'a',
          'post',
          {
            title: 'A',
            rating: 4.5,
            body: text,
            cover: link('Asset', 'cat'),
            by: link('Entry', 'p'),
            more: [link('Entry', 'p'), link('Entry', 'gone')],
            tags: ['x', 'y'],
          },
          'en-US',
        ),
      ],
      includes: {
        Entry: [answered('p', 'person', { name: 'P' }, 'en-US')],
        Asset: [answered('cat', '', { title: 'Cat', file }, 'en-US')],
      },
    };
    const result = await importOf(answer);
    expect(result.model.locales).toBeUndefined();
    expect(result.counts).toEqual({ post: 1, person: 1, asset: 1 });
    expect(result.item('post', 'a')).toEqual({
      id: 'a',
      title: 'A',
      rating: '4.5',
      body: 'Hi',
      cover: expect.objectContaining({ url: 'https://x.org/cat.png', altText: 'Cat' }),
      by: 'p',
      more: ['p'],
      tags: ['x', 'y'],
      createdAt: '2024-01-01T00:00:00.000Z',
    });
    expect(result.leftOut('post.more', /not in the export/)).toBe(1);
    expect(result.report.leftOut.filter(({ loss }) => loss)).toHaveLength(1);
    expect(result.report.warnings.join()).toMatch(/has 1 of 7 items/);
  });

  it('an answer in all languages › is localized if values of another locale exist', async () => {
    const items = [
      answered('a', 'post', { title: { en: 'A', de: 'B' }, count: { en: 1 }, cover: { en: link('Asset', 'cat') } }),
      answered('b', 'post', { title: { en: 'C' } }),
    ];
    const includes = { Asset: [answered('cat', '', { title: { en: 'Cat' }, file: { en: file } })] };
    const result = await importOf({ sys: { type: 'Array' }, total: 2, items, includes });
    expect(result.model.locales).toEqual([
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ]);
    expect(result.item('post', 'a')).toMatchObject({ title: { en: 'A', de: 'B' }, count: 1 });
    expect(result.item('post', 'b')).toMatchObject({ title: { en: 'C' } });
    expect(result.report.leftOut.filter(({ loss }) => loss)).toEqual([]);
  });

  it('an answer with another language of an asset only › has that language, and each text in its own', async () => {
    const items = [answered('a', 'post', { title: { en: 'A' } })];
    const includes = { Asset: [answered('cat', '', { title: { en: 'Cat', de: 'Katze' }, file: { en: file } })] };
    const result = await importOf({ sys: { type: 'Array' }, total: 1, items, includes });
    expect(result.item('asset', 'cat')).toMatchObject({ title: { en: 'Cat', de: 'Katze' } });
  });

  it('tags and concepts in an answer › are texts, because it has only their ids, all public', async () => {
    const metadata = { tags: [link('Tag', 'news')], concepts: [link('TaxonomyConcept', 'cats')] };
    const result = await importOf({
      sys: { type: 'Array' },
      total: 1,
      items: [{ ...answered('a', 'post', {}), metadata }],
    });
    expect(result.item('post', 'a')).toMatchObject({ tags: ['news'], concepts: ['cats'] });
    expect(result.leftOut('metadata.tags', /private/)).toBe(0);
  });

  it.each([
    [
      'a content model',
      '{"contentTypes": [], "locales": []}',
      /seems to be a content model, without entries; expected/,
    ],
    ['items of something else', '{"items": [{"id": 1}]}', /seems to be .*; expected the JSON file/],
    ['a file that is cut short', JSON.stringify(space()).slice(0, -20), /is not complete JSON/],
    [
      'JSON of something else',
      '{"data": []}',
      /seems to be a JSON file; expected the JSON file that "contentful space export" writes/,
    ],
    [
      'an export of WordPress',
      '<rss xmlns:wp="http://wordpress.org/export/1.2/"/>',
      /seems to be a WordPress export.*expected the JSON file/,
    ],
  ])('%s › is refused', async (_, text, message) => {
    await expect(imported('contentful', join(folderOf({ 's.json': text }), 's.json'))).rejects.toThrow(message);
  });
});

describe('a space that publishes each locale on its own', () => {
  const fieldStatus = (de: string): object => ({ ...published, fieldStatus: { '*': { en: 'published', de } } });
  const hasStatus = (de: string): object =>
    space({
      entries: [
        entry('a', {
          title: { en: 'A' },
          body: richText({ nodeType: 'embedded-entry-block', data: { target: link('Entry', 'b') }, content: [] }),
          cover: { en: link('Asset', 'pic'), de: link('Asset', 'pic') },
        }),
        entry('b', { title: { en: 'B', de: 'Unveröffentlicht' } }, fieldStatus(de)),
      ],
      assets: [
        {
          sys: { id: 'pic', ...fieldStatus(de) },
          fields: {
            title: { en: 'Pic', de: 'Noch geheim' },
            file: { en: { url: '//x/a.jpg' }, de: { url: '//x/geheim.jpg' } },
          },
        },
      ],
    });

  it('a draft locale › is in no field, link text, image or asset', async () => {
    const content = hasStatus('draft');
    const result = await importOf({
      ...content,
      locales: [
        { code: 'de', default: true },
        { code: 'en', fallbackCode: 'de' },
      ],
    });
    expect(JSON.stringify(result.bytes)).not.toMatch(/Unver.ffentlicht|geheim/i);
    expect(result.leftOut('asset.title', /the locale de is a draft/)).toBe(1);
    expect(JSON.stringify((await importOf(hasStatus('odd'))).bytes)).not.toMatch(/geheim/i);
    expect(JSON.stringify((await importOf(hasStatus('changed'))).bytes)).toMatch(/geheim/i);
  });
});

describe('a link in rich text', () => {
  const linked = richText({ nodeType: 'embedded-entry-block', data: { target: link('Entry', 'b') }, content: [] });
  const type = (id: string, omitted: boolean): object => ({
    sys: { id },
    displayField: 'code',
    fields: [
      { id: 'code', type: 'Symbol', omitted },
      { id: 'body', type: 'RichText' },
    ],
  });
  const content = (omitted: boolean): object => ({
    contentTypes: [type('page', false), type('project', omitted)],
    locales: [{ code: 'en', default: true }],
    entries: [
      { sys: sys('a', 'page'), fields: { code: { en: 'A' }, body: linked } },
      { sys: sys('b', 'project'), fields: { code: { en: 'Codename' }, body: richText(paragraph(words('x'))) } },
    ],
  });

  it('to an entry whose title is not delivered, or left out › shows its id', async () => {
    const bodyOf = async (omitted: boolean, options = {}): Promise<unknown> => {
      const input = join(folderOf({ 's.json': JSON.stringify(content(omitted)) }), 's.json');
      return (await imported('contentful', input, options)).item('page', 'a')?.['body'];
    };
    expect(await bodyOf(false)).toBe('[Codename](/delivery/jsonapi/project/b)');
    expect(await bodyOf(true)).toBe('[b](/delivery/jsonapi/project/b)');
    expect(await bodyOf(false, { without: ['project.code'] })).toBe('[b](/delivery/jsonapi/project/b)');
  });

  it('to an entry of a type that is left out › is lost', async () => {
    const input = join(folderOf({ 's.json': JSON.stringify(content(false)) }), 's.json');
    const result = await imported('contentful', input, { without: ['project'] });
    expect(JSON.stringify(result.bytes['page.ndjson'])).not.toContain('Codename');
    expect(result.leftOut('page.body', /not in the export/)).toBe(1);
  });
});
