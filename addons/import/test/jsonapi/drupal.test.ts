/**
 * What is of Drupal in a JSON:API server's answers, and what comes along with a collection.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { imported, removeFolders } from '../importing.js';
import { Answers } from './answers.js';

const server = new Answers();
afterEach(() => {
  server.stop();
  removeFolders();
});

const resource = (type: string, id: string, attributes: object, relationships: object = {}): object => ({
  type,
  id,
  attributes,
  relationships,
});
const node = (id: string, attributes: object, relationships?: object): object =>
  resource('node--post', id, { drupal_internal__nid: Number(id), status: true, ...attributes }, relationships);
const file = (id: string, scheme: string, more: object = {}): object =>
  resource('file--file', id, {
    drupal_internal__fid: 1,
    status: true,
    filemime: 'image/png',
    filename: `${id}.png`,
    filesize: 9,
    uri: { value: `${scheme}://${id}.png`, url: `/sites/files/${id}.png` },
    ...more,
  });
const to = (type: string, id: string, meta?: object): object => ({
  data: { type, id, ...(meta !== undefined && { meta }) },
});

/** @param collections by type. @returns the address of a server that has them */
const site = (collections: Readonly<Record<string, readonly object[]>>): Promise<string> => {
  const types = Object.keys(collections);
  const answers = Object.fromEntries(types.map((type) => [`/${type}?page[limit]=100`, { data: collections[type] }]));
  return server.start({
    '/': { data: [], links: Object.fromEntries(types.map((type) => [type, `/${type}`])) },
    ...answers,
  });
};

describe('drupal', () => {
  it('a formatted text › is Markdown of the visible text, with image addresses of the server and a separate summary', async () => {
    const body = {
      value: 'A [token] <img src="/i.png">',
      format: 'basic',
      processed: '<p>A <b>word</b> <img src="/i.png" alt="I"> <a href="/b">b</a></p>',
      summary: 'Short',
    };
    const base = await site({ 'node--post': [node('1', { body }), node('2', { body: { ...body, summary: '' } })] });
    const result = await imported('jsonapi', base);
    expect(result.field('node--post', 'body')).toMatchObject({ type: 'markdown', search: true });
    const text = `A **word** ![I](${base}/i.png) [b](/b)`;
    expect(result.items('node--post')).toMatchObject([{ body: text, bodySummary: 'Short' }, { body: text }]);
    expect(result.item('node--post', '2')).not.toHaveProperty('bodySummary');
    const kept = await imported('jsonapi', base, { richText: 'both' });
    expect(kept.item('node--post', '1')).toMatchObject({ body: text, bodyJson: body });
  });

  it('a path › is its alias, and can be filtered by', async () => {
    const path = { alias: '/a', pid: 1, langcode: 'en' };
    const base = await site({ 'node--post': [node('1', { path }), node('2', { path: { ...path, alias: null } })] });
    const result = await imported('jsonapi', base, { strict: true });
    expect(result.field('node--post', 'path')).toMatchObject({ type: 'text' });
    expect(result.items('node--post').map((item) => item['path'])).toEqual(['/a', undefined]);
  });

  it('a link to a file › is an image with the members of the link; a missing file and a title are reported as lost', async () => {
    const base = await site({
      'node--post': [
        node('1', {}, { image: to('file--file', 'cat', { alt: 'A cat', title: 'Tom', width: 3, height: 2 }) }),
        node('2', {}, { image: to('file--file', 'gone', { alt: '', title: '', target_revision_id: 4 }) }),
      ],
      'file--file': [file('cat', 'public')],
    });
    const result = await imported('jsonapi', base, { assetsUrl: 'https://cdn.example.org' });
    const image = { url: 'https://cdn.example.org/sites/files/cat.png', mimeType: 'image/png', fileSize: 9 };
    expect(result.item('node--post', '1')).toMatchObject({
      image: { ...image, altText: 'A cat', width: 3, height: 2 },
    });
    expect(result.item('file--file', 'cat')).toMatchObject({ uri: image });
    expect(result.leftOut('node--post.image', /images or files that the server does not show/)).toBe(1);
    expect(result.leftOut('node--post.image', /titles of links/)).toBe(1);
    expect(result.leftOut('node--post.image: meta target_revision_id', /meta is not content/)).toBe(1);
  });

  it('content hidden from visitors › is left out by rule, although the credentials can read it', async () => {
    const base = await site({
      'node--post': [
        node('1', { title: 'A' }, { kind: to('node_type--node_type', 't', { drupal_internal__target_id: 'post' }) }),
        node('2', { title: 'Draft', status: false }),
      ],
      recipes: [
        resource('recipes', 'a', { title: 'Soup', isPublished: true }),
        resource('recipes', 'b', { title: 'Secret soup', isPublished: false }),
      ],
      'node_type--node_type': [resource('node_type--node_type', 't', { drupal_internal__type: 'post', status: true })],
      'file--file': [file('a', 'public'), file('b', 'private'), file('c', 'public', { status: false })],
      'user--user': [
        resource('user--user', 'u', {
          drupal_internal__uid: 2,
          display_name: 'Ann',
          name: 'ann7',
          mail: 'info@example.org',
          pass: '$S$Dabcdefghijk',
          timezone: 'Europe/Zurich',
          access: '2024-01-01T00:00:00+00:00',
          langcode: 'en',
        }),
      ],
    });
    const result = await imported('jsonapi', base, { strict: true, with: ['user--user'] });
    expect(result.items('node--post').map(({ id }) => id)).toEqual(['1']);
    expect(result.items('recipes').map(({ id }) => id)).toEqual(['a']);
    expect(result.items('file--file').map(({ id }) => id)).toEqual(['a']);
    expect(result.items('user--user')).toEqual([
      { id: 'u', drupal_internal__uid: 2, display_name: 'Ann', langcode: 'en' },
    ]);
    expect(result.model.contentTypes.map(({ name }) => name)).not.toContain('node_type--node_type');
    expect(result.leftOut('node_type--node_type: items', /settings of the site/)).toBe(1);
    expect(result.leftOut('node--post.kind', /links to settings/)).toBe(1);
    const asked = await imported('jsonapi', base, { with: ['node_type--node_type'] });
    expect(asked.items('node_type--node_type')).toHaveLength(1);
  });
});

