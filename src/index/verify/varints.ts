/**
 * Strict reading of varints in unchecked bytes: each must end before the bytes do, be as short as possible, and be below 2^32, so
 * that every reader decodes the same number.
 */

const bitsMaximum = 32;

/** Reads consecutive numbers; reusable for other bytes. */
export class StrictVarints {
  #bytes: Uint8Array;
  /** Offset of the next number. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Starts reading other bytes. */
  startReading(bytes: Uint8Array): this {
    this.#bytes = bytes;
    this.at = 0;
    return this;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.byteLength;
  }

  /** @returns the next number; undefined if there is no valid one, after which reading must stop */
  next(): number | undefined {
    let value = 0;
    for (let shift = 0; shift < bitsMaximum; shift += 7) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) return undefined;
      this.at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      return (byte === 0 && shift > 0) || value >= 2 ** bitsMaximum ? undefined : value;
    }
    return undefined;
  }
}
