import { describe, expect, it } from 'vitest';
import { parse, problemTexts } from '../parsing.js';

const EMPTY = 'InvalidParameter [sort] "sort" has an empty entry: the form is sort=<field>,-<field>.';
const FIELDS = 'Accepted here: id, title, blurb, body, genre, inPrint, pages, price, published.';

function keysOf(search: string, path = '/book'): string {
  const request = parse(path, search);
  if (request.kind !== 'collection' && request.kind !== 'related') throw new Error(`${request.kind} has no order`);
  return request.sort.map(({ field, descending }) => (descending ? `${field} down` : `${field} up`)).join(', ');
}

describe('sort', () => {
  it.each([
    ['', ''],
    ['sort=title', 'title up'],
    ['sort=-title', 'title down'],
    ['sort=genre,-price,id', 'genre up, price down, id up'],
    ['sort=blurb,body,inPrint,pages,published,-id', 'blurb up, body up, inPrint up, pages up, published up, id down'],
    ['sort=title%2C-pages', 'title up, pages down'],
    ['sort=author.name,-author.country.id', 'author.name up, author.country.id down'],
  ])('%s › orders by %s', (search, expected) => {
    expect(keysOf(search)).toBe(expected);
  });

  it.each([
    ['', EMPTY],
    ['-', EMPTY],
    ['title,', EMPTY],
    ['title,,pages', EMPTY],
    ['titel', `UnknownField [sort] "book" has no field "titel". Did you mean "title"? ${FIELDS}`],
    ['+title', `UnknownField [sort] "book" has no field " title". Did you mean "title"? ${FIELDS}`],
    ['--title', `UnknownField [sort] "book" has no field "-title". Did you mean "title"? ${FIELDS}`],
    ['__proto__', `UnknownField [sort] "book" has no field "__proto__". ${FIELDS}`],
    ['-constructor', `UnknownField [sort] "book" has no field "constructor". ${FIELDS}`],
    ['toString', `UnknownField [sort] "book" has no field "toString". ${FIELDS}`],
    [
      'cover',
      'InvalidParameter [sort] A list cannot be sorted by "cover": no order is defined on a field of type image.',
    ],
    [
      '-author',
      'InvalidParameter [sort] A list cannot be sorted by "author": no order is defined on a field of type relationship.',
    ],
    [
      'author.age',
      'UnknownField [sort] "author" has no field "age". Did you mean "name"? Accepted here: id, title, name, price, published.',
    ],
    [
      'autor.name',
      'UnknownField [sort] "book" has no relationship "autor". Did you mean "author"? The relationships are: author, reviews, tags.',
    ],
    [
      'title.name',
      'InvalidParameter [sort] "title" is an attribute of "book", not a relationship, and cannot be followed. The relationships are: author, reviews, tags.',
    ],
    [
      '-reviews.text',
      'InvalidParameter [sort] "reviews.text" leads through "reviews", which is to-many, so an item may have several values. A sort follows to-one relationships only: name a field of the items themselves, or a field behind to-one relationships.',
    ],
    [
      'author.tags.id',
      'InvalidParameter [sort] "author.tags.id" leads through "tags" to items of the types tag, country. A sort follows relationships to one type only; a filter may name one of several, by filter[tags][type][_eq]=<type>.',
    ],
    [
      'author.country.country.country.id',
      'InvalidParameter [sort] "author.country.country.country.id" leads through more than 3 relationships; at most 3 are followed. Ask from a type that is nearer.',
    ],
    [
      'author.name,author.title,author.id,author.price',
      'InvalidParameter [sort] "author.price" is one key too many: at most 3 may lead through relationships.',
    ],
    ['author.name,-author.name', 'InvalidParameter [sort] "sort" names "author.name" more than once.'],
    ['title,pages,-title', 'InvalidParameter [sort] "sort" names "title" more than once.'],
  ])('sort=%s › is refused', (value, expected) => {
    expect(problemTexts('/book', `sort=${value}`)).toEqual([expected]);
  });

  it('related items › have no distance', () => {
    expect(problemTexts('/book', 'sort=author.place.distance(1,2)')).toEqual([
      `InvalidParameter [sort] "author.place" is a field of related items; distances are measured only to locations of the items themselves.`,
    ]);
  });

  it.each(['place.distance', 'place.Distance(1,2)', 'place.latitude'])('%s › the problem has the form', (key) => {
    expect(problemTexts('/odd', `sort=${key}`)).toEqual([
      `InvalidParameter [sort] "${key}" is not a distance from a place: the form is <field>.distance(<latitude>,<longitude>).`,
    ]);
  });

  it('a distance without its closing parenthesis › the problem has the form', () => {
    expect(problemTexts('/book', 'sort=place.distance(1,2')).toEqual([
      'InvalidParameter [sort] "place.distance(1,2" is not a distance from a place: the form is <field>.distance(<latitude>,<longitude>).',
    ]);
  });

  it('a list of texts › has no order', () => {
    expect(problemTexts('/odd', 'sort=labels')).toEqual([
      'InvalidParameter [sort] A list cannot be sorted by "labels": it has "many": true in the model, and no order is defined on lists.',
    ]);
  });

  it('items of several types › are ordered by what all share', () => {
    expect(keysOf('sort=-published,title', '/shelf/s/items')).toBe('published down, title up');
    expect(problemTexts('/shelf/s/items', 'sort=author.name')).toEqual([
      'UnknownField [sort] The items here are of the types book, author. Of these types, author has no field "author". Names that all of them share: tags.',
    ]);
    expect(problemTexts('/shelf/s/items', 'sort=price,pages')).toEqual([
      'UnknownField [sort] The items here are of the types book, author. The field "price" has different types in them. Names that all of them share: id, title, published.',
      'UnknownField [sort] The items here are of the types book, author. Of these types, author has no field "pages". Names that all of them share: id, title, published.',
    ]);
  });
});
