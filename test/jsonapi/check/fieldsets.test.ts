import { describe, expect, it } from 'vitest';
import { parse, problemTexts } from '../parsing.js';

const TYPES = 'The content types are: book, author, review, tag, country, shelf, odd.';
const FORM = 'must name one type in brackets: the form is fields[<type>]=<field>,<field>.';
const OF_BOOK =
  'Its fields are: title, blurb, body, genre, inPrint, pages, price, published, cover, author, reviews, tags.';

/** `book: title author; tag:` */
function fieldsetsOf(path: string, search: string): string {
  const request = parse(path, search);
  if (!('fieldsets' in request)) throw new Error(`${request.kind} has no fields`);
  return [...request.fieldsets].map(([type, names]) => [`${type}:`, ...names].join(' ')).join('; ');
}

describe('fields', () => {
  it.each([
    ['/book', '', ''],
    ['/book', 'fields[book]=title', 'book: title'],
    ['/book', 'fields[book]=cover,author,title,author', 'book: cover author title'],
    ['/book/b1', 'fields[book]=', 'book:'],
    ['/book/b1', 'fields[tag]', 'tag:'],
    ['/book/b1', 'fields%5Bauthor%5D=name%2Cbooks&fields[book]=title', 'author: name books; book: title'],
    ['/book/b1/author', 'fields[country]=name', 'country: name'],
    ['/book/b1/reviews', 'fields[review]=text', 'review: text'],
  ])('%s?%s › selects %s', (path, search, expected) => {
    expect(fieldsetsOf(path, search)).toBe(expected);
  });

  it.each([
    ['fields', 'title', [`InvalidParameter "fields" ${FORM}`]],
    ['fields[]', 'title', [`InvalidParameter "fields[]" ${FORM}`]],
    ['fields[book][title]', '1', [`InvalidParameter "fields[book][title]" ${FORM}`]],
    ['fields[bok]', 'title', [`InvalidParameter There is no content type "bok". Did you mean "book"? ${TYPES}`]],
    ['fields[__proto__]', 'title', [`InvalidParameter There is no content type "__proto__". ${TYPES}`]],
    ['fields[constructor]', '', [`InvalidParameter There is no content type "constructor". ${TYPES}`]],
    ['fields[book]', 'titel', [`UnknownField "book" has no field "titel". Did you mean "title"? ${OF_BOOK}`]],
    ['fields[book]', '__proto__', [`UnknownField "book" has no field "__proto__". ${OF_BOOK}`]],
    ['fields[book]', 'toString,title', [`UnknownField "book" has no field "toString". ${OF_BOOK}`]],
    [
      'fields[book]',
      'id,type',
      [
        'InvalidParameter "id" is not a field; every resource has it anyway.',
        'InvalidParameter "type" is not a field; every resource has it anyway.',
      ],
    ],
    [
      'fields[book]',
      'title,,pages',
      ['InvalidParameter "fields[book]" has an empty entry: the form is fields[<type>]=<field>,<field>.'],
    ],
  ])('%s=%s › is refused', (name, value, expected) => {
    const lines = expected.map((line) => line.replace(' ', ` [${name}] `));
    expect(problemTexts('/book', `${name}=${value}`)).toEqual(lines);
  });
});
