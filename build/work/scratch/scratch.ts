/**
 * Files for what a build does not keep in memory: written from one end to the other, read again, and removed with the
 * build. The folder is made when the first of them is, so a small build has none.
 */
import { join } from 'node:path';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Files, type OpenFile, readFully, writeFully } from '../../../src/format/files/index.js';

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
    this.#made ??= this.#prepare().then(() => this.#files.makeFolder(this.#folder));
    await this.#made;
    const file = new ScratchFile(this.#files, join(this.#folder, String(this.#open.length)));
    this.#open.push(file);
    return file;
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
