/**
 * Temporary files of a build: written from start to end, read again, and removed at the end of the build.
 *
 * Their folder is created with the first file, so a small build has none.
 */
import { join } from 'node:path';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Files, type OpenFile, readFully, writeFully } from '../../../src/format/files/index.js';

/** Bytes per read when a file is copied. */
const pieceBytes = 2 ** 20;

export class ScratchFolder {
  readonly #files: Files;
  readonly #folder: string;
  readonly #prepare: () => Promise<void>;
  readonly #open: ScratchFile[] = [];
  #making: Promise<void> | undefined;

  /**
   * @param folder  folder of this build only; need not exist
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

  /** @returns a file that may outlive the build: it is unlinked, so the disk frees it when it is closed */
  async createNameless(): Promise<ScratchFile> {
    await this.#make();
    const file = new ScratchFile(this.#files, join(this.#folder, 'nameless'));
    await file.giveUpName();
    return file;
  }

  #make(): Promise<void> {
    this.#making ??= this.#prepare().then(() => this.#files.makeFolder(this.#folder));
    return this.#making;
  }

  /** Closes and removes all files. @throws the first error of the disk, once all were tried */
  async remove(): Promise<void> {
    if (this.#making === undefined) return;
    await this.#making.catch(() => undefined);
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

  /** @returns the bytes' place in the file. Appends may overlap; the bytes must not change until it returns. */
  async append(bytes: Uint8Array): Promise<number> {
    this.#checkOpen();
    const start = this.#end;
    this.#end += bytes.byteLength;
    this.#writing ??= this.#files.open(this.#path, 'create');
    await writeFully(await this.#writing, bytes, start);
    return start;
  }

  /** Unlinks the file. Call before anything is written. */
  async giveUpName(): Promise<void> {
    this.#writing = this.#files.open(this.#path, 'create');
    await this.#writing;
    this.#reading = this.#files.open(this.#path, 'read');
    await this.#reading;
    await this.#files.remove(this.#path);
  }

  /** Fills `into` from `start` on. @throws Error if the file ends too early */
  async read(start: number, into: Uint8Array): Promise<void> {
    this.#checkOpen();
    this.#reading ??= this.#files.open(this.#path, 'read');
    const read = await readFully(await this.#reading, into, start);
    if (read < into.byteLength) throw new Error(`${this.#path} ends ${into.byteLength - read} bytes too early`);
  }

  /** After a failure, work in progress may continue for a moment: it must not recreate files that were removed. */
  #checkOpen(): void {
    if (this.#isClosed) throw new InvariantError(`the temporary file ${this.#path} is closed`);
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

  /** Frees the disk space before the build ends. Nothing may be read or written afterwards. */
  async remove(): Promise<void> {
    await this.close();
    await this.#files.remove(this.#path);
  }
}
