/**
 * Memory that documents are written into: slabs, each of which takes document after document, and is used again once
 * everybody has given back what lies in it.
 *
 * Memory outside of the heap that lives for one response is expensive: V8 counts it, and after some tens of megabytes it marks
 * the whole heap to find out what of it is left, for tens of milliseconds. Slabs that go round are the same few.
 *
 * Invariant: a slab that anybody still reads is never written again behind its documents' beginnings. Whoever has a
 * document for good says so (`keep`), and its slab is left to the garbage collector.
 */
import { chunkOf } from '../../format/index.js';

/** A slab holds about a dozen full pages. */
export const SLAB_BYTES = 256 * 1024;
/** Slabs that this thread keeps for reuse: usually enough for all responses in flight. */
const spareBytesMaximum = 16 * SLAB_BYTES;

const spareSlabs: Slab[] = [];
let spareBytes = 0;

export class Slab {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Documents that are lent, and one for the writer. */
  #users = 1;
  #isRetained = false;

  constructor(byteLength: number) {
    this.bytes = Buffer.allocUnsafeSlow(byteLength);
    this.view = chunkOf(this.bytes).view;
  }

  /** Whether no reader holds a document of the slab, so that it can be written from its start. */
  get isFree(): boolean {
    return this.#users === 1 && !this.#isRetained;
  }

  /** Somebody has a part of it for good. */
  retain(): void {
    this.#isRetained = true;
  }

  /** Somebody has a part of it for a while. */
  addUser(): void {
    this.#users += 1;
  }

  /** Somebody has no part of it any more; the last one leaves it to the next writer. */
  removeUser(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#isRetained || spareBytes + this.bytes.byteLength > spareBytesMaximum) return;
    spareSlabs.push(this);
    spareBytes += this.bytes.byteLength;
  }

  /** Takes it, as its only user. */
  reuse(): void {
    this.#users = 1;
  }
}

/** @returns a slab of at least so many bytes, whose writer is its only user */
export function slabOf(byteLength: number): Slab {
  // The last one left is the likeliest to be in the processor's cache.
  for (let i = spareSlabs.length - 1; i >= 0; i -= 1) {
    const slab = spareSlabs[i]!;
    if (slab.bytes.byteLength < byteLength) continue;
    spareSlabs.splice(i, 1);
    spareBytes -= slab.bytes.byteLength;
    slab.reuse();
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
    slab.addUser();
    this.document = document;
    this.#slab = slab;
  }

  /** Call when the document is no longer read. A second call does nothing. */
  release(): void {
    this.#slab?.removeUser();
    this.#slab = undefined;
  }
}
