/**
 * Pieces of documents: constants, constants with holes, and the routines that copy them.
 *
 * Copies move eight or 32 bytes at a time and may write beyond their end; the writer leaves room for that (byte-writer).
 */

/** Bytes that never change, padded after `byteLength` so that they can be copied in whole groups. */
export interface Constant {
  readonly view: DataView;
  readonly byteLength: number;
}

/** A constant with holes: one text is written into each; all holes have the length of that text. */
export interface ConstantWithHoles {
  readonly constant: Constant;
  readonly holes: readonly number[];
}

/** Bytes that a long copy moves at a time. */
export const GROUP_BYTES = 32;

/** @returns the UTF-8 bytes of the text, padded with zeros */
export function constant(text: string): Constant {
  const bytes = Buffer.from(text);
  const padded = new DataView(new ArrayBuffer(bytes.byteLength + GROUP_BYTES));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  return { view: padded, byteLength: bytes.byteLength };
}

/**
 * Fixed texts around holes of any length. Each relationship contains the item's id twice, and most ids of a type have the
 * same length, so the constant for each length is prepared once: one long copy, and one short copy for each hole.
 */
export class Template {
  readonly #parts: readonly string[];
  readonly #byLength: ConstantWithHoles[] = [];

  /** @param parts the texts before, between and after the holes; ASCII */
  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** The texts before, between and after the holes. */
  get parts(): readonly string[] {
    return this.#parts;
  }

  /** Cost: O(1), except the first use of a length. An id has at most 765 bytes in a URL. */
  forLength(length: number): ConstantWithHoles {
    return this.#byLength[length] ?? this.#make(length);
  }

  #make(length: number): ConstantWithHoles {
    // All lengths up to this one are added, because V8 reads arrays without gaps faster.
    for (let next = this.#byLength.length; next <= length; next += 1) this.#byLength.push(this.#holed(next));
    return this.#byLength[length]!;
  }

  #holed(length: number): ConstantWithHoles {
    const holes: number[] = [];
    let at = 0;
    for (const part of this.#parts.slice(0, -1)) {
      at += part.length;
      holes.push(at);
      at += length;
    }
    return { constant: constant(this.#parts.join(' '.repeat(length))), holes };
  }
}

/**
 * Copies a constant and its padding. There must be room for one group after the constant.
 *
 * Eight bytes at a time are copied as a float, which keeps every bit, except possibly those of a NaN. Eight bytes of UTF-8
 * are never a NaN: its exponent would need a byte F0 or higher next to 7F or FF, but UTF-8 continues such a byte with 80 to
 * BF. The zeros of the padding are no NaN either. Cost: O(length).
 */
export function copyPadded({ view, byteLength }: Constant, to: DataView, at: number): void {
  for (let i = 0; i < byteLength; i += GROUP_BYTES) copyGroup(view, i, to, at + i);
}

/**
 * Copies `length` bytes of valid UTF-8. A short copy may read and write up to eight bytes after them, so both sides need
 * that much room.
 *
 * A float with bytes of the next record could be a NaN, so none is copied: the last group, or the last eight bytes, overlap
 * the bytes before, and fewer than eight bytes are copied as integers. Cost: O(length).
 */
export function copyRange(from: DataView, start: number, to: DataView, at: number, length: number): void {
  const last = length - GROUP_BYTES;
  if (last >= 0) {
    for (let i = 0; i < last; i += GROUP_BYTES) copyGroup(from, start + i, to, at + i);
    copyGroup(from, start + last, to, at + last);
    return;
  }
  if (length >= 8) {
    copyEights(from, start, to, at, length);
    return;
  }
  to.setUint32(at, from.getUint32(start, true), true);
  to.setUint32(at + 4, from.getUint32(start + 4, true), true);
}

/** @param length at least 8 */
function copyEights(from: DataView, start: number, to: DataView, at: number, length: number): void {
  const last = length - 8;
  for (let i = 0; i < last; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
  to.setFloat64(at + last, from.getFloat64(start + last, true), true);
}

function copyGroup(from: DataView, start: number, to: DataView, at: number): void {
  to.setFloat64(at, from.getFloat64(start, true), true);
  to.setFloat64(at + 8, from.getFloat64(start + 8, true), true);
  to.setFloat64(at + 16, from.getFloat64(start + 16, true), true);
  to.setFloat64(at + 24, from.getFloat64(start + 24, true), true);
}

/** As copyRange, but reads and writes only these bytes. */
export function copyShort(from: DataView, start: number, to: DataView, at: number, length: number): void {
  if (length >= 8) copyEights(from, start, to, at, length);
  else for (let i = 0; i < length; i += 1) to.setUint8(at + i, from.getUint8(start + i));
}
