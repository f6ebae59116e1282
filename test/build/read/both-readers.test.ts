/**
 * Every field type, read by both readers of an export: of blocks of bytes, and of lines. What the first accepts the second
 * has nothing to say of, and both make the same columns of it.
 *
 * The types are those of their table, with every combination of their options, and each gets every value below: a type that
 * is added is tried without a word here.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCutInstants } from '../../../build/read/blocks/block-columns.js';
import { BlockReader } from '../../../build/read/blocks/block-reader.js';
import { LinesFile } from '../../../build/read/files/lines.js';
import type { ExportItem } from '../../../build/read/item.js';
import { ItemReader } from '../../../build/read/item-reader.js';
import {
  type ContentType,
  entryOfType,
  FIELD_TYPES,
  type FieldType,
  type OwnOption,
  readContentModel,
} from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { amount } from '../../../testing/amount.js';
import { lenient } from './support.js';

/** What each key of a field may be; absent besides, where the model allows it. */
const OPTIONS: Readonly<Record<OwnOption, readonly unknown[]>> = {
  format: ['date', 'dateTime'],
  precision: [0, 2],
  search: [true],
  fold: [true],
  order: ['natural'],
  options: [['Fiction', 'Tech\\nology', 'Ö😀', '2024-02-29', '12']],
  to: ['book', ['book', 'other']],
  many: [false, true],
  limit: [3],
  page: [{ limit: 3 }],
  unique: [true],
  inverse: [{ name: 'linking' }],
};

/** @returns the content types of one field of the type, by its keys in the model; of those that the model allows */
function variantsOf(type: FieldType): ReadonlyMap<string, ContentType> {
  let keys: readonly object[] = [{}];
  for (const option of entryOfType(type).options) {
    keys = keys.flatMap((own) => [own, ...OPTIONS[option].map((value) => ({ ...own, [option]: value }))]);
  }
  const variants = new Map<string, ContentType>();
  for (const own of keys) {
    const fields = [{ name: 'f', type, ...own }];
    const contentTypes = [
      { name: 'book', fields },
      { name: 'other', fields: [] },
    ];
    const read = readContentModel({ space: 's', contentTypes });
    const book = 'model' in read ? read.model.contentTypes.get('book') : undefined;
    if (book !== undefined) variants.set(JSON.stringify(own), book);
  }
  return variants;
}

/** Texts that some type takes, or nearly takes. */
const TEXTS = [
  ...[
    '',
    'Fiction',
    'Fictio',
    'Tech\\nology',
    'Ö😀',
    'a "b" \\ \n\t',
    '\u007f\u2028',
    '\ufeffa',
    ' a ',
    'x'.repeat(300),
  ],
  ...['0', '12', '-1.5', '1.25', '1.255', '1e2', '007.50', '.5', '1.', 'NaN', '12345678901234567890'],
  ...['2024-02-29', '2023-02-29', '2024-03-01T00:00:00.000Z', '2024-03-01T10:00', '2024-03-01T10:00:00.1234567Z'],
  ...['2024-03-01T24:00:00Z', '2024-03-01 10:00', '0001-01-01', '9999-12-31T23:59:59.999Z', '10000-01-01'],
  ...['true', 'null', 'b1', '.', '..', 'a/b', 'https://a.example/', '/a.png'],
];

/** Written as responses write them, or nearly so: their bytes are copied, or are not. */
const CANONICAL = [
  ...['00', '-00', '-7.0', '123456789012345', '1234567890123456', '-1234567890123456', '7 ', '1e15', '1-2', '12.5.0'],
  ...['"-0.00"', '"0.00"', '"00.50"', '"0.50"', '"-0.50"', '".50"', '"1234567890123.45"', '"12345678901234.56"'],
  ...['"1.2a"', '"12,50"', '"-.50"', '"-12"', '"- 1.00"', '"1.005"', '"-0"', '"00"', '"-"', '""'],
  ...['"2024-13-01"', '"2024-00-10"', '"2024-04-31"', '"2024-0a-01"', '"2024/03/01"', '"0000-01-01"', '"2024-03-00"'],
  ...['"2023-02-29T00:00:00.000Z"', '"2024-02-29T23:59:59.999Z"', '"2024-03-01T23:59:60.000Z"'],
  ...[
    '"2024-03-01T23:60:00.000Z"',
    '"2024-03-01T24:00:00.000Z"',
    '"2024-03-01T00:00:00,000Z"',
    '"2024-03-01T00:00:00.0000"',
  ],
  ...[
    '"2024-03-01t00:00:00.000Z"',
    '"2024-03-01T00:00:00.000z"',
    '"0000-02-29T00:00:00.000Z"',
    '"2024-03-01T-1:00:00.000Z"',
  ],
];

/** Links whose ids are copied from the bytes, or nearly so. */
const LINKS = [
  ...[
    '["b1" , "b2"]',
    '[ "b1","b2" ]',
    '["b1" "b2"]',
    '["b1",,"b2"]',
    '[".b1"]',
    '["b1",".b"]',
    '["b]","[c"]',
    '["é"]',
  ],
  ...[
    String.raw`["b1","b\u0031"]`,
    String.raw`["b\"1"]`,
    '["b1","b2","b1"]',
    '["b1",{"type":"book","id":"b2"}]',
    '[""]',
  ],
  ...['"b]"', '".b"', '"b 1"', `"${'x'.repeat(255)}"`, `"${'x'.repeat(256)}"`, `["${'x'.repeat(256)}"]`],
  ...[31, 32, 33].map((count) => JSON.stringify(Array.from({ length: count }, (_, place) => `b${place}`))),
  ...[32, 33].map((count) => JSON.stringify(Array.from({ length: count }, (_, place) => `b${place % (count - 1)}`))),
];

