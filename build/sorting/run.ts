/**
 * A run: some records of a column, sorted in memory, so that runs can be merged to a dictionary that is never there as a
 * whole.
 */
import { CHUNK_BYTES, GrowingRecords, type RecordParts } from '../../src/format/index.js';
import { discard, type Job, recordOffsets } from '../work/index.js';

/** Neighbouring records of a column. */
interface RunInput {
  /** One behind the other, less than a GiB. Not to be used afterwards: they may be turned round. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Whether they are sorted by their bytes from the last to the first. */
  readonly reversed: boolean;
}

export interface SortedRun {
  /** The distinct records that are not empty, ascending; where they are sorted so, each reversed. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Per record: the place of its value, plus 1; 0 where it is empty. */
  readonly ordinals: Uint32Array;
  /** Byte → 1 where one of the records has it. */
  readonly occurs: Uint8Array;
}

/** What sorting a run takes, with what waits to be sorted next and what came of the one before: its bytes so many times, */
export const RUN_COPIES = 4;
/** and so many bytes for each of its records. */
export const RUN_RECORD_BYTES = 64;

/** Cost: O(bytes · log records). Memory: RUN_COPIES of the records, and RUN_RECORD_BYTES for each. */
function sortRun({ bytes, lengths, reversed }: RunInput): SortedRun {
  const indexes = new Uint32Array(lengths.length);
  let populated = 0;
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    if (length > 0) {
      indexes[populated] = index;
      populated += 1;
    }
    if (reversed) bytes.subarray(at, at + length).reverse();
    at += length;
  }
  const sorted = indexes.subarray(0, populated);
  const offsets = recordOffsets(lengths);
  const { ordinals, count } = sortIndexes({ chunks: [bytes], offsets }, sorted);
  const distinct = distinctRecords(bytes, lengths, offsets, sorted, ordinals, count);
  discard(indexes, offsets);
  return { ...distinct, ordinals, occurs: occurring(bytes) };
}

/** @returns the first record of each ordinal, in their order */
function distinctRecords(
  bytes: Uint8Array,
  lengths: Uint32Array,
  offsets: Float64Array,
  indexes: Uint32Array,
  ordinals: Uint32Array,
  count: number,
): Pick<SortedRun, 'bytes' | 'lengths'> {
  const ownLengths = new Uint32Array(count);
  let byteLength = 0;
  let terms = 0;
  for (const index of indexes) {
    if (ordinals[index] === terms) continue;
    ownLengths[terms] = lengths[index]!;
    byteLength += lengths[index]!;
    terms += 1;
  }
  const own = new Uint8Array(byteLength);
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  terms = 0;
  for (const index of indexes) {
    if (ordinals[index] === terms) continue;
    const start = offsets[index]!;
    at += from.copy(own, at, start, start + lengths[index]!);
    terms += 1;
  }
  return { bytes: own, lengths: ownLengths };
}

/** @param terms of less than a chunk */
export function oneBehindTheOther(terms: GrowingRecords): Pick<SortedRun, 'bytes' | 'lengths'> {
  const offsets = terms.offsets();
  return {
    bytes: terms.chunks()[0] ?? new Uint8Array(0),
    lengths: Uint32Array.from({ length: terms.count }, (_, term) => offsets[term + 1]! - offsets[term]!),
  };
}

function occurring(bytes: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < bytes.length; i += 1) occurs[bytes[i]!] = 1;
  return occurs;
}

export const runJob: Job<RunInput, SortedRun> = {
  name: 'run',
  structure: 'terms',
  beginsColumn: true,
  work: (input, clock) => {
    if (input.reversed) clock.on('reversed');
    return sortRun(input);
  },
};

// Sorting records by their bytes, and the dictionary that follows from it.

/** So many bytes are compared as one number, which a float holds exactly. */
const headBytes = 6;

export interface Dictionary {
  /** Distinct values, ascending. */
  readonly terms: GrowingRecords;
  /** Record index → term index + 1; 0 for records that are not in the dictionary. */
  readonly ordinals: Uint32Array;
}

/**
 * @param records in chunks of the usual size
 * @param indexes the records that take part; sorted in place, by bytes and, where these are equal, by index
 * Cost: O(n log n) comparisons, most of them of two numbers; no object for a record but each term's.
 */
export function buildDictionary(records: GrowingRecords, indexes: Uint32Array): Dictionary {
  const { ordinals } = sortIndexes(records.parts, indexes);
  const terms = new GrowingRecords();
  for (const index of indexes) if (ordinals[index]! > terms.count) terms.push(records.view(index));
  return { terms, ordinals };
}

/** What records have in common, once their indexes are sorted. */
interface SortedIndexes {
  /** Record index → the place of its value, plus 1; 0 for records that take no part. */
  readonly ordinals: Uint32Array;
  /** How many distinct values there are. */
  readonly count: number;
}

/** As `buildDictionary`, without copying the terms: each is the first record, in the order of `indexes`, of its ordinal. */
function sortIndexes(records: RecordParts, indexes: Uint32Array): SortedIndexes {
  const bytes = new RecordBytes(records);
  const size = records.offsets.length - 1;
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (const index of indexes) {
    first[index] = bytes.head(index, 0);
    second[index] = bytes.head(index, headBytes);
  }
  indexes.sort((a, b) => first[a]! - first[b]! || second[a]! - second[b]! || bytes.compare(a, b) || a - b);
  const ordinals = new Uint32Array(size);
  let count = 0;
  let previous = -1;
  for (const index of indexes) {
    const isSame = previous >= 0 && first[previous] === first[index] && bytes.compare(previous, index) === 0;
    if (!isSame) count += 1;
    ordinals[index] = count;
    previous = index;
  }
  discard(first, second);
  return { ordinals, count };
}

/** The bytes of records where they lie: a view of each would be an object for every comparison. */
class RecordBytes {
  readonly #chunks: readonly Uint8Array[];
  readonly #offsets: Float64Array;

  constructor({ chunks, offsets }: RecordParts) {
    this.#chunks = chunks;
    this.#offsets = offsets;
  }

  /** @returns six bytes of the record from `from` on, as a number that compares as they do; what is missing as zeros */
  head(index: number, from: number): number {
    const chunk = this.#chunkOf(index);
    const bytes = this.#chunks[chunk]!;
    const start = this.#offsets[index]! - chunk * CHUNK_BYTES + from;
    const end = this.#endOf(index, chunk);
    let value = 0;
    for (let at = start; at < start + headBytes; at += 1) value = value * 256 + (at < end ? bytes[at]! : 0);
    return value;
  }

  /** @returns negative, zero or positive, as the first comes before the second, is the same or comes after it */
  compare(a: number, b: number): number {
    const [chunkA, chunkB] = [this.#chunkOf(a), this.#chunkOf(b)];
    const [bytesA, bytesB] = [this.#chunks[chunkA]!, this.#chunks[chunkB]!];
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

  /** Where the record ends in its chunk: the next may begin in the next one. */
  #endOf(index: number, chunk: number): number {
    return Math.min(this.#offsets[index + 1]! - chunk * CHUNK_BYTES, this.#chunks[chunk]!.length);
  }
}
