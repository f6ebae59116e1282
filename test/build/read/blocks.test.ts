/**
 * Blocks read from their bytes, against the line reader reading the same lines with all care: where that has nothing to
 * say the same columns and records, and where it has, none.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BlockColumn,
  type BlockColumns,
  type ByteColumn,
  findCutInstants,
} from '../../../build/read/blocks/block-columns.js';
import { BlockReader } from '../../../build/read/blocks/block-reader.js';
import { LinesFile } from '../../../build/read/files/lines.js';
import type { ExportItem, FieldValue } from '../../../build/read/item.js';
import { ItemReader } from '../../../build/read/item-reader.js';
import { renderValue } from '../../../build/read/render-value.js';
import { describeCutInstant } from '../../../build/read/values/reader-table.js';
import type { ExportProblems } from '../../../src/content/errors/index.js';
import { type ContentType, encodeComponent, isAttribute, readContentModel } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { writeVarint } from '../../../src/format/index.js';
import { amount } from '../../../testing/amount.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';
import { lenient } from './support.js';

const read = readContentModel(
  modelOf(
    {
      book: {
        title: 'text',
        blurb: 'textMultiline',
        inPrint: 'boolean',
        pages: 'integer',
        price: 'decimal',
        whole: { type: 'decimal', precision: 0 },
        published: 'date',
        updated: 'dateTime',
        genre: { type: 'select', options: ['Fiction', 'Tech\\nology', 'Örtlich'] },
        cover: 'image',
        gallery: { type: 'image', many: true },
        sample: 'file',
        extra: 'json',
        tags: { type: 'text', many: true },
        formats: { type: 'select', options: ['Print', 'E-Bo\\ok'], many: true },
        author: linkTo('author'),
        reviews: linksTo('review'),
        about: linksTo('author', 'book'),
      },
      author: {},
      review: {},
      poem: {
        title: { type: 'text', localized: true },
        lines: 'integer',
        price: { type: 'decimal', precision: 1, localized: true },
        by: { type: 'relationship', to: 'author', localized: true },
        tags: { type: 'text', many: true, localized: true },
      },
    },
    { locales: [{ code: 'en', default: true }, { code: 'de', fallback: 'en' }, { code: 'fr' }] },
  ),
);
if ('problems' in read) throw new Error('the model of this test is wrong');
const book: ContentType = read.model.contentTypes.get('book')!;
const poem: ContentType = read.model.contentTypes.get('poem')!;

interface Careful {
  readonly items: readonly ExportItem[];
  readonly lineCount: number;
  readonly found: ExportProblems;
}

function readCarefully(bytes: Buffer, type = book): Careful {
  const problems = lenient();
  const file = new LinesFile({ files: diskFiles, path: '', name: 'book.ndjson', problems });
  const lines = [...file.lines({ bytes, isWhole: true }), ...file.end()];
  const reader = new ItemReader(type, 'book.ndjson', problems);
  const items = lines.flatMap((line) => reader.read(line) ?? []);
  return { items, lineCount: file.lineCount, found: problems.summary };
}

function split({ bytes, lengths }: ByteColumn): Buffer[] {
  let at = 0;
  return [...lengths].map((length) => {
    at += length;
    return Buffer.from(bytes.subarray(at - length, at));
  });
}

/** What a column says, item by item, as the line reader puts it. */
function valuesOf(column: BlockColumn, index: number): unknown[] | undefined {
  const field = book.fields[index];
  if (column.kind === 'none') return undefined;
  if (column.kind === 'text') return split(column.texts).map(String);
  if (column.kind === 'number')
    return Array.from(column.values, (value, item) => Number(column.bigValues.get(item) ?? value));
  if (column.kind === 'textLists') {
    const texts = split(column.texts).map(String);
    return [...column.counts].map((count) => texts.splice(0, count));
  }
  const ids = split(column.targets.ids).map(String);
  const to = field?.type === 'relationship' ? field.to : [];
  let link = 0;
  return [...column.counts].map((count) =>
    Array.from({ length: count }, () => {
      const type = column.targets.types[link]!;
      link += 1;
      return { type: type === 0 ? undefined : to[type - 1], id: ids[link - 1] };
    }),
  );
}