const NUMBERS = [
  ...['0', '-0', '7', '-12', '1.0', '1.5', '1.25', '1.255', '1e3', '1e-7', '1e400', '01', '-', '1.', '+1', '0x1'],
  ...['9007199254740991', '9007199254740992', '-9007199254740991', '123456789012.25', '12345678901234567890'],
];

const OBJECTS = [
  ...[
    '{}',
    '{"a":1,"a":2}',
    '{"url":"/a.png","width":3}',
    '{"url":"/a.png","altText":"x"}',
    '{"url":1}',
    '{"url":"/a"',
  ],
  ...['{"url":"/a.pdf","fileSize":3}', '{"url":""}', '{"type":"book","id":"b1"}', '{"type":"shop","id":"b1"}'],
  ...['{"latitude":52.52,"longitude":13.405}', '{"latitude":90.1,"longitude":0}', '{"latitude":-90,"longitude":180}'],
  ...['{"type":"Point","coordinates":[13.4,52.5]}', '{"type":"Point","coordinates":[13.4,52.5,30]}', '{"latitude":1}'],
];

const VALUES: readonly string[] = [
  ...['null', 'true', 'false', 'tru', 'truth', ''],
  ...NUMBERS,
  ...TEXTS.map((text) => JSON.stringify(text)),
  ...[String.raw`"\u0046iction"`, String.raw`"\/\u00e9"`, String.raw`"\ud800"`, String.raw`"\x"`, '"open', '"\u0001"'],
  ...CANONICAL,
  ...LINKS,
  ...OBJECTS,
  ...['[]', '[ ]', '[null]', '[1]', '["Fiction"]', '["Fiction","Poetry"]', '["b1","b2"]', '["b1","b1"]', '["b1",]'],
  ...['[["a"]]', '[{"url":"/a.png"}]', '[{"type":"book","id":"b1"}]', `${'['.repeat(70)}${']'.repeat(70)}`],
];

interface Careful {
  readonly items: readonly ExportItem[];
  readonly found: ReturnType<typeof lenient>['summary'];
}

function readLines(type: ContentType, bytes: Buffer): Careful {
  const problems = lenient();
  const file = new LinesFile({ files: diskFiles, path: '', name: 'book.ndjson', problems });
  const lines = [...file.lines({ bytes, isWhole: true }), ...file.end()];
  const reader = new ItemReader(type, 'book.ndjson', problems);
  return { items: lines.flatMap((line) => reader.read(line) ?? []), found: problems.summary };
}

/** @returns whether the reader of blocks takes the lines; that both then say the same is seen */
function compare(type: ContentType, lines: readonly string[]): boolean {
  const bytes = Buffer.from(lines.join('\n'));
  const columns = new BlockReader(type).read(bytes);
  if (columns === undefined) return false;
  const { items, found } = readLines(type, bytes);
  const { lineCount, lines: places, ...read } = columns;
  const told = found.problems.map(({ severity, line }) => [severity, line]);
  expect(told, bytes.toString()).toEqual(findCutInstants(type, columns).map(({ line }) => ['warning', line + 1]));
  expect([lineCount, [...places]]).toEqual([lines.length, lines.map((_, line) => line)]);
  const unreported = read.columns.map((column) =>
    column.kind === 'number' ? { ...column, cutInstants: undefined } : column,
  );
  expect(new BlockReader(type).toColumns(items), bytes.toString()).toEqual({ ...read, columns: unreported });
  return true;
}

const lineOf = (id: number, json: string): string => `{"id":"i${id}","f":${json}}`;

describe.each(FIELD_TYPES)('a field of the type %s', (type) => {
  const variants = [...variantsOf(type)];

  it('the values above › are in a model, and both readers accept some and refuse some', () => {
    expect(variants).not.toEqual([]);
    for (const [keys, content] of variants) {
      const taken = VALUES.filter((json) => json !== 'null' && compare(content, [lineOf(1, json)]));
      const said = VALUES.filter((json) => readLines(content, Buffer.from(lineOf(1, json))).found.errors > 0);
      expect([keys, taken.length > 0, said.length > 0]).toEqual([keys, true, true]);
      expect(taken.filter((json) => said.includes(json))).toEqual([]);
      expect(
        compare(
          content,
          taken.map((json, place) => lineOf(place, json)),
        ),
      ).toBe(true);
    }
  });

  it('any other value › both readers agree', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(...TEXTS).chain((one) => fc.nat(one.length).map((end) => one.slice(0, end))),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.double().map(String),
    );
    const json = fc.oneof(
      text.map((one) => JSON.stringify(one)),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.maxSafeInteger().map(String),
      fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
      fc.array(text, { maxLength: 3 }).map((list) => JSON.stringify(list)),
      fc.constantFrom(...VALUES),
    );
    fc.assert(
      fc.property(fc.constantFrom(...variants), fc.array(json, { minLength: 1, maxLength: 3 }), ([, content], list) => {
        compare(
          content,
          list.map((one, place) => lineOf(place, one)),
        );
      }),
      { numRuns: amount(1000, 100) },
    );
  });
});
