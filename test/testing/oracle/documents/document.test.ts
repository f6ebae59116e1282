import { describe, expect, it } from 'vitest';
import type { ContentType, RelationshipField } from '../../../../src/content/model/index.js';
import type { Window } from '../../../../src/engine/query/query-tree.js';
import type { Fieldsets, Shape } from '../../../../src/jsonapi/request/parsed-request.js';
import { longShelf, shelf } from '../../../../testing/oracle/content/shelf.js';
import { type ContentRequest, expectedDocument, type OracleSpace, typeOf } from '../../../../testing/oracle/index.js';

const book = typeOf(shelf, 'book');
const author = typeOf(shelf, 'author');

const window = (skip: number, limit: number): Window => ({ skip, limit });
const shape = (includes: Record<string, Shape> = {}, windows: Record<string, Window> = {}): Shape => ({
  includes: new Map(Object.entries(includes)),
  windows: new Map(Object.entries(windows)),
});
const fields = (sets: Record<string, readonly string[]>): Fieldsets =>
  new Map(Object.entries(sets).map(([type, names]) => [type, new Set(names)]));

/** Fieldsets that keep nothing, where a test is about something else. */
const BARE = fields({ book: [], author: [], leaflet: [] });

const common = { complexity: 0, search: '', hasInclude: false, shape: shape(), fieldsets: BARE };
const listed = { filter: undefined, sort: [], page: window(0, 20) };

function relationship(type: ContentType, name: string): RelationshipField {
  const field = type.relationships.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`the shelf has no relationship "${name}"`);
  return field;
}

const answer = (request: ContentRequest, space: OracleSpace = shelf) => expectedDocument(space, request, '/d');

describe('expectedDocument › item', () => {
  it('an item with all members › is complete', () => {
    expect(answer({ ...common, kind: 'item', type: book, id: 'b', fieldsets: new Map() })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: { self: '/d/book/b' },
      data: {
        type: 'book',
        id: 'b',
        attributes: {
          title: '\uFF21bc',
          blurb: '',
          price: '9007199254740993.01',
          pages: -5,
          sold: false,
          printed: '2024-02-29',
          stocked: '2024-03-01T08:00:00.001Z',
          genre: 'Fiction',
          cover: { url: '/b.png', fileSize: 7 },
        },
        relationships: {
          author: {
            data: { type: 'author', id: 'bo' },
            links: { self: '/d/book/b/relationships/author', related: '/d/book/b/author' },
          },
          sequels: {
            data: [{ type: 'book', id: 'c' }],
            links: { self: '/d/book/b/relationships/sequels', related: '/d/book/b/sequels' },
            meta: { total: 1 },
          },
          about: {
            data: [],
            links: { self: '/d/book/b/relationships/about', related: '/d/book/b/about' },
            meta: { total: 0 },
          },
        },
        links: { self: '/d/book/b' },
      },
    });
  });

  it('an id with reserved characters › is verbatim in id and strictly encoded in links', () => {
    const search = '?fields%5Bbook%5D=';
    expect(answer({ ...common, kind: 'item', type: book, id: 'e/f *', search })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: { self: '/d/book/e%2Ff%20%2A?fields%5Bbook%5D=' },
      data: { type: 'book', id: 'e/f *', links: { self: '/d/book/e%2Ff%20%2A' } },
    });
  });

  it('an id that no item has › has no document', () => {
    expect(answer({ ...common, kind: 'item', type: book, id: 'zz' })).toBeUndefined();
  });

  it('unpopulated values › are null, and a to-one without a target has null for data', () => {
    const document = answer({
      ...common,
      kind: 'item',
      type: book,
      id: 'c',
      fieldsets: fields({ book: ['sold', 'author'] }),
    });
    expect(document?.['data']).toStrictEqual({
      type: 'book',
      id: 'c',
      attributes: { sold: null },
      relationships: {
        author: { data: null, links: { self: '/d/book/c/relationships/author', related: '/d/book/c/author' } },
      },
      links: { self: '/d/book/c' },
    });
  });
});

describe('expectedDocument › linkage windows', () => {
  const linkage = (windows: Record<string, Window>): unknown => {
    const keep = fields({ book: [], author: ['books'] });
    const request = { ...common, fieldsets: keep, shape: shape({}, windows), type: author, id: 'cy' };
    const data = answer({ ...request, kind: 'item' }, longShelf())?.['data'];
    return JSON.parse(JSON.stringify(data)).relationships.books;
  };
  const self = '/d/author/cy/relationships/books';
  const addresses = { self, related: '/d/author/cy/books' };
  const names = (start: number, end: number) =>
    Array.from({ length: end - start }, (_, index) => ({ type: 'book', id: `n${start + index}` }));

  it.each([
    ['nothing said', {}, names(0, 20), `${self}?page%5Blimit%5D=20&page%5Bskip%5D=20`],
    ['a cap', { books: window(0, 3) }, names(0, 3), `${self}?page%5Blimit%5D=3&page%5Bskip%5D=3`],
    ['a skip', { books: window(7, 3) }, names(7, 10), `${self}?page%5Blimit%5D=3&page%5Bskip%5D=10`],
    ['a window up to the end', { books: window(40, 20) }, names(40, 45), undefined],
    ['a cap above the total', { books: window(0, 1000) }, names(0, 45), undefined],
  ])('%s › shows that slice, and a next link if more follow', (_, windows: Record<string, Window>, data, next) => {
    const links = next === undefined ? addresses : { ...addresses, next };
    expect(linkage(windows)).toStrictEqual({ data, links, meta: { total: 45 } });
  });

  it.each([
    ['a cap of 0', window(0, 0)],
    ['a skip behind the end', window(45, 20)],
  ])('%s › omits data instead of an empty list', (_, books) => {
    expect(linkage({ books })).toStrictEqual({ links: addresses, meta: { total: 45 } });
  });
});

