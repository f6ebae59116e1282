/**
 * Sorts the records of a column with bounded memory: threads sort runs (ranges of records), which are merged afterwards.
 *
 * Records of which most are in a known order are sorted at once, if they fit into memory (known-order).
 * Elsewhere: sorting one run (sort-run), storing and reading runs (run-file), merging (merge-runs).
 */
import { choose } from '../../src/content/choices/index.js';
import {
  discard,
  type Pool,
  processInOrder,
  type RecordSpool,
  recordOffsets,
  type ScratchFolder,
  type WorkClock,
} from '../work/index.js';
import { type KnownOrderOutput, knownOrderJob } from './known-order.js';
import { mergeRuns } from './merge-runs.js';
import { RunFile, windowBytesPerRun } from './run-file.js';
import { RUN_COPIES, RUN_RECORD_BYTES, runJob } from './sort-run.js';

/** The resources to sort with, and the order. */
export interface SortOptions {
  readonly pool: Pool;
  readonly scratch: ScratchFolder;
  /** Approximate bytes of a run, as `sortedBytes` counts them; a longer record is a run of its own. */
  readonly runBytes: number;
  /** Whether records are compared from their last byte to their first. */
  readonly reversed: boolean;
  /** Receives the time of sorting, for the structure `reversed` or `terms`. */
  readonly clock: WorkClock;
  /** Undefined if there is none. */
  readonly known?: KnownOrder | undefined;
}

/** The order that an earlier snapshot has of most records. */
export interface KnownOrder {
  /** Records in ascending order, each at most once. Those with equal bytes are in any order. */
  readonly order: Uint32Array;
  /** Maximum bytes of all records that are in memory at once. */
  readonly bytesMaximum: number;
}

/** One record of this many may be missing in a known order: the others are sorted by plain comparisons. */
const recordsPerMissing = 16;
/** Values that are written between two checks whether the pending bytes are many. */
const valuesPerFlush = 1024;

/** The result of sorting. */
export interface SortedRecords {
  /** Record → ordinal of its value, from 1; 0 if it is empty. */
  readonly ordinals: Uint32Array;
  /** Number of distinct values. */
  readonly count: number;
  /** Byte → 1 if it occurs in a record. */
  readonly occurs: Uint8Array;
}

/** Overhead of sorting a record, in bytes of record. */
const recordBytes = RUN_RECORD_BYTES / RUN_COPIES;

/** @returns the bytes of the records plus the overhead of sorting them, which limits a run */
export const sortedBytes = (byteLength: number, records: number): number => byteLength + records * recordBytes;

/**
 * Sorts records, and numbers their distinct values.
 *
 * @param output receives the distinct values, ascending
 * Cost: O(bytes · log records), and writing and reading the bytes once. Memory: RUN_COPIES runs per thread, 4 bytes per
 * record, and 4 per distinct value of each run if runs are merged.
 */
export async function sortRecords(
  records: RecordSpool,
  options: SortOptions,
  output?: RecordSpool,
): Promise<SortedRecords> {
  return (await sortInKnownOrder(records, options, output)) ?? sortInRuns(records, options, output);
}

/** @returns undefined if there is no known order, or it is of no use */
async function sortInKnownOrder(
  records: RecordSpool,
  { pool, reversed, clock, known }: SortOptions,
  output?: RecordSpool,
): Promise<SortedRecords | undefined> {
  if (known === undefined) return undefined;
  const { order, bytesMaximum } = known;
  const isUseful = (records.count - order.length) * recordsPerMissing <= records.count;
  const fits = records.byteLength <= bytesMaximum;
  if (choose('sort.order', isUseful && fits ? 'known' : 'runs') === 'runs') return undefined;
  const bytes = await records.sliceBytes(0, records.byteLength);
  const sorted = await pool.run(knownOrderJob, { bytes, lengths: await records.lengths(), reversed, order }, clock);
  if (sorted === undefined) return undefined;
  const { ordinals, firstRecords, occurs } = sorted;
  if (output !== undefined) await writeValues(sorted, output);
  discard(sorted.bytes, sorted.lengths);
  return { ordinals, count: firstRecords.length, occurs };
}

