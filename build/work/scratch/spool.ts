/**
 * Bytes collected one value after the other, in memory while they are few and in a scratch file beyond.
 */
import { discard } from '../buffers.js';
import type { Scratch, ScratchFile } from './scratch.js';

/** So much is written at once. */
const spillBytes = 2 ** 20;
/** So much may stay in memory of what is not written to any more. */
const finishedMaximum = 2 ** 18;
/** What has once held more goes when it is written. */
const keptBytes = 2 ** 22;

export class Spool {
  readonly #scratch: Scratch;
  #file: ScratchFile | undefined;
  #spilled = 0;
  #pending = Buffer.allocUnsafe(2 ** 10);
  #length = 0;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  get byteLength(): number {
    return this.#spilled + this.#length;
  }

  /** What has not been written: to put a value at `length`, of which `reserve` says that it fits, before `added`. */
  get pending(): Buffer {
    return this.#pending;
  }

  get length(): number {
    return this.#length;
  }

  reserve(byteLength: number): void {
    const wanted = this.#length + byteLength;
    if (wanted <= this.#pending.byteLength) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.#pending.byteLength * 2));
    this.#pending.copy(larger, 0, 0, this.#length);
    discard(this.#pending);
    this.#pending = larger;
  }

  /** Appends bytes that are there already. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.byteLength);
    this.#pending.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** As `append` and `settle`, without a copy of what is much. The bytes are not to be changed until then. */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength < spillBytes) this.append(bytes);
    else {
      await this.#spill();
      await this.#appendToFile(bytes);
    }
    await this.settle();
  }

  added(byteLength: number): void {
    this.#length += byteLength;
  }

  /** Writes what has gathered, where it is much. To be called now and then, and never before the last has returned. */
  async settle(): Promise<void> {
    if (this.#length >= spillBytes) await this.#spill();
  }

  /** To be called when all is added: of what is much nothing stays in memory. */
  async finish(): Promise<void> {
    if (this.#file !== undefined || this.#length >= finishedMaximum) await this.#spill();
    const left = Buffer.from(this.#pending.subarray(0, this.#length));
    discard(this.#pending);
    this.#pending = left;
  }

  async #spill(): Promise<void> {
    await this.#appendToFile(this.#pending.subarray(0, this.#length));
    this.#length = 0;
    if (this.#pending.byteLength > keptBytes) {
      discard(this.#pending);
      this.#pending = Buffer.allocUnsafe(keptBytes);
    }
  }

  async #appendToFile(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength === 0) return;
    this.#file ??= await this.#scratch.create();
    await this.#file.append(bytes);
    this.#spilled += bytes.byteLength;
  }

  /** @returns all of it, in a buffer of its own */
  load(): Promise<Uint8Array> {
    return this.between(0, this.byteLength);
  }

  /** @returns the bytes of `[start, end)`, in a buffer of their own */
  async between(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start);
    await this.read(start, bytes);
    return bytes;
  }

  /** Fills `into` with the bytes from `start` on, of which there are as many. */
  async read(start: number, into: Uint8Array): Promise<void> {
    const end = start + into.byteLength;
    const fromFile = Math.max(0, Math.min(end, this.#spilled) - start);
    if (fromFile > 0) await this.#file?.read(start, into.subarray(0, fromFile));
    const from = start + fromFile - this.#spilled;
    if (fromFile < into.byteLength) into.set(this.#pending.subarray(from, end - this.#spilled), fromFile);
  }

  /** Gives its bytes back to the disk. Nothing may be read or added any more. */
  async remove(): Promise<void> {
    discard(this.#pending);
    this.#pending = Buffer.alloc(0);
    await this.#file?.remove();
  }

  /** The bytes of `[start, end)`, piece by piece; a piece is valid until the next. */
  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    if (this.#file !== undefined && start < this.#spilled) {
      yield* this.#file.pieces(start, Math.min(end, this.#spilled));
    }
    const from = Math.max(0, start - this.#spilled);
    if (end > this.#spilled) yield this.#pending.subarray(from, end - this.#spilled);
  }
}
