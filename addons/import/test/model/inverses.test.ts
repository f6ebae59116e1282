/**
 * Inverse relationships that sources have: the model gets them if they show exactly what the source shows, in its order.
 * The last test reads the documents of one source both with inverses and with links of their own.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../../src/jsonapi/index.js';
import { sharedPath } from '../../../../testing/shared.js';
import { folderOf, imported, newFolder, removeFolders } from '../importing.js';

afterEach(removeFolders);

const json = JSON.stringify;
const lines = (...values: object[]): string => values.map((value) => `${json(value)}\n`).join('');

/** The author of a book, and the place of the book among those of its author. */
interface Book {
  readonly id: number;
  readonly author: number;
  readonly place: number;
  readonly status?: string;
}

const inOrder: readonly Book[] = [
  { id: 1, author: 1, place: 1 },
  { id: 2, author: 2, place: 1 },
  { id: 3, author: 1, place: 2 },
];
const reversed: readonly Book[] = inOrder.map((book) => ({ ...book, place: 9 - book.place }));

const overrides = (members: object): string => join(folderOf({ 'overrides.json': json(members) }), 'overrides.json');

describe('strapi › a relation with mappedBy', () => {
  const project = (books: readonly Book[], author: object = {}, publicTypes?: readonly string[]): string => {
    const relation = (target: string, kind: string, more: object): object => ({
      type: 'relation',
      relation: kind,
      target: `api::${target}.${target}`,
      ...more,
    });
    const contentType = (name: string, attributes: object): object => ({
      uid: `api::${name}.${name}`,
      modelType: 'contentType',
      attributes: { title: { type: 'string' }, ...attributes },
    });
    const permissions = (publicTypes ?? []).map((name, index) => ({
      type: 'plugin::users-permissions.permission',
      id: index + 1,
      data: { action: `api::${name}.${name}.find` },
    }));
    return folderOf({
      'metadata.json': json({ strapi: { version: '5.1.0' } }),
      'schemas/schemas_00001.jsonl': lines(
        contentType('book', { author: relation('author', 'manyToOne', { inversedBy: 'books', ...author }) }),
        contentType('author', { books: relation('book', 'oneToMany', { mappedBy: 'author' }) }),
      ),
      'entities/entities_00001.jsonl': lines(
        ...[1, 2].map((id) => ({ type: 'api::author.author', id, data: { documentId: `a${id}`, title: `A${id}` } })),
        ...books.map(({ id }) => ({ type: 'api::book.book', id, data: { documentId: `b${id}`, title: `B${id}` } })),
        ...(publicTypes === undefined
          ? []
          : [{ type: 'plugin::users-permissions.role', id: 1, data: { type: 'public' } }]),
        ...permissions,
      ),
      'links/links_00001.jsonl': lines(
        ...books.map((book) => ({
          kind: 'relation.basic',
          left: { type: 'api::book.book', ref: book.id, field: 'author' },
          right: { type: 'api::author.author', ref: book.author, field: 'books', pos: book.place },
        })),
        ...permissions.map(({ type, id }) => ({
          kind: 'relation.basic',
          left: { type, ref: id, field: 'role' },
          right: { type: 'plugin::users-permissions.role', ref: 1, field: 'permissions' },
        })),
      ),
    });
  };

  it('in the order of the export › is the inverse of the owning relation, without links of its own', async () => {
    const result = await imported('strapi', project(inOrder), { strict: true });
    expect(result.field('book', 'author')?.['inverse']).toEqual({ name: 'books' });
    expect(result.field('author', 'books')).toBeUndefined();
    expect(result.item('author', 'a1')).toEqual({ id: 'a1', title: 'A1' });
    const { fields } = result.report.types.find(({ name }) => name === 'author') ?? { fields: [] };
    expect(fields.find(({ name }) => name === 'books')?.type).toBe('inverse of book.author');
  });

  it('a private owning relation › keeps its links, and gives no inverse', async () => {
    const result = await imported('strapi', project(inOrder, { private: true }));
    expect(result.field('book', 'author')).toBeUndefined();
    expect(result.item('author', 'a1')?.['books']).toEqual(['b1', 'b3']);
  });

  it('a private relation back › shows nothing: neither links nor an inverse', async () => {
    const input = project(inOrder);
    const result = await imported('strapi', input, { without: ['author.books'] });
    expect(result.field('book', 'author')?.['inverse']).toBeUndefined();
    expect(result.field('author', 'books')).toBeUndefined();
  });

  it('links to a type that visitors may not read › give no inverse', async () => {
    const result = await imported('strapi', project(inOrder, {}, ['author']));
    expect(result.counts).toEqual({ author: 2 });
    expect(json(result.model)).not.toContain('inverse');
  });

  it('an override of the user on either side › keeps the links', async () => {
    const onBack = { overrides: overrides({ 'author.books': { page: { limit: 1 } } }) };
    expect((await imported('strapi', project(inOrder), onBack)).item('author', 'a1')?.['books']).toEqual(['b1', 'b3']);
    const onOwner = { overrides: overrides({ 'book.author': { inverse: { name: 'titles' } } }) };
    const result = await imported('strapi', project(inOrder), onOwner);
    expect(result.field('book', 'author')?.['inverse']).toEqual({ name: 'titles' });
    expect(result.item('author', 'a1')?.['books']).toEqual(['b1', 'b3']);
  });

  const four = sharedPath('exports/strapi/import-export-blog-v4/seed-data.tar.gz', 'a genuine export of Strapi 4');
  it.skipIf(four === undefined)('a genuine export of version 4 › a category has its posts', async () => {
    const result = await imported('strapi', four ?? '');
    expect(result.field('post', 'category')?.['inverse']).toEqual({ name: 'posts' });
  });
});

