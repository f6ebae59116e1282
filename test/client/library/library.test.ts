/**
 * `openSnapshot`: opening, queries, refusals, and closing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AnyContent,
  IntegrityError,
  type OpenSnapshot,
  OperationError,
  openSnapshot,
  RequestError,
} from '../../../src/client/library/index.js';
import type { QueryObject } from '../../../src/client/typed/index.js';
import { bookshopSnapshots, temporaryFolder } from '../../../testing/samples/bookshop.js';
import { startBookshop } from '../../../testing/server/server.js';

let folder: string;
let space: OpenSnapshot<AnyContent>;
beforeAll(async () => {
  folder = await bookshopSnapshots();
  space = await openSnapshot(folder);
});

/** @returns codes and parameters of the problems */
function problems(query: QueryObject): readonly string[] {
  try {
    space.type('book').find(query);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.map(({ code, parameter }) => `${code} ${parameter}`);
  }
  return [];
}

describe('openSnapshot', () => {
  it('answers › equal those of a server, byte for byte', async () => {
    const shop = await startBookshop();
    const answer = space.type('book').find({
      filter: {
        _OR: [{ genre: { _in: ['Crime', 'Poetry, and prose'] } }, { pages: { _lt: 20n }, inPrint: { _eq: true } }],
      },
      sort: ['-published'],
      include: ['author.country'],
      relatedPage: { 'author.books': { limit: 1 } },
      page: { limit: 3 },
    });
    const self = answer.document.links.self;
    const sent = await fetch(`${shop.origin}${self}`);
    expect(answer.text).toBe(await sent.text());
    expect(String(answer.complexity)).toBe(sent.headers.get('x-service-query-complexity'));
    expect(answer.total).toBe(27);
    await shop.stop();
  });

  it('a snapshot by id, with hashes, with another base, and two at once › are opened', async () => {
    const other = await openSnapshot(folder, {
      snapshot: space.id.slice(0, 8),
      verify: true,
      base: 'https://a.example/',
    });
    expect([other.id, other.name, other.types[0]]).toEqual([space.id, 'bookshop', 'book']);
    expect(other.type('book').get('turf')?.document.links.self).toBe('https://a.example/book/turf');
    other.close();
    expect(() => other.type('book').find()).toThrow(OperationError);
    expect(space.type('book').get('turf')?.item['title']).toBe('Turf');
  });

  it('a missing folder, snapshot or type › the error names the existing ones', async () => {
    await expect(openSnapshot(temporaryFolder())).rejects.toThrow(/CURRENT/);
    await expect(openSnapshot(folder, { snapshot: '00000000' })).rejects.toThrow(OperationError);
    expect(() => space.type('boook').find()).toThrow('Did you mean "book"?');
    expect(() => space.type('book').related('turf', 'reviewers')).toThrow('Did you mean "reviews"?');
    expect(new IntegrityError({ file: 'a', expected: 'b', found: 'c' })).toBeInstanceOf(Error);
  });

  it('items › have their fields in one object, and included items along the paths of include', () => {
    const [book] = space.type('book').find({
      filter: { id: { _eq: 'the-salt-road' } },
      include: ['author.books'],
      fields: { book: ['title', 'author', 'reviews'], author: ['name', 'books'] },
    }).items;
    expect(Object.keys(book ?? {}).sort()).toEqual(['author', 'id', 'reviews', 'title', 'type']);
    expect(book).toMatchObject({ type: 'book', title: 'The Salt Road', author: { name: 'Inês Caldeira' } });
    expect(book).toHaveProperty('reviews.0', { type: 'review', id: 'r001' });
    expect(JSON.stringify(Object.keys(book ?? {}))).not.toContain('links');
    expect(book).toHaveProperty('author.books.3', { ...book, author: { type: 'author', id: 'ines-caldeira' } });
    expect(JSON.parse(JSON.stringify(book))).toEqual(book);
  });

  it('a missing item › undefined; related items › a list, an item or none', () => {
    const books = space.type('book');
    expect(books.get('no such book')).toBeUndefined();
    expect(books.related('no such book', 'reviews')).toBeUndefined();
    expect(books.related('the-salt-road', 'reviews', { page: { limit: 2 } })).toMatchObject({ total: 24 });
    expect(books.related('the-salt-road', 'author')?.items).toMatchObject([{ name: 'Inês Caldeira' }]);
  });

  it('each › visits every item once with any page size', () => {
    const ids = (limit?: number): readonly string[] =>
      [...space.type('book').each({ sort: ['-id'], ...(limit === undefined ? {} : { page: { limit } }) })].map(
        ({ id }) => id,
      );
    expect(ids().length).toBe(100);
    expect(ids(7)).toEqual(ids());
    expect([...space.type('book').each({ page: { limit: 0 } })]).toEqual([]);
  });

  it('undefined members › count as absent', () => {
    const all = space.type('book').find();
    expect(
      space.type('book').find({ filter: { genre: undefined }, sort: undefined, page: { skip: undefined } }).total,
    ).toBe(all.total);
  });

  it.each<[QueryObject, string]>([
    [{ filter: { titel: { _eq: 'a' } } }, 'UnknownField filter[titel][_eq]'],
    [{ filter: { title: null } }, 'InvalidValue filter[title]'],
    [{ filter: { title: { _eq: undefined } } }, 'InvalidValue filter[title]'],
    [{ filter: { _OR: [] } }, 'InvalidValue filter[_OR]'],
    [{ filter: { _OR: [{}] } }, 'InvalidValue filter[_OR][0]'],
    [{ filter: { genre: { _in: [] } } }, 'InvalidValue filter[genre][_in]'],
    [{ filter: { genre: { _eq: ['a', 'b'] } } }, 'InvalidParameter filter[genre][_eq][0]'],
    [{ filter: { published: { _eq: new Date(Number.NaN) } } }, 'InvalidValue filter[published][_eq]'],
    [{ filter: { price: { _lt: Number.NaN } } }, 'InvalidValue filter[price][_lt]'],
    [{ filter: { title: { _eq: '\ud800' } } }, 'InvalidValue filter[title][_eq]'],
    [{ filter: { title: () => 'a' } }, 'InvalidValue filter[title]'],
    [{ sort: ['prise'] }, 'UnknownField sort'],
    [{ page: { limit: 101 } }, 'InvalidValue page[limit]'],
    [{ page: { limit: 1.5 } }, 'InvalidValue page[limit]'],
    [{ relatedPage: { 'author.bookz': { limit: 1 } } }, 'UnknownField page[author][bookz][limit]'],
    [
      { facets: { genre: { limit: 1, sort: 'value', prefix: 'C' }, description: 1 } },
      'InvalidParameter _facet[description]',
    ],
    [{ include: ['author', 'autor'] }, 'UnknownField include'],
    [JSON.parse('{"filters":{}}'), 'UnknownParameter filters'],
  ])('%j › is refused by the name of the parameter', (query, expected) => {
    expect(problems(query)).toContain(expected);
  });

  it('a filter that contains itself › is refused', () => {
    const filter: { _OR: object[] } = { _OR: [] };
    filter._OR.push(filter);
    expect(problems({ filter }).length).toBeGreaterThan(0);
  });

  it('a Date › means its instant', () => {
    const starts = new Date('2026-05-16T08:15:00Z');
    expect(space.type('event').find({ filter: { starts: { _eq: starts } } }).total).toBe(1);
  });
});
