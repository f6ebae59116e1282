/**
 * The bytes of documents under construction. They are written where they stay: one slab takes document after
 * document, and each is handed out as a view of it, so that nothing is copied twice.
 *
 * Elsewhere: what is copied (pieces), and when a slab is used again (slabs).
 */
import { choose } from '../../content/choices/index.js';
import type { Chunk } from '../../format/index.js';
import { type Constant, type ConstantWithHoles, copyPadded, copyRange, copyShort, GROUP_BYTES } from './pieces.js';
import { Loan, SLAB_BYTES, type Slab, slabOf } from './slabs.js';

/** With less than this left, the next document begins a new slab rather than be moved to one half-way. */
const roomMinimum = 32 * 1024;

/** Up to so many letters, writing them one by one costs less than asking the engine to. */
const loopLengthMaximum = 48;

export class ByteWriter {
  #slab: Slab = slabOf(SLAB_BYTES);
  #bytes = this.#slab.bytes;
  #view = this.#slab.view;
  /** Copies in groups may write up to a group beyond their end, which what follows overwrites. */
  #capacity = this.#bytes.byteLength - GROUP_BYTES;
  /** Where the document under construction begins. */
  #start = 0;
  #end = 0;

  /**
   * Appends the bytes `[start, end)` of a chunk, which must be valid UTF-8.
   *
   * Cost: O(end − start), plus the move when the slab is full; allocates nothing else. The engine's own copy takes an
   * object a call, which costs more than this loop up to several KB.
   */
  range(chunk: Chunk, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length);
    if (end + GROUP_BYTES <= chunk.bytes.byteLength) copyRange(chunk.view, start, this.#view, at, length);
    else this.#bytes.set(chunk.bytes.subarray(start, end), at);
  }

  /** Where the next byte will stand among eight: what begins at such a place of its own memory is copied by eights. */
  get offsetInEight(): number {
    return this.#end % 8;
  }

  /** Appends bytes that somebody else has put together. */
  bytes(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, at);
  }

  /** Appends a constant. */
  constant(constant: Constant): void {
    const at = this.#reserve(constant.byteLength);
    copyPadded(constant, this.#view, at);
  }

  /** Appends a constant with the same range in each of its holes, which are as long as the range. */
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

  /** Appends what stands in the document already. @param start in the document. @param length up to its end at most */
  repeat(start: number, length: number): void {
    const at = this.#reserve(length);
    const from = this.#start + start;
    this.#bytes.copyWithin(at, from, from + length);
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  /** Takes back the last byte. */
  dropByte(): void {
    this.#end -= 1;
  }

  /** Bytes of the document so far. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Begins a document: where nobody has any of the slab, at its start, which the processor has in its cache. */
  begin(): void {
    if (this.#slab.isFree) this.#end = 0;
    else if (this.#capacity - this.#end < roomMinimum) this.#use(slabOf(SLAB_BYTES));
    this.#start = this.#end;
  }

  /** @returns what was appended, as a view for good: it keeps its slab from being used again. The writer is empty. */
  take(): Buffer {
    this.#slab.retain();
    return this.#taken();
  }

  /** @returns what was appended, for a while. The writer is empty again. */
  lend(): Loan {
    return new Loan(this.#taken(), this.#slab);
  }

  #taken(): Buffer {
    const out = this.#bytes.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return out;
  }

  /** Drops what was appended. */
  clear(): void {
    this.#end = this.#start;
  }

  /** Goes on in another slab, at its start. */
  #use(slab: Slab): void {
    this.#slab.removeUser();
    this.#slab = slab;
    this.#bytes = slab.bytes;
    this.#view = slab.view;
    this.#capacity = this.#bytes.byteLength - GROUP_BYTES;
    this.#start = 0;
    this.#end = 0;
  }

  /** To be called before the slab is looked at: it may be another one afterwards. */
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