describe('one collection of a server', () => {
  const author = { author: to('people', 'p') };
  const items = [resource('articles', 'a', { n: 1 }, author)];

  it('linked items › are imported if the address includes them; otherwise the message has the address that does', async () => {
    const people = [resource('people', 'p', { name: 'Ann', email: 'ann.miller@example.org' })];
    const base = await server.start({
      '/articles?page[limit]=100': { data: items },
      '/articles': { data: items },
      '/articles?include=author': { data: items, included: people },
    });
    const alone = await imported('jsonapi', `${base}/articles`);
    expect(alone.report.warnings).toEqual([expect.stringMatching(/^links lead to people; with \?include=author /)]);
    const whole = await imported('jsonapi', `${base}/articles?include=author`);
    expect(whole.items('articles')).toEqual([{ id: 'a', author: 'p', n: 1 }]);
    expect(whole.items('people')).toEqual([{ id: 'p', name: 'Ann' }]);
    expect(whole.report.warnings).toEqual([]);
    expect(whole.leftOut('people.email', /e-mail/)).toBe(1);
  });
});

describe('attributes of any server', () => {
  it('{url, width, height, alt} › is an image, and a list of them a list of images', async () => {
    const picture = { url: 'https://x.org/a', width: 2, height: 1, alt: 'A' };
    const page = { url: 'https://x.org/a', title: 'A' };
    const result = await imported(
      'jsonapi',
      await site({ post: [resource('post', '1', { cover: picture, gallery: [picture, picture], source: page })] }),
    );
    const image = { url: 'https://x.org/a', width: 2, height: 1, altText: 'A' };
    expect(result.items('post')).toEqual([{ id: '1', cover: image, gallery: [image, image], source: page }]);
    expect(result.field('post', 'gallery')).toEqual({ name: 'gallery', type: 'image', many: true });
  });
});
