/**
 * The suite that every client library passes: a list, filters, sort, include, pages, one item, and a missing one.
 *
 * What is expected is worked out from the export files alone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  books,
  bookThat,
  dearestFirst,
  ids,
  isCheaperThan,
  relatedTo,
  textOf,
} from '../../../testing/clients/books.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import type { BookClient, PlainBook } from './client.js';

const bookIds = (list: readonly PlainBook[]): string[] => list.map(({ id }) => id);

/** Reviewed, but not so often that the default window cuts the list. */
const reviewed = bookThat('has an author and between one and twenty reviews', (book) => {
  const reviews = relatedTo(book, 'reviews').length;
  return relatedTo(book, 'author').length === 1 && reviews >= 1 && reviews <= 20;
});

/** @param connect makes the library ready to talk to the server */
export function describeClient(name: string, connect: (shop: Bookshop) => Promise<BookClient>): void {
  describe(name, () => {
    let shop: Bookshop;
    let client: BookClient;
    beforeAll(async () => {
      shop = await startBookshop();
      client = await connect(shop);
    });
    afterAll(async () => {
      await client?.close?.();
      await shop?.stop();
    });

    it('a list › is the first page in export order, with the exact total', async () => {
      const list = await client.list({});
      expect(bookIds(list.books)).toEqual(ids(books).slice(0, 20));
      expect(list.total).toBe(books.length);
      expect(list.books.map(({ title }) => title)).toEqual(books.slice(0, 20).map((book) => textOf(book, 'title')));
    });

    it('conditions › are combined with AND', async () => {
      const expected = books.filter(
        (book) => textOf(book, 'genre') === textOf(reviewed, 'genre') && isCheaperThan('20')(book),
      );
      const filter = { genre: { _eq: textOf(reviewed, 'genre') }, price: { _lt: '20' } };
      const list = await client.list({ filter, page: { limit: 100, skip: 0 } });
      expect(bookIds(list.books)).toEqual(ids(expected));
      expect(list.total).toBe(expected.length);
    });

    it('a text with a space and non-ASCII letters › is sent correctly', async () => {
      const special = bookThat(
        'has a title with a space and a letter beyond ASCII',
        (book) =>
          /^.* .*$/u.test(textOf(book, 'title')) && [...textOf(book, 'title')].some((letter) => letter > '\u00ff'),
      );
      const list = await client.list({ filter: { title: { _eq: textOf(special, 'title') } } });
      expect(bookIds(list.books)).toContain(special.id);
    });

    it('alternatives › are combined with OR', async () => {
      const expected = books.filter((book) => textOf(book, 'title').startsWith('The ') || isCheaperThan('10')(book));
      const anyOf = [{ title: { _startsWith: 'The ' } }, { price: { _lt: '10' } }];
      const list = await client.list({ anyOf, page: { limit: 100, skip: 0 } });
      expect(bookIds(list.books)).toEqual(ids(expected).slice(0, 100));
    });

    it('an array of values › is one list, including commas in values', async () => {
      const genres = ['Music', 'Art', 'Poetry'];
      const list = await client.list({ filter: { genre: { _in: genres } }, page: { limit: 100, skip: 0 } });
      expect(bookIds(list.books)).toEqual(ids(books.filter((book) => genres.includes(textOf(book, 'genre')))));
      const title = textOf(
        bookThat('has a title with a comma', (book) => textOf(book, 'title').includes(',')),
        'title',
      );
      const found = await client.list({ filter: { title: { _in: [title, 'no such title'] } } });
      expect(found.books.map((book) => book.title)).toEqual([title]);
    });

    it('sort › has a primary and a secondary key', async () => {
      const list = await client.list({ sort: '-price,title', page: { limit: 100, skip: 0 } });
      expect(bookIds(list.books)).toEqual(ids([...books].sort(dearestFirst)).slice(0, 100));
    });

    it('include › turns linkage into resources', async () => {
      const found = await client.book(reviewed.id, { include: 'author,reviews' });
      const [author] = relatedTo(reviewed, 'author');
      expect(found.author).toEqual({ id: author?.id, name: author && textOf(author, 'name') });
      expect(found.reviews).toEqual(relatedTo(reviewed, 'reviews').map((review) => textOf(review, 'headline')));
    });

    it('include on a list › gives each book its own author', async () => {
      const { books: found } = await client.list({ include: 'author', page: { limit: 30, skip: 0 } });
      const expected = books.slice(0, 30).map((book) => relatedTo(book, 'author')[0]?.id);
      expect(found.map(({ author }) => author?.id)).toEqual(expected);
    });

    it('pages › together are the whole list, and only the last has no next', async () => {
      const seen: string[] = [];
      for (let skip = 0; skip < books.length; skip += 30) {
        const { books: page, next } = await client.list({ page: { limit: 30, skip } });
        seen.push(...bookIds(page));
        expect(next === undefined).toBe(skip + 30 >= books.length);
      }
      expect(seen).toEqual(ids(books));
    });

    it('one book › has its values, with the price as an exact decimal', async () => {
      const priced = bookThat('has a price', isCheaperThan('1000'));
      const found = await client.book(priced.id, {});
      expect(found).toMatchObject({ id: priced.id, title: textOf(priced, 'title') });
      expect(found.price).toMatch(/^[0-9]+\.[0-9]{2}$/);
      expect(Number(found.price)).toBe(Number(priced.values.get('price')));
    });

    it('a missing book › fails with the code ItemNotFound', async () => {
      expect(await client.failure('no-such-book')).toBe('ItemNotFound');
    });
  });
}
