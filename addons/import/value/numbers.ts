/**
 * Reads numbers as texts of digits, so that an import loses no digit to a binary float.
 *
 * Elsewhere: the field type that numbers lead to (core/model).
 */
import { withoutTrailing } from '../../../src/content/model/index.js';

const plainPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
const scientificPattern = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

/** @returns the number without an exponent; undefined if the text is not a number as JSON writes it */
export function removeExponent(text: string): string | undefined {
  if (plainPattern.test(text)) return text;
  const [, sign = '', whole, fraction = '', exponent] = scientificPattern.exec(text) ?? [];
  if (whole === undefined || exponent === undefined) return undefined;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const wholeDigits = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const fractionAfter = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const significantFraction = withoutTrailing(fractionAfter, '0');
  return `${sign}${wholeDigits.replace(/^0+(?=\d)/, '')}${significantFraction === '' ? '' : `.${significantFraction}`}`;
}

/** @param plain a result of `removeExponent`. @returns the digits after the point */
export const countFractionDigits = (plain: string): number => {
  const point = plain.indexOf('.');
  return point < 0 ? 0 : plain.length - point - 1;
};

/** @param plain a result of `removeExponent` */
export const isSafeInteger = (plain: string): boolean => !plain.includes('.') && Number.isSafeInteger(Number(plain));
