/**
 * Exports that are refused for what stands in their files, each with every line that is told of it.
 */
import { gzipSync } from 'node:zlib';
import {
  BOOKS,
  bomb,
  type Changes,
  MODEL,
  MODEL_TEXT,
  withBook,
  withCompressed,
  withFields,
  withMembers,
  withTypes,
} from './support.js';

const GZIP = gzipSync(BOOKS);

/** What is wrong, the files that have it, and the lines that tell of it, without the totals. */
export const REFUSED: readonly (readonly [string, Changes, readonly string[]])[] = [
  [
    'line ends of one CR',
    { 'book.ndjson': BOOKS.replaceAll('\n', '\r') },
    ['book.ndjson:1: column 43: there is more text after the value; remove it, or begin a new line'],
  ],
  [
    'a NUL in a string',
    withBook('{"id":"b3","title":"a\0b"}'),
    ['book.ndjson:3: column 22: the string has the character U+0000, which no text may have; remove it'],
  ],
  [
    'an escaped NUL',
    withMembers('"title":"a\\u0000b"'),
    ['book.ndjson:3: column 20: the string has the character U+0000, which no text may have; remove it'],
  ],
  [
    'NULs behind the last line',
    { 'book.ndjson': `${BOOKS}${'\0'.repeat(4096)}` },
    ['book.ndjson:3: column 1: a value is expected, but U+0000 is here'],
  ],
  [
    'UTF-16',
    { 'book.ndjson': Buffer.from('{}\n', 'utf16le') },
    [
      'book.ndjson:1: column 2: a key in double quotes is expected, but U+0000 is here',
      'book.ndjson:2: column 1: a value is expected, but U+0000 is here',
    ],
  ],
  [
    'Latin-1',
    withBook(Buffer.from('{"id":"b3","title":"caf\xe9"}', 'latin1')),
    ['book.ndjson:3: invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16'],
  ],
  [
    'an overlong form',
    withBook(Buffer.from('{"id":"b3","title":"\xc0\xaf"}', 'latin1')),
    ['book.ndjson:3: invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16'],
  ],
  [
    'a surrogate in UTF-8',
    withBook(Buffer.from('{"id":"b3","title":"\xed\xa0\x80"}', 'latin1')),
    ['book.ndjson:3: invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16'],
  ],
  [
    'half a surrogate pair, escaped',
    withMembers('"title":"\\ud800"'),
    ['book.ndjson:3: column 20: an escape in this string makes half of a surrogate pair; write both halves'],
  ],
  [
    'a line that was cut',
    withBook('{"id":"b3","title":"Sto'),
    ['book.ndjson:3: column 20: the string that begins here does not end; check that the file is complete'],
  ],
  [
    'two items on a line',
    withBook('{"id":"b3"}{"id":"b4"}'),
    ['book.ndjson:3: column 12: there is more text after the value; remove it, or begin a new line'],
  ],
  [
    'one array of all items',
    { 'book.ndjson': '[{"id":"b1"},{"id":"b2"}]\n' },
    ['book.ndjson:1: an item is expected, not an array; write one object per line: {"id": "…", …}'],
  ],
  [
    'items over several lines',
    { 'book.ndjson': '{\n  "id": "b1"\n}\n' },
    [
      'book.ndjson:1: column 2: a key in double quotes is expected, but the text ends here; check that the file is complete',
      'book.ndjson:2: column 7: there is more text after the value; remove it, or begin a new line',
      'book.ndjson:3: column 1: a value is expected, but "}" is here; remove the comma before the closing bracket',
    ],
  ],
  [
    'null for an item',
    withBook('null'),
    ['book.ndjson:3: an item is expected, not null; write one object per line: {"id": "…", …}'],
  ],
  [
    'a key twice',
    withMembers('"title":"a","title":"b"'),
    ['book.ndjson:3: column 24: the key "title" appears twice; remove one of them'],
  ],
  [
    'the id twice in an item',
    withBook('{"id":"b3","id":"b4"}'),
    ['book.ndjson:3: column 12: the key "id" appears twice; remove one of them'],
  ],
  [
    '__proto__ twice',
    withMembers('"__proto__":1,"__proto__":2'),
    ['book.ndjson:3: column 26: the key "__proto__" appears twice; remove one of them'],
  ],
  [
    'a key of 200 kB twice',
    withMembers(`"${'k'.repeat(200_000)}":1,"${'k'.repeat(200_000)}":2`),
    [
      'book.ndjson:3: column 200017: the key "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…" appears twice; remove one of them',
    ],
  ],
  [
    'a comment',
    withBook('{"id":"b3" /* no */}'),
    ['book.ndjson:3: column 12: "," or "}" is expected after a member, but "/" is here'],
  ],
  [
    'a comma too many',
    withBook('{"id":"b3",}'),
    ['book.ndjson:3: column 12: a key in double quotes is expected, but "}" is here'],
  ],
  [
    'single quotes',
    withBook("{'id':'b3'}"),
    ['book.ndjson:3: column 2: a key in double quotes is expected, but "\'" is here'],
  ],
  [
    'NaN',
    withMembers('"pages":NaN'),
    ['book.ndjson:3: column 20: a value is expected, but "N" is here; JSON has neither NaN nor Infinity: write null'],
  ],
  [
    'arrays 100,000 deep',
    withMembers(`"title":${'['.repeat(100_000)}`),
    ['book.ndjson:3: column 83: values are nested deeper than 64; flatten them'],
  ],
  [
    'objects 100,000 deep',
    withBook('{"a":'.repeat(100_000)),
    ['book.ndjson:3: column 321: values are nested deeper than 64; flatten them'],
  ],
  [
    'a model 100,000 deep',
    { 'model.json': '['.repeat(100_000) },
    ['model.json:1: column 65: values are nested deeper than 64; flatten them'],
  ],
  [
    'a line of more than 64 MiB',
    withMembers(`"title":"${'a'.repeat(64 * 2 ** 20)}"`),
    ['book.ndjson:3: the line is longer than 67108864 bytes; write each item on a line of its own'],
  ],
  [
    'more than a million values in a line',
    withMembers(`"about":[${'1,'.repeat(1_000_000)}1]`),
    ['book.ndjson:3: column 2000015: there are more than 1000000 values in one item; split it up'],
  ],
  [
    'a model that is a number',
    { 'model.json': '1' },
    ['model.json: 1 is not an object; the model is an object with "space" and "contentTypes"'],
  ],
  [
    'a model that was cut',
    { 'model.json': MODEL_TEXT.slice(0, -3) },
    [
      'model.json:1: column 544: "," or "}" is expected after a member, but the text ends here; check that the file is complete',
    ],
  ],
  ['an empty model', { 'model.json': '' }, ['model.json:1: column 1: there is no value; write one']],
  [
    'a key twice in the model',
    { 'model.json': MODEL_TEXT.replace('"space"', '"space":"a","space"') },
    ['model.json:1: column 14: the key "space" appears twice; remove one of them'],
  ],
  [
    'pages 1e400',
    withMembers('"pages":1e400'),
    [
      'book.ndjson:3, field pages: 1e400 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
  ],
  [
    'pages 1.5',
    withMembers('"pages":1.5'),
    [
      'book.ndjson:3, field pages: 1.5 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
  ],
  [
    'pages 9007199254740992',
    withMembers('"pages":9007199254740992'),
    [
      'book.ndjson:3, field pages: 9007199254740992 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
  ],
  [
    'pages 1e99999999999999999999',
    withMembers('"pages":1e99999999999999999999'),
    [
      'book.ndjson:3, field pages: 1e99999999999999999999 is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
  ],
  [
    'pages 0x10',
    withMembers('"pages":0x10'),
    ['book.ndjson:3: column 21: "," or "}" is expected after a member, but "x" is here'],
  ],
  ['pages 012', withMembers('"pages":012'), ['book.ndjson:3: column 20: a number has no leading zero; remove it']],
  [
    'price 1e401',
    withMembers('"price":1e401'),
    ['book.ndjson:3, field price: 1e401 has an exponent beyond ±400; write the number out'],
  ],
  [
    'price "1e3"',
    withMembers('"price":"1e3"'),
    [
      'book.ndjson:3, field price: "1e3" is not a decimal; write digits with a point and nothing else, such as "-12.50"',
    ],
  ],
  [
    'price 12.345',
    withMembers('"price":12.345'),
    [
      "book.ndjson:3, field price: 12.345 has 3 digits after the point, the field's precision is 2; round it in the export, or raise the precision",
    ],
  ],
  [
    'price "٣"',
    withMembers('"price":"٣"'),
    ['book.ndjson:3, field price: "٣" is not a decimal; write digits with a point and nothing else, such as "-12.50"'],
  ],
  [
    'printed "2023-02-29"',
    withMembers('"printed":"2023-02-29"'),
    [
      'book.ndjson:3, field printed: the text "2023-02-29" is not a date; write YYYY-MM-DD. The month 2023-02 has no day 29.',
    ],
  ],
  [
    'printed "10000-01-01"',
    withMembers('"printed":"10000-01-01"'),
    [
      'book.ndjson:3, field printed: the text "10000-01-01" is not a date; write YYYY-MM-DD. A year has four digits, from 0000 to 9999.',
    ],
  ],
  [
    'printed "2024-01-01T12:00"',
    withMembers('"printed":"2024-01-01T12:00"'),
    [
      'book.ndjson:3, field printed: the text "2024-01-01T12:00" is not midnight in UTC, and the field\'s format is "date"; write YYYY-MM-DD',
    ],
  ],
  [
    'printed "2024-01-01\\n"',
    withMembers('"printed":"2024-01-01\\n"'),
    [
      'book.ndjson:3, field printed: the text "2024-01-01\\n" is not a date; write YYYY-MM-DD. It has none of these formats.',
    ],
  ],
  [
    'genre ["Fiction"]',
    withMembers('"genre":["Fiction"]'),
    [
      'book.ndjson:3, field genre: a text is expected, not an array; write it in double quotes, or set "many": true in the model',
    ],
  ],
  [
    'cover {"url":"u","width":1e400}',
    withMembers('"cover":{"url":"u","width":1e400}'),
    ["book.ndjson:3, field cover: the image's width is the number 1e400; write an integer that is not negative"],
  ],
  [
    'cover "x.png"',
    withMembers('"cover":"x.png"'),
    ['book.ndjson:3, field cover: an image is expected, not the text "x.png"; write an object such as {"url": "…"}'],
  ],
  [
    'author ["a1"]',
    withMembers('"author":["a1"]'),
    [
      'book.ndjson:3, field author: the relationship is to one item, not an array; write "…", or set "many" in the model',
    ],
  ],
  [
    'author {"type":"__proto__","id":"a1"}',
    withMembers('"author":{"type":"__proto__","id":"a1"}'),
    ['book.ndjson:3, field author: the relationship cannot link to items of type "__proto__"; it links to author'],
  ],
  [
    'about [["a1"]]',
    withMembers('"about":[["a1"]]'),
    ["book.ndjson:3, field about: an item's id is expected, not an array"],
  ],
  [
    'pages of 100,000 digits',
    withMembers(`"pages":${'1'.repeat(100_000)}`),
    [
      'book.ndjson:3, field pages: 11111111111111111111111111111111111111111111111111111111111111111111111111111111… is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers',
    ],
  ],
  [
    'a price of 1,001 digits',
    withMembers(`"price":${'9'.repeat(1001)}`),
    ['book.ndjson:3, field price: the number has 1001 characters; at most 1000 are read'],
  ],
  [
    'the id ""',
    withBook('{"id":""}'),
    [
      'book.ndjson:3, field id: "" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ],
  [
    'the id ".."',
    withBook('{"id":".."}'),
    [
      'book.ndjson:3, field id: ".." is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ],
  [
    'the id "a\\nb"',
    withBook('{"id":"a\\nb"}'),
    [
      'book.ndjson:3, field id: "a\\nb" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ],
  [
    'the id "a\\u0085b"',
    withBook('{"id":"a\\u0085b"}'),
    [
      'book.ndjson:3, field id: "a\\u0085b" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ],
  [
    'the id "\\udfff"',
    withBook('{"id":"\\udfff"}'),
    ['book.ndjson:3: column 7: an escape in this string makes half of a surrogate pair; write both halves'],
  ],
  [
    'the id "b1"',
    withBook('{"id":"b1"}'),
    ['book.ndjson:3, field id: the id "b1" is already used in line 1; give each item of a type an id of its own'],
  ],
  [
    'an id of 256 bytes',
    withBook(`{"id":"${'é'.repeat(128)}"}`),
    [
      'book.ndjson:3, field id: "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé…" is not a valid id; an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."',
    ],
  ],
  ['no id', withBook('{"title":"x"}'), ['book.ndjson:3, field id: the item has no id']],
  [
    'a bare id that two types have',
    { 'book.ndjson': '{"id":"a1"}\n{"id":"b1","about":["a1"]}\n' },
    [
      'book.ndjson:2, field about: more than one of author, book has an item "a1"; write {"type": …, "id": …} to say which',
    ],
  ],
  [
    'a field called __proto__',
    withFields({ name: '__proto__', type: 'text' }),
    [
      'model.json: contentTypes[0].fields[0].name: "__proto__" is not a valid name; a name has letters, digits, "_" and "-", begins with a letter, ends with a letter or digit, and has at most 200 characters; a field\'s name must not be id, type, lid, links, relationships',
    ],
  ],
  [
    'a type with a path for a name',
    withTypes({ name: '../../etc/passwd', fields: [] }),
    [
      'model.json: contentTypes[0].name: "../../etc/passwd" is not a valid name; a name has letters, digits, "_" and "-", begins with a letter, ends with a letter or digit, and has at most 200 characters',
    ],
  ],
  [
    'a type with a NUL in its name',
    withTypes({ name: 'a\0', fields: [] }),
    ['model.json:1: column 42: the string has the character U+0000, which no text may have; remove it'],
  ],
  [
    'a type without a file, called hasOwnProperty',
    withTypes({ name: 'hasOwnProperty', fields: [] }, ...MODEL.contentTypes),
    ['hasOwnProperty.ndjson: the file is missing; each content type needs one, even if it is empty.'],
  ],
  [
    'a field type called constructor',
    withFields({ name: 'a', type: 'constructor' }),
    [
      'model.json: contentTypes[0].fields[0].type: "constructor" is not a field type; field types are boolean, dateTime, decimal, file, image, integer, json, location, markdown, relationship, select, text, textMultiline.',
    ],
  ],
  [
    'a precision of 1e400',
    { 'model.json': MODEL_TEXT.replace('"precision":2', '"precision":1e400') },
    ['model.json: contentTypes[0].fields[2].precision: Infinity is not a precision; write an integer from 0 to 100'],
  ],
  [
    'a relationship to a type twice',
    withFields({ name: 'a', type: 'relationship', to: ['book', 'book'] }),
    ['model.json: contentTypes[0].fields[0].to[1]: the content type "book" appears twice'],
  ],
  [
    'a relationship to toString',
    withFields({ name: 'a', type: 'relationship', to: 'toString' }),
    ['model.json: contentTypes[0].fields[0].to: there is no content type "toString"; content types are book, author.'],
  ],
  [
    'a missing file',
    { 'author.ndjson': undefined },
    ['author.ndjson: the file is missing; each content type needs one, even if it is empty.'],
  ],
  [
    'a gzip file cut short',
    withCompressed(GZIP.subarray(0, -5)),
    ['book.ndjson.gz: is truncated: its gzip stream ends too early; copy the whole file again'],
  ],
  [
    'garbage behind a gzip file',
    withCompressed(Buffer.concat([GZIP, Buffer.from('garbage')])),
    ['book.ndjson.gz: is not a gzip file, or other bytes follow its end; compress it with gzip, or name it .ndjson'],
  ],
  [
    'an empty gzip file',
    withCompressed(Buffer.alloc(0)),
    ['book.ndjson.gz: is truncated: its gzip stream ends too early; copy the whole file again'],
  ],
  [
    'a text called gzip',
    withCompressed(Buffer.from(BOOKS)),
    ['book.ndjson.gz: is not a gzip file, or other bytes follow its end; compress it with gzip, or name it .ndjson'],
  ],
  [
    'a gzip file with another checksum',
    withCompressed(Buffer.concat([GZIP.subarray(0, -8), Buffer.alloc(4), GZIP.subarray(-4)])),
    ['book.ndjson.gz: is damaged: its gzip stream cannot be inflated (incorrect data check); copy the file again'],
  ],
  [
    'a gzip file in a gzip file',
    withCompressed(gzipSync(GZIP)),
    ['book.ndjson.gz:1: the file is compressed with gzip twice; compress it once'],
  ],
  [
    'a file both plain and compressed',
    { 'book.ndjson.gz': GZIP },
    ['book.ndjson: book.ndjson.gz exists too; keep one of them, so that it is clear which counts'],
  ],
  [
    'a bomb of blank lines',
    withCompressed(bomb(`${' '.repeat(1023)}\n`, 100)),
    ['book.ndjson.gz: inflates to more than 200 times its size, more than content does; export the file again'],
  ],
  [
    'a bomb of one line',
    withCompressed(bomb('a', 100)),
    ['book.ndjson.gz: inflates to more than 200 times its size, more than content does; export the file again'],
  ],
];
