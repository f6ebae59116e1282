import { describe, expect, it } from 'vitest';
import type { AttributeField } from '../../../../src/content/model/index.js';
import type { OracleValue } from '../../../../testing/oracle/content/dataset.js';
import {
  compareNumbers,
  exactNumber,
  foldedText,
  instantMs,
  shownValue,
} from '../../../../testing/oracle/content/values.js';

describe('exactNumber', () => {
  it.each([
    ['0', 0n, 0],
    ['-0.50', -50n, 2],
    ['12.5', 125n, 1],
    ['1e3', 1000n, 0],
    ['1.5e-7', 15n, 8],
    ['2.5E+1', 25n, 0],
  ])('%s › is %d / 10^%i', (text, digits, scale) => {
    expect(exactNumber(text)).toEqual({ digits, scale });
  });

  it.each(['', '.5', '5.', '1_0', '+1', ' 1'])('"%s" › is refused', (text) => {
    expect(() => exactNumber(text)).toThrow('is no number');
  });
});

describe('compareNumbers', () => {
  it('numbers of different scales › compare by value', () => {
    expect(compareNumbers(exactNumber('1.50'), exactNumber('1.5'))).toBe(0);
    expect(compareNumbers(exactNumber('-1.51'), exactNumber('-1.5'))).toBe(-1);
    expect(compareNumbers(exactNumber('9007199254740993'), exactNumber('9007199254740992.9'))).toBe(1);
  });
});

describe('foldedText', () => {
  it.each([
    ['Straße STRASSE', 'strasse strasse'],
    ['ẞ', 'ss'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['İ ı I', 'i\u0307 ı i'],
    ['Ꭰꭰᏸ', 'ᎠᎠᏰ'],
    ['É e\u0301 日本', 'é e\u0301 日本'],
  ])('%s › is %s', (text, folded) => {
    expect(foldedText(text)).toBe(folded);
  });
});

describe('instantMs', () => {
  it.each([
    ['1970-01-01', 0],
    ['1970-01-01T00:00:00.007Z', 7],
    ['1970-01-01T00:00:00.5', 500],
    ['1970-01-01T02:00+0200', 0],
    ['1969-12-31T19:30:01-04:30', 1000],
    ['1969-12-31', -86_400_000],
    ['0001-01-01', -62_135_596_800_000],
  ])('%s › is %i', (text, ms) => {
    expect(instantMs(text)).toBe(ms);
  });

  it('any other form › is refused', () => {
    expect(() => instantMs('1 Jan 2024')).toThrow('is no date or time');
  });
});

describe('shownValue', () => {
  const decimal = (precision: number): AttributeField => ({ name: 'n', type: 'decimal', precision });
  const cases: readonly (readonly [AttributeField, OracleValue | undefined, unknown])[] = [
    [decimal(2), '12.5', '12.50'],
    [decimal(2), -0.05, '-0.05'],
    [decimal(2), '-0', '0.00'],
    [decimal(0), '007', '7'],
    [decimal(3), 1e21, '1000000000000000000000.000'],
    [{ name: 'n', type: 'integer' }, -0, 0],
    [{ name: 'n', type: 'boolean' }, false, false],
    [{ name: 'n', type: 'text' }, '', ''],
    [{ name: 'n', type: 'text' }, undefined, null],
    [{ name: 'n', type: 'dateTime', format: 'date' }, '2024-02-29', '2024-02-29'],
    [{ name: 'n', type: 'dateTime', format: 'dateTime' }, '2024-02-29', '2024-02-29T00:00:00.000Z'],
    [{ name: 'n', type: 'dateTime', format: 'dateTime' }, '0099-01-01T00:30+0100', '0098-12-31T23:30:00.000Z'],
    [
      { name: 'n', type: 'image' },
      { width: 3, url: 'u', other: 'x', altText: '' },
      { url: 'u', width: 3, altText: '' },
    ],
  ];
  it.each(cases)('%o of %o › is shown as %o', (field, value, expected) => {
    expect(shownValue(field, value)).toStrictEqual(expected);
  });

  it('an image › has its members in the order of the contract', () => {
    const image = shownValue({ name: 'n', type: 'image' }, { fileSize: 1, height: 2, url: 'u' });
    expect(JSON.stringify(image)).toBe('{"url":"u","height":2,"fileSize":1}');
  });
});
