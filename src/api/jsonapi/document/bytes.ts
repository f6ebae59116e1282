/**
 * The bytes of documents under construction. They are written where they stay: one slab takes document after
 * document, and each is handed out as a view of it, so that nothing is copied twice. Below: what is
 * copied, and when a slab is used again.
 */
import { type Chunk, chunkOf } from '../../../format/index.js';

/** With less than this left, the next document begins a new slab rather than be moved to one half-way. */
const leastRoom = 32 * 1024;

/** Up to so many letters, writing them one by one costs less than asking the engine to. */
const shortText = 48;

export class ByteWriter {
  #lying: Slab = slabOf(SLAB_BYTES);
  #slab = this.#lying.bytes;
  #view = this.#lying.view;
  /** Copies in groups may write up to a group beyond their end, which what follows overwrites. */
  #capacity = this.#slab.byteLength - GROUP_BYTES;
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

  /** Where the next byte will stand among eight: what begins at such a place of its own memory is copied by eights. */
  get placeInEight(): number {
    return this.#end % 8;
  }

  /** Appends bytes that somebody else has put together. */
  bytes(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.byteLength);
    this.#slab.set(bytes, at);
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
    if (value < 10) {
      this.byte(0x30 + value);
      return;
    }
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
    const { length } = text;
    const at = this.#reserve(length);
    if (length > shortText) {
      this.#slab.write(text, at, 'latin1');
      return;
    }
    const slab = this.#slab;
    for (let i = 0; i < length; i += 1) slab[at + i] = text.charCodeAt(i);
  }

  /** Appends what stands in the document already. @param start in the document. @param length up to its end at most */
  again(start: number, length: number): void {
    const at = this.#reserve(length);
    const from = this.#start + start;
    this.#slab.copyWithin(at, from, from + length);
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#slab[at] = value;
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
    if (this.#lying.isFree) this.#end = 0;
    else if (this.#capacity - this.#end < leastRoom) this.#use(slabOf(SLAB_BYTES));
    this.#start = this.#end;
  }

  /** @returns what was appended, as a view for good: it keeps its slab from being used again. The writer is empty. */
  take(): Buffer {
    this.#lying.keep();
    return this.#taken();
  }

  /** @returns what was appended, for a while. The writer is empty again. */
  lend(): Loan {
    return new Loan(this.#taken(), this.#lying);
  }

  #taken(): Buffer {
    const out = this.#slab.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return out;
  }

  /** Drops what was appended. */
  clear(): void {
    this.#end = this.#start;
  }

  /** Goes on in another slab, at its start. */
  #use(slab: Slab): void {
    this.#lying.leave();
    this.#lying = slab;
    this.#slab = slab.bytes;
    this.#view = slab.view;
    this.#capacity = this.#slab.byteLength - GROUP_BYTES;
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
    const { byteLength } = document;
    const slab = slabOf(Math.max(SLAB_BYTES, 2 * (byteLength + length) + GROUP_BYTES));
    slab.bytes.set(document);
    this.#use(slab);
    this.#end = byteLength;
  }
}

/*
 * What documents are pieced together from: constants, constants with holes, and the copying of both.
 */

/** Bytes that never change, padded behind `byteLength` so that they can be copied in whole groups. */
export interface Constant {
  readonly view: DataView;
  readonly byteLength: number;
}

/** A constant in which one text, of the holes' length, is yet to be written at each hole. */
export interface Holed {
  readonly constant: Constant;
  readonly holes: readonly number[];
}

/** How many bytes a long copy takes at once. */
export const GROUP_BYTES = 32;

export function constant(text: string): Constant {
  const bytes = Buffer.from(text);
  const padded = new DataView(new ArrayBuffer(bytes.byteLength + GROUP_BYTES));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  return { view: padded, byteLength: bytes.byteLength };
}

/**
 * The same parts around holes of any length. An item's id stands in its links as often as it has relationships, twice
 * over, and most ids of a type are of one length: so a copy of the whole and one short copy a hole do for all.
 */
export class Template {
  readonly #parts: readonly string[];
  readonly #byLength: Holed[] = [];

  /** @param parts what stands before, between and behind the holes; ASCII */
  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** What stands before, between and behind the holes. */
  get parts(): readonly string[] {
    return this.#parts;
  }

  /** Cost: O(1) but for the first use of a length, which ids bound at 765. */
  of(length: number): Holed {
    return this.#byLength[length] ?? this.#make(length);
  }

  #make(length: number): Holed {
    // Filled up to the length, so that the list never has gaps.
    for (let made = this.#byLength.length; made <= length; made += 1) this.#byLength.push(this.#holed(made));
    return this.#byLength[length]!;
  }

