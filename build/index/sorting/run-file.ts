/**
 * Sorted runs, in a scratch file where they are much, and reading them from their beginnings to their ends while they are merged.
 */

import { bytesOf } from '../../../src/format/index.js';
import { prefixNumber } from '../../../src/termdict/index.js';
import type { Scratch } from '../scratch/scratch.js';
import { Spool } from '../scratch/spool.js';
import type { SortedRun } from './run.js';

/** So much of a run is in memory while it is merged; more where a record is longer. */
const windowBytes = 2 ** 18;
const windowRecords = 2 ** 14;
const lengthBytes = 4;

interface StoredRun {
  readonly bytesAt: number;
  readonly lengthsAt: number;
  readonly count: number;
}

export class RunFile {
  readonly #spool: Spool;
  readonly #runs: StoredRun[] = [];

  constructor(scratch: Scratch) {
    this.#spool = new Spool(scratch);
  }

  /** To be called never before the last run has been added. */
  async add({ bytes, lengths }: Pick<SortedRun, 'bytes' | 'lengths'>): Promise<void> {
    const bytesAt = this.#spool.byteLength;
    const lengthsAt = bytesAt + bytes.byteLength;
    await this.#spool.write(bytes);
    await this.#spool.write(bytesOf(lengths));
    this.#runs.push({ bytesAt, lengthsAt, count: lengths.length });
  }

  /** @returns a reader of each run, at its first record */
  async readers(): Promise<RunReader[]> {
    const readers = this.#runs.map((run) => new RunReader(this.#spool, run));
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
  readonly #spool: Spool;
  #bytesAt: number;
  #lengthsAt: number;
  #window: Buffer = Buffer.alloc(0);
  #lengths: Uint32Array = new Uint32Array(0);
  /** How many records of the window have been at hand, and where in it the next one begins. */
  #taken = 0;
  #at = 0;

  constructor(spool: Spool, { bytesAt, lengthsAt, count }: StoredRun) {
    this.#spool = spool;
    this.count = count;
    this.#bytesAt = bytesAt;
    this.#lengthsAt = lengthsAt;
  }

  /** Goes on to the next record. @returns false where that must be filled in first */
  next(): boolean {
    if (this.#taken === this.#lengths.length) return false;
    const end = this.#at + this.#lengths[this.#taken]!;
    this.record = this.#window.subarray(this.#at, end);
    this.head = prefixNumber(this.record, 0);
    this.index += 1;
    this.#at = end;
    this.#taken += 1;
    return true;
  }

  /** Reads on, and goes on to the next record, where there is one. */
  async fill(): Promise<void> {
    const left = this.count - this.index - 1;
    if (left === 0) {
      this.record = undefined;
      return;
    }
    const wanted = Math.min(left, windowRecords);
    const read = await this.#spool.between(this.#lengthsAt, this.#lengthsAt + wanted * lengthBytes);
    const lengths = new Uint32Array(read.buffer, read.byteOffset, wanted);
    let count = 0;
    let byteLength = 0;
    for (; count < lengths.length && (count === 0 || byteLength + lengths[count]! <= windowBytes); count += 1) {
      byteLength += lengths[count]!;
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
}

/** @returns negative where the first reader's record comes first; both have one */
export const compareReaders = (a: RunReader, b: RunReader): number =>
  a.head - b.head || Buffer.compare(a.record!, b.record!);
