/**
 * Reads integers and decimals exactly: from the digits in the export to units of the last digit, without binary floats.
 *
 * Elsewhere: writing the digits of responses (src/content/model/values/numbers).
 */
import { excerpt } from '../../../src/content/errors/index.js';
import { type DecimalField, withoutTrailing } from '../../../src/content/model/index.js';
import { quoted } from '../problems.js';
import { isJsonNumber, type JsonValue } from './json-value.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

/** Limits on the cost of one number: `1e400000000` has eleven bytes, but four hundred million digits. */
export const exponentMaximum = 400;
export const charactersMaximum = 1000;

const shortInteger = /^-?\d{1,15}$/;
const decimalText = /^-?\d+(?:\.\d+)?$/;
const numberText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * @param text a decimal number, with or without an exponent
 * @returns the number in units of 10^-precision, or the reason why that is not possible. Zeros at the end of a fraction do
 *          not count as digits after the point.
 * Cost: O(length²), at most 1000 characters.
 */
export function parseUnits(text: string, precision: number): bigint | string {
  if (text.length > charactersMaximum) {
    return `the number has ${text.length} characters; at most ${charactersMaximum} are read`;
  }
  const match = numberText.exec(text);
  if (match === null) return `${quoted(text)} is not a decimal number; write digits with a point, such as "-12.50"`;
  const [, sign = '', integerDigits = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > exponentMaximum) {
    return `${excerpt(text)} has an exponent beyond ±${exponentMaximum}; write the number out`;
  }
  const digits = integerDigits + fraction;
  // The zeros to append to the digits; if negative, the number of digits to cut off.
  const addedZeros = precision + exponent - fraction.length;
  if (addedZeros >= 0) return BigInt(`${sign}${digits}${'0'.repeat(addedZeros)}`);
  const usedLength = Math.max(0, digits.length + addedZeros);
  if (/[1-9]/.test(digits.slice(usedLength))) {
    const trailingZeros = digits.length - withoutTrailing(digits, '0').length;
    const places = fraction.length - exponent - trailingZeros;
    return `${excerpt(text)} has ${places} ${places === 1 ? 'digit' : 'digits'} after the point, the field's precision is ${precision}; round it in the export, or raise the precision`;
  }
  return BigInt(`${sign}${digits.slice(0, usedLength) || '0'}`);
}

/** @returns the integer of a JSON number's text, or undefined if it has a fraction or is beyond ±(2^53 − 1) */
export function parseSafeInteger(text: string): number | undefined {
  // Adding 0 turns -0 into 0.
  if (shortInteger.test(text)) return Number(text) + 0;
  const units = parseUnits(text, 0);
  if (typeof units === 'string') return undefined;
  const value = Number(units);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Integer: a JSON number without a fraction, within ±(2^53 − 1). */
export const readInteger: ValueReader = (value: JsonValue, report: ValueReport) => {
  if (!isJsonNumber(value)) {
    report.error(() => `an integer is expected, not ${describeValue(value)}; write a number without quotes`);
    return undefined;
  }
  const integer = parseSafeInteger(value.text);
  if (integer === undefined) {
    report.error(
      () =>
        `${excerpt(value.text)} is not an integer from -9007199254740991 to 9007199254740991; use a decimal or a text field for other numbers`,
    );
  }
  return integer;
};

/** Decimal: a JSON number, or a string such as `"-12.50"`. */
export function decimalReader(field: DecimalField): ValueReader {
  return (value, report) => {
    const text = isJsonNumber(value) ? value.text : value;
    if (typeof text !== 'string') {
      report.error(
        () => `a decimal is expected, not ${describeValue(value)}; write a number, or a string such as "12.50"`,
      );
      return undefined;
    }
    if (typeof value === 'string' && !decimalText.test(value)) {
      report.error(
        () => `${quoted(value)} is not a decimal; write digits with a point and nothing else, such as "-12.50"`,
      );
      return undefined;
    }
    const units = parseUnits(text, field.precision);
    if (typeof units === 'bigint') return units;
    report.error(units);
    return undefined;
  };
}
