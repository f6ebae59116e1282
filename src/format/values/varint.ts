/**
 * LEB128 varints: seven bits a byte, the lowest first; all bytes of a number but its last have the highest bit.
 *
 * Numbers are safe integers from 0 on. Three loops that spend a build's or a search's time decode for themselves, between
 * what they do with each number: build/substrings (text/text, sort/sort-batch) and search/rank/places; and one
 * encodes for itself (build/substrings/sort/sort-batch).
 */

/** Above, a number has more bits than can be shifted. */
const shiftable = 2 ** 31;

/** @returns how many bytes a number takes; up to 28 bits without a jump, as nobody could foresee it */
export const varintLength = (value: number): number =>
  value < 0x10000000
    ? 1 + Number(value >= 0x80) + Number(value >= 0x4000) + Number(value >= 0x200000)
    : longLength(value);

function longLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
}

/** Writes a number at a place. @returns where it ends */
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

/** Further, the bits of a byte do not stay below 2^31. */
const shifted = 28;

/** Reads numbers one behind the other; an object that is used again. */
export class VarintCursor {
  /** Where the next number begins. */
  at = 0;

  /** Reads the number at `at` and moves behind it. */
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
   * Reads ascending numbers below 2^32, each from how many lie between it and the one before, the first from 0 on: as
   * many as `out` has room for, which there must be; and moves behind them.
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
