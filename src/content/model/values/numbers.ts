/**
 * Values that the index holds as numbers → values of the delivered JSON: exact, of any length.
 */

import { entryOfType } from '../field-types.js';
import type { Field, NumberField } from '../fields.js';
import { formatInstant } from './instant.js';
import { decodeLocation, type Location } from './location.js';

/** @returns the digits after the decimal point; undefined if the field has no sums */
export function precisionOf(field: Field | undefined): number | undefined {
  if (field === undefined) return undefined;
  if ('precision' in field) return field.precision;
  return entryOfType(field.type).value === 'integer' ? 0 : undefined;
}

/** @param value from the index: 1 is true, decimals in units of 10^-precision. @returns the value in JSON */
export function deliveredNumber(field: NumberField, value: number | bigint): string | number | boolean | Location {
  switch (field.type) {
    case 'boolean':
      return Number(value) === 1;
    case 'integer':
      return Number(value);
    case 'dateTime':
      return formatInstant(Number(value), field.format);
    case 'decimal':
      return decimalText(BigInt(value), field.precision);
    case 'location':
      return decodeLocation(Number(value));
  }
}

/** @returns `digits / 10^scale` with exactly `scale` digits after the point: 1234n, 2 → `12.34` */
export function decimalText(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const integerPart = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${integerPart}` : `${sign}${integerPart}.${text.slice(-scale)}`;
}

/** A number, rounded down to units of 10^-precision. */
export interface WholeUnits {
  /** The largest number of units that is at most the number. */
  readonly floor: bigint;
  /** Whether nothing was rounded. */
  readonly exact: boolean;
}

/** @param digits with `scale`: the number `digits / 10^scale` */
export function wholeUnits(digits: bigint, scale: number, precision: number): WholeUnits {
  if (scale <= precision) return { floor: digits * 10n ** BigInt(precision - scale), exact: true };
  const divisor = 10n ** BigInt(scale - precision);
  const quotient = digits / divisor;
  if (quotient * divisor === digits) return { floor: quotient, exact: true };
  return { floor: digits < 0n ? quotient - 1n : quotient, exact: false };
}
