/**
 * Sorting a column's records that need not fit into memory: runs are sorted by threads, and merged.
 */
import type { RecordSpool } from '../scratch/records.js';
import type { Scratch } from '../scratch/scratch.js';
import { inOrder } from '../threads/in-order.js';
import type { Pool } from '../threads/pool.js';
import type { WorkClock } from '../work-clock.js';
import { mergeRuns } from './merge.js';
import { RunFile } from './run-file.js';

export interface SortOptions {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Of a run about; more where one record has. */
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

/** So many records at most are in a run: their indexes take memory too. */
const runRecordsMaximum = 2 ** 21;

/**
 * @param output is given the distinct values, ascending
 * Cost: O(bytes · log records), and the bytes written and read once. Memory: for each thread a run, three times; 8 bytes a
 * record, 4 a distinct value.
 */
export async function sortRecords(
  records: RecordSpool,
  { pool, scratch, runBytes, reversed, clock }: SortOptions,
  output?: RecordSpool,
): Promise<SortedRecords> {
  const structure = reversed ? 'reversed' : 'terms';
  const lengths = await records.lengths();
  const ordinals = new Uint32Array(lengths.length);
  const occurs = new Uint8Array(256);
  const ranges = [...rangesOf(lengths, runBytes)];
  const sort = async (range: RecordRange) => {
    const bytes = await records.bytesBetween(range.start, range.end);
    return pool.run('run', { bytes, lengths: lengths.slice(range.from, range.to), reversed }, clock);
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
  });
  if (ranges.length > 1) {
    const merged = await mergeRuns(await runs.readers(), output, clock, structure);
    clock.on(structure);
    for (const [index, { from, to }] of ranges.entries()) replace(ordinals, from, to, merged.places[index]!);
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

/** @returns the records cut into ranges of about as many bytes */
export function* rangesOf(lengths: Uint32Array, rangeBytes: number): Generator<RecordRange> {
  let from = 0;
  let start = 0;
  let end = 0;
  for (let to = 0; to < lengths.length; to += 1) {
    if (to > from && (end - start + lengths[to]! > rangeBytes || to - from === runRecordsMaximum)) {
      yield { from, to, start, end };
      from = to;
      start = end;
    }
    end += lengths[to]!;
  }
  if (from < lengths.length) yield { from, to: lengths.length, start, end };
}
