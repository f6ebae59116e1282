/**
 * Writes the buckets of an earlier tree with the numbers that their terms have in this build, without the removed terms.
 *
 * Ranges of buckets are renumbered on several threads; no bucket is dropped, even if it becomes empty.
 * Elsewhere: the numbers (term-changes), deciding what becomes of the buckets of removed terms (tree-patch).
 */
import { divideRecords, type RecordRange } from '../../sorting/index.js';
import {
  type Job,
  type Pool,
  processInOrder,
  type RecordSource,
  RecordSpool,
  type ScratchFolder,
  type WorkClock,
} from '../../work/index.js';
import { type BucketReader, openBucketReader } from '../bucket-reader.js';
import { READ_AHEAD } from '../passes.js';
import { type Suffixes, suffixNumbers, termAt } from '../sort/moves.js';
import { KERNEL_SUFFIXES, LIST_MEMORY_BYTES, PackedLists } from '../sort/packed-lists.js';
import { REMOVED_TERM } from './term-changes.js';

/** A removed term in a bucket. */
export interface Removal {
  readonly bucket: number;
  /** By its number in the earlier dictionary. */
  readonly term: number;
}

export interface RenumberedBuckets {
  readonly lists: RecordSpool;
  /** Bucket → start of its list in all lists, in bytes, with one more entry for the end. */
  readonly listStarts: Float64Array;
  /** By bucket, ascending. */
  readonly removals: readonly Removal[];
}

interface RenumberInput {
  /** The buckets, concatenated, and the length of each in bytes. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** As `TermChanges.newTerms`. */
  readonly newTerms: Int32Array;
}

interface RenumberOutput {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Of each removal, its bucket within the range and its term. */
  readonly removals: Uint32Array;
}

const kernelSuffixesBytes = KERNEL_SUFFIXES * suffixNumbers * Int32Array.BYTES_PER_ELEMENT;

/** @param reader of these buckets. Cost: O(terms of the buckets). A bucket whose terms keep their numbers is copied. */
export function renumber(
  { bytes, lengths, newTerms }: RenumberInput,
  reader = openBucketReader(bytes, lengths, kernelSuffixesBytes + LIST_MEMORY_BYTES),
): RenumberOutput {
  const { lists, suffixesOf } = openLists(reader);
  const newLengths = new Uint32Array(lengths.length);
  const removals: number[] = [];
  // The buckets `[copyStart, start)` keep their bytes, and are copied together.
  let copyStart = 0;
  let start = 0;
  for (const [bucket, length] of lengths.entries()) {
    const { terms, count } = reader.read(1);
    const end = start + length;
    if (keepsNumbers(terms, count, newTerms)) newLengths[bucket] = length;
    else {
      lists.append(bytes.subarray(copyStart, start));
      copyStart = end;
      const kept = countKept(terms, count, newTerms);
      const suffixes = suffixesOf(kept);
      let place = termAt;
      for (let i = 0; i < count; i += 1) {
        const term = newTerms[terms[i]!]!;
        if (term === REMOVED_TERM) removals.push(bucket, terms[i]!);
        else {
          suffixes[place] = term;
          place += suffixNumbers;
        }
      }
      newLengths[bucket] = lists.push(suffixes, 0, kept);
    }
    start = end;
  }
  lists.append(bytes.subarray(copyStart, start));
  return { bytes: lists.bytes(), lengths: newLengths, removals: Uint32Array.from(removals) };
}

function keepsNumbers(terms: Uint32Array, count: number, newTerms: Int32Array): boolean {
  for (let i = 0; i < count; i += 1) if (newTerms[terms[i]!] !== terms[i]) return false;
  return true;
}

function countKept(terms: Uint32Array, count: number, newTerms: Int32Array): number {
  let kept = 0;
  for (let i = 0; i < count; i += 1) if (newTerms[terms[i]!] !== REMOVED_TERM) kept += 1;
  return kept;
}

/** Lists, and the memory for the suffixes of one. */
interface OpenedLists {
  readonly lists: PackedLists;
  /** @returns an array with room for the suffixes of a list; in the memory of the kernel if that packs such a list */
  readonly suffixesOf: (count: number) => Suffixes;
}

function openLists({ free }: BucketReader): OpenedLists {
  let longer: Suffixes = new Int32Array(0);
  const growLonger = (count: number): Suffixes => {
    if (longer.length < count * suffixNumbers) longer = new Int32Array(2 * count * suffixNumbers);
    return longer;
  };
  if (free === undefined) return { lists: new PackedLists(), suffixesOf: growLonger };
  const { bytes, kernels } = free;
  const ofKernel = new Int32Array(bytes.buffer, bytes.byteOffset, KERNEL_SUFFIXES * suffixNumbers);
  const lists = new PackedLists({ pack: kernels.packTerms, memory: bytes.subarray(kernelSuffixesBytes) });
  return { lists, suffixesOf: (count) => (count <= KERNEL_SUFFIXES ? ofKernel : growLonger(count)) };
}

export const renumberJob: Job<RenumberInput, RenumberOutput> = {
  name: 'renumber',
  structure: 'substrings',
  work: (input) => renumber(input),
  owned: ({ bytes, lengths }) => [bytes, lengths],
};

/** Bytes of buckets per job. */
const rangeBytes = 2 ** 21;

/** @param newTerms as `TermChanges.newTerms` */
export async function renumberBuckets(
  buckets: RecordSource,
  newTerms: Int32Array,
  pool: Pool,
  scratch: ScratchFolder,
  clock: WorkClock,
): Promise<RenumberedBuckets> {
  const lists = new RecordSpool(scratch);
  const listStarts = new Float64Array(buckets.count + 1);
  const removals: Removal[] = [];
  const renumberRange = async ({ from, to, start, end }: RecordRange): Promise<RenumberOutput> => {
    const bytes = await buckets.sliceBytes(start, end);
    const lengths = await buckets.sliceLengths(from, to);
    return pool.run(renumberJob, { bytes, lengths, newTerms }, clock);
  };
  const takeRange = async (renumbered: RenumberOutput, { from }: RecordRange): Promise<void> => {
    const { bytes, lengths } = renumbered;
    for (const [index, length] of lengths.entries()) {
      listStarts[from + index + 1] = listStarts[from + index]! + length;
    }
    for (let i = 0; i < renumbered.removals.length; i += 2) {
      removals.push({ bucket: from + renumbered.removals[i]!, term: renumbered.removals[i + 1]! });
    }
    await lists.write(bytes, lengths);
  };
  const ranges = await divideRecords(buckets.lengthPieces(), rangeBytes);
  await processInOrder(ranges, pool.threads + READ_AHEAD, renumberRange, takeRange);
  await lists.finish();
  return { lists, listStarts, removals };
}
