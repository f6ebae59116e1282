/**
 * Byte writer: the bytes of documents under construction, written into slabs.
 *
 * A slab contains many documents; each is returned as a view of the slab, so its bytes are copied only once.
 * Elsewhere: the copied pieces (pieces), reuse of slabs (slabs).
 */
import { choose } from '../../content/choices/index.js';
import type { Chunk } from '../../format/index.js';
import { type Constant, type ConstantWithHoles, copyPadded, copyRange, copyShort, GROUP_BYTES } from './pieces.js';
import { Loan, SLAB_BYTES, type Slab, slabOf } from './slabs.js';

/** With less room than this, the next document starts in a new slab: moving it there later would cost a copy. */
const roomMinimum = 32 * 1024;

/** Up to this many characters, a loop costs less than a call of the engine's `write`. */
const loopLengthMaximum = 48;

export class ByteWriter {
  #slab: Slab = slabOf(SLAB_BYTES);
  #bytes = this.#slab.bytes;
  #view = this.#slab.view;
  /** A copy in groups may write up to one group beyond its end; the next piece overwrites these bytes. */
  #capacity = this.#bytes.byteLength - GROUP_BYTES;
  /** Offset of the document under construction; `#end` is the offset of its next byte. */
  #start = 0;
  #end = 0;

  /**
   * Appends the bytes `[start, end)` of a chunk, which must be valid UTF-8.
   *
   * Cost: O(end − start), plus a move if the slab is full; otherwise allocates nothing. The engine's own copy needs one
   * object per call, which costs more than this loop up to several KB.
   */
  range(chunk: Chunk, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length);
    if (end + GROUP_BYTES <= chunk.bytes.byteLength) copyRange(chunk.view, start, this.#view, at, length);
    else this.#bytes.set(chunk.bytes.subarray(start, end), at);
  }

  /** Offset of the next byte modulo 8. Bytes with the same offset modulo 8 in their own memory are copied eight at a time. */
  get offsetInEight(): number {
    return this.#end % 8;
  }

  /** Appends any bytes. */
  bytes(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, at);
  }

  /** Appends a constant. */
  constant(constant: Constant): void {
    const at = this.#reserve(constant.byteLength);
    copyPadded(constant, this.#view, at);
  }

  /** Appends a constant and copies the range into each of its holes, which are as long as the range. */
  filled({ constant, holes }: ConstantWithHoles, chunk: Chunk, start: number, end: number): void {
    const at = this.#reserve(constant.byteLength);
    copyPadded(constant, this.#view, at);
    for (let i = 0; i < holes.length; i += 1) copyShort(chunk.view, start, this.#view, at + holes[i]!, end - start);
  }

  /** Appends a non-negative integer below 2^31. */
  uint(value: number): void {
    if (value < 10) {
      this.byte(0x30 + value);
      return;
    }
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
    const { length } = text;
    const at = this.#reserve(length);
    if (choose('bytes.text', length > loopLengthMaximum ? 'native' : 'loop') === 'native') {
      this.#bytes.write(text, at, 'latin1');
      return;
    }
    const slab = this.#bytes;
    for (let i = 0; i < length; i += 1) slab[at + i] = text.charCodeAt(i);
  }

  /**
   * Appends a copy of bytes of the same document.
   *
   * @param start  offset in the document
   * @param length at most up to the end of the document
   */
  repeat(start: number, length: number): void {
    const at = this.#reserve(length);
    const from = this.#start + start;
    this.#bytes.copyWithin(at, from, from + length);
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  /** Removes the last byte. */
  dropByte(): void {
    this.#end -= 1;
  }

  /** Bytes of the document so far. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Starts a document: at the start of the slab if no reader uses it, because the processor has that memory in its cache. */
  begin(): void {
    if (this.#slab.isFree) this.#end = 0;
    else if (this.#capacity - this.#end < roomMinimum) this.#use(slabOf(SLAB_BYTES));
    this.#start = this.#end;
  }

  /** @returns the document as a view that stays valid: its slab is never reused. The writer is empty afterwards. */
  take(): Buffer {
    this.#slab.retain();
    return this.#taken();
  }

  /** @returns the document, valid until the loan is released. The writer is empty afterwards. */
  lend(): Loan {
    return new Loan(this.#taken(), this.#slab);
  }

  #taken(): Buffer {
    const out = this.#bytes.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return out;
  }

  /** Discards the document under construction. */
  clear(): void {
    this.#end = this.#start;
  }

  /** Continues at the start of another slab. */
  #use(slab: Slab): void {
    this.#slab.removeUser();
    this.#slab = slab;
    this.#bytes = slab.bytes;
    this.#view = slab.view;
    this.#capacity = this.#bytes.byteLength - GROUP_BYTES;
    this.#start = 0;
    this.#end = 0;
  }

  /**
   * Makes room for `length` bytes. Call it before `#bytes` or `#view` is read: it may replace them.
   *
   * @returns the offset of the reserved bytes
   */
  #reserve(length: number): number {
    if (this.#end + length > this.#capacity) this.#move(length);
    const at = this.#end;
    this.#end = at + length;
    return at;
  }

  /** Moves the document to a slab with room for twice its length. */
  #move(length: number): void {
    const document = this.#bytes.subarray(this.#start, this.#end);
    const { byteLength } = document;
    const slab = slabOf(Math.max(SLAB_BYTES, 2 * (byteLength + length) + GROUP_BYTES));
    slab.bytes.set(document);
    this.#use(slab);
    this.#end = byteLength;
  }
}