const directus = (books: readonly Book[], fields: Readonly<Record<string, readonly string[]>> = {}): string => {
  const field = (collection: string, name: string, type: string): object => ({
    collection,
    field: name,
    type,
    meta: { options: name === 'status' ? { choices: [{ value: 'published' }] } : {} },
    schema: type === 'alias' ? null : { is_primary_key: name === 'id' },
  });
  return folderOf({
    'collections.json': json(['author', 'book'].map((collection) => ({ collection, schema: {}, meta: {} }))),
    'fields.json': json([
      field('author', 'id', 'integer'),
      field('author', 'title', 'string'),
      field('author', 'books', 'alias'),
      field('book', 'id', 'integer'),
      field('book', 'author', 'integer'),
      field('book', 'place', 'integer'),
      field('book', 'status', 'string'),
    ]),
    'relations.json': json([
      {
        collection: 'book',
        field: 'author',
        related_collection: 'author',
        meta: { one_field: 'books', sort_field: 'place' },
      },
    ]),
    'access.json': json([{ role: null, user: null, policy: 'public' }]),
    'permissions.json': json(
      ['author', 'book'].map((collection) => ({
        policy: 'public',
        collection,
        action: 'read',
        permissions: {},
        fields: fields[collection] ?? ['*'],
      })),
    ),
    'content/author.json': json([1, 2, 3].map((id) => ({ id, title: `A${id}`, books: [] }))),
    'content/book.json': json(books),
  });
};