function expected(value: FieldValue | undefined, kind: BlockColumn['kind']): unknown {
  if (kind === 'text') return value ?? '';
  if (kind === 'textLists') return typeof value === 'object' && 'texts' in value ? value.texts : [];
  if (kind === 'links') return value ?? [];
  return value === undefined ? Number.NaN : Number(value) + 0;
}

/** A record of the document store (src/index/documents/document-store), put together from its parts. */
function rendered({ id, values }: ExportItem): string {
  const json = JSON.stringify(id).slice(1, -1);
  const url = encodeComponent(id) === json ? '' : encodeComponent(id);
  const attributes = book.fields.flatMap((field, place) => {
    if (!isAttribute(field)) return [];
    const value = values[place];
    return [`"${field.name}":${value === undefined ? 'null' : renderValue(field, value)}`];
  });
  const lengths = [json, url, ...attributes].flatMap((part) => {
    const bytes = new Uint8Array(5);
    return [...bytes.subarray(0, writeVarint(bytes, 0, Buffer.byteLength(part)))];
  });
  return Buffer.concat([Buffer.from(lengths), Buffer.from(`${json}${url}${attributes.join(',')}`)]).toString();
}

function expectSame(columns: BlockColumns, careful: Careful): void {
  const { items } = careful;
  const { lineCount: _, lines: __, ...read } = columns;
  const unreported = read.columns.map((column) =>
    column.kind === 'number' ? { ...column, cutInstants: undefined } : column,
  );
  expect(new BlockReader(book).toColumns(items)).toEqual({ ...read, columns: unreported });
  expect(columns.lineCount).toBe(careful.lineCount);
  expect([...columns.lines].map((line) => line + 1)).toEqual(items.map(({ line }) => line));
  expect(split(columns.ids).map(String)).toEqual(items.map(({ id }) => id));
  for (const [index, column] of columns.columns.entries()) {
    const values = valuesOf(column, index);
    if (values === undefined) continue;
    expect(values).toEqual(items.map((item) => expected(item.values[index], column.kind)));
  }
  expect(split(columns.records).map(String)).toEqual(items.map(rendered));
}

/** All that a block that is not unusual can have to tell. */
function foundIn(columns: BlockColumns): ExportProblems {
  const problems = lenient();
  for (const { field, line, value, count } of findCutInstants(book, columns)) {
    problems.warning('cutInstant', { file: 'book.ndjson', line: line + 1, field }, describeCutInstant(value), count);
  }
  return problems.summary;
}

/** @returns whether the block was read from its bytes; that it was rightly so is seen */
function check(text: string | Buffer): boolean {
  const bytes = Buffer.from(text);
  const columns = new BlockReader(book).read(bytes);
  if (columns === undefined) return false;
  const careful = readCarefully(bytes);
  // Ids that stand twice are seen by whoever has all blocks.
  if (new Set(split(columns.ids).map(String)).size < columns.ids.lengths.length) return true;
  expect({ text: bytes.toString(), found: careful.found }).toEqual({ text: bytes.toString(), found: foundIn(columns) });
  expectSame(columns, careful);
  return true;
}

