/**
 * What documents are pieced together from: constants, constants with holes, and the copying of both.
 */

/** Bytes that never change, padded behind `byteLength` so that they can be copied in whole groups. */
export interface Constant {
  readonly view: DataView;
  readonly byteLength: number;
}

/** A constant in which one text, of the holes' length, is yet to be written at each hole. */
export interface Holed {
  readonly constant: Constant;
  readonly holes: readonly number[];
}

/** What copyGroups copies at once. */
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
  readonly #byLength: Holed[] = [];

  /** @param parts what stands before, between and behind the holes; ASCII */
  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** Cost: O(1) but for the first use of a length, which ids bound at 765. */
  of(length: number): Holed {
    return this.#byLength[length] ?? this.#make(length);
  }

  #make(length: number): Holed {
    // Filled up to the length, so that the list never has gaps.
    for (let made = this.#byLength.length; made <= length; made += 1) this.#byLength.push(this.#holed(made));
    return this.#byLength[length]!;
  }

  #holed(length: number): Holed {
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
 * Copies `length` bytes of valid UTF-8 and up to 32 more, which must exist on both sides.
 *
 * They are copied eight at a time as floats, which keeps every bit but possibly those of a NaN. UTF-8 holds none: its
 * exponent would be a byte from F0 followed by 7F, and what follows such a byte is between 80 and BF. Cost: O(length).
 */
export function copyGroups(from: DataView, start: number, to: DataView, at: number, length: number): void {
  for (let i = 0; i < length; i += GROUP_BYTES) {
    to.setFloat64(at + i, from.getFloat64(start + i, true), true);
    to.setFloat64(at + i + 8, from.getFloat64(start + i + 8, true), true);
    to.setFloat64(at + i + 16, from.getFloat64(start + i + 16, true), true);
    to.setFloat64(at + i + 24, from.getFloat64(start + i + 24, true), true);
  }
}

/** As copyGroups, of nothing but these bytes. */
export function copyShort(from: DataView, start: number, to: DataView, at: number, length: number): void {
  const last = length - 8;
  if (last < 0) {
    for (let i = 0; i < length; i += 1) to.setUint8(at + i, from.getUint8(start + i));
    return;
  }
  for (let i = 0; i < last; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
  // The last eight bytes overlap those before, which saves a loop over the rest.
  to.setFloat64(at + last, from.getFloat64(start + last, true), true);
}
