/**
 * Sorts one run (consecutive records of a column) in memory.
 *
 * The dictionary of the column is made by merging all runs, and is never in memory as a whole. Elsewhere: dividing a column
 * into runs (external-sort), comparing records (dictionary).
 */
import type { GrowingRecords } from '../../src/format/index.js';
import { discard, type Job, recordOffsets } from '../work/index.js';
import { sortIndexes } from './dictionary.js';

/** Consecutive records of a column. */
interface RunInput {
  /** Concatenated, less than 1 GiB. The job takes them over, and may reverse them in place. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Whether records are compared from their last byte to their first. */
  readonly reversed: boolean;
}

/** A sorted run. */
export interface SortedRun {
  /** The distinct non-empty records, ascending; each one reversed if `reversed` is set. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Record → ordinal of its value, from 1; 0 if it is empty. */
  readonly ordinals: Uint32Array;
  /** Byte → 1 if it occurs in one of the records. */
  readonly occurs: Uint8Array;
}

/** Memory of sorting a run, as a multiple of its bytes; includes the input of the next run and the result of the previous one. */
export const RUN_COPIES = 4;
/** Further bytes of memory for each record of a run. */
export const RUN_RECORD_BYTES = 64;

/** Cost: O(bytes · log records). Memory: RUN_COPIES times the records, and RUN_RECORD_BYTES for each. */
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
  const distinct = copyDistinctRecords(bytes, lengths, offsets, sorted, ordinals, count);
  discard(indexes, offsets);
  return { ...distinct, ordinals, occurs: findOccurringBytes(bytes) };
}

/** @param indexes records in sorted order. @returns a copy of the first record of each ordinal, in the order of ordinals */
function copyDistinctRecords(
  bytes: Uint8Array,
  lengths: Uint32Array,
  offsets: Float64Array,
  indexes: Uint32Array,
  ordinals: Uint32Array,
  count: number,
): Pick<SortedRun, 'bytes' | 'lengths'> {
  const distinctLengths = new Uint32Array(count);
  let byteLength = 0;
  let terms = 0;
  for (const index of indexes) {
    if (ordinals[index] === terms) continue;
    distinctLengths[terms] = lengths[index]!;
    byteLength += lengths[index]!;
    terms += 1;
  }
  const distinctBytes = new Uint8Array(byteLength);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  terms = 0;
  for (const index of indexes) {
    if (ordinals[index] === terms) continue;
    const start = offsets[index]!;
    end += source.copy(distinctBytes, end, start, start + lengths[index]!);
    terms += 1;
  }
  return { bytes: distinctBytes, lengths: distinctLengths };
}

/** @param terms less than a chunk in all. @returns their concatenated bytes, and the length of each */
export function concatenatedRecords(terms: GrowingRecords): Pick<SortedRun, 'bytes' | 'lengths'> {
  const offsets = terms.offsets();
  return {
    bytes: terms.chunks()[0] ?? new Uint8Array(0),
    lengths: Uint32Array.from({ length: terms.count }, (_, term) => offsets[term + 1]! - offsets[term]!),
  };
}

/** @returns byte → 1 if it occurs, else 0 */
export function findOccurringBytes(bytes: Uint8Array): Uint8Array {
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
