/**
 * A run: some records of a column, sorted in memory, so that runs can be merged to a dictionary that is never there as a
 * whole.
 */
import { GrowingRecords, GrowingU32 } from '../../../src/format/index.js';
import { recordOffsets } from '../scratch/records.js';
import { buildDictionary } from './in-memory.js';

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

/** Cost: O(bytes · log records). Memory: the records twice, and about 32 bytes for each. */
export function sortRun({ bytes, lengths, reversed }: RunInput): SortedRun {
  const populated = new GrowingU32();
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    if (length > 0) populated.push(index);
    if (reversed) bytes.subarray(at, at + length).reverse();
    at += length;
  }
  const records = GrowingRecords.of({ chunks: [bytes], offsets: recordOffsets(lengths) });
  const { terms, ordinals } = buildDictionary(records, populated.view());
  return { ...oneBehindTheOther(terms), ordinals, occurs: occurring(bytes) };
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
