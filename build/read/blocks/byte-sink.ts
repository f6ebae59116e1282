/**
 * Growing buffers that columns of a block are made of. Their memory is reused for the next block.
 */

// Bytes that gather while a block is read, and the columns made of them. Their memory is used again for the next block.
/** A value that is not there, as it is delivered. */

import { GrowingU32 } from '../../../src/format/index.js';
import type { ByteColumn } from './block-columns.js';
import { BACKSLASH } from './line.js';

export const nullBytes = Buffer.from('null');
/** By the byte behind a backslash: what they stand for; 0 where that has a shorter form. */
export const escapes = new Uint8Array(256);
/** Below this many bytes a loop is quicker than a call. */
const loopMaximum = 40;

export class ByteSink {
  bytes = Buffer.allocUnsafeSlow(2 ** 12);
  length = 0;

  reserve(byteLength: number): void {
    const wanted = this.length + byteLength;
    if (wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.bytes.length * 2));
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
   * Appends the text of a JSON string, `source[from, to)`.
   *
   * @returns false where JSON.stringify would write it in another way: then nothing is appended
   */
  unescaped(source: Uint8Array, from: number, to: number): boolean {
    const before = this.length;
    const string = source.subarray(from, to);
    let at = 0;
    for (let end = string.indexOf(BACKSLASH); end >= 0; end = string.indexOf(BACKSLASH, at)) {
      const byte = escapes[string[end + 1]!]!;
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

/** Records whose bytes are appended to `sink`, each ended by `end`. */

export class ByteColumnSink {
  readonly sink = new ByteSink();
  #lengths = new GrowingU32();
  #start = 0;

  end(): void {
    this.#lengths.push(this.sink.length - this.#start);
    this.#start = this.sink.length;
  }

  /** @returns what has gathered, in buffers of its own, and begins anew */
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
