/**
 * Files for what a build does not keep in memory: written from one end to the other, read again, and removed with the
 * build. The folder is made when the first of them is, so a small build has none.
 */

import { join } from 'node:path';
import { choose } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Files, type OpenFile, readFully, writeFully } from '../../../src/format/files/index.js';
import { firstIndex } from '../../../src/format/index.js';
import { discard } from '../buffers.js';

/** How many bytes are read at once where a file is passed on. */
const pieceBytes = 2 ** 20;

export class Scratch {
  readonly #files: Files;
  readonly #folder: string;
  readonly #prepare: () => Promise<void>;
  readonly #open: ScratchFile[] = [];
  #made: Promise<void> | undefined;

  /**
   * @param folder need not exist; nobody else may use it
   * @param prepare called once, before the folder is made
   */
  constructor(files: Files, folder: string, prepare: () => Promise<void> = async () => undefined) {
    this.#files = files;
    this.#folder = folder;
    this.#prepare = prepare;
  }

  async create(): Promise<ScratchFile> {
    await this.#make();
    const file = new ScratchFile(this.#files, join(this.#folder, String(this.#open.length)));
    this.#open.push(file);
    return file;
  }

  /** @returns a file that outlives the build: it has no name any more, so the disk has its bytes back once it is closed */
  async createNameless(): Promise<ScratchFile> {
    await this.#make();
    const file = new ScratchFile(this.#files, join(this.#folder, 'nameless'));
    await file.giveUpName();
    return file;
  }

  #make(): Promise<void> {
    this.#made ??= this.#prepare().then(() => this.#files.makeFolder(this.#folder));
    return this.#made;
  }

  /** Closes and removes all. @throws what the disk throws, once everything has been tried */
  async remove(): Promise<void> {
    if (this.#made === undefined) return;
    await this.#made.catch(() => undefined);
    const closed = await Promise.allSettled(this.#open.map((file) => file.close()));
    await this.#files.remove(this.#folder);
    for (const outcome of closed) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

export class ScratchFile {
  readonly #files: Files;
  readonly #path: string;
  #writing: Promise<OpenFile> | undefined;
  #reading: Promise<OpenFile> | undefined;
  #end = 0;
  #isClosed = false;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** @returns where the bytes stand; several appends may be under way. The bytes are not to be changed until then. */
  async append(bytes: Uint8Array): Promise<number> {
    this.#checkOpen();
    const start = this.#end;
    this.#end += bytes.byteLength;
    this.#writing ??= this.#files.open(this.#path, 'create');
    await writeFully(await this.#writing, bytes, start);
    return start;
  }

  /** To be called before anything is written. */
  async giveUpName(): Promise<void> {
    this.#writing = this.#files.open(this.#path, 'create');
    await this.#writing;
    this.#reading = this.#files.open(this.#path, 'read');
    await this.#reading;
    await this.#files.remove(this.#path);
  }

  /** Fills `into` from `start` on. @throws Error where the file ends before */
  async read(start: number, into: Uint8Array): Promise<void> {
    this.#checkOpen();
    this.#reading ??= this.#files.open(this.#path, 'read');
    const read = await readFully(await this.#reading, into, start);
    if (read < into.byteLength) throw new Error(`${this.#path} ends ${into.byteLength - read} bytes too early`);
  }

  /** Where a build fails, some of its work may go on for a moment: it must not make files anew that were removed. */
  #checkOpen(): void {
    if (this.#isClosed) throw new InvariantError(`the temporary file ${this.#path} was closed before`);
  }

  /** The bytes of `[start, end)`, piece by piece; a piece is valid until the next. */
  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    const buffer = new Uint8Array(Math.min(pieceBytes, end - start));
    for (let at = start; at < end; at += buffer.byteLength) {
      const piece = buffer.subarray(0, Math.min(buffer.byteLength, end - at));
      await this.read(at, piece);
      yield piece;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = await Promise.all([this.#writing, this.#reading].map((file) => file?.catch(() => undefined)));
    this.#writing = undefined;
    this.#reading = undefined;
    const closed = await Promise.allSettled(open.map((file) => file?.close()));
    for (const outcome of closed) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Gives its bytes back to the disk before the build ends. Nothing may be read or written any more. */
  async remove(): Promise<void> {
    await this.close();
    await this.#files.remove(this.#path);
  }
}

// Bytes collected one value after the other, in memory while they are few and in a scratch file beyond; some may stand in
// another one already.

/** So much is written at once. */
const spillBytes = 2 ** 20;
/** So much may stay in memory of what is not written to any more. */
const finishedMaximum = 2 ** 18;
/** What has once held more goes when it is written. */
const keptBytes = 2 ** 22;

/** Bytes of a spool that are in a file. */
interface Extent {
  readonly file: ScratchFile;
  /** Where they stand there. */
  readonly at: number;
  /** Where they begin and end in the spool. */
  readonly start: number;
  readonly end: number;
}

export class Spool {
  readonly #scratch: Scratch;
  #file: ScratchFile | undefined;
  /** One behind the other. */
  readonly #extents: Extent[] = [];
  #pending = Buffer.allocUnsafe(2 ** 10);
  #length = 0;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  get byteLength(): number {
    return this.#spilled + this.#length;
  }

  get #spilled(): number {
    return this.#extents.at(-1)?.end ?? 0;
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

  /** Appends bytes that stand in a file already. @throws InvariantError where others gather that do not */
  appendStored(file: ScratchFile, at: number, byteLength: number): void {
    if (this.#length > 0) throw new InvariantError('bytes in a file cannot follow those that gather');
    this.#extend(file, at, byteLength);
  }

  #extend(file: ScratchFile, at: number, byteLength: number): void {
    const start = this.#spilled;
    const last = this.#extents.at(-1);
    if (last?.file === file && last.at + start - last.start === at) {
      this.#extents[this.#extents.length - 1] = { ...last, end: start + byteLength };
    } else if (byteLength > 0) this.#extents.push({ file, at, start, end: start + byteLength });
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
    if (choose('scratch.settle', this.#length >= spillBytes ? 'write' : 'gather') === 'write') await this.#spill();
  }

  /** To be called when all is added: of what is much nothing stays in memory. */
  async finish(): Promise<void> {
    const isMuch = this.#file !== undefined || this.#length >= finishedMaximum;
    if (choose('scratch.finish', isMuch ? 'file' : 'memory') === 'file') await this.#spill();
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
    this.#extend(this.#file, await this.#file.append(bytes), bytes.byteLength);
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
    let at = start;
    for (const { file, from, to } of this.#within(start, end)) {
      await file.read(from, into.subarray(at - start, at - start + to - from));
      at += to - from;
    }
    if (at < end) into.set(this.#pending.subarray(at - this.#spilled, end - this.#spilled), at - start);
  }

  /** What of `[start, end)` is in files: `[from, to)` of each. */
  *#within(start: number, end: number): Generator<{ file: ScratchFile; from: number; to: number }> {
    const first = firstIndex(this.#extents.length, (index) => this.#extents[index]!.end > start);
    for (let index = first; index < this.#extents.length && this.#extents[index]!.start < end; index += 1) {
      const extent = this.#extents[index]!;
      const moved = extent.at - extent.start;
      yield { file: extent.file, from: Math.max(start, extent.start) + moved, to: Math.min(end, extent.end) + moved };
    }
  }

  /** Gives its bytes back to the disk. Nothing may be read or added any more. */
  async remove(): Promise<void> {
    discard(this.#pending);
    this.#pending = Buffer.alloc(0);
    await this.#file?.remove();
  }

  /** The bytes of `[start, end)`, piece by piece; a piece is valid until the next. */
  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (const { file, from, to } of this.#within(start, end)) yield* file.pieces(from, to);
    const from = Math.max(0, start - this.#spilled);
    if (end > this.#spilled) yield this.#pending.subarray(from, end - this.#spilled);
  }
}