  #holed(length: number): Holed {
    const holes: number[] = [];
    let at = 0;
    for (const part of this.#parts.slice(0, -1)) {
      at += part.length;
      holes.push(at);
      at += length;
    }
    return { constant: constant(this.#parts.join(' '.repeat(length))), holes };
  }
}

/**
 * Copies a constant of `length` bytes and its padding. There must be room for a group behind it.
 *
 * Eight bytes at a time are copied as a float, which keeps every bit but possibly those of a NaN. Valid UTF-8 holds
 * none: its exponent would be a byte from F0 followed by 7F or FF, and what follows such a byte is between 80 and BF.
 * Neither do the zeros of the padding. Cost: O(length).
 */
export function copyPadded({ view, byteLength }: Constant, to: DataView, at: number): void {
  for (let i = 0; i < byteLength; i += GROUP_BYTES) copyGroup(view, i, to, at + i);
}

/**
 * Copies `length` bytes of valid UTF-8, whatever stands behind them. There must be eight bytes behind them on both
 * sides, which a short copy may read and write.
 *
 * No float has bytes of the next record in it, which might make it a NaN: the last group, or the last eight bytes,
 * overlap those before, and what is shorter than eight bytes is copied as integers. Cost: O(length).
 */
export function copyRange(from: DataView, start: number, to: DataView, at: number, length: number): void {
  const last = length - GROUP_BYTES;
  if (last >= 0) {
    for (let i = 0; i < last; i += GROUP_BYTES) copyGroup(from, start + i, to, at + i);
    copyGroup(from, start + last, to, at + last);
    return;
  }
  if (length >= 8) {
    copyEights(from, start, to, at, length);
    return;
  }
  to.setUint32(at, from.getUint32(start, true), true);
  to.setUint32(at + 4, from.getUint32(start + 4, true), true);
}

/** @param length at least 8 */
function copyEights(from: DataView, start: number, to: DataView, at: number, length: number): void {
  const last = length - 8;
  for (let i = 0; i < last; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
  to.setFloat64(at + last, from.getFloat64(start + last, true), true);
}

function copyGroup(from: DataView, start: number, to: DataView, at: number): void {
  to.setFloat64(at, from.getFloat64(start, true), true);
  to.setFloat64(at + 8, from.getFloat64(start + 8, true), true);
  to.setFloat64(at + 16, from.getFloat64(start + 16, true), true);
  to.setFloat64(at + 24, from.getFloat64(start + 24, true), true);
}

/** As copyRange, of nothing but these bytes. */
export function copyShort(from: DataView, start: number, to: DataView, at: number, length: number): void {
  if (length >= 8) copyEights(from, start, to, at, length);
  else for (let i = 0; i < length; i += 1) to.setUint8(at + i, from.getUint8(start + i));
}

/*
 * Memory that documents are written into: slabs, each of which takes document after document, and is used again once
 * everybody has given back what lies in it.
 *
 * Memory outside of the heap that lives for one answer is dear: V8 counts it, and after some tens of megabytes it marks
 * the whole heap to find out what of it is left, for tens of milliseconds. Slabs that go round are the same few.
 *
 * Invariant: a slab that anybody still reads is never written again behind its documents' beginnings. Whoever has a
 * document for good says so (`keep`), and its slab is left to the garbage collector.
 */

/** A slab holds about a dozen full pages. */
export const SLAB_BYTES = 256 * 1024;
/** What this thread keeps for later: enough for all answers that are on their way at most times. */
const spareBytesMaximum = 16 * SLAB_BYTES;

const spare: Slab[] = [];
let spareBytes = 0;

export class Slab {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Documents that are lent, and one for the writer. */
  #users = 1;
  #isKept = false;

  constructor(byteLength: number) {
    this.bytes = Buffer.allocUnsafeSlow(byteLength);
    this.view = chunkOf(this.bytes).view;
  }

  /** Whether nobody reads it, so that its writer may begin anew. */
  get isFree(): boolean {
    return this.#users === 1 && !this.#isKept;
  }

  /** Somebody has a part of it for good. */
  keep(): void {
    this.#isKept = true;
  }

  /** Somebody has a part of it for a while. */
  lend(): void {
    this.#users += 1;
  }

  /** Somebody has no part of it any more; the last one leaves it to the next writer. */
  leave(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#isKept || spareBytes + this.bytes.byteLength > spareBytesMaximum) return;
    spare.push(this);
    spareBytes += this.bytes.byteLength;
  }

  /** Takes it, as its only user. */
  takeUp(): void {
    this.#users = 1;
  }
}

/** @returns a slab of at least so many bytes, whose writer is its only user */
export function slabOf(byteLength: number): Slab {
  // The last one left is the likeliest to be in the processor's cache.
  for (let i = spare.length - 1; i >= 0; i -= 1) {
    const slab = spare[i]!;
    if (slab.bytes.byteLength < byteLength) continue;
    spare.splice(i, 1);
    spareBytes -= slab.bytes.byteLength;
    slab.takeUp();
    return slab;
  }
  // Powers of two, so that a large one is of use to the next large document.
  return new Slab(Math.max(SLAB_BYTES, 2 ** Math.ceil(Math.log2(byteLength))));
}

/** A document that is lent: its bytes stay as they are until it is given back. */
export class Loan {
  readonly document: Buffer;
  #slab: Slab | undefined;

  constructor(document: Buffer, slab: Slab) {
    slab.lend();
    this.document = document;
    this.#slab = slab;
  }

  /** To be called when nobody reads the document any more. A second call does nothing. */
  giveBack(): void {
    this.#slab?.leave();
    this.#slab = undefined;
  }
}
