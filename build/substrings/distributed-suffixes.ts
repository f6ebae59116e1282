/**
 * Distributed suffixes: destination -> the records of its suffixes, from all parts of a text.
 *
 * Parts are added in the order of their terms. Records stay in memory if they are few, otherwise in a scratch file.
 * Elsewhere: making the records of a part (distribute), reading them into slots (sort/gather).
 */
import { discard, type ScratchFolder, Spool } from '../work/index.js';
import type { Distributed } from './distribute.js';
import { LOOK_AHEAD } from './text/index.js';

/** The records of all suffixes of one destination. */
export interface DestinationSuffixes {
  /** The records of each part, concatenated, and LOOK_AHEAD more bytes. */
  readonly bytes: Uint8Array;
  readonly parts: readonly DestinationPart[];
}

/** The records of a destination's suffixes in one part of the terms. */
interface DestinationPart {
  /** First term of the part; the gap of the first record counts from the start of this term. */
  readonly from: number;
  /** The records are `bytes[start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** A part that is in the spool: its first term, and the ranges of its records by destination. */
type StoredPart = Omit<Distributed, 'bytes'>;

/**
 * Consecutive parts that were written together, ordered by destination, then by part. So one read returns the records of a
 * destination in all these parts.
 */
interface StoredParts {
  /** Index of the first part among all parts. */
  readonly firstPart: number;
  /** Start of the records in the spool. */
  readonly spoolStart: number;
  readonly parts: readonly StoredPart[];
}

export class DistributedSuffixes {
  readonly #spool: Spool;
  readonly #pendingMaximum: number;
  readonly #stored: StoredParts[] = [];
  #storedCount = 0;
  /** Parts whose writing has not begun, and the number of their bytes. */
  #pending: Distributed[] = [];
  #pendingBytes = 0;
  /** Resolves when all earlier parts are written. */
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param pendingMaximum maximum bytes of parts that are written together; a larger part is written alone. Twice as many bytes
   *                       may be in memory, because threads distribute further parts while these are written
   */
  constructor(scratch: ScratchFolder, pendingMaximum: number) {
    this.#spool = new Spool(scratch);
    this.#pendingMaximum = pendingMaximum;
  }

  /** Takes over the bytes of a part. Call for one part at a time, in the order of the terms. */
  async add(part: Distributed): Promise<void> {
    if (this.#pendingBytes + part.bytes.byteLength > this.#pendingMaximum) await this.#startWriting();
    this.#pending.push(part);
    this.#pendingBytes += part.bytes.byteLength;
  }

  /** Call when all parts are added. @throws the errors of all writing */
  async finish(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Starts to write the pending parts, when all earlier parts are written. */
  async #startWriting(): Promise<void> {
    await this.#writing;
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (pending.length === 0) return;
    this.#writing = this.#write(pending);
    // A failure is thrown where the writing is awaited.
    this.#writing.catch(() => undefined);
  }

  async #write(pending: readonly Distributed[]): Promise<void> {
    const spoolStart = this.#spool.byteLength;
    for (let destination = 0; destination + 1 < pending[0]!.starts.length; destination += 1) {
      for (const { bytes, starts } of pending) {
        await this.#spool.write(bytes.subarray(starts[destination]!, starts[destination + 1]!));
      }
    }
    for (const { bytes } of pending) discard(bytes);
    const parts = pending.map(({ from, starts }) => ({ from, starts }));
    this.#stored.push({ firstPart: this.#storedCount, spoolStart, parts });
    this.#storedCount += parts.length;
  }

  /** @returns the suffixes of a destination, in a new buffer. Call after `finish`. */
  async read(destination: number): Promise<DestinationSuffixes> {
    let byteLength = 0;
    for (const { parts } of this.#stored) byteLength += recordsLength(parts, destination);
    const bytes = new Uint8Array(byteLength + LOOK_AHEAD);
    const destinationParts: DestinationPart[] = [];
    let end = 0;
    for (const stored of this.#stored) {
      const readStart = end;
      for (const part of stored.parts) {
        const start = end;
        end += recordsLength([part], destination);
        if (end > start) destinationParts.push({ from: part.from, start, end });
      }
      if (end > readStart) await this.#spool.read(spoolStartOf(stored, destination), bytes.subarray(readStart, end));
    }
    return { bytes, parts: destinationParts };
  }

  /** @returns the records of a destination in one part, in a new buffer. Call after `finish`. */
  readPart(destination: number, part: number): Promise<Uint8Array> {
    const stored = this.#stored.find(({ firstPart, parts }) => part < firstPart + parts.length)!;
    const index = part - stored.firstPart;
    const start = spoolStartOf(stored, destination) + recordsLength(stored.parts.slice(0, index), destination);
    return this.#spool.slice(start, start + recordsLength([stored.parts[index]!], destination));
  }

  /** Frees the disk space. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

/** @returns the bytes of the destination's records in these parts */
function recordsLength(parts: readonly StoredPart[], destination: number): number {
  let byteLength = 0;
  for (const { starts } of parts) byteLength += starts[destination + 1]! - starts[destination]!;
  return byteLength;
}

/** @returns start of the destination's records in the spool: the records of all smaller destinations are before it */
function spoolStartOf({ spoolStart, parts }: StoredParts, destination: number): number {
  let start = spoolStart;
  for (const { starts } of parts) start += starts[destination]!;
  return start;
}
