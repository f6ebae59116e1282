/**
 * Dictionaries: the distinct values of records, ascending by their bytes, and the ordinal of each record.
 *
 * Most comparisons compare two numbers of six leading bytes each; only records with equal numbers are compared by bytes.
 * Elsewhere: records that do not fit into memory (external-sort).
 */
import { CHUNK_BYTES, GrowingRecords, type RecordParts } from '../../src/format/index.js';
import { discard } from '../work/index.js';

/** Bytes compared as one number, which a float holds exactly. */
const headBytes = 6;

/** Distinct values and the ordinals of records. */
export interface Dictionary {
  /** Distinct values, ascending. */
  readonly terms: GrowingRecords;
  /** Record index → ordinal of its term, from 1; 0 for records that are not in the dictionary. */
  readonly ordinals: Uint32Array;
}

/**
 * Builds a dictionary.
 *
 * @param records in chunks of CHUNK_BYTES
 * @param indexes indexes of the records to include; sorted in place, by bytes, then by index
 * Cost: O(n log n) comparisons, most of them of two numbers; allocates objects for terms only.
 */
export function buildDictionary(records: GrowingRecords, indexes: Uint32Array): Dictionary {
  const { ordinals } = sortIndexes(records.parts, indexes);
  const terms = new GrowingRecords();
  for (const index of indexes) if (ordinals[index]! > terms.count) terms.push(records.view(index));
  return { terms, ordinals };
}

/** The ordinals of records, once their indexes are sorted. */
interface SortedIndexes {
  /** Record index → ordinal of its value, from 1; 0 for records that are not included. */
  readonly ordinals: Uint32Array;
  /** Number of distinct values. */
  readonly count: number;
}

/** Like `buildDictionary`, without copying the terms: a term is the first record in `indexes` with its ordinal. */
export function sortIndexes(records: RecordParts, indexes: Uint32Array): SortedIndexes {
  const bytes = new RecordBytes(records);
  const size = records.offsets.length - 1;
  const firstHeads = new Float64Array(size);
  const secondHeads = new Float64Array(size);
  for (const index of indexes) {
    firstHeads[index] = bytes.head(index, 0);
    secondHeads[index] = bytes.head(index, headBytes);
  }
  // Each comparison decides only if all earlier ones found the records equal.
  indexes.sort(
    (a, b) => firstHeads[a]! - firstHeads[b]! || secondHeads[a]! - secondHeads[b]! || bytes.compare(a, b) || a - b,
  );
  const ordinals = new Uint32Array(size);
  let count = 0;
  let previous = -1;
  for (const index of indexes) {
    const isSame = previous >= 0 && firstHeads[previous] === firstHeads[index] && bytes.compare(previous, index) === 0;
    if (!isSame) count += 1;
    ordinals[index] = count;
    previous = index;
  }
  discard(firstHeads, secondHeads);
  return { ordinals, count };
}

/** Compares records in place: views would be two objects per comparison. */
class RecordBytes {
  readonly #chunks: readonly Uint8Array[];
  readonly #offsets: Float64Array;

  constructor({ chunks, offsets }: RecordParts) {
    this.#chunks = chunks;
    this.#offsets = offsets;
  }

  /** @returns six bytes of the record from `from` on as a number, zeros for missing bytes; numbers compare as the bytes do */
  head(index: number, from: number): number {
    const chunk = this.#chunkOf(index);
    const bytes = this.#chunks[chunk]!;
    const start = this.#offsets[index]! - chunk * CHUNK_BYTES + from;
    const end = this.#endOf(index, chunk);
    let value = 0;
    for (let at = start; at < start + headBytes; at += 1) value = value * 256 + (at < end ? bytes[at]! : 0);
    return value;
  }

  /** @returns negative, zero or positive, as the first record is less than, equal to or greater than the second */
  compare(a: number, b: number): number {
    const chunkA = this.#chunkOf(a);
    const chunkB = this.#chunkOf(b);
    const bytesA = this.#chunks[chunkA]!;
    const bytesB = this.#chunks[chunkB]!;
    const endA = this.#endOf(a, chunkA);
    const endB = this.#endOf(b, chunkB);
    let atA = this.#offsets[a]! - chunkA * CHUNK_BYTES;
    let atB = this.#offsets[b]! - chunkB * CHUNK_BYTES;
    for (; atA < endA && atB < endB; atA += 1, atB += 1) {
      const difference = bytesA[atA]! - bytesB[atB]!;
      if (difference !== 0) return difference;
    }
    return endA - atA - (endB - atB);
  }

  #chunkOf(index: number): number {
    return Math.floor(this.#offsets[index]! / CHUNK_BYTES);
  }

  /** The end of the record in its chunk; the next record may begin in the next chunk. */
  #endOf(index: number, chunk: number): number {
    return Math.min(this.#offsets[index + 1]! - chunk * CHUNK_BYTES, this.#chunks[chunk]!.length);
  }
}
