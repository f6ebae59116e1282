import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { typesBehind } from '../../../src/jsonapi/check/include.js';
import { parse, problemTexts, shapeOf } from '../parsing.js';

const EMPTY =
  'InvalidParameter [include] "include" has an empty entry: the form is include=<relationship>,<relationship>.<relationship>.';
const OF_BOOK = 'The relationships are: author, reviews, tags.';

describe('include', () => {
  it.each([
    ['', '{}'],
    ['include=', '{}'],
    ['include=author', '{author}'],
    ['include=reviews,author', '{reviews author}'],
    ['include=author.country', '{author{country}}'],
    ['include=author.country,author,author.country', '{author{country}}'],
    ['include=author,reviews.writer,author.country', '{author{country} reviews{writer}}'],
    [
      'include=author.books.author.books.author&page[author][books][limit]=2',
      '{author{books[0+2]{author{books{author}}}}}',
    ],
    ['include=tags.tagged.author&page[tags][limit]=2', '{tags[0+2]{tagged{author}}}'],
    ['include=tags.tagged.books,tags.tagged.reviews&page[tags][tagged][limit]=0', '{tags{tagged[0+0]{books reviews}}}'],
    ['include=author.tags.tagged', '{author{tags{tagged}}}'],
  ])('%s › follows %s', (search, expected) => {
    expect(shapeOf(search)).toBe(expected);
  });

  it('a limit of the model › counts where the relationship is included and no other is given', () => {
    const of = contentModel('s', [
      contentType('page', [
        { name: 'blocks', type: 'relationship', to: ['block', 'page'], many: true, limit: 5 },
        { name: 'others', type: 'relationship', to: ['page'], many: true },
      ]),
      contentType('block', [{ name: 'others', type: 'relationship', to: ['page'], many: true, limit: 2 }]),
    ]);
    const blocks = (search: string): unknown => parse('/page', search, of);
    expect(blocks('include=blocks.others')).toMatchObject({
      complexity: 50 + 20 * (10 + 10 + 5 * (10 + 10 + 2 * 10)),
      shape: {
        windows: new Map([['blocks', { skip: 0, limit: 5 }]]),
        includes: new Map([
          ['blocks', expect.objectContaining({ windows: new Map([['others', { skip: 0, limit: 2 }]]) })],
        ]),
      },
    });
    expect(blocks('include=blocks&page[blocks][limit]=7')).toMatchObject({
      shape: { windows: new Map([['blocks', { skip: 0, limit: 7 }]]) },
    });
    expect(blocks('include=blocks&page[blocks][skip]=2')).toMatchObject({
      shape: { windows: new Map([['blocks', { skip: 2, limit: 5 }]]) },
    });
    expect(blocks('')).toMatchObject({ complexity: 250, shape: { windows: new Map() } });
  });

  it('given, even empty › says so', () => {
    expect(parse('/book', 'include=')).toMatchObject({ hasInclude: true });
    expect(parse('/book', 'include=author')).toMatchObject({ hasInclude: true });
    expect(parse('/book/b1', 'page[reviews][limit]=3')).toMatchObject({ hasInclude: false });
    expect(parse('/book/b1/author', '')).toMatchObject({ hasInclude: false });
  });

  it.each([
    ['/book', '{author}', 'include=author'],
    ['/book/b1/author', '{books}', 'include=books'],
    ['/book/b1/reviews', '{writer}', 'include=writer'],
    ['/shelf/s/items', '{author books tags{tagged}}', 'include=author,books,tags.tagged&page[limit]=1'],
    ['/shelf/s/best', '{reviews country}', 'include=reviews,country'],
  ])('on %s › follows %s', (path, expected, search) => {
    expect(shapeOf(search, path)).toBe(expected);
  });

  it.each([
    [',', [EMPTY, EMPTY]],
    ['author,', [EMPTY]],
    ['author,,reviews', [EMPTY]],
    ['author.', [EMPTY]],
    ['.author', [EMPTY]],
    ['author..country', [EMPTY]],
    ['autor', [`UnknownField [include] "book" has no relationship "autor". Did you mean "author"? ${OF_BOOK}`]],
    ['__proto__', [`UnknownField [include] "book" has no relationship "__proto__". ${OF_BOOK}`]],
    ['constructor.prototype', [`UnknownField [include] "book" has no relationship "constructor". ${OF_BOOK}`]],
    ['toString', [`UnknownField [include] "book" has no relationship "toString". ${OF_BOOK}`]],
    [
      'author.contry',
      [
        'UnknownField [include] "author" has no relationship "contry". Did you mean "country"? The relationships are: country, books, tags.',
      ],
    ],
    [
      'author.country.name',
      [
        'InvalidParameter [include] "name" is an attribute of "country", not a relationship, and cannot be included. The relationships are: none.',
      ],
    ],
    [
      'title',
      [
        `InvalidParameter [include] "title" is an attribute of "book", not a relationship, and cannot be included. ${OF_BOOK}`,
      ],
    ],
    [
      'tags.tagged.nope',
      [
        'UnknownField [include] None of "book", "author" has a relationship "nope". The relationships are: author, reviews, tags, country, books.',
      ],
    ],
    [
      'author.books.author.books.author.books',
      [
        'InvalidParameter [include] The path "author.books.author.books.author.books" has 6 steps; at most 5 are followed.',
      ],
    ],
    ['*', [`UnknownField [include] "book" has no relationship "*". ${OF_BOOK}`]],
  ])('include=%s › is refused', (value, expected) => {
    expect(problemTexts('/book/b1', `include=${value}`)).toEqual(expected);
  });
});

describe('typesBehind', () => {
  const to = (name: string, ...targets: string[]) =>
    contentType(name, [{ name: 'ref', type: 'relationship', to: targets, many: true }]);
  const types = [
    to('a', 'x', 'y'),
    to('alike', 'x', 'y'),
    to('turned', 'y', 'x'),
    to('other', 'x', 'z'),
    to('fewer', 'x'),
    ...['x', 'y', 'z'].map((name) => contentType(name, [{ name: 'label', type: 'text' }])),
  ];
  const model = contentModel('ends', types);
  const behind = (...names: string[]) =>
    typesBehind(
      model,
      names.map((name) => model.contentTypes.get(name)!),
      'ref',
    )?.map(({ name }) => name);

  it.each([
    [['a'], ['x', 'y']],
    [
      ['a', 'alike'],
      ['x', 'y'],
    ],
    [
      ['a', 'turned'],
      ['x', 'y'],
    ],
    [
      ['a', 'other'],
      ['x', 'y', 'z'],
    ],
    [
      ['a', 'x', 'other'],
      ['x', 'y', 'z'],
    ],
    [
      ['fewer', 'a'],
      ['x', 'y'],
    ],
    [
      ['a', 'fewer', 'other'],
      ['x', 'y', 'z'],
    ],
    [['x', 'y'], undefined],
  ])('a relationship of one name in %j › leads to every type that one of them leads to, once', (names, expected) => {
    expect(behind(...names)).toEqual(expected);
  });
});