const sound: Readonly<Record<string, readonly string[]>> = {
  title: [
    '""',
    '"Salt"',
    '"Ölä 日 😀"',
    String.raw`"a \"b\" \\ \n \t \r \b \f"`,
    String.raw`"\u00e9\/\ud83d\ude00"`,
    'null',
  ],
  blurb: ['"x"', `"${'long '.repeat(50)}"`, '"\u007f\u2028"'],
  inPrint: ['true', 'false', 'null'],
  pages: ['0', '-0', '7', '-12', '123456789012345', '9007199254740991', '1e3', '2.0', '-9007199254740991'],
  price: [
    '"0"',
    '0',
    '1',
    '-1.5',
    '"-12.50"',
    '12.5',
    '"007.50"',
    '0.00',
    '-0.00',
    '"1.500"',
    '123456789012.25',
    '1e2',
  ],
  whole: ['5', '"5"', '-7', '5.0'],
  published: ['"2024-02-29"', '"2024-03-01T00:00:00.000Z"'],
  updated: [
    '"2025-05-15T19:56:00.000Z"',
    '"2025-05-15T19:56:00.123Z"',
    '"0099-01-01T00:00:00.000Z"',
    '"0004-02-29T00:00:00.000Z"',
    '"9999-12-31T23:59:59.999Z"',
    '"2025-05-15T19:56+0200"',
    '"2025-05-15"',
    '"2025-05-15T19:56:00.123456Z"',
    '"2025-05-15T19:56:00.1230001+02:00"',
    '"2025-05-15T19:56:00.123000"',
  ],
  genre: ['"Fiction"', String.raw`"Tech\\nology"`, '"Örtlich"', '""', String.raw`"Fict\u0069on"`],
  cover: ['{"url":"/a.png","width":3}', '{ "url" : "/a}\\".png" , "altText":"[x" }'],
  gallery: ['[]', '[{"url":"/a.png","width":3}, { "url" : "/b.png" } ]', '[{"url":"/a","assetId":"1"}]'],
  sample: ['{"url":"/a.pdf"}', '{"fileSize":3,"url":"/a.pdf","mimeType":"application/pdf","fileName":"é.pdf"}'],
  extra: [
    '0',
    '-0.0',
    '12345678901234567890',
    '1e400',
    'true',
    '""',
    '[]',
    '{ }',
    '{"b": [1.50, null, "\\u00e9\\/"], "a" : {"__proto__": {"2": 1, "1": "\\n"}}}',
  ],
  tags: ['[]', '[ ]', '["a"]', '["b","a","b"]', ' [ "" , "ä😀" ] ', String.raw`["a \"b\"", "\u0041"]`, 'null'],
  formats: ['[]', '["Print"]', String.raw`["E-Bo\\ok","Print"]`, '[""]'],
  author: ['"a1"', '"ä 1"', String.raw`"a\"1"`, '{"type":"author","id":"a1"}', '{"id":"a1","type":"author"}'],
  reviews: ['[]', '[ ]', '["r1"]', '["r1","r2"]', ' [ "r1" , {"type":"review","id":"r2"} ] ', '["😀","é"]'],
  about: ['["a1",{"type":"author","id":"a1"},{"type":"book","id":"b"}]'],
};

const bad: Readonly<Record<string, readonly string[]>> = {
  title: [
    '1',
    'true',
    '"\u0001"',
    String.raw`"\u0000"`,
    String.raw`"\ud800"`,
    String.raw`"\x"`,
    '"open',
    '{}',
    '[]',
    '"a\\\n"',
  ],
  inPrint: ['1', '"true"', 'tru', 'truth'],
  pages: ['1.5', '"1"', '01', '-', '9007199254740992', '1e', '1.', '.5', '+1', '0x1', '12_3'],
  price: ['"1.234"', '"1e2"', '""', '".5"', '"1."', '1.', '"1,5"', '00.5', '--1', '1-2', 'true'],
  whole: ['0.5'],
  published: ['"2024-02-30"', '"2024-03-01T10:00"', '20240301'],
  updated: [
    '"2025-02-29T19:56:00.000Z"',
    '"2025-13-15T19:56:00.000Z"',
    '"2025-00-15T19:56:00.000Z"',
    '"2025-05-00T19:56:00.000Z"',
    '"2025-05-15T24:00:00.000Z"',
    '"2025-05-15T19:60:00.000Z"',
    '"2025-05-15T19:56:60.000Z"',
    '"2025-05-15 19:56:00.000Z"',
    '"x025-05-15T19:56:00.000Z"',
    '""',
  ],
  genre: ['"Poetry"', '"Fictio"', '"Tech\\nology"', '1'],
  cover: ['{"url":1}', '{"url":"/a","url":"/b"}', '{"url":"/a","more":1}', '{"url":"/a"]', '"x"', '{"url":"/a"'],
  gallery: ['{"url":"/a"}', '[{"url":"/a"},null]', '[{"url":""}]', '["/a"]'],
  sample: ['{"url":"/a.pdf","width":3}', '[{"url":"/a"}]', '"/a.pdf"', '{"url":"/a","fileSize":"3"}'],
  extra: ['{"a":1,"a":2}', '{"a":"\\ud800"}', '01', '[1,]', `${'['.repeat(65)}${']'.repeat(65)}`],
  tags: ['"a"', '[1]', '[null]', '["a",]', '["a" "b"]', '["a"}', '{"a":1}', '[["a"]]', '["a'],
  formats: ['["Poetry"]', '"Print"', '["Print",1]'],
  author: ['["a1"]', '""', '"."', '".."', `"${'x'.repeat(256)}"`, '{"type":"book","id":"a1"}', '1', '"a\u0080"'],
  reviews: ['"r1"', '["r1","r1"]', '["r1",]', '["r1" "r2"]', '["r1"}', '[1]', '[null]', '["r1"', '[""]', '["."]'],
  about: ['[{"type":"author"}]', '[["a"]]'],
  unknown: ['1'],
  id: ['"b2"'],
};

