/**
 * Positions of a stem in each doc of its list, for phrases; stored for fields whose model asks for it.
 *
 *     ┌────────────────────────────────┬─────────────────────────────────────────────┬─ ─┐
 *     │ skip table: u32 LE offset of   │ doc 0: count, first position, then gaps     │ … │   docs of the list, in order
 *     │ docs 64, 128, 192, …           │ less 1 to the position before; varints      │   │
 *     └────────────────────────────────┴─────────────────────────────────────────────┴─ ─┘
 *
 * Offsets count from the end of the skip table. Every word of a doc's searched fields has a position, numbered through all fields;
 * one position between two fields stays empty, so that no phrase continues from one field into the next. A joined word, such as
 * `wifi` for `Wi-Fi`, has the position of its last part and its number of parts in one number.
 */
import { type GrowingU32, VarintCursor, varintLength, writeVarint } from '../../../format/index.js';

/** Number of bits for the parts of a joined word less one, which are at most seven. */
const partBits = 3;

/**
 * @param position position of the last part
 * @param partCount number of positions that its parts have, 1 to 8
 * @returns the number that is stored as the position of a joined word
 */
export const packJoinedPosition = (position: number, partCount: number): number =>
  position * 2 ** partBits + partCount - 1;

/** @returns the position of the first part */
export const firstPartOf = (packed: number): number => (packed >>> partBits) - (packed & (2 ** partBits - 1));

/** @returns the position of the last part */
export const lastPartOf = (packed: number): number => packed >>> partBits;

/** Docs per entry of the skip table. */
export const SKIP_INTERVAL = 64;
const skipEntryBytes = 4;

const countSkipEntries = (count: number): number => Math.max(0, Math.ceil(count / SKIP_INTERVAL) - 1);

/** @returns the byte length of the skip table */
export const skipTableBytes = (count: number): number => countSkipEntries(count) * skipEntryBytes;

/**
 * @param counts number of positions per doc of the list; 0 if the stem occurs only in fields without positions
 * @param positions positions of all docs, concatenated, ascending per doc
 */
export function encodePositions(counts: Uint32Array, positions: Uint32Array): Uint8Array {
  const tableBytes = skipTableBytes(counts.length);
  const bytes = new Uint8Array(tableBytes + measureLength(counts, positions));
  const skipTable = new DataView(bytes.buffer);
  let offset = tableBytes;
  let nextIndex = 0;
  for (const [doc, count] of counts.entries()) {
    if (doc > 0 && doc % SKIP_INTERVAL === 0)
      skipTable.setUint32((doc / SKIP_INTERVAL - 1) * skipEntryBytes, offset - tableBytes, true);
    offset = writeVarint(bytes, offset, count);
    let previous = -1;
    for (const end = nextIndex + count; nextIndex < end; nextIndex += 1) {
      offset = writeVarint(bytes, offset, positions[nextIndex]! - previous - 1);
      previous = positions[nextIndex]!;
    }
  }
  return bytes;
}

function measureLength(counts: Uint32Array, positions: Uint32Array): number {
  let size = 0;
  let nextIndex = 0;
  for (const count of counts) {
    size += varintLength(count);
    let previous = -1;
    for (const end = nextIndex + count; nextIndex < end; nextIndex += 1) {
      size += varintLength(positions[nextIndex]! - previous - 1);
      previous = positions[nextIndex]!;
    }
  }
  return size;
}

/** Reads the positions of one stem, for ascending docs of its list. */
export class PositionReader {
  readonly #bytes: Uint8Array;
  readonly #skipTable: DataView;
  readonly #tableBytes: number;
  readonly #cursor = new VarintCursor();
  /** Index of the doc whose bytes come next. */
  #nextDoc = 0;

  /** @param count number of docs of the list */
  constructor(bytes: Uint8Array, count: number) {
    this.#bytes = bytes;
    this.#tableBytes = skipTableBytes(count);
    this.#skipTable = new DataView(bytes.buffer, bytes.byteOffset, this.#tableBytes);
    this.#cursor.at = this.#tableBytes;
  }

  /** Offset after the last byte read. */
  get end(): number {
    return this.#cursor.at;
  }

  /** @param doc index in the list: a positive multiple of SKIP_INTERVAL. @returns the start of its bytes, from the skip table */
  skipOffset(doc: number): number {
    return this.#tableBytes + this.#skipTable.getUint32((doc / SKIP_INTERVAL - 1) * skipEntryBytes, true);
  }

  /**
   * Appends a doc's positions to `out`.
   *
   * @param doc index in the list, greater than in the previous call
   * Cost: O(positions of the doc, and of the docs from the previous one, or from the last entry of the skip table).
   */
  read(doc: number, out: GrowingU32): void {
    const cursor = this.#cursor;
    const skipDoc = doc - (doc % SKIP_INTERVAL);
    if (skipDoc > this.#nextDoc) {
      cursor.at = this.skipOffset(skipDoc);
      this.#nextDoc = skipDoc;
    }
    for (; this.#nextDoc < doc; this.#nextDoc += 1) this.#skipNumbers(cursor.varint(this.#bytes));
    const count = cursor.varint(this.#bytes);
    let position = -1;
    for (let remaining = count; remaining > 0 && cursor.at < this.#bytes.length; remaining -= 1) {
      position += cursor.varint(this.#bytes) + 1;
      out.push(position);
    }
    this.#nextDoc += 1;
  }

  #skipNumbers(numbers: number): void {
    const bytes = this.#bytes;
    let offset = this.#cursor.at;
    for (let remaining = numbers; remaining > 0 && offset < bytes.length; offset += 1)
      if (bytes[offset]! < 0x80) remaining -= 1;
    this.#cursor.at = offset;
  }
}
