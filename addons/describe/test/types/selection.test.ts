/**
 * The types of items whose `include`, `fields` or dates come from a variable or a condition, and filters built step by step.
 */
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { compiled } from './compiled.js';

const newFolder = temporaryFolders();

const SELECTION = `
import { type Item, type ListQuery, openSnapshot, type RelatedDocument, type Selection } from 'stele';
import type { BookFilter, Content } from './content.js';

declare const full: boolean;
declare const genre: string;
const space = await openSnapshot<Content>('snapshots');
const books = space.type('book');

type Name<Book> = Book extends { readonly author: infer Author } ? Author : 'no author';
/** Compiles only if the types are equal. */
const equal = <Expected,>() => <Actual,>(_value: Actual, ..._same: [Expected] extends [Actual] ? ([Actual] extends [Expected] ? [] : [never]) : [never]) => {};
type AuthorName = string | null | undefined;

const certain = books.find({ include: ['author'] }).items[0]!;
equal<string | null>()(certain.author!.name);
const perhaps = [
  books.find({ include: full ? ['author'] : [] }).items[0]!,
  books.find({ include: full ? ['author'] : undefined }).items[0]!,
  books.find({ include: [full ? 'author' : 'publisher'] }).items[0]!,
  books.find({ ...(full && { include: ['author'] as const }) }).items[0]!,
  books.find({ ...(full ? { include: ['author'] as const } : {}) }).items[0]!,
  books.get('a', { include: full ? ['author'] : [] })!.item,
  [...books.each({ include: full ? ['author'] : [] })][0]!,
  books.similar('a', { include: full ? ['author'] : [] })!.items[0]!,
  space.type('author').related('a', 'books', { include: full ? ['author'] : [] })!.items[0]!,
];
for (const { author } of perhaps) equal<AuthorName>()(author!.name);
const paths: ('author' | 'reviews')[] = ['author'];
equal<AuthorName>()(books.find({ include: paths }).items[0]!.author!.name);
equal<AuthorName>()(books.find({ include: ['reviews', ...paths] }).items[0]!.author!.name);
equal<string | null>()(books.find({ include: ['reviews', ...paths] }).items[0]!.reviews[0]!.headline);
const both = books.find({ include: full ? ['author.country', 'reviews'] : ['author'] }).items[0]!;
equal<string | null>()(both.author!.name);
equal<AuthorName>()(both.author!.country?.name);
equal<AuthorName>()(both.reviews[0]!.headline);
const found = space.search({ filter: { _search: 'salt' }, include: full ? ['author'] : [] }).items[0]!;
if (found.type === 'book') equal<AuthorName>()(found.author!.name);
// @ts-expect-error: the author may be only a type and an id
perhaps[0]!.author!.name!.toUpperCase() satisfies string & { name: perhaps[0]['author'] };
declare const query: ListQuery<Content, 'book'> & Selection<Content, 'book'>;
equal<AuthorName>()(books.find(query).items[0]!.author?.name as AuthorName);

const title = { either: books.find({ fields: { book: [full ? 'title' : 'price'] } }).items[0]! };
equal<AuthorName>()(title.either.title);
equal<AuthorName>()(books.find({ fields: full ? { book: ['title'] } : { book: ['price'] } }).items[0]!.title);
equal<string | null>()(books.find({ fields: full ? { book: ['title'] } : {} }).items[0]!.title);
equal<AuthorName>()(books.find({ fields: full ? { book: ['title'] } : {} }).items[0]!.price);
equal<AuthorName>()(books.find({ fields: full ? { book: ['title'] } : undefined }).items[0]!.price);
equal<AuthorName>()(books.find({ ...(full && { fields: { book: ['title'] as const } }) }).items[0]!.price);
// @ts-expect-error: no such type
books.find({ fields: { book: ['title'], bok: ['title'] } });
// @ts-expect-error: no such option
books.find({ include: ['author'], srt: ['title'] });
// @ts-expect-error: no such path
books.find({ include: ['autor'] });
// @ts-expect-error: in a condition neither
books.find({ include: full ? ['autor'] : [] });

const names: 'book.published'[] = ['book.published'];
equal<string | Date | null | undefined>()(space.withDates(...names).type('book').find().items[0]?.published);
equal<Date | null | undefined>()(space.withDates('book.published').type('book').find().items[0]?.published);

const filter: BookFilter = {};
filter.genre = { _eq: genre };
filter.price = { _lt: full ? 9 : undefined };
filter.published = full ? { _gt: new Date() } : undefined;
filter._OR ??= [];
filter._OR.push({ title: { _contains: 'a' } });
const steps: ListQuery<Content, 'book'> = { filter };
steps.sort = ['-published'];
steps.page = { limit: 3 };
steps.page.skip = 3;
books.find(steps);
const stepped = books.find({ ...steps, include: ['author.country'] }).items[0]!;
equal<string | null | undefined>()(stepped.author?.country?.name);
equal<string>()(stepped.title!);

equal<number>()(books.find().document.meta.total);
equal<number>()(books.related('a', 'reviews')!.document.meta.total);
const author: RelatedDocument<Content, 'book', 'author'> = books.related('a', 'author')!.document;
equal<string | undefined>()(author.data?.id);
// @ts-expect-error: a to-one relationship has no total
author.meta.total;
export const card = ({ title, author }: Item<Content, 'book', 'author'>): string => \`\${title} \${author?.name}\`;
card(certain);
`;

describe('the type of an item', () => {
  it('a selection that is not certain › makes members possibly undefined; filters can be built step by step', async () => {
    expect(compiled(newFolder(), (await openBookshop()).model, { 'selection.ts': SELECTION })).toBe('');
  });
});
