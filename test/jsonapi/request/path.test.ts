import { describe, expect, it } from 'vitest';
import { parse, problemTexts } from '../parsing.js';

const TYPES = 'The content types are: book, author, review, tag, country, shelf, odd.';
const SHAPES =
  'a path has the form /<type>, /<type>/<id>, /<type>/<id>/<relationship> or /<type>/<id>/relationships/<relationship>.';
const TWICE =
  ': the path has the delivery root twice. Links begin with the delivery root, so resolve a link instead of appending it to the root: new URL(link, root).';
const RELATIONSHIPS = 'The relationships of "book" are: author, reviews, tags.';
const IDS = 'an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor "..".';

/** What a path addresses, in a line. */
function addressed(path: string): string {
  const request = parse(path);
  switch (request.kind) {
    case 'root':
      return 'root';
    case 'collection':
      return `collection of ${request.type.name}`;
    case 'search':
    case 'suggest':
      return `${request.kind} of ${request.types.map(({ name }) => name).join(', ')}`;
    case 'item':
      return `item ${request.id} of ${request.type.name}`;
    case 'related':
    case 'linkage':
      return `${request.kind} ${request.relationship.name} of ${request.id} of ${request.type.name}`;
  }
}

describe('path', () => {
  it.each([
    ['', 'root'],
    ['/', 'root'],
    ['/book', 'collection of book'],
    ['/%62ook', 'collection of book'],
    ['/book/b1', 'item b1 of book'],
    ['/book/b%201', 'item b 1 of book'],
    ['/book/b+1', 'item b+1 of book'],
    ['/book/a%2Fb', 'item a/b of book'],
    ['/book/%C3%BC', 'item ü of book'],
    ['/book/ü', 'item ü of book'],
    ['/book/__proto__', 'item __proto__ of book'],
    ['/book/relationships', 'item relationships of book'],
    ['/book/b1/author', 'related author of b1 of book'],
    ['/book/b1/reviews', 'related reviews of b1 of book'],
    ['/book/b1/relationships/author', 'linkage author of b1 of book'],
    ['/book/constructor/relationships/reviews', 'linkage reviews of constructor of book'],
    ['/odd/x/limit', 'related limit of x of odd'],
  ])('%s › addresses %s', (path, expected) => {
    expect(addressed(path)).toBe(expected);
  });

  it.each([
    ['/nope', `ContentTypeNotFound There is no content type "nope". ${TYPES}`],
    ['/bok/b1/author', `ContentTypeNotFound There is no content type "bok". Did you mean "book"? ${TYPES}`],
    ['/Book', `ContentTypeNotFound There is no content type "Book". Did you mean "book"? ${TYPES}`],
    [
      '/book&sort=title&page[limit]=2',
      `ContentTypeNotFound There is no content type "book&sort=title&page[limit]=2". Parameters begin with "?": /book?sort=title&page[limit]=2. ${TYPES}`,
    ],
    ['/__proto__', `ContentTypeNotFound There is no content type "__proto__". ${TYPES}`],
    ['/constructor/x', `ContentTypeNotFound There is no content type "constructor". ${TYPES}`],
    ['/toString/x/y', `ContentTypeNotFound There is no content type "toString". ${TYPES}`],
    ['/delivery/jsonapi', `ContentTypeNotFound There is no content type "delivery"${TWICE}`],
    ['/delivery/jsonapi/book', `ContentTypeNotFound There is no content type "delivery"${TWICE}`],
    ['/delivery/jsonapi/book/b1', `ContentTypeNotFound There is no content type "delivery"${TWICE}`],
    ['/library/delivery/jsonapi/book', `ContentTypeNotFound There is no content type "library"${TWICE}`],
    ['/delivery/b1', `ContentTypeNotFound There is no content type "delivery". ${TYPES}`],
    ['/book/', 'NotFound There is nothing at "/book/": write the path without a slash at its end, "/book".'],
    ['/book/b1//', 'NotFound There is nothing at "/book/b1//": write the path without a slash at its end, "/book/b1".'],
    ['//', 'NotFound There is nothing at "//": write the path without a slash at its end, "/".'],
    ['/book//author', `NotFound There is nothing at "/book//author": ${SHAPES}`],
    ['book', `NotFound There is nothing at "book": ${SHAPES}`],
    ['/book/b1/relationships', `NotFound There is nothing at "/book/b1/relationships": ${SHAPES}`],
    ['/book/b1/author/x', `NotFound There is nothing at "/book/b1/author/x": ${SHAPES}`],
    ['/book/b1/relationships/author/x', `NotFound There is nothing at "/book/b1/relationships/author/x": ${SHAPES}`],
    [
      '/book/b1/autor',
      `RelationshipNotFound "book" has no relationship "autor". Did you mean "author"? ${RELATIONSHIPS}`,
    ],
    ['/book/b1/__proto__', `RelationshipNotFound "book" has no relationship "__proto__". ${RELATIONSHIPS}`],
    ['/book/b1/relationships/toString', `RelationshipNotFound "book" has no relationship "toString". ${RELATIONSHIPS}`],
    [
      '/book/b1/title',
      `RelationshipNotFound "title" is an attribute of "book", not a relationship; it is delivered with the item. ${RELATIONSHIPS}`,
    ],
    [
      '/country/x/name2',
      'RelationshipNotFound "country" has no relationship "name2". The relationships of "country" are: none.',
    ],
    ['/book/..', `ItemNotFound No item can have the id "..": ${IDS}`],
    ['/book/%2E', `ItemNotFound No item can have the id ".": ${IDS}`],
    ['/book/a%00', `ItemNotFound No item can have the id "a\0": ${IDS}`],
    [`/book/${'x'.repeat(256)}`, `ItemNotFound No item can have the id "${'x'.repeat(80)}…": ${IDS}`],
    ...['%', '%F', '%zz', '%FF', '%C3', '%ED%A0%80', '%C0%80'].map((bad) => [
      `/book/${bad}`,
      `InvalidParameter Segment 2 of the path, "${bad}", is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".`,
    ]),
    [
      '/book/\ud800',
      'InvalidParameter Segment 2 of the path, "\ufffd", is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".',
    ],
    [
      '/book/b%201/%',
      'InvalidParameter Segment 3 of the path, "%", is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".',
    ],
  ])('%s › is refused', (path, expected) => {
    expect(problemTexts(path)).toEqual([expected]);
  });

  it('an impossible id and an unknown relationship › two problems', () => {
    expect(problemTexts('/book/../autor')).toEqual([
      `ItemNotFound No item can have the id "..": ${IDS}`,
      `RelationshipNotFound "book" has no relationship "autor". Did you mean "author"? ${RELATIONSHIPS}`,
    ]);
  });

  it('an impossible id › the parameters are still checked', () => {
    expect(problemTexts('/book/..', 'include=autor').map((line) => line.split(' ')[0])).toEqual([
      'ItemNotFound',
      'UnknownField',
    ]);
  });

  it('an unknown type › the parameters are not checked', () => {
    expect(problemTexts('/nope', 'sort=&limit=3')).toHaveLength(1);
  });
});
