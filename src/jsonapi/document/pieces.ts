/**
 * The pieces of documents: constants, constants with holes, and the routines that copy them.
 */

/** Bytes that never change, padded behind `byteLength` so that they can be copied in whole groups. */
export interface Constant {
  readonly view: DataView;
  readonly byteLength: number;
}

/** A constant in which one text, of the holes' length, is yet to be written at each hole. */
export interface ConstantWithHoles {
  readonly constant: Constant;
  readonly holes: readonly number[];
}

/** How many bytes a long copy takes at once. */
export const GROUP_BYTES = 32;

export function constant(text: string): Constant {
  const bytes = Buffer.from(text);
  const padded = new DataView(new ArrayBuffer(bytes.byteLength + GROUP_BYTES));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  return { view: padded, byteLength: bytes.byteLength };
}

/**
 * The same parts around holes of any length. An item's id stands in its links as often as it has relationships, twice
 * over, and most ids of a type are of one length: so a copy of the whole and one short copy a hole do for all.
 */
export class Template {
  readonly #parts: readonly string[];
  readonly #byLength: ConstantWithHoles[] = [];

  /** @param parts what stands before, between and behind the holes; ASCII */
  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** The bytes before, between and after the holes. */
  get parts(): readonly string[] {
    return this.#parts;
  }

  /** Cost: O(1) but for the first use of a length, which ids bound at 765. */
  forLength(length: number): ConstantWithHoles {
    return this.#byLength[length] ?? this.#make(length);
  }

  #make(length: number): ConstantWithHoles {
    // Filled up to the length, so that the list never has gaps.
    for (let made = this.#byLength.length; made <= length; made += 1) this.#byLength.push(this.#holed(made));
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
 * Copies a constant of `length` bytes and its padding. There must be room for a group behind it.
 *
 * Eight bytes at a time are copied as a float, which keeps every bit but possibly those of a NaN. Valid UTF-8 holds
 * none: its exponent would be a byte from F0 followed by 7F or FF, and what follows such a byte is between 80 and BF.
 * Neither do the zeros of the padding. Cost: O(length).
 */
export function copyPadded({ view, byteLength }: Constant, to: DataView, at: number): void {
  for (let i = 0; i < byteLength; i += GROUP_BYTES) copyGroup(view, i, to, at + i);
}

/**
 * Copies `length` bytes of valid UTF-8, whatever stands behind them. There must be eight bytes behind them on both
 * sides, which a short copy may read and write.
 *
 * No float has bytes of the next record in it, which might make it a NaN: the last group, or the last eight bytes,
 * overlap those before, and what is shorter than eight bytes is copied as integers. Cost: O(length).
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

/** As copyRange, of nothing but these bytes. */
export function copyShort(from: DataView, start: number, to: DataView, at: number, length: number): void {
  if (length >= 8) copyEights(from, start, to, at, length);
  else for (let i = 0; i < length; i += 1) to.setUint8(at + i, from.getUint8(start + i));
}