describe('expectedDocument › include', () => {
  const ids = (value: unknown): string[] =>
    Array.isArray(value) ? value.map((resource: unknown) => JSON.parse(JSON.stringify(resource)).id) : [];

  it('an empty include › gives an empty list', () => {
    expect(answer({ ...common, kind: 'item', type: book, id: 'a', hasInclude: true })?.['included']).toStrictEqual([]);
  });

  it('without include › the document has no member included', () => {
    expect(answer({ ...common, kind: 'item', type: book, id: 'a' })).not.toHaveProperty('included');
  });

  it('two paths › are followed breadth first, each resource once, primary data never again', () => {
    const request = {
      ...common,
      type: book,
      id: 'a',
      hasInclude: true,
      // a → author ann → her books, a among them; a → sequels b, c, d → b's author bo.
      shape: shape({ author: shape({ books: shape() }), sequels: shape({ author: shape() }) }),
    };
    expect(ids(answer({ ...request, kind: 'item' })?.['included'])).toEqual(['ann', 'b', 'c', 'd', 'e/f *', 'bo']);
  });

  it('relationships › are followed in the order of the model, not of the paths', () => {
    const request = { ...common, type: book, id: 'a', hasInclude: true };
    const turned = shape({ sequels: shape(), author: shape() });
    expect(ids(answer({ ...request, kind: 'item', shape: turned })?.['included'])).toEqual(['ann', 'b', 'c', 'd']);
  });

  it('a window › excludes hidden identifiers from included', () => {
    const request = { ...common, type: book, id: 'a', hasInclude: true };
    const capped = shape({ sequels: shape() }, { sequels: window(1, 1) });
    expect(ids(answer({ ...request, kind: 'item', shape: capped })?.['included'])).toEqual(['c']);
  });

  it('a resource reached with different caps › shows the union of both, the primary resource too', () => {
    // a's sequels show b alone; through ann, a is reached again with a window that shows d alone.
    const again = shape({ sequels: shape() }, { sequels: window(2, 1) });
    const request = {
      ...common,
      type: book,
      id: 'a',
      hasInclude: true,
      fieldsets: fields({ book: ['sequels'], author: [] }),
      shape: shape(
        { author: shape({ books: again }, { books: window(0, 1) }), sequels: shape() },
        { sequels: window(0, 1) },
      ),
    };
    const document = JSON.parse(JSON.stringify(answer({ ...request, kind: 'item' })));
    expect(ids(document.data.relationships.sequels.data)).toEqual(['b', 'd']);
    expect(ids(document.included)).toEqual(['ann', 'b', 'd']);
  });

  it('a path through several types › is followed from the types that have the relationship', () => {
    const request = { ...common, type: book, id: 'd', hasInclude: true };
    const through = shape({ about: shape({ books: shape({}, {}), author: shape() }) });
    const document = answer({ ...request, kind: 'item', shape: through });
    // about: book a (its author is ann), author a (no books), author ann (five books, d is primary).
    expect(ids(document?.['included'])).toEqual(['a', 'a', 'ann', 'b', 'c', 'e/f *']);
  });
});

