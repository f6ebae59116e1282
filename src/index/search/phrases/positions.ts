/**
 * Where a stem stands in each doc of its list, as bytes: for phrases, in fields whose model asks for it.
 *
 * A doc's searched fields are numbered through: a word is a place, and between two fields one place is empty, so that
 * no phrase goes on from one into the next. Of each doc of the list, in its order: how many places there are, then the
 * first, and of each other how many lie between it and the one before, all as varints. In front of these stands where
 * the bytes of each 64th doc begin but those of the first, so that docs can be leapt over.
 */
import { type GrowingU32, VarintCursor, varintLength, writeVarint } from '../../../format/index.js';

/** Docs from one that can be leapt to to the next. */
export const LEAP = 64;
const leapBytes = 4;

const leapsOf = (count: number): number => Math.max(0, Math.ceil(count / LEAP) - 1);

/** @returns bytes before those of the first doc */
export const leapTableBytes = (count: number): number => leapsOf(count) * leapBytes;

/**
 * @param counts doc of the list → how many places it has, 0 where the stem only stands in fields without
 * @param places of all docs, ascending in each
 */
export function positionBytes(counts: Uint32Array, places: Uint32Array): Uint8Array {
  const table = leapTableBytes(counts.length);
  const bytes = new Uint8Array(table + sizeOf(counts, places));
  const leaps = new DataView(bytes.buffer);
  let at = table;
  let next = 0;
  for (const [doc, count] of counts.entries()) {
    if (doc > 0 && doc % LEAP === 0) leaps.setUint32((doc / LEAP - 1) * leapBytes, at - table, true);
    at = writeVarint(bytes, at, count);
    let last = -1;
    for (const end = next + count; next < end; next += 1) {
      at = writeVarint(bytes, at, places[next]! - last - 1);
      last = places[next]!;
    }
  }
  return bytes;
}

function sizeOf(counts: Uint32Array, places: Uint32Array): number {
  let size = 0;
  let next = 0;
  for (const count of counts) {
    size += varintLength(count);
    let last = -1;
    for (const end = next + count; next < end; next += 1) {
      size += varintLength(places[next]! - last - 1);
      last = places[next]!;
    }
  }
  return size;
}

/** Reads the places of docs of one stem, in their order. */
export class PositionReader {
  readonly #bytes: Uint8Array;
  readonly #leaps: DataView;
  readonly #table: number;
  readonly #cursor = new VarintCursor();
  /** The doc whose bytes are next. */
  #next = 0;

  /** @param count docs of the list */
  constructor(bytes: Uint8Array, count: number) {
    this.#bytes = bytes;
    this.#table = leapTableBytes(count);
    this.#leaps = new DataView(bytes.buffer, bytes.byteOffset, this.#table);
    this.#cursor.at = this.#table;
  }

  /** Where what has been read ends. */
  get end(): number {
    return this.#cursor.at;
  }

  /** @returns where the bytes of a doc begin that can be leapt to. @param doc of the list, at least LEAP and divisible by it */
  leapTo(doc: number): number {
    return this.#table + this.#leaps.getUint32((doc / LEAP - 1) * leapBytes, true);
  }

  /**
   * Appends a doc's places.
   *
   * @param doc its place in the list, greater than the one before
   * Cost: O(places of it, and of the docs from the last one read, or leapt to).
   */
  read(doc: number, out: GrowingU32): void {
    const cursor = this.#cursor;
    const leap = doc - (doc % LEAP);
    if (leap > this.#next) {
      cursor.at = this.leapTo(leap);
      this.#next = leap;
    }
    for (; this.#next < doc; this.#next += 1) this.#pass(cursor.varint(this.#bytes));
    const count = cursor.varint(this.#bytes);
    let place = -1;
    for (let left = count; left > 0 && cursor.at < this.#bytes.length; left -= 1) {
      place += cursor.varint(this.#bytes) + 1;
      out.push(place);
    }
    this.#next += 1;
  }

  #pass(numbers: number): void {
    const bytes = this.#bytes;
    let at = this.#cursor.at;
    for (let left = numbers; left > 0 && at < bytes.length; at += 1) if (bytes[at]! < 0x80) left -= 1;
    this.#cursor.at = at;
  }
}
