/**
 * Checks that every value of a field is one of its type: readers compute dates, locations and exact sums from them.
 */
import { isUtf8 } from 'node:buffer';
import {
  LOCATION_LIMITS,
  latitudeUnits,
  longitudeUnits,
  type NumberField,
  termId,
  UNITS_PER_DEGREE,
} from '../../content/model/index.js';
import type { SortableIndex } from '../segment/index.js';

/** Maximum milliseconds from 1970 of a date. */
const instantMaximumMs = 8.64e15;

/** @returns the first term that is no value of the field's type; undefined if there is none. Cost: O(bytes of the terms). */
export function findWrongTerm(index: SortableIndex): number | undefined {
  const { size } = index.terms;
  const isValid = createValidator(index);
  for (let term = 0; term < size; term += 1) if (!isValid(term)) return term;
  return undefined;
}

function createValidator(index: SortableIndex): (term: number) => boolean {
  switch (index.kind) {
    case 'numbers': {
      const { terms, field } = index;
      const isValid = createNumberValidator(field);
      return (term) => isValid(terms.at(termId(term)));
    }
    case 'longDecimals':
      return (term) => isDecimalKey(index.terms.at(termId(term)));
    case 'text':
      return (term) => {
        const bytes = index.terms.at(termId(term));
        return bytes.byteLength > 0 && isUtf8(bytes);
      };
    default:
      return index satisfies never;
  }
}

function createNumberValidator({ type }: NumberField): (value: number) => boolean {
  switch (type) {
    case 'boolean':
      return (value) => value === 0 || value === 1;
    case 'integer':
    case 'decimal':
      return Number.isSafeInteger;
    case 'dateTime':
      return (value) => Number.isSafeInteger(value) && Math.abs(value) <= instantMaximumMs;
    case 'location':
      return (value) =>
        value >= 0 &&
        Math.abs(latitudeUnits(value)) <= LOCATION_LIMITS.latitude * UNITS_PER_DEGREE &&
        Math.abs(longitudeUnits(value)) <= LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;
    default:
      return type satisfies never;
  }
}

/** Layout: termdict/decimal-keys. Leading zeros are not allowed. */
function isDecimalKey(key: Uint8Array): boolean {
  const [sign] = key;
  if ((sign !== 0 && sign !== 1) || key.byteLength < 6) return false;
  const mask = sign === 0 ? 0xff : 0;
  // The number of digits, a big-endian number of four bytes.
  let count = 0;
  for (let position = 1; position <= 4; position += 1) count = count * 256 + (key[position]! ^ mask);
  if (count !== key.byteLength - 5) return false;
  const isDigit = (position: number): boolean => (key[position]! ^ mask) >= 0x30 && (key[position]! ^ mask) <= 0x39;
  for (let position = 5; position < key.byteLength; position += 1) if (!isDigit(position)) return false;
  const isFirstZero = (key[5]! ^ mask) === 0x30;
  // The only number that begins with 0 is zero, which is not negative.
  return !isFirstZero || (count === 1 && sign === 1);
}
