/**
 * The counts of the genuine dataset were taken with tar and jq, such as
 * `tar xzOf <archive> <folder>/data.ndjson | jq -r ._type | sort | uniq -c`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../testing/shared.js';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const post = (id: string, more: object): object => ({ _id: id, _type: 'post', _rev: 'r', title: `T ${id}`, ...more });
const lines = (...documents: object[]): string => documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const importOf = (...documents: object[]) =>
  imported('sanity', join(folderOf({ 'data.ndjson': lines(...documents) }), 'data.ndjson'));
const block = (children: object[], more: object = {}): object => ({
  _type: 'block',
  style: 'normal',
  children,
  markDefs: [],
  ...more,
});
const span = (text: string, ...marks: string[]): object => ({ _type: 'span', text, marks });

describe('sanity', () => {
  const conference = sharedPath('exports/sanity/nextjs-conference/nextjs-conference.tar.gz', 'a genuine dataset');
  it.skipIf(conference === undefined)('a genuine archive › has its 42 documents and 18 images', async () => {
    const result = await imported('sanity', conference ?? '', {
      assetsUrl: 'https://cdn.sanity.io/p1/production',
      strict: true,
    });
    expect(result.counts).toEqual({ company: 1, job: 5, speaker: 16, stage: 4, talk: 16, link: 2, imageAsset: 18 });
    expect(result.item('speaker', '0589bfec-bcd3-4911-b3eb-314a84b73f42')).toMatchObject({
      slug: 'alon-neelima',
      company: 'b03d1188-350a-4d1c-8b69-c6e2f9e2f5d7',
      image: {
        url: 'https://cdn.sanity.io/images/p1/production/d4ab87678a04685105008420d8a567c9afa79176-300x400.png',
        width: 300,
        height: 400,
      },
    });
    expect(result.item('stage', '0444f8d4-0c16-4a37-a128-c6651e2c3cea')?.['schedule']).toHaveLength(4);
  });

  it.skipIf(conference === undefined)('a truncated archive › is refused', async () => {
    const cut = folderOf({ 'cut.tar.gz': readFileSync(conference ?? '').subarray(0, 60_000) });
    await expect(imported('sanity', join(cut, 'cut.tar.gz'))).rejects.toThrow(/is cut short or damaged/);
  });

  it('portable text › is Markdown with references as paths', async () => {
    const link = { _key: 'l', _type: 'internalLink', reference: { _ref: 'b' } };
    const result = await importOf(
      post('a', {
        body: [
          block([span('Read '), span('this', 'l', 'strong')], { markDefs: [link], style: 'h2' }),
          block([span('one')], { listItem: 'bullet', level: 1 }),
          { _type: 'code', language: 'ts', code: 'a < b' },
          { _type: 'reference', _ref: 'b' },
          { _type: 'image', asset: { _ref: 'image-abc-10x20-png' }, alt: 'A' },
          { _type: 'poll', question: '?' },
        ],
      }),
      post('b', {}),
      {
        _id: 'image-abc-10x20-png',
        _type: 'sanity.imageAsset',
        url: 'https://cdn.sanity.io/images/p/d/abc-10x20.png',
        size: 5,
      },
    );
    expect(result.item('post', 'a')?.['body']).toBe(
      '## Read [**this**](/delivery/jsonapi/post/b)\n\n- one\n\n```ts\na < b\n```\n\n[T b](/delivery/jsonapi/post/b)\n\n![A](https://cdn.sanity.io/images/p/d/abc-10x20.png)',
    );
    expect(result.leftOut('post.body', /embedded objects of the type poll/)).toBe(1);
    expect(result.item('imageAsset', 'image-abc-10x20-png')).toMatchObject({
      image: { width: 10, height: 20, fileSize: 5 },
    });
  });

  it('values › drafts are left out, missing references are lost, objects and mixed types are JSON', async () => {
    const result = await importOf(
      post('a', {
        next: { _ref: 'b' },
        place: { _type: 'geopoint', lat: 1 },
        mixed: [1, 'x'],
        tags: ['p'],
        when: '2024-01-02',
      }),
      post('b', { next: { _ref: 'gone' }, tags: [] }),
      post('drafts.b', {}),
      { _id: 'system.x', _type: 'system.group' },
      post('private.c', {}),
      { _id: 'preview', _type: 'sanity.previewUrlSecret', secret: 'x' },
    );
    expect(result.item('post', 'a')).toEqual({
      id: 'a',
      title: 'T a',
      next: 'b',
      place: { _type: 'geopoint', lat: 1 },
      mixed: [1, 'x'],
      tags: ['p'],
      when: '2024-01-02',
    });
    expect(result.leftOut('post.next', /not in the export/)).toBe(1);
    expect(result.leftOut('post: items', /a draft/)).toBe(1);
    expect(result.leftOut('system.group: items', /a system document/)).toBe(1);
    expect(result.leftOut('post: items', /only a token/)).toBe(1);
    expect(result.leftOut('sanity.previewUrlSecret: items', /a system document/)).toBe(1);
    expect(result.counts).toEqual({ post: 2 });
  });

  it('files and references within objects and lists › are replaced by their targets', async () => {
    const image = { _type: 'image', _sanityAsset: 'image@https://x.org/pictures/cat.png' };
    const result = await importOf(
      post('a', {
        hero: {
          _type: 'hero',
          image,
          link: { _ref: 'b' },
          gone: { _ref: 'none' },
          slug: { _type: 'slug', current: 's' },
        },
        inner: { cards: [{ _type: 'card', image, far: { _ref: 'x', _dataset: 'other' } }] },
      }),
      post('b', {}),
    );
    const shown = expect.objectContaining({ url: 'https://x.org/pictures/cat.png' });
    expect(result.item('post', 'a')).toMatchObject({
      hero: { image: shown, link: { type: 'post', id: 'b' }, gone: null, slug: 's' },
      inner: { cards: [{ image: shown, far: { _ref: 'x', _dataset: 'other' } }] },
    });
    expect(result.leftOut('post.hero', /not in the export/)).toBe(1);
  });

  it('lists of objects › are components: separate items, in order, also nested', async () => {
    const image = { _type: 'image', _key: 'i', _sanityAsset: 'image@https://x.org/cat.png', caption: 'A cat' };
    const text = [block([span('Hi')])];
    const result = await importOf(
      post('a', {
        parts: [
          {
            _type: 'hero',
            _key: 'k1',
            text,
            when: '2024-01-02',
            cards: [{ _key: 'c', title: 'C', to: { _ref: 'b' } }],
          },
          { _type: 'reference', _key: 'k2', _ref: 'b' },
          { ...image },
          { _type: 'hero', _key: 'k1', count: 1 },
        ],
        gallery: [{ ...image, caption: undefined }],
      }),
      // No other object here than files: components all the same, as elsewhere there are.
      post('b', { parts: [{ ...image, caption: undefined }], names: ['x'] }),
    );
    expect(result.field('post', 'parts')).toMatchObject({ type: 'relationship', many: true });
    const parts = [
      { type: 'hero', id: 'a.parts.k1' },
      { type: 'post', id: 'b' },
      { type: 'image', id: 'a.parts.i' },
      { type: 'hero', id: 'a.parts.k1-4' },
    ];
    expect(result.item('post', 'a')?.['parts']).toEqual(parts);
    expect(result.items('hero')).toEqual([
      { id: 'a.parts.k1', text: 'Hi', when: '2024-01-02', cards: ['a.parts.k1.cards.c'] },
      { id: 'a.parts.k1-4', count: 1 },
    ]);
    expect(result.items('hero-cards')).toEqual([{ id: 'a.parts.k1.cards.c', title: 'C', to: 'b' }]);
    const shown = expect.objectContaining({ url: 'https://x.org/cat.png' });
    expect(result.items('image')).toEqual([
      { id: 'a.parts.i', image: shown, caption: 'A cat' },
      { id: 'b.parts.i', image: shown },
    ]);
    expect(result.item('post', 'a')?.['gallery']).toEqual([shown]);
    expect(result.report.leftOut.filter(({ loss }) => loss)).toEqual([]);
  });

  it('lists of objects by language › are components of each language', async () => {
    const value = [{ _type: 'card', _key: 'c', title: 'T' }];
    const localised = ['en', 'de'].map((_key) => ({ _key, _type: 'internationalizedArrayCardsValue', value }));
    const result = await importOf(post('a', { cards: localised }));
    expect(result.item('post', 'a')?.['cards']).toEqual({ en: ['a.cards.en.c'], de: ['a.cards.de.c'] });
  });

  it('a list with portable text in one document › is text in every document', async () => {
    const image = { _type: 'image', _sanityAsset: 'image@https://x.org/cat.png', alt: 'Cat' };
    const result = await importOf(
      post('a', { body: [block([span('Hi')])] }),
      post('b', { body: [image] }),
      post('c', { body: [] }),
    );
    expect(result.field('post', 'body')?.type).toBe('markdown');
    expect(result.item('post', 'b')?.['body']).toBe('![Cat](https://x.org/cat.png)');
  });

  it('code in text › has its language, file and highlighted lines', async () => {
    const code = { _type: 'code', language: 'ts', filename: 'src/a b.ts', highlightedLines: [1, 3], code: 'x\n`y`\nz' };
    const body = [block([span('See')]), code, { _type: 'snippet', code: { _type: 'code', code: 'p' } }];
    expect((await importOf(post('a', { body }))).item('post', 'a')?.['body']).toBe(
      'See\n\n```ts filename="src/a b.ts" {1,3}\nx\n`y`\nz\n```\n\n```\np\n```',
    );
  });

  it('a file truncated at a line end › is reported by its missing references, and refused if it came with files', async () => {
    const cut = lines(
      post('a', { by: { _ref: 'gone' }, far: { _ref: 'x', _dataset: 'y' } }),
      post('b', { by: { _ref: 'later', _weak: true }, sketch: { _ref: 'd' } }),
      post('drafts.d', { by: { _ref: 'else' } }),
    );
    const alone = await imported('sanity', folderOf({ 'data.ndjson': cut }));
    expect(alone.report.warnings.join()).toMatch(/lead to 1 documents that are not there, such as gone; .*cut short/);
    const whole = folderOf({ 'data.ndjson': cut, 'assets.json': '{"image-x":{}}' });
    await expect(imported('sanity', whole)).rejects.toThrow(/data\.ndjson: references lead to 1 documents/);
    const result = await imported('sanity', whole, { skipFaulty: true });
    expect(result.leftOut('post.by', /not in the export/)).toBe(2);
  });

  it('an emptied reference › has no value, and the field still links', async () => {
    const result = await importOf(
      post('a', { next: { _ref: 'b', _type: 'reference' } }),
      post('b', { next: { _type: 'reference' } }),
    );
    expect(result.field('post', 'next')).toMatchObject({ type: 'relationship', to: 'post' });
    expect(result.item('post', 'b')).toEqual({ id: 'b', title: 'T b' });
    expect(result.report.leftOut.filter(({ loss }) => loss)).toEqual([]);
  });

  it('documents without an id › have their line number as id', async () => {
    const result = await importOf({ _type: 'post', title: 'A' }, post('b', {}));
    expect(result.items('post')).toMatchObject([{ id: 'line-1', title: 'A' }, { id: 'b' }]);
    expect(result.report.notes).toContainEqual({ what: 'post: items without an id; their line is the id', count: 1 });
  });

  it('a file named by its address › is an asset with this address', async () => {
    const result = await importOf(
      post('a', { cover: { _type: 'image', _sanityAsset: 'image@https://x.org/pictures/cat.png', alt: 'Cat' } }),
    );
    expect(result.item('post', 'a')?.['cover']).toMatchObject({
      url: 'https://x.org/pictures/cat.png',
      altText: 'Cat',
      fileName: 'cat.png',
    });
    expect(result.counts).toEqual({ post: 1, imageAsset: 1 });
  });

  it('values by language › make the field localized, with the commonest language as default', async () => {
    const many = (values: object): object[] =>
      Object.entries(values).map(([_key, value]) => ({ _key, _type: 'internationalizedArrayStringValue', value }));
    const result = await importOf(
      post('a', { title: many({ en: 'One', de: 'Eins' }), short: { _type: 'localizedText', en: 'o' } }),
    );
    expect(result.model.locales).toEqual([
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ]);
    expect(result.item('post', 'a')).toEqual({ id: 'a', title: { en: 'One', de: 'Eins' }, short: { en: 'o' } });
  });

  it.each([
    ['NDJSON of something else', '{"id":1}\n', /seems to be .*; expected the tar\.gz or the NDJSON/],
    ['a line that is cut short', `${lines(post('a', {}))}{"_id":"b"`, /line 2: is not complete JSON/],
    ['a space of Contentful', '[{"contentTypes":[]}]', /seems to be a Contentful space export/],
  ])('%s › is refused', async (_, text, message) => {
    await expect(imported('sanity', join(folderOf({ 'data.ndjson': text }), 'data.ndjson'))).rejects.toThrow(message);
  });
});
