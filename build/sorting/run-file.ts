/**
 * A run file: sorted runs in a scratch file, each read from start to end through a window of bounded size.
 *
 * Elsewhere: sorting a run (sort-run), merging the runs (merge-runs).
 */
import { threshold } from '../../src/content/choices/index.js';
import { bytesOf } from '../../src/format/index.js';
import { prefixNumber } from '../../src/index/termdict/index.js';
import { discard, type ScratchFolder, Spool } from '../work/index.js';
import type { SortedRun } from './sort-run.js';

/** Limits of the bytes of a run in memory while runs are merged. A larger window saves little; a smaller one reads too often. */
const windowMaximum = 2 ** 18;
const windowMinimum = 2 ** 12;
/** One length is read per this many bytes of the window. */
const bytesPerLength = 16;
const lengthBytes = 4;

/** A sorted run, optionally with a number for each record. */
export interface NumberedRun extends Pick<SortedRun, 'bytes' | 'lengths'> {
  readonly numbers?: Uint32Array;
}

/** The position of a run in the file. */
interface StoredRun {
  readonly bytesStart: number;
  readonly lengthsStart: number;
  /** Undefined if records have no numbers. */
  readonly numbersStart: number | undefined;
  readonly count: number;
}

/** @returns the window of each run, so that all windows together take about `bytes` */
export const windowBytesPerRun = (bytes: number, runs: number): number =>
  Math.max(threshold('sort.window', windowMinimum), Math.min(windowMaximum, Math.floor(bytes / Math.max(1, runs))));

/** Writes runs. */
export class RunFile {
  readonly #spool: Spool;
  readonly #runs: StoredRun[] = [];

  constructor(scratch: ScratchFolder) {
    this.#spool = new Spool(scratch);
  }

  /** Call for one run at a time. */
  async add({ bytes, lengths, numbers }: NumberedRun): Promise<void> {
    const bytesStart = this.#spool.byteLength;
    const lengthsStart = bytesStart + bytes.byteLength;
    const numbersStart = numbers && lengthsStart + lengths.byteLength;
    await this.#spool.write(bytes);
    await this.#spool.write(bytesOf(lengths));
    if (numbers !== undefined) await this.#spool.write(bytesOf(numbers));
    this.#runs.push({ bytesStart, lengthsStart, numbersStart, count: lengths.length });
  }

  /**
   * @param window bytes of each run in memory, plus a quarter of it for lengths; more for a longer record
   * @returns a reader of each run, at its first record
   */
  async readers(window: number): Promise<RunReader[]> {
    const readers = this.#runs.map((run) => new RunReader(this.#spool, run, window));
    for (const reader of readers) await reader.fill();
    return readers;
  }

  /** Frees the disk space. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

/** Reads one run. */
export class RunReader {
  /** Number of records. */
  readonly count: number;
  /** The current record, undefined after the last; and its first bytes as a number. */
  record: Buffer | undefined;
  head = 0;
  /** Index of the current record in the run. */
  index = -1;
  /** The current record's number; 0 if records have none. */
  number = 0;
  readonly #spool: Spool;
  readonly #windowBytes: number;
  #bytesStart: number;
  #lengthsStart: number;
  #numbersStart: number | undefined;
  #window: Buffer = Buffer.alloc(0);
  #lengths: Uint32Array = new Uint32Array(0);
  #numbers: Uint32Array | undefined;
  /** Number of records of the window that are read, and start of the next one in the window. */
  #recordsRead = 0;
  #nextStart = 0;

  constructor(spool: Spool, { bytesStart, lengthsStart, numbersStart, count }: StoredRun, window: number) {
    this.#spool = spool;
    this.#windowBytes = window;
    this.count = count;
    this.#bytesStart = bytesStart;
    this.#lengthsStart = lengthsStart;
    this.#numbersStart = numbersStart;
  }

  /** Advances to the next record. @returns false if the window is exhausted and `fill` must be called */
  next(): boolean {
    if (this.#recordsRead === this.#lengths.length) return false;
    const end = this.#nextStart + this.#lengths[this.#recordsRead]!;
    this.record = this.#window.subarray(this.#nextStart, end);
    this.head = prefixNumber(this.record, 0);
    this.index += 1;
    this.number = this.#numbers?.[this.#recordsRead] ?? 0;
    this.#nextStart = end;
    this.#recordsRead += 1;
    return true;
  }

  /** Reads the next window and advances, if there is a record left. The current record must not be used afterwards. */
  async fill(): Promise<void> {
    discard(this.#window, this.#lengths, this.#numbers);
    const remaining = this.count - this.index - 1;
    if (remaining === 0) {
      this.record = undefined;
      return;
    }
    const lengthsMaximum = Math.ceil(this.#windowBytes / bytesPerLength);
    const lengths = await this.#readNumbers(this.#lengthsStart, Math.min(remaining, lengthsMaximum));
    // The window has at least one record, even if that is longer than the window.
    let count = 1;
    let byteLength = lengths[0]!;
    while (count < lengths.length && byteLength + lengths[count]! <= this.#windowBytes) {
      byteLength += lengths[count]!;
      count += 1;
    }
    if (this.#numbersStart !== undefined) {
      this.#numbers = await this.#readNumbers(this.#numbersStart, count);
      this.#numbersStart += count * lengthBytes;
    }
    const bytes = await this.#spool.slice(this.#bytesStart, this.#bytesStart + byteLength);
    this.#window = Buffer.from(bytes.buffer, bytes.byteOffset, byteLength);
    this.#lengths = lengths.subarray(0, count);
    this.#lengthsStart += count * lengthBytes;
    this.#bytesStart += byteLength;
    this.#recordsRead = 0;
    this.#nextStart = 0;
    this.next();
  }

  async #readNumbers(start: number, count: number): Promise<Uint32Array> {
    const { buffer, byteOffset } = await this.#spool.slice(start, start + count * lengthBytes);
    return new Uint32Array(buffer, byteOffset, count);
  }
}
