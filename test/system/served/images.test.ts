/**
 * Images as resources: linkage, `include`, related items, sparse fieldsets, complexity, and what is refused.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot, checkExport } from '../../../build/publish/index.js';
import { contentModelToJson, readContentModel } from '../../../src/content/model/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { modelOf } from '../../../testing/samples/model.js';

const fields = [
  { name: 'title', type: 'text' },
  { name: 'cover', type: 'image' },
  { name: 'gallery', type: 'image', many: true },
];
const model = modelOf(
  {
    post: [...fields, { name: 'author', type: 'relationship', to: 'author' }],
    author: { name: 'text', photo: 'image' },
  },
  { images: 'resources' },
);
const sea = { url: '/sea.jpg', width: 4, altText: 'The "sea"', assetId: 'a-1' };
const ada = { url: '/ada.jpg' };
const posts = [
  { id: '1', title: 'One', cover: sea, gallery: [sea, ada], author: 'a' },
  { id: '2', title: 'Two', cover: { ...sea, assetId: undefined }, gallery: [] },
  { id: '3', title: 'Three' },
];
const authors = [{ id: 'a', name: 'Ada', photo: ada }];

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(model, { post: posts, author: authors });
});

describe('images as resources', () => {
  it('an image field › is a relationship, not an attribute', () => {
    const { data } = space.document('/post/1');
    expect(data.attributes).toEqual({ title: 'One' });
    expect(data.relationships.cover).toEqual({
      data: { type: 'core-image', id: expect.stringMatching(/^[0-9a-f]{32}$/) },
      links: { self: '/post/1/relationships/cover', related: '/post/1/cover' },
    });
    expect(data.relationships.gallery.meta).toEqual({ total: 2 });
    expect(data.relationships.gallery.data[0]).toEqual(data.relationships.cover.data);
    expect(space.document('/post/3').data.relationships).toMatchObject({
      cover: { data: null },
      gallery: { data: [] },
    });
  });

  it('include › has each image once, with its attributes', () => {
    const { included } = space.document('/post/1', 'include=cover,gallery,author.photo');
    const images = included.filter(({ type }: { type: string }) => type === 'core-image');
    const unknown = { height: null, format: null, mimeType: null, fileName: null, fileSize: null };
    expect(images.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
      { ...unknown, ...sea },
      { ...unknown, ...ada, width: null, altText: null, assetId: null },
    ]);
    expect(included).toHaveLength(3);
  });

  it('two images › are separate if any member differs', () => {
    expect(space.document('/core-image').meta.total).toBe(3);
    const [one, two] = ['1', '2'].map((id) => space.document(`/post/${id}/cover`).data);
    expect(one.id).not.toBe(two.id);
    expect(space.document(`/core-image/${two.id}`).data.attributes).toMatchObject({ url: '/sea.jpg', assetId: null });
  });

  it('every link › answers', () => {
    const { data } = space.document('/post/1/cover');
    expect(space.document(data.links.self).data).toEqual(data);
    expect(space.document('/post/1/relationships/gallery', 'page[limit]=1').data).toEqual([
      { type: 'core-image', id: data.id },
    ]);
    expect(space.document('/').links).toHaveProperty('core-image');
  });

  it('sparse fieldsets › apply to images too', () => {
    const search = 'include=cover&fields[core-image]=url,altText&fields[post]=cover';
    const { data, included } = space.document('/post/1', search);
    expect(data.attributes).toBeUndefined();
    expect(Object.keys(data.relationships)).toEqual(['cover']);
    expect(included[0].attributes).toEqual({ url: '/sea.jpg', altText: 'The "sea"' });
  });

  it.each([
    ['/post/1', 'include=cover', 80],
    ['/post/1', 'include=cover,author.photo', 50 + 10 + 20 + 10 + (10 + 20)],
    ['/post/1', 'include=gallery&page[gallery][limit]=5', 50 + 10 + 10 + 50],
    ['/post', 'include=cover', 50 + 20 * (10 + 20)],
  ])('complexity › %s?%s › %i, as for any relationship', (path, search, score) => {
    expect(parseRequest(space.space.model, path, search).complexity).toBe(score);
  });

  it.each([
    ['filter[cover][id][_eq]=x', 'Filtering is unsupported on "cover": no operator compares a field of type image.'],
    [
      'filter[gallery][_exists]=true',
      'Filtering is unsupported on "gallery": no operator compares a field of type image.',
    ],
    ['_facet[cover]=3', 'There is no facet of "cover" (image), only of fields of the types'],
    ['sort=cover', 'A list cannot be sorted by "cover": no order is defined on a field of type image.'],
  ])('%s › is refused', (search, detail) => {
    expect(() => space.document('/post', search)).toThrow(detail);
  });

  it('filters and sorts on the list of images › are refused except by id', () => {
    expect(() => space.document('/core-image', 'filter[url][_eq]=/sea.jpg')).toThrow('no operator compares');
    expect(space.document('/core-image', 'sort=-id&page[limit]=1').data).toHaveLength(1);
  });

  it('the snapshot › verifies', async () => {
    expect((await verifySnapshot(space.disk, '/out', space.space.id)).problems).toEqual([]);
  });
});

describe('a build after a change', () => {
  const put = (disk: MemoryDisk, post: readonly object[], author: readonly object[]): void => {
    disk.put(
      '/export/model.json',
      Buffer.from(JSON.stringify({ ...model, contentTypes: [...model.contentTypes, { name: 'tag', fields: [] }] })),
    );
    disk.put('/export/post.ndjson', Buffer.from(post.map((one) => JSON.stringify(one)).join('\n')));
    disk.put('/export/author.ndjson', Buffer.from(author.map((one) => JSON.stringify(one)).join('\n')));
    disk.put('/export/tag.ndjson', Buffer.from('{"id":"t"}'));
  };
  const linkedOf = async (disk: MemoryDisk, full = false) => {
    const built = await buildSnapshot('/export', full ? '/full' : '/out', { files: disk, strict: true });
    return { id: built.snapshot, linked: built.types.filter(({ linked }) => linked).map(({ name }) => name) };
  };

  it('linked types and images › equal a full build byte for byte', async () => {
    const disk = new MemoryDisk();
    put(disk, posts, authors);
    await linkedOf(disk);
    put(disk, posts, [{ id: 'a', name: 'Ada', photo: sea }]);
    const changed = await linkedOf(disk);
    expect(changed.linked).toEqual(['tag']);
    expect(changed.id).toBe((await linkedOf(disk, true)).id);
    // Back again: a type was built, and the images of both are those of the first night.
    put(disk, posts, authors);
    expect((await linkedOf(disk)).linked).toEqual(['post', 'author', 'tag', 'core-image']);
    expect((await openCurrent(disk, '/out')).types.get('core-image')?.segment.size).toBe(3);
  });
});

describe('localized images', () => {
  it('each locale › has its own images, or those of its fallback', async () => {
    const localized = await MemorySpace.of(
      modelOf(
        { post: { cover: { type: 'image', localized: true } } },
        {
          images: 'resources',
          locales: [
            { code: 'en', default: true },
            { code: 'de', fallback: 'en' },
          ],
        },
      ),
      {
        post: [
          { id: '1', cover: { en: sea, de: ada } },
          { id: '2', cover: { en: sea } },
        ],
      },
    );
    const urls = (search: string): readonly string[] =>
      localized
        .document('/post', `include=cover${search}`)
        .included.map(({ attributes }: { attributes: { url: string } }) => attributes.url);
    expect(urls('')).toEqual(['/sea.jpg']);
    expect(urls('&localeCode=de')).toEqual(['/ada.jpg', '/sea.jpg']);
  });
});

describe('the model and the export', () => {
  it('written and read again › equal, with image fields unchanged', () => {
    const read = readContentModel(model);
    if ('problems' in read) throw new Error('the model is wrong');
    const json = contentModelToJson(read.model);
    expect(json.images).toBe('resources');
    expect(json.contentTypes.map(({ name }) => name)).toEqual(['post', 'author']);
    expect(json.contentTypes[0]?.fields.slice(0, 3)).toEqual(fields);
    expect(readContentModel(json)).toEqual(read);
  });

  it.each([
    [
      { ...model, images: 'resource' },
      'images: "resource" is not a setting for images; write "attributes", the default, or "resources"',
    ],
    [
      { ...model, contentTypes: [...model.contentTypes, { name: 'core-image', fields: [] }] },
      'contentTypes[2].name: with "images": "resources" the images are the content type "core-image"; give this one another name, or leave "images" out',
    ],
  ])('an invalid model › is reported', (wrong, told) => {
    const read = readContentModel(wrong);
    expect('problems' in read && read.problems.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([told]);
  });

  it('a list with an image twice › is kept once and reported; a bad image is refused with its place', async () => {
    const disk = new MemoryDisk();
    disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
    disk.put('/export/author.ndjson', Buffer.from(''));
    disk.put('/export/post.ndjson', Buffer.from('{"id":"1","gallery":[{"url":"/a"},{"url":"/a"}]}\n'));
    const { warnings } = await checkExport('/export', { files: disk, strict: false });
    expect(warnings).toContain(
      'post.ndjson:1, field gallery: warning: the image "/a" is in the list twice; it is kept once',
    );
    disk.put('/export/post.ndjson', Buffer.from('{"id":"1","cover":"/a","gallery":[{"url":""}]}\n'));
    await expect(checkExport('/export', { files: disk, strict: false })).rejects.toThrow(
      /field cover: an image is expected, not the text "\/a".*\n.*field gallery: the url is the text ""/s,
    );
  });
});
