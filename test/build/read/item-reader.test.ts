/**
 * Lines → items: what each field type makes of each JSON value, and a table of bad values with what is told of them.
 */
import { describe, expect, it } from 'vitest';
import type { ExportItem } from '../../../build/read/item.js';
import { ItemReader } from '../../../build/read/item-reader.js';
import type { ProblemLog } from '../../../build/read/problems.js';
import { type ContentType, readContentModel } from '../../../src/content/model/index.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';
import { lenient, linesOf } from './support.js';

const model = readContentModel(
  modelOf({
    book: {
      title: 'text',
      blurb: 'textMultiline',
      body: 'markdown',
      inPrint: 'boolean',
      pages: 'integer',
      price: 'decimal',
      published: 'date',
      updated: 'dateTime',
      genre: { type: 'select', options: ['Fiction', 'Technology'] },
      cover: 'image',
      place: 'location',
      author: linkTo('author'),
      reviews: linksTo('review'),
      about: linksTo('author', 'book'),
      sequel: linkTo('book', 'review'),
    },
    author: {},
    review: {},
  }),
);
if ('problems' in model) throw new Error('the model of this test is wrong');
const bookType = model.model.contentTypes.get('book');
if (bookType === undefined) throw new Error('the model of this test has no book');
const book: ContentType = bookType;

function read(lines: readonly string[]): { items: readonly ExportItem[]; problems: ProblemLog } {
  const problems = lenient();
  const reader = new ItemReader(book, 'book.ndjson', problems);
  const items = lines
    .map((text, index) => reader.read({ number: index + 1, text }))
    .filter((item) => item !== undefined);
  return { items, problems };
}

/** The value read for one field, and what was told of it. */
function readField(field: string, json: string): { value: unknown; told: readonly string[] } {
  const { items, problems } = read([`{"id":"1",${JSON.stringify(field)}:${json}}`]);
  const index = book.fields.findIndex((candidate) => candidate.name === field);
  return { value: items[0]?.values[index], told: linesOf(problems) };
}

const bare = (...ids: readonly string[]) => ids.map((id) => ({ type: undefined, id }));

