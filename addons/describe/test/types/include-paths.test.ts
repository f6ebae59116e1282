/**
 * Paths of `include` that are longer than the listed ones: each step is checked, and the items have the types of the path.
 */
import { expect, it } from 'vitest';
import { contentModel, contentType } from '../../../../src/content/model/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { writeContentTypes } from '../../index.js';
import { compiled } from './compiled.js';

const newFolder = temporaryFolders();

const LONGER = `
import { openSnapshot } from 'stele';
import { connect } from 'stele/client';
import type { BookInclude, Content, QueryParameters } from './content.js';

declare const full: boolean;
const space = await openSnapshot<Content>('snapshots');
const books = space.type('book');
const remote = connect<Content>('https://shop.example/delivery/jsonapi').type('book');

const turf = books.get('turf', { include: ['related.author.country'] });
turf?.item.related[0]?.author?.country?.name satisfies string | null | undefined;
const far = await remote.get('turf', { include: ['reviews', 'related.related.author.books.publisher'] });
far?.item.related[0]?.related[0]?.author?.books[0]?.publisher?.name satisfies string | null | undefined;
far?.item.reviews[0]?.headline satisfies string | null | undefined;
const maybe = books.find({ include: full ? ['related.author.country'] : [] }).items[0];
maybe?.related[0]?.author?.country?.name satisfies string | null | undefined;
const path: BookInclude = 'related.author.country';
books.find({ include: [path], relatedPage: { 'related.author.books': { limit: 3 } } });
space.search({ filter: { _search: 'salt' }, include: ['featured.author.country'] });
space.type('author').related('a', 'books', { include: ['related.author.country'] });
export const parameters = { include: 'related.author.country' } satisfies QueryParameters<'book'>;

// @ts-expect-error: an author has no cuntry
books.get('turf', { include: ['related.author.cuntry'] });
// @ts-expect-error: nor in a list with correct paths
remote.find({ include: ['author', 'related.author.cuntry', 'related.author.country'] });
// @ts-expect-error: nor if the list comes from a condition
books.find({ include: full ? ['related.author.cuntry'] : [] });
// @ts-expect-error: a name is no relationship
books.find({ include: ['related.author.name'] });
// @ts-expect-error: a path has at most five steps
books.find({ include: ['related.related.related.related.related.author'] });
// @ts-expect-error: the first step too
books.find({ include: ['relatd.author.country'] });
// @ts-expect-error: books have no host
space.type('author').related('a', 'books', { include: ['related.author.host'] });
// @ts-expect-error: no type has it
space.search({ filter: { _search: 'salt' }, include: ['featured.author.cuntry'] });
`;

it('longer paths than the listed ones › compile if each step exists, and keep the types of the items', async () => {
  const { model } = await openBookshop();
  expect(compiled(newFolder(), model, { 'longer.ts': LONGER })).toBe('');
});

it('a path with a wrong step › the compiler names the relationships there', async () => {
  const { model } = await openBookshop();
  const wrong = LONGER.replace('// @ts-expect-error: an author has no cuntry\n', '');
  const error = compiled(newFolder(), model, { 'longer.ts': wrong });
  expect(error).toContain('"related.author.cuntry"');
  expect(error).toContain('"related.author.country"');
});

it('a model whose paths are all listed › no pattern for longer ones', () => {
  const author = { name: 'author', type: 'relationship', to: ['author'], many: false } as const;
  const text = writeContentTypes(contentModel('small', [contentType('book', [author]), contentType('author', [])]));
  expect(text).toContain("export type BookInclude = 'author';\n");
});