const line = (field: string, json: string): string => `{"id":"b1","${field}":${json}}\n`;

describe('BlockReader', () => {
  it.each(Object.entries(sound).flatMap(([field, values]) => values.map((json) => [field, json] as const)))(
    'a valid %s, %s › is read with the result of the line reader',
    (field, json) => {
      expect(check(line(field, json))).toBe(true);
    },
  );

  it.each(Object.entries(bad).flatMap(([field, values]) => values.map((json) => [field, json] as const)))(
    'an invalid %s, %s › is left to the line reader, which reports it',
    (field, json) => {
      expect(readCarefully(Buffer.from(line(field, json))).found.problems).not.toEqual([]);
      expect(check(line(field, json))).toBe(false);
    },
  );

  it.each([
    [
      'blank lines, line ends of both kinds, spaces',
      '\n \t\n{"id":"a"}\r\n\r\n { "id" : "b" , "pages" : 1 } \n\t{"id":"c"}',
    ],
    ['nothing', ''],
    [
      'members in any order, then in another',
      '{"pages":1,"id":"a","title":"t"}\n{"title":"u","id":"b","pages":2}\n{"id":"c"}',
    ],
    [
      'ids that links show otherwise',
      '{"id":"a b/c"}\n{"id":"ä"}\n{"id":"a\\"\\\\b"}\n{"id":"...!"}\n{"id":"\\u0061"}',
    ],
    [
      'unpopulated and missing values',
      '{"id":"a","title":null,"reviews":null,"price":null,"cover":null,"author":null}',
    ],
  ])('%s › are read with the result of the line reader', (_, text) => {
    expect(check(text)).toBe(true);
  });

  it.each([
    ['no object', '[]'],
    ['an empty object', '{}'],
    ['no id', '{"pages":1}'],
    ['an id that is a number', '{"id":1}'],
    ['an id that is null', '{"id":null}'],
    ['an id with a control character in it', '{"id":"a\\u0001"}'],
    ['more behind the object', '{"id":"a"} x'],
    ['two items in a line', '{"id":"a"}{"id":"b"}'],
    ['a comma behind the last member', '{"id":"a",}'],
    ['no comma between members', '{"id":"a" "pages":1}'],
    ['no colon', '{"id" "a"}'],
    ['a carriage return in a line of nothing', ' \r \n{"id":"a"}'],
    ['a line that goes on in the next', '{"id":"a",\n"pages":1}'],
    ['what is no UTF-8', Buffer.concat([Buffer.from('{"id":"a","title":"'), Buffer.from([0xff]), Buffer.from('"}')])],
  ])('%s › is left to the line reader', (_, text) => {
    expect(readCarefully(Buffer.from(text)).found.problems).not.toEqual([]);
    expect(check(text)).toBe(false);
  });

  it('a byte order mark › is left to the line reader, which skips it', () => {
    expect(check('\ufeff{"id":"a"}')).toBe(false);
    expect(readCarefully(Buffer.from('\ufeff{"id":"a"}'))).toMatchObject({
      items: [{ id: 'a' }],
      found: { errors: 0 },
    });
  });

  it('times with microseconds › are read from their bytes, with one counted warning per field at the first line', () => {
    const line = (id: string, updated: string, published: string) =>
      `{"id":"${id}","updated":"${updated}","published":"${published}"}\n`;
    const text = [
      line('a', '2025-05-15T19:56:00.123000+00:00', '2024-02-29'),
      line('b', '2025-05-15T19:56:00.123456Z', '2024-02-29T00:00:00.0000001Z'),
      line('c', '1969-12-31T23:59:59.9999', '2024-02-29T00:00:00.000000Z'),
    ].join('');
    expect(check(text)).toBe(true);
    const columns = new BlockReader(book).read(Buffer.from(text))!;
    expect(findCutInstants(book, columns)).toEqual([
      { field: 'published', line: 1, value: '2024-02-29T00:00:00.0000001Z', count: 1 },
      { field: 'updated', line: 1, value: '2025-05-15T19:56:00.123456Z', count: 2 },
    ]);
    const { items } = readCarefully(Buffer.from(text));
    const place = book.fields.findIndex(({ name }) => name === 'updated');
    expect(items.map(({ values }) => values[place])).toEqual([1_747_338_960_123, 1_747_338_960_123, -1]);
  });

  it('valid lines with one changed byte › never differ from the line reader', () => {
    const values = Object.entries(sound).flatMap(([field, jsons]) => jsons.map((json) => `"${field}":${json}`));
    const lines = values.map((value, index) => `{"id":"b${index}",${value}}`);
    let readFromBytes = 0;
    fc.assert(
      fc.property(
        fc.shuffledSubarray(lines, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.oneof(fc.constantFrom(...'"\\{}[],:. -+e01nN\n\r\t'), fc.string({ minLength: 1, maxLength: 1 })),
        (chosen, place, unit) => {
          const bytes = Buffer.from(`${chosen.join('\n')}\n`);
          bytes[place % bytes.length] = unit.charCodeAt(0) & 0xff;
          if (check(bytes)) readFromBytes += 1;
        },
      ),
      { numRuns: amount(3000, 800) },
    );
    expect(readFromBytes).toBeGreaterThan(amount(100, 40));
  });

  it('consecutive blocks › each is read from its start, also after an unusual one', () => {
    const reader = new BlockReader(book);
    expect(reader.read(Buffer.from('{"id":"a","title":"x","pages":1,"reviews":["r"]}\n{"id":"b",}'))).toBeUndefined();
    const bytes = Buffer.from('{"id":"c","title":"y"}\n');
    expectSame(reader.read(bytes)!, readCarefully(bytes));
  });

  it('localized values › give equal columns from bytes and from the line reader', () => {
    const localized = [
      '{"id":"a","title":{"en":"Salt","de":"Salz"},"lines":4,"price":{"fr":"1.5"},"by":{"de":"x"},"tags":{"en":["s","t"]}}',
      '{"title":null,"tags":{"fr":[]},"id":"ä \\"b","by":{"en":"x","fr":{"type":"author","id":"y"}}}',
      '{"id":"c","price":{"en":1,"de":"123456789012345678.5"},"title":{"en":"","de":null}}',
    ];
    const bytes = Buffer.from(`${localized.join('\n')}\n`);
    const { lineCount, lines, ...columns } = new BlockReader(poem).read(bytes)!;
    expect([lineCount, [...lines]]).toEqual([3, [0, 1, 2]]);
    expect(columns.local?.localeSets).toEqual(['["en","de","fr"]', '["en","fr"]', '["en","de"]']);
    const { items, found } = readCarefully(bytes, poem);
    expect(found.problems).toEqual([]);
    expect(new BlockReader(poem).toColumns(items)).toEqual(columns);
    expect(columns.columns[5]).toMatchObject({ kind: 'number', bigValues: new Map([[2, 1234567890123456785n]]) });
  });
});
