/**
 * Values that a field of the type may have: readers make dates, places and exact sums of them.
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

/** Milliseconds from 1970, of which there is a date. */
const instantMaximumMs = 8.64e15;

/** @returns the first term that no value of the field has; undefined where there is none. Cost: O(bytes of the terms). */
export function wrongValue(index: SortableIndex): number | undefined {
  const { size } = index.terms;
  const isRight = rightOf(index);
  for (let term = 0; term < size; term += 1) if (!isRight(term)) return term;
  return undefined;
}

function rightOf(index: SortableIndex): (term: number) => boolean {
  switch (index.kind) {
    case 'numbers': {
      const { terms, field } = index;
      const isRight = numberOf(field);
      return (term) => isRight(terms.at(termId(term)));
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

function numberOf({ type }: NumberField): (value: number) => boolean {
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

/** A sign, how many digits as four bytes, and these without leading zeros; of a negative number all but the sign complemented. */
function isDecimalKey(key: Uint8Array): boolean {
  const [sign] = key;
  if ((sign !== 0 && sign !== 1) || key.byteLength < 6) return false;
  const mask = sign === 0 ? 0xff : 0;
  const count = [1, 2, 3, 4].reduce((sum, at) => sum * 256 + (key[at]! ^ mask), 0);
  if (count !== key.byteLength - 5) return false;
  const isDigit = (at: number): boolean => (key[at]! ^ mask) >= 0x30 && (key[at]! ^ mask) <= 0x39;
  for (let at = 5; at < key.byteLength; at += 1) if (!isDigit(at)) return false;
  return count === 1 ? sign === 1 || (key[5]! ^ mask) !== 0x30 : (key[5]! ^ mask) !== 0x30;
}
