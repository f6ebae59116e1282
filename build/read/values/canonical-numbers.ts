/**
 * Reads numbers from their bytes, if the export writes them exactly as responses do. Such a value needs no text and no
 * rendering: its bytes are copied.
 *
 * Any other value, valid or not, is NaN here and is read by the table of value readers (values/reader-table). Elsewhere: the
 * form in responses (src/content/model/values/numbers).
 */
import { instantOf } from '../../../src/content/model/index.js';

/**
 * @param bytes `[start, end)` is a JSON value, with the quotes of a string
 * @returns the number in the index, or NaN if the value is not written as in responses
 */
export type CanonicalReader = (bytes: Uint8Array, start: number, end: number) => number;

/** Numbers of so many digits are exact. */
const exactDigits = 15;

const QUOTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const LOWER_F = 0x66;
const UPPER_T = 0x54;
const LOWER_T = 0x74;
const UPPER_Z = 0x5a;

/** `true` or `false`: other values begin with other letters. */
export const readCanonicalBoolean: CanonicalReader = (bytes, start) => {
  if (bytes[start] === LOWER_T) return 1;
  return bytes[start] === LOWER_F ? 0 : Number.NaN;
};

export const readCanonicalInteger: CanonicalReader = (bytes, start, end) => readUnits(bytes, start, end, 0);

/** @returns a reader of decimals, which are in quotes */
export const canonicalDecimalReader =
  (precision: number): CanonicalReader =>
  (bytes, start, end) =>
    isQuoted(bytes, start, end) ? readUnits(bytes, start + 1, end - 1, precision) : Number.NaN;

const isQuoted = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start > 2 && bytes[start] === QUOTE && bytes[end - 1] === QUOTE;

/**
 * Reads digits without needless zeros and with exactly `precision` digits after the point.
 *
 * @returns the number in units of 10^-precision
 */
function readUnits(bytes: Uint8Array, start: number, end: number, precision: number): number {
  const isNegative = bytes[start] === MINUS;
  const firstDigit = isNegative ? start + 1 : start;
  const point = precision === 0 ? end : end - precision - 1;
  const digits = end - firstDigit - (precision === 0 ? 0 : 1);
  if (point <= firstDigit || digits > exactDigits) return Number.NaN;
  if (bytes[firstDigit] === ZERO && point > firstDigit + 1) return Number.NaN;
  if (precision > 0 && bytes[point] !== POINT) return Number.NaN;
  let units = 0;
  for (let at = firstDigit; at < end; at += 1) {
    if (at === point) continue;
    const byte = bytes[at]!;
    if (byte < ZERO || byte > NINE) return Number.NaN;
    units = units * 10 + byte - ZERO;
  }
  if (!isNegative) return units;
  // Responses have no −0.
  return units === 0 ? Number.NaN : -units;
}

const dateLength = 'YYYY-MM-DD'.length;
const dateTimeLength = 'YYYY-MM-DDThh:mm:ss.sssZ'.length;

/** `"YYYY-MM-DD"` */
export const readCanonicalDate: CanonicalReader = (bytes, quote, end) => {
  const start = quote + 1;
  if (!isQuoted(bytes, quote, end) || end - 1 - start !== dateLength || !hasDateMarks(bytes, start)) return Number.NaN;
  return instantOf(...readDateParts(bytes, start), 0, 0, 0, 0) ?? Number.NaN;
};

/** `"YYYY-MM-DDThh:mm:ss.sssZ"` */
export const readCanonicalDateTime: CanonicalReader = (bytes, quote, end) => {
  const start = quote + 1;
  const hasMarks =
    isQuoted(bytes, quote, end) &&
    end - 1 - start === dateTimeLength &&
    hasDateMarks(bytes, start) &&
    bytes[start + 10] === UPPER_T &&
    bytes[start + 13] === COLON &&
    bytes[start + 16] === COLON &&
    bytes[start + 19] === POINT &&
    bytes[start + 23] === UPPER_Z;
  if (!hasMarks) return Number.NaN;
  const hour = readDigits(bytes, start + 11, 2);
  const minute = readDigits(bytes, start + 14, 2);
  const second = readDigits(bytes, start + 17, 2);
  const millisecond = readDigits(bytes, start + 20, 3);
  return instantOf(...readDateParts(bytes, start), hour, minute, second, millisecond) ?? Number.NaN;
};

const hasDateMarks = (bytes: Uint8Array, start: number): boolean =>
  bytes[start + 4] === MINUS && bytes[start + 7] === MINUS;

/** @returns year, month and day */
const readDateParts = (bytes: Uint8Array, start: number): [number, number, number] => [
  readDigits(bytes, start, 4),
  readDigits(bytes, start + 5, 2),
  readDigits(bytes, start + 8, 2),
];

/** @returns the number, or NaN if a byte is no digit */
function readDigits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const byte = bytes[at]!;
    if (byte < ZERO || byte > NINE) return Number.NaN;
    value = value * 10 + byte - ZERO;
  }
  return value;
}
