/**
 * The bytes of documents under construction. They are written where they stay: one slab takes document after
 * document, and each is handed out as a view of it, so that nothing is copied twice.
 */
import { type Chunk, chunkOf } from '../../format/index.js';
import { type Constant, copyPadded, copyRange, copyShort, GROUP_BYTES, type Holed } from './pieces.js';

/** A slab holds about a dozen full pages. A document that outgrows it moves to one of its own. */
const slabBytes = 256 * 1024;
/** With less than this left, the next document begins a new slab rather than be moved to one half-way. */
const leastRoom = 32 * 1024;

export class ByteWriter {
  #slab: Buffer = Buffer.allocUnsafeSlow(slabBytes);
  #view = chunkOf(this.#slab).view;
  /** Copies in groups may write up to a group beyond their end, which what follows overwrites. */
  #capacity = slabBytes - GROUP_BYTES;
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
    else this.#slab.set(chunk.bytes.subarray(start, end), at);
  }

  /** Appends a constant. */
  raw(constant: Constant): void {
    const at = this.#reserve(constant.byteLength);
    copyPadded(constant, this.#view, at);
  }

  /** Appends a constant with the same range in each of its holes, which are as long as the range. */
  holed({ constant, holes }: Holed, chunk: Chunk, start: number, end: number): void {
    const at = this.#reserve(constant.byteLength);
    copyPadded(constant, this.#view, at);
    for (let i = 0; i < holes.length; i += 1) copyShort(chunk.view, start, this.#view, at + holes[i]!, end - start);
  }

  /** Appends a non-negative integer below 2^31. */
  uint(value: number): void {
    let digits = 1;
    for (let limit = 10; limit <= value; limit *= 10) digits += 1;
    const at = this.#reserve(digits);
    for (let i = at + digits - 1; i >= at; i -= 1) {
      this.#slab[i] = 0x30 + (value % 10);
      value = Math.floor(value / 10);
    }
  }

  /** Appends ASCII text. */
  ascii(text: string): void {
    const at = this.#reserve(text.length);
    this.#slab.write(text, at, 'latin1');
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#slab[at] = value;
  }

  /** Takes back the last byte. */
  dropByte(): void {
    this.#end -= 1;
  }

  /**
   * @returns what was appended, as a view: whoever keeps it for long copies it, or it keeps up to 256 KiB from being
   *          freed. The writer is empty again.
   */
  take(): Buffer {
    const out = this.#slab.subarray(this.#start, this.#end);
    this.#start = this.#end;
    if (this.#capacity - this.#end < leastRoom) this.#use(Buffer.allocUnsafeSlow(slabBytes));
    return out;
  }

  /** Drops what was appended. */
  clear(): void {
    this.#end = this.#start;
  }

  #use(slab: Buffer): void {
    this.#slab = slab;
    this.#view = chunkOf(slab).view;
    this.#capacity = slab.byteLength - GROUP_BYTES;
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
    const document = this.#slab.subarray(this.#start, this.#end);
    const wanted = 2 * (document.byteLength + length) + GROUP_BYTES;
    this.#use(Buffer.allocUnsafeSlow(Math.max(slabBytes, wanted)));
    this.#slab.set(document);
    this.#end = document.byteLength;
  }
}