describe('ItemReader › a valid value', () => {
  it.each<[field: string, json: string, value: unknown]>([
    ['title', '"A Book"', 'A Book'],
    ['title', '""', ''],
    ['title', 'null', undefined],
    ['blurb', '"a\\nb"', 'a\nb'],
    ['body', '"# é 😀"', '# é 😀'],
    ['inPrint', 'true', true],
    ['inPrint', 'false', false],
    ['pages', '0', 0],
    ['pages', '-12', -12],
    ['pages', '1e3', 1000],
    ['pages', '1.0', 1],
    ['pages', '9007199254740991', 9_007_199_254_740_991],
    ['price', '12.5', 1250n],
    ['price', '"12.50"', 1250n],
    ['price', '"-0.1"', -10n],
    ['price', '1.2e1', 1200n],
    ['price', '12.5000', 1250n],
    ['price', '"90071992547409930.07"', 9_007_199_254_740_993_007n],
    ['price', '90071992547409930.07', 9_007_199_254_740_993_007n],
    ['published', '"2024-02-29"', Date.UTC(2024, 1, 29)],
    ['published', '"2024-02-29T00:00:00.000Z"', Date.UTC(2024, 1, 29)],
    ['published', '"2024-02-29T02:00+0200"', Date.UTC(2024, 1, 29)],
    ['updated', '"2024-02-29T13:14:15.678Z"', Date.UTC(2024, 1, 29, 13, 14, 15, 678)],
    ['updated', '"2024-02-29T13:14"', Date.UTC(2024, 1, 29, 13, 14)],
    ['genre', '"Fiction"', 'Fiction'],
    ['genre', '""', ''],
    ['cover', '{"url":"/a.png"}', { url: '/a.png' }],
    [
      'cover',
      '{"fileSize":1e3,"fileName":"a.png","mimeType":"image/png","format":"png","altText":"","height":0,"width":12,"url":"/a.png"}',
      {
        url: '/a.png',
        width: 12,
        height: 0,
        altText: '',
        format: 'png',
        mimeType: 'image/png',
        fileName: 'a.png',
        fileSize: 1000,
      },
    ],
    ['cover', '{"url":"/a.png","width":null,"altText":null}', { url: '/a.png' }],
    ['author', '"a1"', bare('a1')],
    ['author', '{"type":"author","id":"a1"}', [{ type: 'author', id: 'a1' }]],
    ['author', 'null', undefined],
    ['reviews', '[]', []],
    ['reviews', '["r2","r1"]', bare('r2', 'r1')],
    ['reviews', 'null', undefined],
    [
      'about',
      '[{"type":"book","id":"x"},{"type":"author","id":"x"},"y"]',
      [{ type: 'book', id: 'x' }, { type: 'author', id: 'x' }, ...bare('y')],
    ],
    ['sequel', '"b2"', bare('b2')],
  ])('%s: %s › is read', (field, json, value) => {
    const result = readField(field, json);
    expect(result.told).toEqual([]);
    expect(result.value).toEqual(value);
  });

  it('an image › has its members in the order of delivery', () => {
    const { value } = readField('cover', '{"fileSize":3,"altText":"x","height":2,"url":"u","width":1}');
    expect(JSON.stringify(value)).toBe('{"url":"u","width":1,"height":2,"altText":"x","fileSize":3}');
  });

  it('absent fields › are undefined, one value per field', () => {
    const { items } = read(['{"pages":3,"id":"1"}']);
    expect(items[0]?.values).toHaveLength(book.fields.length);
    expect(items[0]?.values.filter((value) => value !== undefined)).toEqual([3]);
  });
});

