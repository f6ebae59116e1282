/**
 * Texts ↔ instants: the formats, the edges of the calendar, and agreement with Date.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatInstant,
  INSTANT_FORMATS,
  isMidnight,
  parseExportedInstant,
  parseInstant,
} from '../../../src/content/model/index.js';
import { amount } from '../../../testing/amount.js';

const earliestMs = -62_167_219_200_000;
const latestMs = 253_402_300_799_999;

describe('parseInstant › a format of the contract', () => {
  it.each([
    ['1970-01-01', 0],
    ['1970-01-01T00:00', 0],
    ['1970-01-01T00:01', 60_000],
    ['1970-01-01T00:00:07', 7_000],
    ['1970-01-01T00:00:00.001Z', 1],
    ['1970-01-01T00:00:00.01Z', 10],
    ['1970-01-01T00:00:00.1Z', 100],
    ['1970-01-01T00:00:00.123', 123],
    ['1970-01-01T00:00:00.000+0130', -5_400_000],
    ['1970-01-01T00:00:00.000-01:30', 5_400_000],
    ['1970-01-01T00:00Z', 0],
    ['1970-01-01T01:00+01:00', 0],
    ['1970-01-01T00:00:00-0000', 0],
    ['1970-01-02T23:59:00+2359', 86_400_000],
    ['2000-02-29', 951_782_400_000],
    ['0000-01-01', earliestMs],
    ['0099-12-31', -59_011_545_600_000],
    ['9999-12-31T23:59:59.999Z', latestMs],
  ])('%s › is %d milliseconds', (text, ms) => {
    expect(parseInstant(text)).toBe(ms);
  });

  it('every format of INSTANT_FORMATS, with digits for letters › is parsed', () => {
    const digits = new Map(
      Object.entries({ YYYY: '2024', MM: '02', DD: '29', hh: '13', mm: '07', sss: '250', ss: '09' }),
    );
    const texts = INSTANT_FORMATS.split(', ').map((format) =>
      format.replace(/YYYY|MM|DD|hh|mm|sss|ss/g, (letters) => digits.get(letters) ?? letters),
    );
    expect(texts).toHaveLength(5);
    for (const text of texts) expect(parseInstant(text), text).toBeDefined();
  });
});

describe('parseInstant › another text', () => {
  it.each([
    '',
    '2024',
    '2024-1-1',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-00-10',
    '2024-13-10',
    '2024-01-00',
    '2024-01-32',
    '2024-01-01T24:00:00',
    '2024-01-01T23:60',
    '2016-12-31T23:59:60Z',
    '2024-01-01T1:00',
    '2024-01-01T10',
    '2024-01-01T10:00:00.',
    '2024-01-01T10:00:00.1234',
    '2024-01-01T10:00:00,123',
    '2024-01-01Z',
    '2024-01-01+0100',
    '2024-01-01T10:00 0100',
    '2024-01-01T10:00+1',
    '2024-01-01T10:00+24:00',
    '2024-01-01T10:00+00:60',
    '2024-01-01t10:00z',
    '2024-01-01 10:00',
    ' 2024-01-01',
    '2024-01-01\n',
    '+002024-01-01',
    '-0001-01-01',
    '10000-01-01',
    '0000-01-01T00:00+00:01',
    '9999-12-31T23:59:59.999-00:01',
    '٢٠٢٤-01-01',
  ])('%j › is not an instant', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('parseInstant and Date', () => {
  const instants = fc.integer({ min: earliestMs, max: latestMs });

  it('any instant, formatted and parsed › is the same instant', () => {
    fc.assert(
      fc.property(instants, (ms) => {
        expect(formatInstant(ms, 'dateTime')).toBe(new Date(ms).toISOString());
        expect(parseInstant(formatInstant(ms, 'dateTime'))).toBe(ms);
      }),
      { seed: 1, numRuns: amount(2000, 400) },
    );
  });

  it('any day, formatted and parsed › is its midnight', () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const midnight = parseInstant(formatInstant(ms, 'date'));
        expect(midnight).toBe(Math.floor(ms / 86_400_000) * 86_400_000);
        expect(isMidnight(midnight ?? 1)).toBe(true);
        expect(isMidnight((midnight ?? 0) + 1)).toBe(false);
      }),
      { seed: 2, numRuns: amount(2000, 400) },
    );
  });

  it('any date and offset, valid or not › is parsed like Date does if Date keeps the day', () => {
    const digits = (max: number, width: number) =>
      fc.integer({ min: 0, max }).map((n) => String(n).padStart(width, '0'));
    const texts = fc.tuple(
      digits(9999, 4),
      digits(13, 2),
      digits(32, 2),
      digits(24, 2),
      digits(60, 2),
      digits(60, 2),
      digits(999, 3),
      fc.constantFrom('Z', '+00:00', '-05:30', '+14:00'),
    );
    fc.assert(
      fc.property(texts, ([year, month, day, hour, minute, second, fraction, offset]) => {
        const date = `${year}-${month}-${day}`;
        const text = `${date}T${hour}:${minute}:${second}.${fraction}${offset}`;
        const theirs = Date.parse(text);
        // Date rolls 30 February over into March and takes 24:00; neither is a day and hour of any calendar.
        const dayMs = Date.parse(date);
        const exists = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(date) && hour !== '24';
        const inRange = theirs >= earliestMs && theirs <= latestMs;
        expect(parseInstant(text)).toBe(exists && inRange ? theirs : undefined);
      }),
      { seed: 3, numRuns: amount(5000, 1000) },
    );
  });
});

describe('parseExportedInstant', () => {
  it('any instant with digits after the milliseconds › is cut to milliseconds and reports whether digits were lost', () => {
    const instants = fc.integer({ min: earliestMs, max: latestMs });
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '9'), maxLength: 9 });
    fc.assert(
      fc.property(instants, digits, fc.constantFrom('Z', '+00:00', '-0000', ''), (ms, more, offset) => {
        const text = formatInstant(ms, 'dateTime').replace('Z', more + offset);
        expect(parseExportedInstant(text)).toEqual({ ms, isCut: /[19]/.test(more) });
      }),
    );
  });

  it.each([
    '2024-02-30T00:00:00.0001Z',
    '2024-02-29T00:00:00.',
    '10000-01-01T00:00:00.0001',
    '2024-02-29T00:00.0001',
    '',
  ])('%s › is not an instant', (text) => expect(parseExportedInstant(text)).toBeUndefined());
});
