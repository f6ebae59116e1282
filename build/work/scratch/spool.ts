/**
 * Bytes, appended value by value: a few bytes stay in memory, many go to a scratch file.
 *
 *     extents: ranges in scratch files, from byte 0   │ pending bytes, in memory │
 *
 * An extent may be in a scratch file of another owner. Elsewhere: the files (scratch-files).
 */
import { choose } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { firstIndex } from '../../../src/format/index.js';
import { discard } from '../buffers.js';
import type { ScratchFile, ScratchFolder } from './scratch-files.js';

/** Pending bytes are written from this number on. */
const spillBytes = 2 ** 20;
/** A finished spool with fewer bytes stays in memory. */
const finishedMaximum = 2 ** 18;
/** A larger pending buffer is freed after it is written. */
const pendingMaximum = 2 ** 22;

/** A range of a spool that is in a file. */
interface Extent {
  readonly file: ScratchFile;
  /** Place in the file. */
  readonly at: number;
  /** Range in the spool. */
  readonly start: number;
  readonly end: number;
}

export class Spool {
  readonly #scratch: ScratchFolder;
  #file: ScratchFile | undefined;
  /** Contiguous, from byte 0 on. */
  readonly #extents: Extent[] = [];
  #pending = Buffer.allocUnsafe(2 ** 10);
  #length = 0;

  constructor(scratch: ScratchFolder) {
    this.#scratch = scratch;
  }

  get byteLength(): number {
    return this.#spilled + this.#length;
  }

  get #spilled(): number {
    return this.#extents.at(-1)?.end ?? 0;
  }

  /** The bytes not yet written. To append: `reserve`, write a value at `pendingLength`, `commit`. */
  get pending(): Buffer {
    return this.#pending;
  }

  get pendingLength(): number {
    return this.#length;
  }

  reserve(byteLength: number): void {
    const neededBytes = this.#length + byteLength;
    if (neededBytes <= this.#pending.byteLength) return;
    const larger = Buffer.allocUnsafe(Math.max(neededBytes, this.#pending.byteLength * 2));
    this.#pending.copy(larger, 0, 0, this.#length);
    discard(this.#pending);
    this.#pending = larger;
  }

  /** Appends a copy of the bytes. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.byteLength);
    this.#pending.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** Appends bytes that are in a file already. @throws InvariantError if there are pending bytes */
  appendStored(file: ScratchFile, at: number, byteLength: number): void {
    if (this.#length > 0) throw new InvariantError('bytes in a file cannot follow pending bytes');
    this.#extend(file, at, byteLength);
  }

  /**
   * Appends the bytes `[start, end)` of another spool. Bytes in a file stay where they are, so the other spool must not be
   * removed before this one is read.
   */
  async appendFrom(other: Spool, start: number, end: number): Promise<void> {
    const storedEnd = Math.min(end, other.#spilled);
    if (start < storedEnd) {
      await this.#spill();
      for (const { file, from, to } of other.#extentsIn(start, storedEnd)) this.#extend(file, from, to - from);
    }
    const pendingStart = Math.max(start, other.#spilled);
    if (pendingStart < end) {
      this.append(other.#pending.subarray(pendingStart - other.#spilled, end - other.#spilled));
    }
  }

  #extend(file: ScratchFile, at: number, byteLength: number): void {
    const start = this.#spilled;
    const last = this.#extents.at(-1);
    if (last?.file === file && last.at + start - last.start === at) {
      this.#extents[this.#extents.length - 1] = { ...last, end: start + byteLength };
    } else if (byteLength > 0) this.#extents.push({ file, at, start, end: start + byteLength });
  }

  /** Like `append` and `flushIfLarge`, without copying large buffers. The bytes must not change until it returns. */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength < spillBytes) this.append(bytes);
    else {
      await this.#spill();
      await this.#appendToFile(bytes);
    }
    await this.flushIfLarge();
  }

  commit(byteLength: number): void {
    this.#length += byteLength;
  }

  /** Writes the pending bytes if they are many. Call regularly, never while another call is in progress. */
  async flushIfLarge(): Promise<void> {
    if (choose('scratch.settle', this.#length >= spillBytes ? 'write' : 'gather') === 'write') await this.#spill();
  }

  /** Call it after the last byte: if there are many bytes, all of them are written to the file. */
  async finish(): Promise<void> {
    const isLarge = this.#file !== undefined || this.#length >= finishedMaximum;
    if (choose('scratch.finish', isLarge ? 'file' : 'memory') === 'file') await this.#spill();
    const remaining = Buffer.from(this.#pending.subarray(0, this.#length));
    discard(this.#pending);
    this.#pending = remaining;
  }

  async #spill(): Promise<void> {
    await this.#appendToFile(this.#pending.subarray(0, this.#length));
    this.#length = 0;
    if (this.#pending.byteLength > pendingMaximum) {
      discard(this.#pending);
      this.#pending = Buffer.allocUnsafe(pendingMaximum);
    }
  }

  async #appendToFile(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength === 0) return;
    this.#file ??= await this.#scratch.create();
    this.#extend(this.#file, await this.#file.append(bytes), bytes.byteLength);
  }

  /** @returns a copy of all bytes */
  load(): Promise<Uint8Array> {
    return this.slice(0, this.byteLength);
  }

  /** @returns a copy of the bytes `[start, end)` */
  async slice(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start);
    await this.read(start, bytes);
    return bytes;
  }

  /** Fills `into` with the bytes from `start` on; the spool must have that many. */
  async read(start: number, into: Uint8Array): Promise<void> {
    const end = start + into.byteLength;
    let at = start;
    for (const { file, from, to } of this.#extentsIn(start, end)) {
      await file.read(from, into.subarray(at - start, at - start + to - from));
      at += to - from;
    }
    if (at < end) into.set(this.#pending.subarray(at - this.#spilled, end - this.#spilled), at - start);
  }

  /** The parts of `[start, end)` that are in files, as ranges `[from, to)` of each file. */
  *#extentsIn(start: number, end: number): Generator<{ file: ScratchFile; from: number; to: number }> {
    const first = firstIndex(this.#extents.length, (index) => this.#extents[index]!.end > start);
    for (let index = first; index < this.#extents.length && this.#extents[index]!.start < end; index += 1) {
      const extent = this.#extents[index]!;
      // Adding the shift turns a place in the spool into a place in the file.
      const shift = extent.at - extent.start;
      yield { file: extent.file, from: Math.max(start, extent.start) + shift, to: Math.min(end, extent.end) + shift };
    }
  }

  /** Frees the disk space. Nothing may be read or added afterwards. */
  async remove(): Promise<void> {
    discard(this.#pending);
    this.#pending = Buffer.alloc(0);
    await this.#file?.remove();
  }

  /** The bytes of `[start, end)`, piece by piece; a piece is valid until the next. */
  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (const { file, from, to } of this.#extentsIn(start, end)) yield* file.pieces(from, to);
    const from = Math.max(0, start - this.#spilled);
    if (end > this.#spilled) yield this.#pending.subarray(from, end - this.#spilled);
  }
}
