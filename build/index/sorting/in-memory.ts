/**
 * Sorting records by their bytes, and the dictionary that follows from it.
 */
import { GrowingRecords } from '../../../src/format/index.js';
import { compareReversed, prefixNumber, suffixNumber } from '../../../src/termdict/index.js';

/** What prefixNumber takes. */
const prefixBytes = 6;

/**
 * @param indexes which records; sorted in place, by bytes and, where these are equal, by index
 * @param from    `end`: by the bytes of the reversed records
 * Cost: O(n log n) comparisons, most of them of two numbers.
 */
export function sortByBytes(records: GrowingRecords, indexes: Uint32Array, from: 'start' | 'end' = 'start'): void {
  const numberOf = from === 'start' ? prefixNumber : suffixNumber;
  const compare =
    from === 'start'
      ? (a: number, b: number) => Buffer.compare(records.view(a), records.view(b))
      : (a: number, b: number) => {
          const bytes = records.view(a);
          return compareReversed(bytes, 0, bytes.byteLength, records.view(b));
        };
  const first = new Float64Array(records.count);
  const second = new Float64Array(records.count);
  for (const index of indexes) {
    const bytes = records.view(index);
    first[index] = numberOf(bytes, 0);
    second[index] = numberOf(bytes, prefixBytes);
  }
  indexes.sort((a, b) => first[a]! - first[b]! || second[a]! - second[b]! || compare(a, b) || a - b);
}

export interface Dictionary {
  /** Distinct values, ascending. */
  readonly terms: GrowingRecords;
  /** Record index → term index + 1; 0 for records that are not in the dictionary. */
  readonly ordinals: Uint32Array;
}

/** @param indexes the records that take part. Cost: that of sorting. */
export function buildDictionary(records: GrowingRecords, indexes: Uint32Array): Dictionary {
  sortByBytes(records, indexes);
  const terms = new GrowingRecords();
  const ordinals = new Uint32Array(records.count);
  let previous = -1;
  for (const index of indexes) {
    if (previous < 0 || Buffer.compare(records.view(previous), records.view(index)) !== 0) {
      terms.push(records.view(index));
    }
    ordinals[index] = terms.count;
    previous = index;
  }
  return { terms, ordinals };
}
