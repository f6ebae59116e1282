/**
 * Varints of bytes that nobody has looked at yet: each must end before the bytes do, be as short as it can be, and be below
 * 2^32, so that every reader makes the same number of it.
 */

const bitsMaximum = 32;

/** Reads numbers one after the other; an object that is used again. */
export class StrictVarints {
  #bytes: Uint8Array;
  /** Where the next number begins. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Begins to read other bytes. */
  of(bytes: Uint8Array): this {
    this.#bytes = bytes;
    this.at = 0;
    return this;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.byteLength;
  }

  /** @returns the next number; undefined where there is none, and then nothing more is to be read */
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
