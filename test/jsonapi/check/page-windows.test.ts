import { describe, expect, it } from 'vitest';
import { pageSearch } from '../../../src/jsonapi/index.js';
import { parse, problemTexts, shapeOf } from '../parsing.js';

const LIST =
  'The parameters here are: filter[<field>][<operator>], sort, include, fields[<type>], page[limit], page[skip], page[<relationship>][limit], page[<relationship>][skip], _facet[<field>], _stats, _highlight, _match.';
const OF_BOOK = 'The relationships are: author, reviews, tags.';

function pageOf(path: string, search: string): string {
  const request = parse(path, search);
  if (!('page' in request)) throw new Error(`${request.kind} has no page`);
  return `${request.page.skip}+${request.page.limit}`;
}

describe('page of a list', () => {
  it.each([
    ['/book', '', '0+20'],
    ['/book', 'page[limit]=0', '0+0'],
    ['/book', 'page[limit]=100', '0+100'],
    ['/book', 'page[limit]=007', '0+7'],
    ['/book', 'page[skip]=40', '40+20'],
    ['/book', 'page[skip]=9007199254740991&page[limit]=5', '9007199254740991+5'],
    ['/book/b1/reviews', 'page[limit]=5&page[skip]=1', '1+5'],
    ['/book/b1/author', '', '0+20'],
    ['/book/b1/relationships/reviews', '', '0+20'],
    ['/book/b1/relationships/reviews', 'page[limit]=495&page[skip]=3', '3+495'],
    ['/book/b1/relationships/author', '', '0+20'],
    ['/odd', 'page[limit]=3&page[limit][limit]=4', '0+3'],
  ])('%s?%s › is %s', (path, search, expected) => {
    expect(pageOf(path, search)).toBe(expected);
  });

  it.each([
    ['/book', 'page[limit]', '101', '100'],
    ['/book', 'page[limit]', '', '100'],
    ['/book', 'page[limit]', '-1', '100'],
    ['/book', 'page[limit]', '+1', '100'],
    ['/book', 'page[limit]', '1.0', '100'],
    ['/book', 'page[limit]', '1e1', '100'],
    ['/book', 'page[limit]', 'all', '100'],
    ['/book', 'page[limit]', '00000000000000001', '100'],
    ['/book', 'page[skip]', '9007199254740992', '9007199254740991'],
    ['/book', 'page[skip]', '-1', '9007199254740991'],
    ['/book/b1/reviews', 'page[limit]', '101', '100'],
    ['/book/b1/relationships/reviews', 'page[limit]', '1001', '1000'],
    ['/book', 'page[reviews][limit]', '1001', '1000'],
    ['/book', 'page[reviews][skip]', 'x', '9007199254740991'],
  ])('%s?%s=%s › ends at %s', (path, name, value, maximum) => {
    const decoded = value.replaceAll('+', ' ');
    expect(problemTexts(path, `${name}=${value}`)).toEqual([
      `InvalidValue [${name}] "${decoded}" is not a value for "${name}", which takes an integer from 0 to ${maximum}.`,
    ]);
  });

  it.each([
    [
      '/book/b1',
      'page[limit]',
      'A single item takes no "page[limit]"; its to-many relationships take a page: page[<relationship>][limit]=<number>.',
    ],
    [
      '/book/b1',
      'page[skip]',
      'A single item takes no "page[skip]"; its to-many relationships take a page: page[<relationship>][skip]=<number>.',
    ],
    [
      '/book/b1/author',
      'page[limit]',
      'The related item of the to-one relationship "author" takes no "page[limit]"; its to-many relationships take a page: page[<relationship>][limit]=<number>.',
    ],
    [
      '/book/b1/relationships/author',
      'page[limit]',
      'The linkage of the to-one relationship "author" takes no "page[limit]"; only to-many relationships have a page.',
    ],
  ])('%s?%s › is not a list', (path, name, detail) => {
    expect(problemTexts(path, `${name}=1`)).toEqual([`InvalidParameter [${name}] ${detail}`]);
  });
});

