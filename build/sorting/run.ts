/**
 * Sorts one run: consecutive records of a column, in memory. Merged runs give a dictionary that is never in memory at once.
 */
import type { GrowingRecords } from '../../src/format/index.js';
import { discard, type Job, recordOffsets } from '../work/index.js';
import { sortIndexes } from './dictionary.js';

/** Consecutive records of a column. */
interface RunInput {
  /** Concatenated, less than 1 GiB. Not to be used afterwards: they may be reversed in place. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Whether they are compared from their last byte to their first. */
  readonly reversed: boolean;
}

export interface SortedRun {
  /** The distinct non-empty records, ascending; each one reversed if the input says so. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Record → ordinal of its value, from 1; 0 if it is empty. */
  readonly ordinals: Uint32Array;
  /** Byte → 1 if it occurs in one of the records. */
  readonly occurs: Uint8Array;
}

/** Memory of sorting a run, including the next run's input and the previous one's result: multiple of its bytes, */
export const RUN_COPIES = 4;
/** and bytes for each of its records. */
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
  const distinct = distinctRecords(bytes, lengths, offsets, sorted, ordinals, count);
  discard(indexes, offsets);
  return { ...distinct, ordinals, occurs: byteOccurrences(bytes) };
}

/** @returns the first record of each ordinal, in the order of ordinals */
function distinctRecords(
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
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  terms = 0;
  for (const index of indexes) {
    if (ordinals[index] === terms) continue;
    const start = offsets[index]!;
    at += from.copy(distinctBytes, at, start, start + lengths[index]!);
    terms += 1;
  }
  return { bytes: distinctBytes, lengths: distinctLengths };
}

/** @param terms less than a chunk together. @returns their concatenated bytes, and the length of each */
export function concatenatedRecords(terms: GrowingRecords): Pick<SortedRun, 'bytes' | 'lengths'> {
  const offsets = terms.offsets();
  return {
    bytes: terms.chunks()[0] ?? new Uint8Array(0),
    lengths: Uint32Array.from({ length: terms.count }, (_, term) => offsets[term + 1]! - offsets[term]!),
  };
}

function byteOccurrences(bytes: Uint8Array): Uint8Array {
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
