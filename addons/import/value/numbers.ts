/**
 * Numbers as digits: so that none is lost on the way through a binary float.
 */
import { withoutTrailing } from '../../../src/content/model/index.js';

const plainPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
const scientificPattern = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

/** @returns the number without an exponent; undefined where the text is no number as JSON writes one */
export function plainNumber(text: string): string | undefined {
  if (plainPattern.test(text)) return text;
  const [, sign = '', whole, fraction = '', exponent] = scientificPattern.exec(text) ?? [];
  if (whole === undefined || exponent === undefined) return undefined;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const behind = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const kept = withoutTrailing(behind, '0');
  return `${sign}${before.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`;
}

/** @param plain what `plainNumber` gave. @returns the digits after the point */
export const fractionDigits = (plain: string): number => {
  const point = plain.indexOf('.');
  return point < 0 ? 0 : plain.length - point - 1;
};

/** @param plain what `plainNumber` gave */
export const isSafeInteger = (plain: string): boolean => !plain.includes('.') && Number.isSafeInteger(Number(plain));