describe('ItemReader › an invalid value', () => {
  it.each<[field: string, json: string, told: string]>([
    ['title', '12', 'a text is expected, not the number 12; write it in double quotes'],
    ['title', 'true', 'a text is expected, not true; write it in double quotes'],
    ['blurb', '["a"]', 'a text is expected, not an array; write it in double quotes'],
    ['body', '{}', 'a text is expected, not an object; write it in double quotes'],
    ['inPrint', '"true"', 'a boolean is expected, not the text "true"; write true or false without quotes'],
    ['inPrint', '1', 'a boolean is expected, not the number 1; write true or false without quotes'],
    ['pages', '"12"', 'an integer is expected, not the text "12"; write a number without quotes'],
    ['pages', 'false', 'an integer is expected, not false; write a number without quotes'],
    [
      'pages',
      '1.5',
      '1.5 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
    [
      'pages',
      '9007199254740993',
      '9007199254740993 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
    [
      'pages',
      '1e999',
      '1e999 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
    [
      'price',
      '12.345',
      "12.345 has 3 digits after the point, the field's precision is 2; round it in the export, or raise the precision",
    ],
    [
      'price',
      '"0.001"',
      "0.001 has 3 digits after the point, the field's precision is 2; round it in the export, or raise the precision",
    ],
    ['price', '"1e3"', '"1e3" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '"12,50"', '"12,50" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '"+1"', '"+1" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '".5"', '".5" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '"5."', '"5." is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '" 5"', '" 5" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '"€ 5"', '"€ 5" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '"٥"', '"٥" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '""', '"" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
    ['price', '1e500', '1e500 has an exponent beyond ±400; write the number out'],
    ['price', '[1]', 'a decimal is expected, not an array; write a number, or a string such as "12.50"'],
    ['place', '{"latitude": 91, "longitude": 13}', 'the latitude is the number 91; write a number from -90 to 90'],
    ['place', '{"latitude": 52}', 'the location has no longitude; write a number from -180 to 180'],
    [
      'place',
      '{"latitude": 52.52000659999999, "longitude": 13}',
      'the latitude 52.52000659999999 has more than 7 digits after the point; round it in the export',
    ],
    [
      'place',
      '"52,13"',
      'a location is expected, not the text "52,13"; write an object such as {"latitude": 52.52, "longitude": 13.405}, or a point of GeoJSON',
    ],
    ['price', 'true', 'a decimal is expected, not true; write a number, or a string such as "12.50"'],
    [
      'published',
      '"2024-02-30"',
      'the text "2024-02-30" is not a date; write YYYY-MM-DD. The month 2024-02 has no day 30.',
    ],
    [
      'published',
      '"29.02.2024"',
      'the text "29.02.2024" is not a date; write YYYY-MM-DD. It has none of these formats.',
    ],
    [
      'published',
      '"2024-02-29T00:00:00+0100"',
      'the text "2024-02-29T00:00:00+0100" is not midnight in UTC, and the field\'s format is "date"; write YYYY-MM-DD',
    ],
    [
      'updated',
      '1709164800000',
      'a date is expected, not the number 1709164800000; formats are YYYY-MM-DDThh:mm:ss.sssZ, YYYY-MM-DDThh:mm:ss.sss+hhmm, YYYY-MM-DDThh:mm:ss, YYYY-MM-DDThh:mm, YYYY-MM-DD',
    ],
    [
      'updated',
      '""',
      'the text "" is not a date; formats are YYYY-MM-DDThh:mm:ss.sssZ, YYYY-MM-DDThh:mm:ss.sss+hhmm, YYYY-MM-DDThh:mm:ss, YYYY-MM-DDThh:mm, YYYY-MM-DD. It has none of these formats.',
    ],
    ['genre', '1', 'a text is expected, not the number 1; write it in double quotes'],
    ['cover', '"/a.png"', 'an image is expected, not the text "/a.png"; write an object such as {"url": "…"}'],
    [
      'cover',
      '[]',
      'an image is expected, not an array; write an object such as {"url": "…"}, or set "many": true in the model',
    ],
    ['cover', '{}', 'the image has no url; write a non-empty text'],
    ['cover', '{"url":null}', 'the url is null; write a non-empty text'],
    ['cover', '{"url":""}', 'the url is the text ""; write a non-empty text'],
    ['cover', '{"url":1}', 'the url is the number 1; write a non-empty text'],
    ['cover', '{"url":"u","width":-1}', "the image's width is the number -1; write an integer that is not negative"],
    ['cover', '{"url":"u","height":"1"}', 'the image\'s height is the text "1"; write an integer that is not negative'],
    [
      'cover',
      '{"url":"u","fileSize":1.5}',
      "the image's fileSize is the number 1.5; write an integer that is not negative",
    ],
    ['cover', '{"url":"u","altText":5}', "the image's altText is the number 5; write a text"],
    ['cover', '{"url":"u","mimeType":{}}', "the image's mimeType is an object; write a text"],
    ['author', '["a1"]', 'the relationship is to one item, not an array; write "…", or set "many" in the model'],
    ['author', '7', 'an item\'s id is expected, not the number 7; an id is a string: write "7" in quotes'],
    ['author', 'true', "an item's id is expected, not true"],
    [
      'author',
      '""',
      '"" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
    [
      'author',
      '"a\\nb"',
      '"a\\nb" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
    ['author', '{"id":"a1"}', 'a link written as an object has a "type" and an "id", both strings'],
    ['author', '{"type":"author"}', 'a link written as an object has a "type" and an "id", both strings'],
    [
      'author',
      '{"type":"author","id":7}',
      'a link written as an object has a "type" and an "id", both strings: the id is the number 7, write it in quotes',
    ],
    ['author', '{"type":"book","id":"b"}', 'the relationship cannot link to items of type "book"; it links to author'],
    [
      'sequel',
      '{"type":"author","id":"a"}',
      'the relationship cannot link to items of type "author"; it links to book, review',
    ],
    [
      'sequel',
      '[]',
      'the relationship is to one item, not an array; write {"type": "…", "id": "…"}, or set "many" in the model',
    ],
    ['reviews', '"r1"', 'the relationship is to many items, not the text "r1"; write an array such as ["…"]'],
    [
      'reviews',
      '{"type":"review","id":"r"}',
      'the relationship is to many items, not an object; write an array such as ["…"]',
    ],
    [
      'about',
      '5',
      'the relationship is to many items, not the number 5; write an array such as [{"type": "…", "id": "…"}]',
    ],
    ['reviews', '[null]', "an item's id is expected, not null"],
    ['reviews', '[["r1"]]', "an item's id is expected, not an array"],
    [
      'reviews',
      '[".."]',
      '".." is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ])('%s: %s › is an error', (field, json, told) => {
    const result = readField(field, json);
    expect(result.told).toEqual([`book.ndjson:1, field ${field}: ${told}`]);
  });

  it('of ten thousand digits › is shortened in the message', () => {
    const { told } = readField('pages', '1'.repeat(10_000));
    expect(told[0]?.length).toBeLessThan(300);
  });

  it('keeps the item, so that links to it are valid', () => {
    const { items, problems } = read(['{"id":"1","pages":"12","title":"A"}']);
    expect(items[0]?.values.slice(0, 5)).toEqual(['A', undefined, undefined, undefined, undefined]);
    expect(problems.errorCount).toBe(1);
  });

  it('several in one item › are all reported', () => {
    const { problems } = read([
      '{"pages":"12","price":"x","cover":{"url":"u","width":-1,"height":-1},"reviews":[1,2]}',
    ]);
    expect(linesOf(problems).map((line) => line.split(':')[1])).toEqual([
      '1, field id',
      '1, field pages',
      '1, field price',
      '1, field cover',
      '1, field cover',
      '1, field reviews',
      '1, field reviews',
    ]);
  });
});

describe('ItemReader › a repaired value', () => {
  it('a select outside the options › is kept, with a hint', () => {
    expect(readField('genre', '"fiction"')).toEqual({
      value: 'fiction',
      told: [
        'book.ndjson:1, field genre: warning: "fiction" is not one of the options Fiction, Technology; it is kept. Did you mean "Fiction"?',
      ],
    });
  });

  it('an unknown member of an image › is left out', () => {
    expect(readField('cover', '{"url":"u","heigth":3}')).toEqual({
      value: { url: 'u' },
      told: [
        'book.ndjson:1, field cover.heigth: warning: an image has no member "heigth", so it is left out; members are url, width, height, fileSize, altText, format, mimeType, fileName, assetId. Did you mean "height"?',
      ],
    });
  });

  it('an image with names of inherited members › does not have them', () => {
    const { value, told } = readField('cover', '{"url":"u","__proto__":{"width":1},"constructor":"x"}');
    expect(value).toEqual({ url: 'u' });
    expect(told).toHaveLength(2);
  });

  it('a repeated target › is kept once, at its first position', () => {
    expect(readField('reviews', '["b","a","b",{"type":"review","id":"a"}]')).toEqual({
      value: bare('b', 'a'),
      told: [
        'book.ndjson:1, field reviews: warning: the item "b" is linked to twice; it is kept once',
        'book.ndjson:1, field reviews: warning: the item "a" is linked to twice; it is kept once',
      ],
    });
  });

  it('a bare id next to typed ones, with several types › is left for the index to resolve', () => {
    const { value, told } = readField('about', '["x",{"type":"book","id":"x"},{"type":"book","id":"x"}]');
    expect(value).toEqual([...bare('x'), { type: 'book', id: 'x' }]);
    expect(told).toHaveLength(1);
  });

  it('another member of a link › is left out', () => {
    const { value, told } = readField('author', '{"type":"author","id":"a","meta":1}');
    expect(value).toEqual([{ type: 'author', id: 'a' }]);
    expect(told).toEqual([
      'book.ndjson:1, field author.meta: warning: a link has only "type" and "id", so "meta" is left out',
    ]);
  });

  it('a key that the model lacks › is reported once with a hint, and counted', () => {
    const { items, problems } = read([
      '{"id":"1","titel":"A"}',
      '{"id":"2","titel":null,"__proto__":{},"type":"book"}',
    ]);
    expect(items).toHaveLength(2);
    expect(linesOf(problems)).toEqual([
      expect.stringMatching(
        /^book\.ndjson:1, field titel: warning: the model has no such field for book, so it is left out; fields are title, .*\. Did you mean "title"\? \(2 times\)$/,
      ),
      expect.stringMatching(/^book\.ndjson:2, field __proto__: warning: the model has no such field/),
      expect.stringMatching(/^book\.ndjson:2, field type: warning: the model has no such field/),
    ]);
    expect(problems.countOf('unknownKey')).toBe(4);
  });
});

describe('ItemReader › a line without an item', () => {
  const idRule = 'an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."';
  it.each([
    ['[]', 'book.ndjson:1: an item is expected, not an array; write one object per line: {"id": "…", …}'],
    ['"x"', 'book.ndjson:1: an item is expected, not the text "x"; write one object per line: {"id": "…", …}'],
    ['5', 'book.ndjson:1: an item is expected, not the number 5; write one object per line: {"id": "…", …}'],
    ['null', 'book.ndjson:1: an item is expected, not null; write one object per line: {"id": "…", …}'],
    [
      '{"id":"1"',
      'book.ndjson:1: column 10: "," or "}" is expected after a member, but the text ends here; check that the file is complete',
    ],
    [
      '{"id":"1"} {"id":"2"}',
      'book.ndjson:1: column 12: there is more text after the value; remove it, or begin a new line',
    ],
    [
      '{"id":"1","title":"a","title":"b"}',
      'book.ndjson:1: column 23: the key "title" appears twice; remove one of them',
    ],
    [
      '{"id":"1","cover":{"url":"u","url":"u"}}',
      'book.ndjson:1: column 30: the key "url" appears twice; remove one of them',
    ],
    ['{}', 'book.ndjson:1, field id: the item has no id'],
    ['{"id":null}', 'book.ndjson:1, field id: the item has no id'],
    ['{"id":17}', 'book.ndjson:1, field id: an id is a string, not the number 17; write "17" in quotes'],
    ['{"id":["a"]}', 'book.ndjson:1, field id: an id is a string, not an array'],
    ['{"id":""}', `book.ndjson:1, field id: "" is not a valid id; ${idRule}`],
    ['{"id":"."}', `book.ndjson:1, field id: "." is not a valid id; ${idRule}`],
    ['{"id":".."}', `book.ndjson:1, field id: ".." is not a valid id; ${idRule}`],
    ['{"id":"a\\u0085"}', `book.ndjson:1, field id: "a\\u0085" is not a valid id; ${idRule}`],
    [`{"id":"${'é'.repeat(128)}"}`, `book.ndjson:1, field id: "${'é'.repeat(80)}…" is not a valid id; ${idRule}`],
  ])('%s › is told', (text, told) => {
    const { items, problems } = read([text]);
    expect(items).toEqual([]);
    expect(linesOf(problems)).toEqual([told]);
  });

  it('a repeated id › is reported with its first line; the first item stays', () => {
    const { items, problems } = read(['{"id":"a","pages":1}', '{"id":"b"}', '{"id":"a","pages":2}', '{"id":"a"}']);
    expect(items.map((item) => `${item.line} ${item.id}`)).toEqual(['1 a', '2 b']);
    expect(linesOf(problems)).toEqual([
      'book.ndjson:3, field id: the id "a" is already used in line 1; give each item of a type an id of its own',
      'book.ndjson:4, field id: the id "a" is already used in line 1; give each item of a type an id of its own',
    ]);
  });
});
