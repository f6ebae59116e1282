/**
 * A program that sends every kind of request to the bookshop, written once for the server, the client and the library.
 */
import { type AnyContent, RequestError, type Space } from '../../src/client/http/index.js';

/** @returns the result of the program, as JSON */
export async function program(space: Space<AnyContent>): Promise<unknown> {
  const books = space.type('book');
  const list = await books.find({
    filter: {
      _OR: [{ genre: { _in: ['Crime', 'Poetry, and prose'] } }, { pages: { _lt: 20n }, inPrint: { _eq: true } }],
      price: { _gt: 1e-7 },
      published: { _gt: new Date(0) },
    },
    sort: ['-published', 'title'],
    include: ['author.country'],
    relatedPage: { 'author.books': { limit: 1 } },
    page: { limit: 3 },
    facets: { genre: 2, price: { limit: 3, ranges: [5, 10.5] } },
    stats: ['price'],
  });
  const search = await space.search({ filter: { _search: 'lighthouse' }, page: { limit: 5 }, highlight: ['title'] });
  const ids: string[] = [];
  for await (const { id } of books.each({ sort: ['id'], page: { limit: 30 } })) ids.push(id);
  let countries = 0;
  for await (const { author } of books.each({ include: ['author.country', 'reviews'] })) if (author) countries += 1;
  const one = await books.get('the-salt-road', { fields: { book: ['title', 'author'] }, include: ['author'] });
  const german = await books.get('the-salt-road', { locale: 'de', fields: { book: ['title'] } });
  const dated = await space
    .withDates('book.published')
    .type('book')
    .get('the-salt-road', { include: ['author.books'] });
  const wrong = await (async () => books.find({ filter: { titel: { _eq: 'a' }, price: { _lt: 'cheap' } } }))().catch(
    (error: unknown) => error,
  );
  const none = await (async () => space.type('boook').find())().catch((error: unknown) => error);
  return {
    types: await space.types,
    list: [list.total, list.items, list.complexity, list.document.meta],
    search: [search.total, search.items],
    suggested: await space.suggest('light', { types: ['book'] }),
    ids,
    countries,
    one: one?.item,
    german: german?.item,
    dates: [dated?.item['published'] instanceof Date, dated?.item],
    slashed: (await books.get('and/or'))?.item.id,
    related: (await books.related('the-salt-road', 'reviews', { page: { limit: 2 } }))?.items,
    missing: [
      (await books.get('a/b')) ?? null,
      (await books.get('..')) ?? null,
      (await books.get('\ud800')) ?? null,
      (await books.related('a b', 'reviews')) ?? null,
    ],
    wrong: [wrong, none].map((error) =>
      error instanceof RequestError ? [error.status, error.complexity, error.problems] : error,
    ),
    reloaded: await space.reload(),
  };
}