describe('page of a relationship', () => {
  it.each([
    ['page[reviews][limit]=5', '{(reviews[0+5])}'],
    ['page[reviews][skip]=5', '{(reviews[5+20])}'],
    ['page[reviews][skip]=5&page[reviews][limit]=0', '{(reviews[5+0])}'],
    ['page%5Breviews%5D%5Blimit%5D=5&page[tags][limit]=6', '{(reviews[0+5]) (tags[0+6])}'],
    ['page[reviews][limit]=5&include=reviews', '{reviews[0+5]}'],
    ['include=author&page[author][books][limit]=3', '{author{(books[0+3])}}'],
    ['include=author.books&page[author][books][limit]=3', '{author{books[0+3]}}'],
    ['page[author][books][limit]=3', '{}'],
    ['include=reviews&page[author][books][limit]=3', '{reviews}'],
    ['include=tags.tagged&page[tags][limit]=1&page[tags][tagged][books][limit]=1', '{tags[0+1]{tagged{(books[0+1])}}}'],
    [
      'include=author.books.author.books.author&page[author][books][limit]=1&page[author][books][author][books][author][books][limit]=2',
      '{author{books[0+1]{author{books{author{(books[0+2])}}}}}}',
    ],
  ])('%s › is %s', (search, expected) => {
    expect(shapeOf(search)).toBe(expected);
  });

  it('a relationship named like a member › has its own window', () => {
    expect(shapeOf('page[limit][limit]=4&page[skip][skip]=5&page[limit][skip]=6', '/odd/x')).toBe(
      '{(limit[6+4]) (skip[5+20])}',
    );
    expect(shapeOf('page[limit][skip][limit]=4&include=limit', '/odd/x')).toBe('{limit{(skip[0+4])}}');
  });

  it('a name that is to-many on one of several types › takes a limit', () => {
    expect(shapeOf('page[tags][limit]=4', '/shelf/s/best')).toBe('{(tags[0+4])}');
  });

  it.each([
    ['page[author][limit]', 'InvalidParameter "author" is to-one; only to-many relationships take a limit.'],
    ['page[author][skip]', 'InvalidParameter "author" is to-one; only to-many relationships take a skip.'],
    ['page[author][country][limit]', 'InvalidParameter "country" is to-one; only to-many relationships take a limit.'],
    [
      'page[title][limit]',
      `InvalidParameter "title" is an attribute of "book", not a relationship, and cannot be given a limit. ${OF_BOOK}`,
    ],
    ['page[reveiws][limit]', `UnknownField "book" has no relationship "reveiws". Did you mean "reviews"? ${OF_BOOK}`],
    [
      'page[author][boks][limit]',
      'UnknownField "author" has no relationship "boks". Did you mean "books"? The relationships are: country, books, tags.',
    ],
    ['page[__proto__][limit]', `UnknownField "book" has no relationship "__proto__". ${OF_BOOK}`],
    ['page[constructor][limit]', `UnknownField "book" has no relationship "constructor". ${OF_BOOK}`],
    [
      'page[][limit]',
      'InvalidParameter "page[][limit]" has empty brackets in place of a relationship: the form is page[<relationship>][limit]=<number>.',
    ],
    [
      'page[author][books][author][books][author][books][author][limit]',
      'InvalidParameter "page[author][books][author][books][author][books][author][limit]" leads through 7 relationships; at most 6 are followed.',
    ],
    ['page', `InvalidParameter "page" needs a name in brackets. Did you mean "page[skip]=0"? ${LIST}`],
    [
      'page[number]',
      `UnknownParameter There is no parameter "page[number]" here. Did you mean "page[skip]=0"? It counts items, not pages. ${LIST}`,
    ],
    ['page[size]', `UnknownParameter There is no parameter "page[size]" here. Did you mean "page[limit]=1"? ${LIST}`],
    [
      'page[offset]',
      `UnknownParameter There is no parameter "page[offset]" here. Did you mean "page[skip]=1"? ${LIST}`,
    ],
    ['page[Limit]', `UnknownParameter There is no parameter "page[Limit]" here. Did you mean "page[limit]=1"? ${LIST}`],
    ['page[]', `UnknownParameter There is no parameter "page[]" here. ${LIST}`],
    ['page[__proto__]', `UnknownParameter There is no parameter "page[__proto__]" here. ${LIST}`],
    ['page[toString]', `UnknownParameter There is no parameter "page[toString]" here. ${LIST}`],
    [
      'page[reviews][size]',
      `UnknownParameter There is no parameter "page[reviews][size]" here. Did you mean "page[reviews][limit]=1"? ${LIST}`,
    ],
    [
      'page[reviews]',
      `UnknownParameter "page[reviews]" sets neither a limit nor a skip: write page[reviews][limit]=<number> or page[reviews][skip]=<number>. ${LIST}`,
    ],
    [
      'page[author][books]',
      `UnknownParameter "page[author][books]" sets neither a limit nor a skip: write page[author][books][limit]=<number> or page[author][books][skip]=<number>. ${LIST}`,
    ],
    [
      'page[reviws]',
      `UnknownParameter There is no parameter "page[reviws]" here. Did you mean "page[reviews][limit]"? ${LIST}`,
    ],
  ])('%s › is refused', (name, expected) => {
    const [code, ...detail] = expected.split(' ');
    expect(problemTexts('/book', `${name}=1`)).toEqual([`${code} [${name}] ${detail.join(' ')}`]);
  });
});

describe('pageSearch', () => {
  it.each([
    ['', '?page%5Blimit%5D=5&page%5Bskip%5D=10'],
    ['?sort=title', '?sort=title&page%5Blimit%5D=5&page%5Bskip%5D=10'],
    ['?page%5Bskip%5D=0&sort=title&page%5Blimit%5D=20', '?page%5Bskip%5D=10&sort=title&page%5Blimit%5D=5'],
    ['?page%5Blimit%5D=20&include=', '?page%5Blimit%5D=5&include=&page%5Bskip%5D=10'],
    [
      '?page%5Blimit%5D%5Blimit%5D=1&page%5Breviews%5D%5Bskip%5D=2',
      '?page%5Blimit%5D%5Blimit%5D=1&page%5Breviews%5D%5Bskip%5D=2&page%5Blimit%5D=5&page%5Bskip%5D=10',
    ],
  ])('%s › becomes %s', (search, expected) => {
    expect(pageSearch(search, { skip: 10, limit: 5 })).toBe(expected);
  });

  it('its query › requests that page and is otherwise equal', () => {
    const before = parse('/book', 'sort=-title&page[limit]=7&filter[title][_contains]=a%26page[skip]=3');
    const after = parse('/book', pageSearch(before.search, { skip: 14, limit: 7 }));
    expect(after).toEqual({ ...before, page: { skip: 14, limit: 7 }, search: after.search });
  });
});
