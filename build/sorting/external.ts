/**
 * Sorting a column's records that need not fit into memory: runs are sorted by threads, and merged.
 */
import { discard, inOrder, type Pool, type RecordSpool, type Scratch, type WorkClock } from '../work/index.js';
import { mergeRuns, RunFile, windowOf } from './merge.js';
import { RUN_COPIES, RUN_RECORD_BYTES, runJob } from './run.js';

export interface SortOptions {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Of a run about, as `sortedBytes` counts them; more where one record has. */
  readonly runBytes: number;
  /** Whether records are sorted by their bytes from the last to the first. */
  readonly reversed: boolean;
  /** Is told what sorting takes: of `reversed` ones for that structure, else for `terms`. */
  readonly clock: WorkClock;
}

export interface SortedRecords {
  /** Per record: the place of its value, plus 1; 0 where it is empty. */
  readonly ordinals: Uint32Array;
  /** How many distinct values there are. */
  readonly count: number;
  /** Byte → 1 where a record has it. */
  readonly occurs: Uint8Array;
}

/** A record takes memory while it is sorted as so many more bytes of it would. */
const recordBytes = RUN_RECORD_BYTES / RUN_COPIES;

/** @returns how many bytes sorting them counts for: no run has many more than it may have */
export const sortedBytes = (byteLength: number, records: number): number => byteLength + records * recordBytes;

/**
 * @param output is given the distinct values, ascending
 * Cost: O(bytes · log records), and the bytes written and read once. Memory: for each thread a run, RUN_COPIES times;
 * 4 bytes a record, and where runs are merged 4 a distinct value of each.
 */
export async function sortRecords(
  records: RecordSpool,
  { pool, scratch, runBytes, reversed, clock }: SortOptions,
  output?: RecordSpool,
): Promise<SortedRecords> {
  const structure = reversed ? 'reversed' : 'terms';
  const ordinals = new Uint32Array(records.count);
  const occurs = new Uint8Array(256);
  const ranges = await rangesOf(records.lengthPieces(), runBytes);
  const sort = async ({ from, to, start, end }: RecordRange) => {
    const bytes = await records.bytesBetween(start, end);
    return pool.run(runJob, { bytes, lengths: await records.lengthsBetween(from, to), reversed }, clock);
  };
  const runs = new RunFile(scratch);
  let count = 0;
  await inOrder(ranges, pool.threads, sort, async (run, { from }) => {
    clock.on(structure);
    ordinals.set(run.ordinals, from);
    for (const [byte, does] of run.occurs.entries()) occurs[byte]! |= does;
    clock.off();
    count = run.lengths.length;
    if (ranges.length > 1) await runs.add(run);
    else await output?.write(run.bytes, run.lengths);
    discard(run);
  });
  if (ranges.length > 1) {
    // Together no more than sorting them took.
    const window = windowOf(runBytes * pool.threads, ranges.length);
    const merged = await mergeRuns(await runs.readers(window), output, clock, structure);
    clock.on(structure);
    for (const [index, { from, to }] of ranges.entries()) {
      const places = merged.places[index]!;
      replace(ordinals, from, to, places);
      discard(places);
    }
    clock.off();
    count = merged.count;
  }
  await output?.settle();
  await runs.remove();
  return { ordinals, count, occurs };
}

/** From places within a run to places in the whole. */
function replace(ordinals: Uint32Array, from: number, to: number, places: Uint32Array): void {
  for (let i = from; i < to; i += 1) {
    const ordinal = ordinals[i]!;
    if (ordinal > 0) ordinals[i] = places[ordinal - 1]! + 1;
  }
}

/** Neighbouring records `[from, to)` and where their bytes are: `[start, end)`. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/**
 * @param lengths of the records, piece by piece
 * @returns the records cut into ranges of about as many bytes, where each counts for some more than it has
 */
export async function rangesOf(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  rangeBytes: number,
): Promise<RecordRange[]> {
  const ranges: RecordRange[] = [];
  let [from, start] = [0, 0];
  let [to, end] = [0, 0];
  for await (const piece of lengths) {
    for (const length of piece) {
      if (to > from && sortedBytes(end + length - start, to + 1 - from) > rangeBytes) {
        ranges.push({ from, to, start, end });
        [from, start] = [to, end];
      }
      to += 1;
      end += length;
    }
  }
  if (from < to) ranges.push({ from, to, start, end });
  return ranges;
}

// Posting lists from a column: a counting sort, which keeps docs ascending within a run.

export interface RunsOut {
  /** Docs by value, the unpopulated ones last. */
  readonly docs: Uint32Array;
  /** One more entry than terms. */
  readonly starts: Uint32Array;
}

/**
 * @param ordinals doc → term index + 1, or 0
 * @param terms how many terms there are
 * @param clock is told which structure is made
 * Cost: O(docs + terms). Memory: what is returned.
 */
export function buildRuns(ordinals: Uint32Array, terms: number, clock?: WorkClock): RunsOut {
  clock?.on('starts');
  const starts = new Uint32Array(terms + 1);
  for (const ordinal of ordinals) if (ordinal > 0) starts[ordinal]! += 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  clock?.on('docs');
  let unpopulated = starts[terms]!;
  const docs = new Uint32Array(ordinals.length);
  // Where the next doc of a run goes stands where the run's start did: in the end that is where the one behind it begins.
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    const ordinal = ordinals[doc]!;
    if (ordinal === 0) docs[unpopulated++] = doc;
    else docs[starts[ordinal - 1]!++] = doc;
  }
  starts.copyWithin(1, 0, terms);
  starts[0] = 0;
  return { docs, starts };
}
