/**
 * Merging sorted runs to one order: each distinct value once, and where each run's values come in it.
 *
 * Source: k-way merging with a heap (Knuth, The Art of Computer Programming 3, section 5.4.1).
 */
import type { RecordSpool, WorkClock } from '../work/index.js';
import { compareReaders, type RunReader } from './run-file.js';

/** So many values are passed on before they are written. */
const recordsAtOnce = 2 ** 12;

export interface Merged {
  /** How many distinct values there are. */
  readonly count: number;
  /** Per run, by the place in it: the value's place in the order. */
  readonly places: readonly Uint32Array[];
}

/**
 * @param output is given the values in their order
 * @param clock is told what it takes, for the structure
 * Cost: O(records · log runs) comparisons. Memory: a window of each run, and 4 bytes a record.
 */
export async function mergeRuns(
  readers: readonly RunReader[],
  output: RecordSpool | undefined,
  clock: WorkClock,
  structure: string,
): Promise<Merged> {
  const places = readers.map(({ count }) => new Uint32Array(count));
  let count = 0;
  const take = ({ record, index }: RunReader, run: number, isNew: boolean): void => {
    if (isNew) {
      output?.push(record!);
      count += 1;
    }
    places[run]![index] = count - 1;
  };
  await eachInOrder(readers, take, async () => output?.settle(), clock, structure);
  return { count, places };
}

/**
 * Calls back with each record of each run in order, those of equal value by run.
 *
 * @param take   is given the run, at the record, and whether the value differs from the one before
 * @param settle called now and then
 * @param clock  is told what it takes, for the structure
 * Cost: O(records · log runs) comparisons. Memory: a window of each run.
 */
export async function eachInOrder(
  readers: readonly RunReader[],
  take: (reader: RunReader, run: number, isNew: boolean) => void,
  settle: () => Promise<void>,
  clock: WorkClock,
  structure: string,
): Promise<void> {
  clock.on(structure);
  const heap = new RunHeap(readers);
  let previous: Buffer = Buffer.alloc(0);
  let sinceSettled = 0;
  for (let run = heap.first; run !== undefined; run = heap.first) {
    const reader = readers[run]!;
    const record = reader.record!;
    // No record is empty, so the first differs from what stands for none.
    const isNew = !record.equals(previous);
    take(reader, run, isNew);
    previous = record;
    sinceSettled += 1;
    if (!reader.next()) {
      clock.off();
      previous = Buffer.from(record);
      await reader.fill();
      clock.on(structure);
    }
    heap.firstHasChanged();
    if (sinceSettled < recordsAtOnce) continue;
    sinceSettled = 0;
    clock.off();
    await settle();
    clock.on(structure);
  }
  clock.off();
}

/** The runs that have a record at hand, the one whose record comes first at the top. */
class RunHeap {
  readonly #readers: readonly RunReader[];
  readonly #runs: number[];

  constructor(readers: readonly RunReader[]) {
    this.#readers = readers;
    this.#runs = [...readers.keys()].filter((run) => readers[run]!.record !== undefined);
    for (let at = this.#runs.length >> 1; at >= 0; at -= 1) this.#sink(at);
  }

  get first(): number | undefined {
    return this.#runs[0];
  }

  /** To be called when the first run has gone on to its next record, or has none. */
  firstHasChanged(): void {
    if (this.#readers[this.#runs[0]!]!.record === undefined) {
      const last = this.#runs.pop()!;
      if (this.#runs.length === 0) return;
      this.#runs[0] = last;
    }
    this.#sink(0);
  }

  #sink(at: number): void {
    const runs = this.#runs;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < runs.length && this.#comesBefore(runs[child]!, runs[least]!)) least = child;
      }
      if (least === at) return;
      [runs[at], runs[least]] = [runs[least]!, runs[at]!];
      at = least;
    }
  }

  #comesBefore(a: number, b: number): boolean {
    return (compareReaders(this.#readers[a]!, this.#readers[b]!) || a - b) < 0;
  }
}
