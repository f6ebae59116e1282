/**
 * Merging sorted runs, which lie in a scratch file where they are much and are read from their beginnings to their ends.
 */
import { threshold } from '../../src/content/choices/index.js';
import { bytesOf } from '../../src/format/index.js';
import { prefixNumber } from '../../src/index/termdict/index.js';
import { discard, type RecordSpool, type Scratch, Spool, type WorkClock } from '../work/index.js';
import type { SortedRun } from './run.js';

/** Of a run while it is merged: more saves little, less costs a read for a few records. */
const windowMaximum = 2 ** 18;
const windowMinimum = 2 ** 12;
const bytesPerLength = 16;
const lengthBytes = 4;

/** A run to be merged, and a number that goes with each of its records, if any does. */
export interface NumberedRun extends Pick<SortedRun, 'bytes' | 'lengths'> {
  readonly numbers?: Uint32Array;
}

interface StoredRun {
  readonly bytesAt: number;
  readonly lengthsAt: number;
  /** Undefined where no numbers go with the records. */
  readonly numbersAt: number | undefined;
  readonly count: number;
}

/** @returns how much of each run to have in memory while they are merged, so that it is so many bytes together, about */
export const windowOf = (bytes: number, runs: number): number =>
  Math.max(threshold('sort.window', windowMinimum), Math.min(windowMaximum, Math.floor(bytes / Math.max(1, runs))));

export class RunFile {
  readonly #spool: Spool;
  readonly #runs: StoredRun[] = [];

  constructor(scratch: Scratch) {
    this.#spool = new Spool(scratch);
  }

  /** To be called never before the last run has been added. */
  async add({ bytes, lengths, numbers }: NumberedRun): Promise<void> {
    const bytesAt = this.#spool.byteLength;
    const lengthsAt = bytesAt + bytes.byteLength;
    const numbersAt = numbers && lengthsAt + lengths.byteLength;
    await this.#spool.write(bytes);
    await this.#spool.write(bytesOf(lengths));
    if (numbers !== undefined) await this.#spool.write(bytesOf(numbers));
    this.#runs.push({ bytesAt, lengthsAt, numbersAt, count: lengths.length });
  }

  /**
   * @param window so many bytes of each run are in memory, and a quarter of it of lengths; more where a record is longer
   * @returns a reader of each run, at its first record
   */
  async readers(window: number): Promise<RunReader[]> {
    const readers = this.#runs.map((run) => new RunReader(this.#spool, run, window));
    for (const reader of readers) await reader.fill();
    return readers;
  }

  /** Gives its bytes back to the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

export class RunReader {
  /** How many records the run has. */
  readonly count: number;
  /** The record at hand, and its first bytes as a number; undefined behind the last. */
  record: Buffer | undefined;
  head = 0;
  /** Its place in the run. */
  index = -1;
  /** What goes with it; 0 where nothing does. */
  number = 0;
  readonly #spool: Spool;
  readonly #windowBytes: number;
  #bytesAt: number;
  #lengthsAt: number;
  #numbersAt: number | undefined;
  #window: Buffer = Buffer.alloc(0);
  #lengths: Uint32Array = new Uint32Array(0);
  #numbers: Uint32Array | undefined;
  /** How many records of the window have been at hand, and where in it the next one begins. */
  #taken = 0;
  #at = 0;

  constructor(spool: Spool, { bytesAt, lengthsAt, numbersAt, count }: StoredRun, window: number) {
    this.#spool = spool;
    this.#windowBytes = window;
    this.count = count;
    this.#bytesAt = bytesAt;
    this.#lengthsAt = lengthsAt;
    this.#numbersAt = numbersAt;
  }

  /** Goes on to the next record. @returns false where that must be filled in first */
  next(): boolean {
    if (this.#taken === this.#lengths.length) return false;
    const end = this.#at + this.#lengths[this.#taken]!;
    this.record = this.#window.subarray(this.#at, end);
    this.head = prefixNumber(this.record, 0);
    this.index += 1;
    this.number = this.#numbers?.[this.#taken] ?? 0;
    this.#at = end;
    this.#taken += 1;
    return true;
  }

  /** Reads on, and goes on to the next record, where there is one. The one at hand is not to be used any more. */
  async fill(): Promise<void> {
    discard(this.#window, this.#lengths, this.#numbers);
    const left = this.count - this.index - 1;
    if (left === 0) {
      this.record = undefined;
      return;
    }
    const lengths = await this.#numbersFrom(
      this.#lengthsAt,
      Math.min(left, Math.ceil(this.#windowBytes / bytesPerLength)),
    );
    let count = 0;
    let byteLength = 0;
    for (; count < lengths.length && (count === 0 || byteLength + lengths[count]! <= this.#windowBytes); count += 1) {
      byteLength += lengths[count]!;
    }
    if (this.#numbersAt !== undefined) {
      this.#numbers = await this.#numbersFrom(this.#numbersAt, count);
      this.#numbersAt += count * lengthBytes;
    }
    const bytes = await this.#spool.between(this.#bytesAt, this.#bytesAt + byteLength);
    this.#window = Buffer.from(bytes.buffer, bytes.byteOffset, byteLength);
    this.#lengths = lengths.subarray(0, count);
    this.#lengthsAt += count * lengthBytes;
    this.#bytesAt += byteLength;
    this.#taken = 0;
    this.#at = 0;
    this.next();
  }

  async #numbersFrom(start: number, count: number): Promise<Uint32Array> {
    const { buffer, byteOffset } = await this.#spool.between(start, start + count * lengthBytes);
    return new Uint32Array(buffer, byteOffset, count);
  }
}

/** @returns negative where the first reader's record comes first; both have one */
const compareReaders = (a: RunReader, b: RunReader): number => a.head - b.head || Buffer.compare(a.record!, b.record!);

// Merging sorted runs to one order: each distinct value once, and where each run's values come in it.
//
// Source: k-way merging with a heap (Knuth, The Art of Computer Programming 3, section 5.4.1).

/** So many values are passed on before they are written. */
const recordsAtOnce = 2 ** 12;

interface Merged {
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
