/**
 * Sorting records by their bytes, and the dictionary that follows from it.
 */
import { GrowingRecords } from '../../src/format/index.js';

const prefixBytes = 6;

/** @returns the first bytes as a number that compares as they do; the rest as zeros */
function prefixNumber(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let i = from; i < from + prefixBytes; i += 1) value = value * 256 + (i < bytes.byteLength ? bytes[i]! : 0);
  return value;
}

/**
 * @param indexes which records; sorted in place, by bytes and, where these are equal, by index
 * Cost: O(n log n) comparisons, most of them of two numbers.
 */
export function sortByBytes(records: GrowingRecords, indexes: Uint32Array): void {
  const first = new Float64Array(records.count);
  const second = new Float64Array(records.count);
  for (const index of indexes) {
    const bytes = records.view(index);
    first[index] = prefixNumber(bytes, 0);
    second[index] = prefixNumber(bytes, prefixBytes);
  }
  indexes.sort((a, b) => {
    const difference = first[a]! - first[b]! || second[a]! - second[b]!;
    if (difference !== 0) return difference;
    return Buffer.compare(records.view(a), records.view(b)) || a - b;
  });
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

/** @returns the records with their bytes reversed */
export function reversedRecords(records: GrowingRecords): GrowingRecords {
  const reversed = new GrowingRecords();
  for (let index = 0; index < records.count; index += 1) reversed.push(Uint8Array.from(records.view(index)).reverse());
  return reversed;
}
