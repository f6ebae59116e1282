/**
 * The bytes of a document under construction: one growing buffer, reused from document to document.
 */

const firstCapacity = 64 * 1024;
/** A buffer that one large answer made grow beyond this is let go afterwards. */
const keptCapacity = 4 * 2 ** 20;

/** Up to this many bytes a loop costs less than a call into the engine's copy. */
const shortRange = 40;

export class ByteWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstCapacity);
  #length = 0;

  /** Appends `bytes[start, end)`. Cost: O(end − start), plus the copy when the buffer grows. */
  range(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length);
    if (length <= shortRange) for (let i = 0; i < length; i += 1) this.#bytes[at + i] = bytes[start + i]!;
    else this.#bytes.set(bytes.subarray(start, end), at);
  }

  /** Appends a constant. */
  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, at);
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
    if (this.#bytes.byteLength > keptCapacity) this.#bytes = Buffer.allocUnsafeSlow(firstCapacity);
  }

  #reserve(length: number): number {
    const at = this.#length;
    if (at + length > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.byteLength * 2, at + length));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
    }
    this.#length = at + length;
    return at;
  }
}
