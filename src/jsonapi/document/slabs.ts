/**
 * Slabs: memory into which documents are written, many to a slab. A slab is reused when all its documents are released.
 *
 * New memory outside of the heap for each response is expensive: V8 counts it, and after tens of megabytes it marks the
 * whole heap, for tens of milliseconds. With reuse, a few slabs serve all responses.
 *
 * Invariant: bytes of a document that a reader still has are never overwritten. A document that is never released retains
 * its slab, which the garbage collector then frees.
 */
import { chunkOf } from '../../format/index.js';

/** A slab holds about a dozen full pages. */
export const SLAB_BYTES = 256 * 1024;
/** Bytes that this thread keeps for reuse: usually enough for all responses in flight. */
const spareBytesMaximum = 16 * SLAB_BYTES;

const spareSlabs: Slab[] = [];
let spareBytes = 0;

/** A piece of memory, and the number of its users. */
export class Slab {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Number of documents on loan, plus one for the writer. */
  #users = 1;
  #isRetained = false;

  constructor(byteLength: number) {
    this.bytes = Buffer.allocUnsafeSlow(byteLength);
    this.view = chunkOf(this.bytes).view;
  }

  /** Whether the writer is the only user, so that it may write from the start. */
  get isFree(): boolean {
    return this.#users === 1 && !this.#isRetained;
  }

  /** Excludes the slab from reuse, because a document in it is never released. */
  retain(): void {
    this.#isRetained = true;
  }

  /** Counts a document on loan. */
  addUser(): void {
    this.#users += 1;
  }

  /** Removes a user; after the last one, the slab becomes a spare one. */
  removeUser(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#isRetained || spareBytes + this.bytes.byteLength > spareBytesMaximum) return;
    spareSlabs.push(this);
    spareBytes += this.bytes.byteLength;
  }

  /** Makes the next writer the only user. */
  reuse(): void {
    this.#users = 1;
  }
}

/** @returns a spare or new slab of at least `byteLength` bytes, whose writer is its only user */
export function slabOf(byteLength: number): Slab {
  // The slab released last is most likely still in the processor's cache.
  for (let i = spareSlabs.length - 1; i >= 0; i -= 1) {
    const slab = spareSlabs[i]!;
    if (slab.bytes.byteLength < byteLength) continue;
    spareSlabs.splice(i, 1);
    spareBytes -= slab.bytes.byteLength;
    slab.reuse();
    return slab;
  }
  // Powers of two, so that a large slab also fits the next large document.
  return new Slab(Math.max(SLAB_BYTES, 2 ** Math.ceil(Math.log2(byteLength))));
}

/** A document on loan: its bytes are unchanged until it is released. */
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
