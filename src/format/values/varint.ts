/**
 * LEB128 varints of safe integers from 0: seven bits in each byte, the lowest first; the highest bit means "more".
 *
 *     300 = 0b10_0101100   →   | 1 0101100 | 0 0000010 |
 *
 * Elsewhere: reading untrusted bytes (index/verify/varints), the WebAssembly version of `ascending` (kernels/assembly/ascending).
 */

/** The shift operators take numbers below this one. */
const shiftableEnd = 2 ** 31;

/** @returns the byte length of a number; for at most 28 bits without branches, which would be unpredictable */
export const varintLength = (value: number): number =>
  value < 0x10000000
    ? 1 + Number(value >= 0x80) + Number(value >= 0x4000) + Number(value >= 0x200000)
    : longLength(value);

function longLength(value: number): number {
  let length = 1;
  for (let remaining = value; remaining >= 0x80; remaining = Math.floor(remaining / 0x80)) length += 1;
  return length;
}

/** Writes a number at a position. @returns the position after it */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  for (; value >= shiftableEnd; value = Math.floor(value / 0x80)) {
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

/** Shifts from this one on would move the bits of a byte beyond 2^31: these bytes are multiplied instead. */
const shiftEnd = 28;

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
      value += shift < shiftEnd ? (byte & 0x7f) << shift : (byte & 0x7f) * 2 ** shift;
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
      let gap = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at]!;
        at += 1;
        gap += shift < shiftEnd ? (byte & 0x7f) << shift : (byte & 0x7f) * 2 ** shift;
      }
      value += gap + 1;
      out[i] = value;
    }
    this.at = at;
  }
}
