/**
 * Growing buffers for the columns of a block. Their memory is reused for the next block.
 *
 * Elsewhere: the columns that are taken out of them (block-columns).
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { ByteColumn } from './block-columns.js';
import { BACKSLASH } from './line-scanner.js';

/** An absent value in responses. */
export const nullBytes = Buffer.from('null');
/** Byte after a backslash → the byte that the escape means; 0 if JSON.stringify writes that escape in another form. */
const byteOfEscape = new Uint8Array(256);
for (const [letter, meaning] of ['b\b', 'f\f', 'n\n', 'r\r', 't\t', '""', '\\\\']) {
  byteOfEscape[letter!.charCodeAt(0)] = meaning!.charCodeAt(0);
}

/** Below this many bytes a loop is quicker than a call. */
const loopMaximum = 40;

export class ByteSink {
  bytes = Buffer.allocUnsafeSlow(2 ** 12);
  length = 0;

  reserve(byteLength: number): void {
    const requiredLength = this.length + byteLength;
    if (requiredLength <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(requiredLength, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** Appends a number below 2^31 (src/format/values/varint). */
  varint(value: number): void {
    for (; value >= 0x80; value >>>= 7) this.push((value & 0x7f) | 0x80);
    this.push(value);
  }

  /** Appends `source[from, to)`. */
  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const { bytes, length } = this;
    if (to - from > loopMaximum) bytes.set(source.subarray(from, to), length);
    else for (let i = from; i < to; i += 1) bytes[length + i - from] = source[i]!;
    this.length += to - from;
  }

  /**
   * Appends the text of a JSON string, `source[from, to)`, with its escapes replaced.
   *
   * @returns false if JSON.stringify would write the string differently; nothing is appended then
   */
  copyUnescaped(source: Uint8Array, from: number, to: number): boolean {
    const before = this.length;
    const string = source.subarray(from, to);
    let at = 0;
    for (let end = string.indexOf(BACKSLASH); end >= 0; end = string.indexOf(BACKSLASH, at)) {
      const byte = byteOfEscape[string[end + 1]!]!;
      if (byte === 0) {
        this.length = before;
        return false;
      }
      this.copy(string, at, end);
      this.push(byte);
      at = end + 2;
    }
    this.copy(string, at, string.length);
    return true;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }
}

/** Byte records. A caller appends the bytes of a record to `sink`, then calls `end`. */
export class ByteColumnSink {
  readonly sink = new ByteSink();
  #lengths = new GrowingU32();
  #start = 0;

  end(): void {
    this.#lengths.push(this.sink.length - this.#start);
    this.#start = this.sink.length;
  }

  /** @returns copies of the records so far, and empties the sink */
  take(): ByteColumn {
    const bytes = new Uint8Array(this.sink.length);
    bytes.set(this.sink.bytes.subarray(0, this.sink.length));
    const lengths = this.#lengths.view().slice();
    this.sink.length = 0;
    this.#lengths = new GrowingU32();
    this.#start = 0;
    return { bytes, lengths };
  }
}