describe('expectedDocument › collection', () => {
  const links = (page: Window, search: string): unknown =>
    answer({ ...common, ...listed, kind: 'collection', type: book, page, search })?.['links'];

  it('a list › has its resources, links and the exact total', () => {
    expect(answer({ ...common, ...listed, kind: 'collection', type: author, page: window(1, 1) })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: {
        self: '/d/author',
        first: '/d/author?page%5Blimit%5D=1&page%5Bskip%5D=0',
        prev: '/d/author?page%5Blimit%5D=1&page%5Bskip%5D=0',
        next: '/d/author?page%5Blimit%5D=1&page%5Bskip%5D=2',
        last: '/d/author?page%5Blimit%5D=1&page%5Bskip%5D=2',
      },
      data: [{ type: 'author', id: 'bo', links: { self: '/d/author/bo' } }],
      meta: { total: 3 },
    });
  });

  it('parameters of the request › keep their position and their values', () => {
    expect(links(window(2, 2), '?page%5Bskip%5D=2&sort=-id&page%5Blimit%5D=2')).toStrictEqual({
      self: '/d/book?page%5Bskip%5D=2&sort=-id&page%5Blimit%5D=2',
      first: '/d/book?page%5Bskip%5D=0&sort=-id&page%5Blimit%5D=2',
      prev: '/d/book?page%5Bskip%5D=0&sort=-id&page%5Blimit%5D=2',
      next: '/d/book?page%5Bskip%5D=4&sort=-id&page%5Blimit%5D=2',
      last: '/d/book?page%5Bskip%5D=4&sort=-id&page%5Blimit%5D=2',
    });
  });

  it('a page after the end › has a prev link to the last page', () => {
    expect(links(window(50, 2), '?page%5Bskip%5D=50')).toMatchObject({
      prev: '/d/book?page%5Bskip%5D=4&page%5Blimit%5D=2',
      last: '/d/book?page%5Bskip%5D=4&page%5Blimit%5D=2',
    });
    expect(links(window(50, 2), '?page%5Bskip%5D=50')).not.toHaveProperty('next');
  });

  it('a limit of 0 › has no pagination links', () => {
    expect(links(window(0, 0), '?page%5Blimit%5D=0')).toStrictEqual({ self: '/d/book?page%5Blimit%5D=0' });
  });

  it('an empty result › has a first and a last page, which are the same', () => {
    const nothing = {
      kind: 'condition',
      field: 'id',
      operator: '_exists',
      operand: { kind: 'populated', value: false },
    } as const;
    const document = answer({ ...common, ...listed, kind: 'collection', type: author, filter: nothing });
    expect(document).toMatchObject({
      links: {
        first: '/d/author?page%5Blimit%5D=20&page%5Bskip%5D=0',
        last: '/d/author?page%5Blimit%5D=20&page%5Bskip%5D=0',
      },
      data: [],
      meta: { total: 0 },
    });
  });
});

describe('expectedDocument › related and linkage', () => {
  it('related items of a to-many › keep the stored order unless sorted', () => {
    const request = {
      ...common,
      ...listed,
      kind: 'related',
      type: book,
      id: 'a',
      relationship: relationship(book, 'sequels'),
    } as const;
    expect(answer({ ...request, page: window(1, 5) })).toMatchObject({
      links: { self: '/d/book/a/sequels', prev: '/d/book/a/sequels?page%5Blimit%5D=5&page%5Bskip%5D=0' },
      data: [{ id: 'c' }, { id: 'd' }],
      meta: { total: 3 },
    });
    expect(answer({ ...request, sort: [{ field: 'id', descending: true }] })).toMatchObject({
      data: [{ id: 'd' }, { id: 'c' }, { id: 'b' }],
    });
  });

  it('related items of several types › are found by type', () => {
    const request = { ...common, ...listed, type: book, id: 'd', relationship: relationship(book, 'about') };
    expect(answer({ ...request, kind: 'related' })).toMatchObject({
      data: [
        { type: 'book', id: 'a' },
        { type: 'author', id: 'a' },
        { type: 'author', id: 'ann' },
      ],
    });
  });

  it('the related item of a to-one › is one resource or null', () => {
    const request = { ...common, ...listed, type: book, relationship: relationship(book, 'author') };
    expect(answer({ ...request, kind: 'related', id: 'a' })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: { self: '/d/book/a/author' },
      data: { type: 'author', id: 'ann', links: { self: '/d/author/ann' } },
    });
    expect(answer({ ...request, kind: 'related', id: 'c' })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: { self: '/d/book/c/author' },
      data: null,
    });
  });

  it('linkage of a to-many › is a page of identifiers', () => {
    const request = {
      complexity: 0,
      kind: 'linkage',
      type: book,
      id: 'a',
      relationship: relationship(book, 'sequels'),
    } as const;
    const self = '/d/book/a/relationships/sequels';
    expect(answer({ ...request, page: window(0, 2), search: '?page%5Blimit%5D=2' })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links: {
        self: `${self}?page%5Blimit%5D=2`,
        related: '/d/book/a/sequels',
        first: `${self}?page%5Blimit%5D=2&page%5Bskip%5D=0`,
        next: `${self}?page%5Blimit%5D=2&page%5Bskip%5D=2`,
        last: `${self}?page%5Blimit%5D=2&page%5Bskip%5D=2`,
      },
      data: [
        { type: 'book', id: 'b' },
        { type: 'book', id: 'c' },
      ],
      meta: { total: 3 },
    });
  });

  it('linkage of a to-one › is an identifier or null', () => {
    const request = {
      complexity: 0,
      search: '',
      page: window(0, 20),
      type: book,
      relationship: relationship(book, 'author'),
    };
    const links = { self: '/d/book/c/relationships/author', related: '/d/book/c/author' };
    expect(answer({ ...request, kind: 'linkage', id: 'c' })).toStrictEqual({
      jsonapi: { version: '1.1' },
      links,
      data: null,
    });
    expect(answer({ ...request, kind: 'linkage', id: 'b' })?.['data']).toStrictEqual({ type: 'author', id: 'bo' });
  });
});
