/**
 * Merges sorted runs into one order of distinct values, and finds the index of each run's values in this order.
 *
 * Elsewhere: sorting and storing the runs (sort-run, run-file).
 *
 * Source: k-way merging with a heap (Knuth, The Art of Computer Programming 3, section 5.4.1).
 */
import type { RecordSpool, WorkClock } from '../work/index.js';
import type { RunReader } from './run-file.js';

/** @returns negative if the first reader's record comes first; both must have one */
const compareReaders = (a: RunReader, b: RunReader): number => a.head - b.head || Buffer.compare(a.record!, b.record!);

/** Number of records between two calls of `flush`. */
const recordsPerFlush = 2 ** 12;

/** The result of a merge. */
interface Merged {
  /** Number of distinct values. */
  readonly count: number;
  /** Run → index of a value in the run → index in the merged order. */
  readonly mergedIndexes: readonly Uint32Array[];
}

/**
 * Merges runs.
 *
 * @param output receives the distinct values, ascending
 * @param clock  receives the time, for the structure
 * Cost: O(records · log runs) comparisons. Memory: a window of each run, and 4 bytes per record.
 */
export async function mergeRuns(
  readers: readonly RunReader[],
  output: RecordSpool | undefined,
  clock: WorkClock,
  structure: string,
): Promise<Merged> {
  const mergedIndexes = readers.map(({ count }) => new Uint32Array(count));
  let count = 0;
  const addRecord = ({ record, index }: RunReader, run: number, isNew: boolean): void => {
    if (isNew) {
      output?.push(record!);
      count += 1;
    }
    mergedIndexes[run]![index] = count - 1;
  };
  await visitInOrder(readers, addRecord, async () => output?.flushIfLarge(), clock, structure);
  return { count, mergedIndexes };
}

/**
 * Calls back with each record of all runs, in order; equal values are ordered by run.
 *
 * @param visit called with the reader, at its record, and whether the value differs from the previous one
 * @param flush called after every 4,096 records
 * @param clock receives the time, for the structure
 * Cost: O(records · log runs) comparisons. Memory: a window of each run.
 */
export async function visitInOrder(
  readers: readonly RunReader[],
  visit: (reader: RunReader, run: number, isNew: boolean) => void,
  flush: () => Promise<void>,
  clock: WorkClock,
  structure: string,
): Promise<void> {
  clock.on(structure);
  const heap = new RunHeap(readers);
  let previous: Buffer = Buffer.alloc(0);
  let recordsSinceFlush = 0;
  for (let run = heap.first; run !== undefined; run = heap.first) {
    const reader = readers[run]!;
    const record = reader.record!;
    // No record is empty, so the first one differs from the initial value.
    const isNew = !record.equals(previous);
    visit(reader, run, isNew);
    previous = record;
    recordsSinceFlush += 1;
    if (!reader.next()) {
      clock.off();
      previous = Buffer.from(record);
      await reader.fill();
      clock.on(structure);
    }
    heap.firstHasChanged();
    if (recordsSinceFlush < recordsPerFlush) continue;
    recordsSinceFlush = 0;
    clock.off();
    await flush();
    clock.on(structure);
  }
  clock.off();
}

/** A min-heap of the runs that have a current record, ordered by it. */
class RunHeap {
  readonly #readers: readonly RunReader[];
  readonly #runs: number[];

  constructor(readers: readonly RunReader[]) {
    this.#readers = readers;
    this.#runs = [...readers.keys()].filter((run) => readers[run]!.record !== undefined);
    // All runs after the middle are leaves of the heap.
    for (let place = this.#runs.length >> 1; place >= 0; place -= 1) this.#sink(place);
  }

  get first(): number | undefined {
    return this.#runs[0];
  }

  /** Call when the first run has advanced, or has no more records. */
  firstHasChanged(): void {
    if (this.#readers[this.#runs[0]!]!.record === undefined) {
      const last = this.#runs.pop()!;
      if (this.#runs.length === 0) return;
      this.#runs[0] = last;
    }
    this.#sink(0);
  }

  /** Moves the run at the place down until it comes before the runs below it: those at 2 · place + 1 and 2 · place + 2. */
  #sink(start: number): void {
    const runs = this.#runs;
    let place = start;
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let least = place;
      if (left < runs.length && this.#comesBefore(runs[left]!, runs[least]!)) least = left;
      if (right < runs.length && this.#comesBefore(runs[right]!, runs[least]!)) least = right;
      if (least === place) return;
      const sinking = runs[place]!;
      runs[place] = runs[least]!;
      runs[least] = sinking;
      place = least;
    }
  }

  #comesBefore(a: number, b: number): boolean {
    return (compareReaders(this.#readers[a]!, this.#readers[b]!) || a - b) < 0;
  }
}
