/**
 * The bytes of a document under construction: one growing buffer, reused from document to document.
 */

import type { Chunk } from '../../format/index.js';

const firstCapacity = 64 * 1024;
/** A buffer that one large answer made grow beyond this is let go afterwards. */
const keptCapacity = 4 * 2 ** 20;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** From this many bytes on, the engine's own copy costs less, its call and the object it takes included. */
const longRange = 512;

export class ByteWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstCapacity);
  #view = viewOf(this.#bytes);
  #length = 0;

  /**
   * Appends the bytes `[start, end)` of a chunk, which must be valid UTF-8.
   *
   * They are copied eight at a time as floats, which keeps every bit but possibly those of a NaN. UTF-8 holds none:
   * its exponent would be a byte from F0 followed by 7F, and what follows such a byte is between 80 and BF.
   * Cost: O(end − start), plus the copy when the buffer grows; allocates nothing for short ranges.
   */
  range({ bytes, view }: Chunk, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length);
    if (length < 8) for (let i = 0; i < length; i += 1) this.#bytes[at + i] = bytes[start + i]!;
    else if (length >= longRange) this.#bytes.set(bytes.subarray(start, end), at);
    else {
      const out = this.#view;
      const last = length - 8;
      for (let i = 0; i < last; i += 8) out.setFloat64(at + i, view.getFloat64(start + i, true), true);
      // The last eight bytes overlap those before, which saves a loop over the rest.
      out.setFloat64(at + last, view.getFloat64(start + last, true), true);
    }
  }

  /** Appends a constant. */
  raw(constant: Chunk): void {
    this.range(constant, 0, constant.bytes.byteLength);
  }

  /** Appends a non-negative integer below 2^31. */
  uint(value: number): void {
    let digits = 1;
    for (let limit = 10; limit <= value; limit *= 10) digits += 1;
    const at = this.#reserve(digits);
    for (let i = at + digits - 1; i >= at; i -= 1) {
      this.#bytes[i] = 0x30 + (value % 10);
      value = Math.floor(value / 10);
    }
  }

  /** Appends ASCII text. */
  ascii(text: string): void {
    const at = this.#reserve(text.length);
    this.#bytes.write(text, at, 'latin1');
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  /** @returns a copy of what was appended; the writer is empty again */
  take(): Buffer {
    const out = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.clear();
    return out;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.byteLength > keptCapacity) this.#use(Buffer.allocUnsafeSlow(firstCapacity));
  }

  #use(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  #reserve(length: number): number {
    const at = this.#length;
    if (at + length > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.byteLength * 2, at + length));
      larger.set(this.#bytes.subarray(0, at));
      this.#use(larger);
    }
    this.#length = at + length;
    return at;
  }
}
