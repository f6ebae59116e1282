import { describe, expect, it } from 'vitest';
import { encodeComponent } from '../../../src/content/model/index.js';
import type { Operand } from '../../../src/engine/query/query-tree.js';
import { parse, problemTexts } from '../parsing.js';

/** @param value decoded */
function operandOf(name: string, value: string): Operand {
  const request = parse('/book', `${name}=${encodeComponent(value)}`);
  if (request.kind !== 'collection' || request.filter?.kind !== 'condition') throw new Error('no condition');
  return request.filter.operand;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const number = (digits: bigint, scale: number): Operand => ({ kind: 'number', digits, scale });
const instant = (text: string): Operand => ({ kind: 'instant', ms: Date.parse(text) });

const NINES = '9'.repeat(1000);
const INTEGER = 'an integer such as 12 or -3, of at most 1000 digits.';
const DECIMAL = 'a decimal number such as 12.50 or -3, of at most 1000 digits.';
const INSTANT =
  'YYYY-MM-DDThh:mm:ss.sssZ, YYYY-MM-DDThh:mm:ss.sss+hhmm, YYYY-MM-DDThh:mm:ss, YYYY-MM-DDThh:mm, YYYY-MM-DD';

describe('filter value', () => {
  it.each<[string, string, Operand]>([
    ['filter[title][_exists]', 'true', { kind: 'populated', value: true }],
    ['filter[pages][_exists]', 'false', { kind: 'populated', value: false }],
    ['filter[inPrint][_eq]', 'true', { kind: 'boolean', value: true }],
    ['filter[inPrint][_eq]', 'false', { kind: 'boolean', value: false }],
    ['filter[pages][_eq]', '0', number(0n, 0)],
    ['filter[pages][_eq]', '-0', number(0n, 0)],
    ['filter[pages][_eq]', '-007', number(-7n, 0)],
    ['filter[pages][_eq]', '9007199254740993', number(9007199254740993n, 0)],
    ['filter[pages][_eq]', `-${NINES}`, number(1n - 10n ** 1000n, 0)],
    ['filter[price][_eq]', '12', number(12n, 0)],
    ['filter[price][_eq]', '12.50', number(1250n, 2)],
    ['filter[price][_eq]', '-0.5', number(-5n, 1)],
    ['filter[price][_eq]', '-0.0', number(0n, 1)],
    ['filter[price][_eq]', '0.1000000000000000000000000001', number(1000000000000000000000000001n, 28)],
    ['filter[price][_eq]', `9.${NINES.slice(1)}`, number(10n ** 1000n - 1n, 999)],
    ['filter[pages][_eq]', '1e3', number(1000n, 0)],
    ['filter[pages][_eq]', '1.5e+21', number(15n * 10n ** 20n, 0)],
    ['filter[price][_eq]', '1e-7', number(1n, 7)],
    ['filter[price][_eq]', '-1.25E-07', number(-125n, 9)],
    ['filter[price][_eq]', '1.25e1', number(125n, 1)],
    ['filter[price][_eq]', '1e 21', number(10n ** 21n, 0)],
    ['filter[title][_eq]', '', { kind: 'text', bytes: utf8('') }],
    ['filter[title][_eq]', 'plain', { kind: 'text', bytes: utf8('plain') }],
    ['filter[title][_eq]', 'Grüße 😀 \0\uffff', { kind: 'text', bytes: utf8('Grüße 😀 \0\uffff') }],
    ['filter[title][_eq]', 'long '.repeat(50), { kind: 'text', bytes: utf8('long '.repeat(50)) }],
    ['filter[genre][_eq]', 'no option', { kind: 'text', bytes: utf8('no option') }],
    ['filter[body][_contains]', '# a', { kind: 'text', bytes: utf8('# a') }],
    ['filter[blurb][_endsWith]', '\n', { kind: 'text', bytes: utf8('\n') }],
    ['filter[id][_eq]', '..', { kind: 'text', bytes: utf8('..') }],
    ['filter[author][id][_eq]', 'ä/1', { kind: 'itemId', bytes: utf8('ä/1') }],
    ['filter[author][id][_eq]', '..', { kind: 'itemId', bytes: utf8('..') }],
    ['filter[author][id][_eq]', 'x'.repeat(300), { kind: 'itemId', bytes: utf8('x'.repeat(300)) }],
    ['filter[published][_eq]', '2024-02-29', instant('2024-02-29T00:00:00Z')],
    ['filter[published][_eq]', '2024-02-29T10:30', instant('2024-02-29T10:30:00Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15', instant('2024-02-29T10:30:15Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15.123Z', instant('2024-02-29T10:30:15.123Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15.123+0200', instant('2024-02-29T08:30:15.123Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15.123 0200', instant('2024-02-29T08:30:15.123Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15 02:00', instant('2024-02-29T08:30:15Z')],
    ['filter[published][_eq]', '2024-02-29T10:30 0200', instant('2024-02-29T08:30:00Z')],
    ['filter[published][_eq]', '2024-02-29T10:30:15.123-0200', instant('2024-02-29T12:30:15.123Z')],
  ])('%s=%s › is exact', (name, value, operand) => {
    expect(operandOf(name, value)).toStrictEqual(operand);
  });

  it('an unescaped + before an offset › is accepted', () => {
    const request = parse('/book', 'filter[published][_gte]=2024-01-01T10:00:00.000+0200');
    expect(request).toMatchObject({ filter: { operand: instant('2024-01-01T08:00:00Z') } });
    expect(parse('/book', request.search)).toMatchObject({ filter: { operand: instant('2024-01-01T08:00:00Z') } });
  });

  it.each([
    ...['', 'TRUE', '1', 'yes', ' true'].map((value) => [
      'filter[inPrint][_eq]',
      value,
      '"inPrint" (boolean), which takes true or false.',
    ]),
    [
      'filter[inPrint][_eq]',
      'null',
      '"inPrint" (boolean), which takes true or false. To select items without a value, use the operator _exists with the value false.',
    ],
    ...['', 'True', '0'].map((value) => [
      'filter[title][_exists]',
      value,
      'the operator _exists, which takes true or false.',
    ]),
    ...[
      '',
      '-',
      '+1',
      ' 1',
      '1 ',
      '1.0',
      '1e-1',
      '1.25e1',
      '0x10',
      '1_000',
      '--1',
      '1-',
      '٣',
      'NaN',
      'Infinity',
      '-9'.repeat(2),
      `${NINES}9`,
    ].map((value) => ['filter[pages][_eq]', value, `"pages" (integer), which takes ${INTEGER}`]),
    ...[
      '',
      '-',
      '.',
      '.5',
      '5.',
      '-.5',
      '1.2.3',
      '1,5',
      '1e',
      'e3',
      '1e1.5',
      '1e3e3',
      '1e1000',
      '+1.5',
      ' 1.5',
      '1.5 ',
      '1.-5',
      `${NINES}.9`,
      '1'.repeat(5000),
    ].map((value) => ['filter[price][_eq]', value, `"price" (decimal), which takes ${DECIMAL}`]),
    ...[
      ['', 'It has none of these formats'],
      ['yesterday', 'It has none of these formats'],
      ['2023-02-29', 'The month 2023-02 has no day 29'],
      ['2024-13-01', 'There is no month 13'],
      ['2024-01-01T24:00', 'There is no such time: the last is 23:59:59'],
      ['2024-01-01 10:00', 'It has none of these formats'],
      ['2024-01-01T10:00 ', 'It has none of these formats'],
      ['2024-01-01T10:00 02 00', 'It has none of these formats'],
      ['2024-01-01T10:00 2400', 'There is no such offset from UTC'],
      ['0000-01-01T00:00 0100', 'In UTC it is outside the years 0000 to 9999'],
      ['10000-01-01', 'A year has four digits, from 0000 to 9999'],
      ['1704067200000', 'It has none of these formats'],
      ['2024-01-01T10:00:00.0000Z', 'A second has at most three digits after the point'],
      ['2'.repeat(5000), 'It has none of these formats'],
    ].map(([value = '', why]): [string, string, string] => [
      'filter[published][_gt]',
      value,
      `"published" (dateTime), which takes ${INSTANT}. ${why}.`,
    ]),
    ['filter[author][id][_eq]', '', '"author" (relationship), which takes the id of a related item.'],
  ])('%s=%s › is refused with the accepted formats', (name, value, detail) => {
    const shortened = value.length > 80 ? `${value.slice(0, 80)}…` : value;
    expect(problemTexts('/book', `${name}=${encodeComponent(value)}`)).toEqual([
      `InvalidValue [${name}] "${shortened}" is not a value for ${detail}`,
    ]);
  });
});
