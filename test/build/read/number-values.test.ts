/**
 * Exact numbers beside BigInt arithmetic and JavaScript's own integers.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSafeInteger, parseUnits } from '../../../build/read/values/number-values.js';
import { amount } from '../../../testing/amount.js';

describe('unitsOf', () => {
  it.each<[text: string, precision: number, units: bigint]>([
    ['0', 2, 0n],
    ['-0.00', 2, 0n],
    ['1', 0, 1n],
    ['1', 2, 100n],
    ['-12.5', 2, -1250n],
    ['12.500000', 2, 1250n],
    ['007', 0, 7n],
    ['1e3', 0, 1000n],
    ['1E+3', 1, 10000n],
    ['1.5e1', 0, 15n],
    ['150e-1', 0, 15n],
    ['1500e-3', 1, 15n],
    ['0e-400', 0, 0n],
    ['5e-3', 3, 5n],
    ['-100e-2', 0, -1n],
    ['123456789012345678901234567890.12', 2, 12345678901234567890123456789012n],
    ['1e000000000000000000003', 0, 1000n],
  ])('%s at precision %d › is %d', (text, precision, units) => {
    expect(parseUnits(text, precision)).toBe(units);
  });

  it.each<[text: string, precision: number, reason: RegExp]>([
    ['12.345', 2, /^12\.345 has 3 digits after the point, the field's precision is 2; round it/],
    ['0.1', 0, /has 1 digit after/],
    ['12.3450', 2, /has 3 digits after/],
    ['1e-3', 2, /has 3 digits after/],
    ['15e-4', 2, /has 4 digits after/],
    ['1e401', 2, /^1e401 has an exponent beyond ±400; write the number out$/],
    ['1e-401', 2, /exponent beyond/],
    ['1e99999999999999999999999', 2, /exponent beyond/],
    ['1'.repeat(1001), 0, /^the number has 1001 characters; at most 1000 are read$/],
    ['', 2, /^"" is not a decimal number/],
    ['1,5', 2, /^"1,5" is not a decimal number; write digits with a point, such as "-12\.50"$/],
  ])('%s at precision %d › is refused with the reason', (text, precision, reason) => {
    expect(parseUnits(text, precision)).toMatch(reason);
  });

  it('any digits, point, exponent and precision › agrees with BigInt arithmetic', () => {
    const digits = fc.stringMatching(/^\d{1,30}$/);
    const numbers = fc.record({
      sign: fc.constantFrom('', '-'),
      whole: digits,
      fraction: fc.option(digits, { nil: '' }),
      exponent: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
      precision: fc.integer({ min: 0, max: 40 }),
    });
    fc.assert(
      fc.property(numbers, ({ sign, whole, fraction, exponent, precision }) => {
        const text = `${sign}${whole}${fraction && `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`;
        // value = coefficient / 10^scale, so units = coefficient · 10^(precision − scale), where that is whole.
        const coefficient = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
        const shift = BigInt(precision - fraction.length + (exponent ?? 0));
        const exact = shift >= 0n ? true : coefficient % 10n ** -shift === 0n;
        const units = parseUnits(text, precision);
        if (exact) expect(units).toBe(shift >= 0n ? coefficient * 10n ** shift : coefficient / 10n ** -shift);
        else expect(units).toMatch(/digits? after the point/);
      }),
      { seed: 11, numRuns: amount(5000, 1000) },
    );
  });
});

describe('safeIntegerOf', () => {
  it.each<[text: string, value: number | undefined]>([
    ['0', 0],
    ['-0', 0],
    ['-0.0', 0],
    ['0e0', 0],
    ['1.0', 1],
    ['1e3', 1000],
    ['1.5e1', 15],
    ['-10e-1', -1],
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740991', 9_007_199_254_740_991],
    ['-9007199254740991', -9_007_199_254_740_991],
    ['9007199254740991.000', 9_007_199_254_740_991],
    ['9007199254740992', undefined],
    ['9007199254740993', undefined],
    ['-9007199254740992', undefined],
    ['9007199254740991.5', undefined],
    ['0.99999999999999999999', undefined],
    ['1.5', undefined],
    ['1e-400', undefined],
    ['1e400', undefined],
    ['1e16', undefined],
    ['1'.repeat(2000), undefined],
  ])('%s › is %s', (text, value) => {
    // Object.is: -0 would be another value on disk.
    expect(Object.is(parseSafeInteger(text), value)).toBe(true);
  });

  it('any safe integer › is itself', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parseSafeInteger(String(value))).toBe(value + 0);
      }),
      { seed: 12, numRuns: amount(1000, 200) },
    );
  });
});
