/**
 * Tests of the content types: correct code compiles, and code with a wrong name does not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentModel, contentType, readContentModel } from '../../../../src/content/model/index.js';
import { findKnownValues } from '../../../../src/index/snapshot/index.js';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { BOOKSHOP_EXPORT, openBookshop } from '../../../../testing/samples/bookshop.js';
import { writeContentTypes } from '../../index.js';
import { compiled } from './compiled.js';

const newFolder = temporaryFolders();

const LIBRARY = `
import { openSnapshot } from 'stele';
import type { BookGenreOperators, BookGenreOption, Content, FoldedTextOperators } from './content.js';

const space = await openSnapshot<Content>('snapshots');
const books = space.type('book');
const answer = books.find({
  filter: {
    price: { _lt: '20' },
    author: { id: { _eq: 'ines-caldeira' } },
    title: { _icontains: 'salt' },
    _search: 'salt',
    _OR: [{ genre: { _in: ['Crime', 'Poetry'] } }, { pages: { _lt: 20 }, _NOT: [{ inPrint: { _eq: true } }] }],
  },
  sort: ['-published', 'title'],
  include: ['author.country', 'reviews'],
  page: { limit: 10 },
  relatedPage: { reviews: { limit: 3 } },
  fields: { country: ['name'] },
  facets: { genre: 3, price: { limit: 4, ranges: [10, 20] }, author: { limit: 3, include: true }, 'author.born': 2 },
  stats: ['price'],
  highlight: ['title'],
});
const title: string | null | undefined = answer.items[0]?.title;
const country: string | null | undefined = answer.items[0]?.author?.country?.name;
const headlines: (string | null)[] = answer.items[0]?.reviews.map(({ headline }) => headline) ?? [];
const publisher: 'publisher' | undefined = answer.items[0]?.publisher?.type;
const pages: number | null | undefined = answer.document.data[0]?.attributes.pages;
const count: number | undefined = answer.document.meta?.facets?.genre?.values[0]?.count;
const facets = answer.document.meta.facets;
const genre: BookGenreOption | undefined = facets?.genre?.values[0]?.value;
facets?.price?.values[0]?.value satisfies string | { readonly from?: string; readonly to?: string } | undefined;
facets?.['author.born']?.values[0]?.value satisfies string | undefined;
facets?.author?.values[0]?.value.type satisfies 'author' | undefined;
export const labels: (string | null | undefined)[] | undefined = facets?.author?.values.map(({ value }) => {
  const author = answer.document.included?.find(({ type, id }) => type === value.type && id === value.id);
  return author?.type === 'author' ? author.attributes.name : undefined;
});
// @ts-expect-error: a genre is a text
facets?.genre?.values[0]?.value satisfies number | undefined;
export const passage: string | undefined = answer.document.data[0]?.meta?.highlights?.title?.text;
// @ts-expect-error: the price is not searched
answer.document.data[0]?.meta?.highlights?.price;
export const bySelect = (conditions: BookGenreOperators, words: FoldedTextOperators) =>
  books.find({ filter: { genre: conditions, title: words } });
const one: string | null | undefined = books.get('the-salt-road')?.item.title;
for (const { title } of books.each({ filter: { genre: { _eq: 'Crime' } } })) console.log(title);
const reviews: string | null | undefined = books.related('a', 'reviews', { sort: ['-id'] })?.items[0]?.headline;
const anything = (await openSnapshot('snapshots')).type('whatever').find({ filter: { a: { _eq: 1 } }, include: ['b'] });
const unknown: unknown = anything.items[0]?.['c'];
export { anything, count, country, genre, headlines, one, pages, publisher, reviews, title, unknown };

// @ts-expect-error: the field is called title
books.find({ filter: { titel: { _eq: 'a' } } });
// @ts-expect-error: images are not filtered
books.find({ filter: { cover: { _exists: true } } });
// @ts-expect-error: Markdown takes no _eq
books.find({ filter: { description: { _eq: 'a' } } });
// @ts-expect-error: the subtitle is not folded
books.find({ filter: { subtitle: { _icontains: 'a' } } });
// @ts-expect-error: a number of pages is no word
books.find({ filter: { pages: { _lt: 'many' } } });
// @ts-expect-error: inside a group too
books.find({ filter: { _OR: [{ titel: { _eq: 'a' } }] } });
// @ts-expect-error: countries are not searched
space.type('country').find({ filter: { _search: 'a' } });
// @ts-expect-error: relationships are not sorted by
books.find({ sort: ['author'] });
// @ts-expect-error: the relationship is called author
books.find({ include: ['autor'] });
// @ts-expect-error: authors have no pages
books.find({ fields: { author: ['pages'] } });
// @ts-expect-error: Markdown has no facet
books.find({ facets: { description: 1 } });
// @ts-expect-error: texts of many lines have no statistics
books.find({ stats: ['opening'] });
// @ts-expect-error: there is no such type
space.type('boook');
// @ts-expect-error: what is not included is a type and an id
answer.items[0]?.publisher?.name;
// @ts-expect-error: a single item takes no filter
books.get('a', { filter: {} });
// @ts-expect-error: there is no such relationship
books.related('a', 'reviewers');
`;

const TRUE = `
import { openSnapshot } from 'stele';
import { connect, type Space } from 'stele/client';
import type { Content } from './content.js';

async function program(space: Space<Content>) {
  const books = space.type('book');
  const { items } = await books.find({ fields: { book: ['title', 'author'], author: ['name'] }, include: ['author'] });
  const title: string | undefined = items[0]?.title;
  const name: string | null | undefined = items[0]?.author?.name;
  // @ts-expect-error: not among the fields
  items[0]?.price;
  // @ts-expect-error: nor are these of the author
  items[0]?.author?.born;
  // @ts-expect-error: nor is that relationship
  items[0]?.reviews;
  // @ts-expect-error: no field of a book
  books.find({ fields: { book: ['titel'] } });
  // @ts-expect-error: no type
  books.find({ fields: { book: ['title'], bok: ['title'] } });

  const whole = (await books.get('a'))?.item;
  const binding: 'Hardback' | 'Paperback' | 'Board book' | 'Ebook' | 'Audiobook' | 'Large print' | undefined = whole?.binding;
  // @ts-expect-error: not every book has a subtitle
  const subtitle: string | undefined = whole?.subtitle;
  // @ts-expect-error: no value of a genre
  (await books.get('a'))?.item.genre === 'Crme';
  books.find({ filter: { genre: { _startsWith: 'Cr' } } });

  const dated = space.withDates('book.published', 'event.starts');
  const published: Date | null | undefined = (await dated.type('book').get('a'))?.item.published;
  const later: string | null | undefined = (await dated.type('book').get('a'))?.item.restocked;
  for await (const event of dated.type('event').each()) event.starts satisfies Date | null;
  const author = await dated.type('author').get('a', { include: ['books'], fields: { book: ['published'] } });
  author?.item.books[0]?.published satisfies Date | null | undefined;
  // @ts-expect-error: a title is no date
  space.withDates('book.title');

  const names: readonly ('title' | 'price')[] = ['title'];
  const perhaps = await books.find({ fields: { book: names } });
  perhaps.items[0]?.price satisfies string | null | undefined;
  // @ts-expect-error: which fields are known only later
  perhaps.items[0]?.title satisfies string;
  return [title, name, binding, subtitle, published, later];
}

export const here = program(await openSnapshot<Content>('snapshots'));
export const there = program(connect<Content>('https://shop.example/delivery/jsonapi'));
export const now: number = (await openSnapshot<Content>('snapshots')).type('book').find().total;
`;

const CLIENTS = `
import { Jsona } from 'jsona';
import type { BookFilter, Content, ItemDocument, JsonaItem, KitsuItem, ListDocument, QueryParameters } from './content.js';

const query = {
  'filter[price][_lt]': '20',
  'filter[author][id][_eq]': 'a',
  'filter[_OR][0][genre][_eq]': 'Crime',
  'page[limit]': '2',
  'fields[book]': 'title',
  sort: '-published,title',
  include: 'author.country',
} satisfies QueryParameters<'book'>;
const reply = await fetch(\`/delivery/jsonapi/book?\${new URLSearchParams(query)}\`);
const list: ListDocument<'book'> = await reply.json();
export const price: string | null | undefined = list.data[0]?.attributes.price;
export const author: string | undefined = list.data[0]?.relationships.author.data?.id;
list.meta.facets?.author?.values[0]?.value satisfies { readonly type: 'author'; readonly id: string } | undefined;
list.meta.facets?.['author.name']?.values[0]?.value satisfies string | undefined;
// @ts-expect-error: pages are numbers
list.meta.facets?.pages?.values[0]?.value satisfies string | undefined;
const item: ItemDocument<'event'> = await reply.json();
export const featured: 'book' | 'author' | undefined = item.data.relationships.featured.data?.[0]?.type;

const made = new Jsona().deserialize(await reply.text()) as JsonaItem<'book', 'author.country'>;
export const country: string | null | undefined = made.author?.country?.name;
declare const kitsu: KitsuItem<'book', 'author'>;
export const name: string | null | undefined = kitsu.author.data?.name;
export const filter: BookFilter = { genre: { _eq: 'Crime' } };
export const sort: Content['book']['sort'] = '-title';

// @ts-expect-error: the field is called title
export const misspelt = { 'filter[titel][_eq]': 'a' } satisfies QueryParameters<'book'>;
// @ts-expect-error: dates do not contain
export const wrong = { 'filter[published][_contains]': '2' } satisfies QueryParameters<'book'>;
// @ts-expect-error: no such sort
export const order = { sort: 'prise' } satisfies QueryParameters<'book'>;
// @ts-expect-error: there is no such attribute
list.data[0]?.attributes.prise;
// @ts-expect-error: reviews are not included
made.reviews[0]?.headline;
// @ts-expect-error: nor is the publisher
kitsu.publisher.data?.name;
`;

describe('stele types', () => {
  it('the bookshop › correct code compiles, and each wrong name is an error', async () => {
    const { model } = await openBookshop();
    expect(compiled(newFolder(), model, { 'library.ts': LIBRARY, 'clients.ts': CLIENTS })).toBe('');
  });

  it('types of a snapshot › exact fields, selects and populated values, for library and client', async () => {
    const space = await openBookshop();
    expect(compiled(newFolder(), space.model, { 'true.ts': TRUE, 'library.ts': LIBRARY }, findKnownValues(space))).toBe(
      '',
    );
  });

  it('names that TypeScript would misread, and types with colliding names › compile', () => {
    const text = { name: 'to-string', type: 'text' } as const;
    const select = { name: 'kind', type: 'select', options: ["it's", 'a "b"\\', '*/ line\nbreak \u2028'] } as const;
    const link = { name: 'item', type: 'relationship', to: ['blog-post', 'Item'], many: true } as const;
    const names = ['blog-post', 'blog_post', 'BlogPost', 'Item', 'BlogPostFilter', 'record', 'image-value', 'string'];
    const types = names.map((name) => contentType(name, [text, select, link]));
    const model = contentModel('odd', [...types, contentType('empty', [])]);
    const use = `import type { Content } from './content.js';\n${names.map((name, at) => `export const id${at}: Content[${JSON.stringify(name)}]['resource']['type'] = ${JSON.stringify(name)};`).join('\n')}\n`;
    expect(compiled(newFolder(), model, { 'use.ts': use })).toBe('');
  });

  it('the same model twice › the same text; --check reports a different file', async () => {
    const json: unknown = JSON.parse(readFileSync(join(BOOKSHOP_EXPORT, 'model.json'), 'utf8'));
    const read = readContentModel(json);
    if (!('model' in read)) throw new Error('the bookshop has no model');
    expect(writeContentTypes(read.model)).toBe(writeContentTypes((await openBookshop()).model));
    const file = join(newFolder(), 'content.d.ts');
    const check = ['types', BOOKSHOP_EXPORT, '--out', file, '--check'];
    expect(await stele(check)).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
    expect(await stele(check.slice(0, -1))).toMatchObject({ code: 0, stdout: `Wrote ${file}\n` });
    expect(readFileSync(file, 'utf8')).toBe((await stele(['types', BOOKSHOP_EXPORT])).stdout);
    expect(await stele(check)).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    expect(await stele(check)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`stele types ${BOOKSHOP_EXPORT} --out`),
    });
    expect(await stele(['types', BOOKSHOP_EXPORT, '--check'])).toMatchObject({ code: 2 });
  });
});
