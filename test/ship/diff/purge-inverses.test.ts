/**
 * Surrogate keys of inverse relationships: an item that begins or stops to link, or moves in the order, changes the document of
 * the item that it links to, although nobody edited that item.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot, type Space } from '../../../src/index/snapshot/index.js';
import { answer, dependencies, joinKeys, parseTarget } from '../../../src/jsonapi/index.js';
import { findPurge, openPair } from '../../../src/ship/diff/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

interface Book {
  readonly id: string;
  readonly pages: number;
  readonly title: string;
  readonly author?: string;
}

const model = modelOf({
  author: { name: 'text' },
  book: { title: 'text', pages: 'integer', author: { ...linkTo('author'), inverse: { name: 'books', sort: 'pages' } } },
});
const authors = ['ann', 'bob', 'cid'].map((id) => ({ id, name: id }));
const books: readonly Book[] = [
  { id: 'one', pages: 10, title: 'Ash', author: 'ann' },
  { id: 'two', pages: 20, title: 'Elm', author: 'ann' },
  { id: 'three', pages: 30, title: 'Oak', author: 'bob' },
  { id: 'four', pages: 40, title: 'Yew' },
];

const requests = [
  '/author/ann',
  '/author/bob',
  '/author/cid',
  '/author/ann?include=books',
  '/author/ann/books',
  '/author/ann/relationships/books',
  '/author?filter[books][title][_eq]=Yew',
  '/author?filter[books][id][_eq]=two',
  '/author?filter[books][_count][_gte]=2',
  '/author?sort=-books._count',
  '/author?_facet[books._count]=5&page[limit]=0',
];

/** @returns the answer, and the keys that a cache stores it with */
function ask(space: Space, target: string): { readonly text: string; readonly keys: readonly string[] } {
  const request = parseTarget(space.model, target);
  const shown: Parameters<typeof dependencies>[2][number][] = [];
  const text = answer(space, request, '', { writtenResources: shown }).toString();
  return { text, keys: joinKeys(dependencies(space.model, request, shown), ' ').split(' ') };
}

/** @returns the requests whose stored answers are purged. Fails if an answer changed and is not among them. */
async function purgedRequests(edit: (book: Book) => Book): Promise<readonly string[]> {
  const folder = newFolder();
  const snapshots = join(folder, 'snapshots');
  const build = async (name: string, items: readonly Book[]) => {
    const files = { 'model.json': model, 'author.ndjson': authors, 'book.ndjson': items };
    const source = writeFiles(join(folder, name), files);
    return (await buildSnapshot(source, snapshots, { files: diskFiles, strict: true, threads: 1 })).snapshot;
  };
  const [before, after] = [await build('before', books), await build('after', books.map(edit))];
  const pair = await openPair(diskFiles, { folder: snapshots, id: before }, { folder: snapshots, id: after });
  const purgedKeys = new Set<string>();
  for await (const key of (await findPurge(pair)).keys()) purgedKeys.add(key);
  const [earlier, later] = [
    await openSnapshot(diskFiles, snapshots, before),
    await openSnapshot(diskFiles, snapshots, after),
  ];
  return requests.filter((target) => {
    const stored = ask(earlier, target);
    const isPurged = stored.keys.some((key) => purgedKeys.has(key));
    if (stored.text !== ask(later, target).text) expect(isPurged, `${target} has another answer`).toBe(true);
    return isPurged;
  });
}

const editOf =
  (id: string, members: Partial<Book>) =>
  (book: Book): Book =>
    book.id === id ? { ...book, ...members } : book;

it('a book begins to link to an author › purges the documents of that author, and of no other', async () => {
  const purged = await purgedRequests(editOf('four', { author: 'ann' }));
  expect(purged).toEqual(expect.arrayContaining(['/author/ann', '/author/ann/books', '/author/ann?include=books']));
  expect(purged).not.toContain('/author/bob');
  expect(purged).toContain('/author?filter[books][title][_eq]=Yew');
});

it('a book stops linking to its author › purges the documents of that author, and of no other', async () => {
  const purged = await purgedRequests(({ author, ...book }) =>
    book.id === 'two' || author === undefined ? book : { ...book, author },
  );
  expect(purged).toEqual(expect.arrayContaining(['/author/ann', '/author/ann/relationships/books']));
  expect(purged).not.toContain('/author/bob');
  expect(purged).toContain('/author?filter[books][id][_eq]=two');
});

it('a book moves to another author › purges the documents of both', async () => {
  const purged = await purgedRequests(editOf('two', { author: 'bob' }));
  expect(purged).toEqual(expect.arrayContaining(['/author/ann', '/author/bob']));
  expect(purged).not.toContain('/author/cid');
  expect(purged).toEqual(
    expect.arrayContaining(['/author?filter[books][_count][_gte]=2', '/author?sort=-books._count']),
  );
});

it('a book moves in the order of the inverse › purges the document of its author', async () => {
  const purged = await purgedRequests(editOf('one', { pages: 25 }));
  expect(purged).toEqual(expect.arrayContaining(['/author/ann', '/author/ann/books']));
  expect(purged).not.toContain('/author/bob');
});

it('a book changes without moving › purges only the documents that show the book', async () => {
  const purged = await purgedRequests(editOf('one', { title: 'Ash Tree' }));
  expect(purged).toEqual(expect.arrayContaining(['/author/ann?include=books', '/author/ann/books']));
  expect(purged).not.toContain('/author/ann');
});
