/**
 * Reads numbers as texts of digits, so that an import loses no digit to a binary float.
 *
 * Elsewhere: the field type that numbers lead to (core/model).
 */
import { withoutTrailing } from '../../../src/content/model/index.js';

const plainNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
const scientificNumber = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

/** @returns the number without an exponent, `1.5e3` as `1500`; undefined if the text is not a number as JSON writes it */
export function removeExponent(text: string): string | undefined {
  if (plainNumber.test(text)) return text;
  const [, sign = '', whole, fraction = '', exponent] = scientificNumber.exec(text) ?? [];
  if (whole === undefined || exponent === undefined) return undefined;
  const digits = whole + fraction;
  /** Number of digits before the moved point; negative if zeros follow it. */
  const pointIndex = whole.length + Number(exponent);
  const wholeDigits = pointIndex <= 0 ? '0' : digits.slice(0, pointIndex).padEnd(pointIndex, '0');
  const fractionDigits = pointIndex <= 0 ? '0'.repeat(-pointIndex) + digits : digits.slice(pointIndex);
  const shortWhole = wholeDigits.replace(/^0+(?=\d)/, '');
  const shortFraction = withoutTrailing(fractionDigits, '0');
  return shortFraction === '' ? `${sign}${shortWhole}` : `${sign}${shortWhole}.${shortFraction}`;
}

/** @returns the number of digits after the point of a number without an exponent */
export function countFractionDigits(number: string): number {
  const pointIndex = number.indexOf('.');
  return pointIndex < 0 ? 0 : number.length - pointIndex - 1;
}

/** @param number without an exponent */
export const isSafeInteger = (number: string): boolean => !number.includes('.') && Number.isSafeInteger(Number(number));

/** Whether a binary float represents all digits of a number as JSON writes it. */
export function isExact(digits: string): boolean {
  const plainDigits = removeExponent(digits);
  const floatDigits = removeExponent(String(Number(digits)));
  const hasPoint = plainDigits?.includes('.') === true;
  const significantDigits = hasPoint ? withoutTrailing(withoutTrailing(plainDigits, '0'), '.') : plainDigits;
  // The float of -0 is written as 0.
  return significantDigits === floatDigits || significantDigits === `-${floatDigits}`;
}