/** Writes the distinct values in ascending order. */
async function writeValues({ bytes, lengths, firstRecords }: KnownOrderOutput, output: RecordSpool): Promise<void> {
  const offsets = recordOffsets(lengths);
  for (const [index, record] of firstRecords.entries()) {
    output.push(bytes.subarray(offsets[record]!, offsets[record]! + lengths[record]!));
    if (index % valuesPerFlush === 0) await output.flushIfLarge();
  }
  await output.flushIfLarge();
}

async function sortInRuns(
  records: RecordSpool,
  { pool, scratch, runBytes, reversed, clock }: SortOptions,
  output?: RecordSpool,
): Promise<SortedRecords> {
  const structure = reversed ? 'reversed' : 'terms';
  const ordinals = new Uint32Array(records.count);
  const occurs = new Uint8Array(256);
  const ranges = await divideRecords(records.lengthPieces(), runBytes);
  const sort = async ({ from, to, start, end }: RecordRange) => {
    const bytes = await records.sliceBytes(start, end);
    return pool.run(runJob, { bytes, lengths: await records.sliceLengths(from, to), reversed }, clock);
  };
  const runs = new RunFile(scratch);
  let count = 0;
  await processInOrder(ranges, pool.threads, sort, async (run, { from }) => {
    clock.on(structure);
    ordinals.set(run.ordinals, from);
    for (const [byte, occursInRun] of run.occurs.entries()) occurs[byte]! |= occursInRun;
    clock.off();
    count = run.lengths.length;
    if (ranges.length > 1) await runs.add(run);
    else await output?.write(run.bytes, run.lengths);
    discard(run);
  });
  if (ranges.length > 1) {
    // Merging uses no more memory than sorting.
    const window = windowBytesPerRun(runBytes * pool.threads, ranges.length);
    const merged = await mergeRuns(await runs.readers(window), output, clock, structure);
    clock.on(structure);
    for (const [index, { from, to }] of ranges.entries()) {
      const mergedIndexes = merged.mergedIndexes[index]!;
      toMergedOrdinals(ordinals, from, to, mergedIndexes);
      discard(mergedIndexes);
    }
    clock.off();
    count = merged.count;
  }
  await output?.flushIfLarge();
  await runs.remove();
  return { ordinals, count, occurs };
}

/** Replaces the ordinals of a run, those of the records `[from, to)`, by ordinals of the merged order. */
function toMergedOrdinals(ordinals: Uint32Array, from: number, to: number, mergedIndexes: Uint32Array): void {
  for (let i = from; i < to; i += 1) {
    const ordinal = ordinals[i]!;
    if (ordinal > 0) ordinals[i] = mergedIndexes[ordinal - 1]! + 1;
  }
}

/** Consecutive records `[from, to)` and their bytes `[start, end)`. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Divides records into ranges of consecutive records.
 *
 * @param lengths lengths of the records, piece by piece
 * @returns ranges of about `rangeBytes`, as `sortedBytes` counts them
 */
export async function divideRecords(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  rangeBytes: number,
): Promise<RecordRange[]> {
  const ranges: RecordRange[] = [];
  // The open range: records `[from, to)`, bytes `[start, end)`.
  let from = 0;
  let start = 0;
  let to = 0;
  let end = 0;
  for await (const piece of lengths) {
    for (const length of piece) {
      if (to > from && sortedBytes(end + length - start, to + 1 - from) > rangeBytes) {
        ranges.push({ from, to, start, end });
        from = to;
        start = end;
      }
      to += 1;
      end += length;
    }
  }
  if (from < to) ranges.push({ from, to, start, end });
  return ranges;
}