describe('directus › a field that lists the linking rows', () => {
  it('with a sort field › is an inverse in the order of that field', async () => {
    const result = await imported('directus', directus(reversed), { strict: true });
    expect(result.field('book', 'author')?.['inverse']).toEqual({ name: 'books', sort: 'place' });
    expect(json(result.items('author'))).not.toContain('books');
  });

  it('with a sort field that visitors do not see › is an inverse only in the order of the export', async () => {
    const fields = { book: ['id', 'author', 'status'] };
    const sorted = await imported('directus', directus(inOrder, fields));
    expect(sorted.field('book', 'author')?.['inverse']).toEqual({ name: 'books' });
    const other = await imported('directus', directus(reversed, fields));
    expect(other.field('book', 'author')?.['inverse']).toBeUndefined();
    expect(other.item('author', '1')?.['books']).toEqual(['3', '1']);
    const note = 'author.books: kept as links, because those of book.author read backwards differ from them';
    expect(other.report.notes.map(({ what }) => what)).toContain(note);
  });

  it('that visitors do not see › gives no inverse, although they see the links', async () => {
    const result = await imported('directus', directus(inOrder, { author: ['id', 'title'] }));
    expect(result.item('book', '1')?.['author']).toBe('1');
    expect(json(result.model)).not.toContain('"books"');
  });

  it('of links that visitors do not see › keeps the links, and gives no inverse', async () => {
    const result = await imported('directus', directus(inOrder, { book: ['id', 'place', 'status'] }));
    expect(result.field('book', 'author')).toBeUndefined();
    expect(result.item('author', '1')?.['books']).toEqual(['1', '3']);
  });

  it('links of drafts › are in neither side', async () => {
    const books = inOrder.map((book) => ({ ...book, status: book.id === 3 ? 'draft' : 'published' }));
    const result = await imported('directus', directus(books));
    expect(result.field('book', 'author')?.['inverse']).toEqual({ name: 'books', sort: 'place' });
    expect(result.counts).toEqual({ author: 3, book: 2 });
  });

  it('with "sort": false on the sort field › has no order that the build would refuse', async () => {
    const options = { overrides: overrides({ 'book.place': { sort: false } }) };
    const result = await imported('directus', directus(inOrder), options);
    expect(result.field('book', 'author')?.['inverse']).toEqual({ name: 'books' });
  });

  it('as an inverse and as links › gives equal documents', async () => {
    const books = [...reversed, { id: 4, author: 1, place: 7 }, { id: 5, author: 2, place: 0 }];
    const asInverse = await imported('directus', directus(books));
    const withLabel = { overrides: overrides({ 'author.books': { label: 'Books' } }) };
    const asLinks = await imported('directus', directus(books), withLabel);
    expect(asLinks.item('author', '1')?.['books']).toEqual(['3', '4', '1']);
    expect(await readAuthors(asInverse.out)).toBe(await readAuthors(asLinks.out));
  });
});

/** @returns the document of all authors with their books */
async function readAuthors(folder: string): Promise<string> {
  const out = join(newFolder(), 'snapshots');
  await buildSnapshot(folder, out, { files: diskFiles, strict: true, threads: 1 });
  const space = await openCurrent(diskFiles, out);
  return answer(space, parseRequest(space.model, '/author', 'include=books'), '').toString();
}

describe('wordpress › comments', () => {
  const comment = (id: string, parent = '0'): string =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_approved>1</wp:comment_approved>
<wp:comment_parent>${parent}</wp:comment_parent><wp:comment_date>2024-01-0${id} 08:00:00</wp:comment_date>
<wp:comment_content>C${id}</wp:comment_content></wp:comment>`;
  const site = (more = ''): string =>
    folderOf({
      'site.xml': `<?xml version="1.0"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title>
<wp:wxr_version>1.2</wp:wxr_version><item><title>T</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
<wp:status>publish</wp:status>${comment('3')}${comment('1')}${comment('2', '1')}${more}</item></channel></rss>`,
    });

  it('are the comments of their post and the replies of a comment, the oldest first', async () => {
    const result = await imported('wordpress', site());
    expect(result.field('comment', 'post')?.['inverse']).toEqual({ name: 'comments', sort: 'published' });
    expect(result.field('comment', 'parent')?.['inverse']).toEqual({ name: 'replies', sort: 'published' });
  });

  it('of a post with a custom field "comments" › get a number after their name', async () => {
    const meta = (key: string): string =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>off</wp:meta_value></wp:postmeta>`;
    const result = await imported('wordpress', site(meta('Comments')));
    expect(result.field('comment', 'post')?.['inverse']).toEqual({ name: 'comments2', sort: 'published' });
  });

  it('left out by the user, all or those of posts › give no inverse to posts', async () => {
    const withoutType = await imported('wordpress', site(), { without: ['comment'] });
    expect(json(withoutType.model)).not.toContain('inverse');
    const withoutBack = await imported('wordpress', site(), { without: ['post.comments'] });
    expect(withoutBack.field('comment', 'post')?.['inverse']).toBeUndefined();
    expect(withoutBack.report.warnings).toEqual([]);
  });

  it('with an inverse of the user › get that one alone', async () => {
    const inverse = { name: 'discussion', sort: '-published' };
    const options = { overrides: overrides({ 'comment.post': { inverse } }) };
    expect((await imported('wordpress', site(), options)).field('comment', 'post')?.['inverse']).toEqual(inverse);
  });
});
