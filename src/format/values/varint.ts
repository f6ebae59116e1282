/**
 * LEB128 varints of safe integers from 0: seven bits in each byte, the lowest first; the highest bit means "more".
 *
 *     300 = 0b10_0101100   →   | 1 0101100 | 0 0000010 |
 *
 * Three loops that spend a build's or a search's time decode for themselves, between
 * what they do with each number: build/substrings (text/text, sort/sort-batch) and search/rank/places; and one
 * encodes for itself (build/substrings/sort/sort-batch).
 */

/** From here, a number has more bits than the shift operators take. */
const shiftable = 2 ** 31;

/** @returns the byte length of a number; up to 28 bits without a branch, as it would be unpredictable */
export const varintLength = (value: number): number =>
  value < 0x10000000
    ? 1 + Number(value >= 0x80) + Number(value >= 0x4000) + Number(value >= 0x200000)
    : longLength(value);

function longLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
}

/** Writes a number at a position. @returns the position after it */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  for (; value >= shiftable; value = Math.floor(value / 0x80)) {
    bytes[at] = (value % 0x80) | 0x80;
    at += 1;
  }
  for (; value >= 0x80; value >>>= 7) {
    bytes[at] = (value & 0x7f) | 0x80;
    at += 1;
  }
  bytes[at] = value;
  return at + 1;
}

/** From this shift, the bits of a byte exceed 2^31. */
const shifted = 28;

/** Reads consecutive numbers; a reusable object. */
export class VarintCursor {
  /** Position of the next number. */
  at = 0;

  /** Reads the number at `at` and moves past it. */
  varint(bytes: Uint8Array): number {
    let byte = bytes[this.at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.at++]!;
      value += shift < shifted ? (byte & 0x7f) << shift : (byte & 0x7f) * 2 ** shift;
    }
    return value;
  }

  /**
   * Reads `out.length` ascending numbers below 2^32, stored as gaps, and moves past them. A gap is the count of integers
   * between a number and the one before; the first gap counts from 0.
   */
  ascending(bytes: Uint8Array, out: Uint32Array): void {
    let at = this.at;
    let value = -1;
    for (let i = 0; i < out.length; i += 1) {
      let byte = bytes[at]!;
      at += 1;
      let between = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at]!;
        at += 1;
        between += shift < shifted ? (byte & 0x7f) << shift : (byte & 0x7f) * 2 ** shift;
      }
      value += between + 1;
      out[i] = value;
    }
    this.at = at;
  }
}
