/**
 * A run: some records of a column, sorted in memory, so that runs can be merged to a dictionary that is never there as a
 * whole.
 */

import type { GrowingRecords } from '../../src/format/index.js';
import { discard, type Job, recordOffsets } from '../work/index.js';
import { sortIndexes } from './in-memory.js';

/** Neighbouring records of a column. */
export interface RunInput {
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
