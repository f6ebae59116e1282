/**
 * Syncing a file while it is still being written, so that the last sync has little left to wait for.
 */
import type { OpenFile } from './files.js';

/** Bytes that are written before a sync is started. */
const unsyncedBytes = 2 ** 26;

/** Starts a sync whenever enough bytes were written. Without it, the disk would start at the end, and the caller would wait. */
export class EarlySync {
  readonly #file: OpenFile;
  readonly #everyBytes: number;
  #unsynced = 0;
  /** The running sync; resolves with its error, which the disk reports only once. */
  #syncing: Promise<{ readonly error: unknown } | undefined> | undefined;

  /** @param everyBytes number of written bytes after which a sync starts; fewer in tests */
  constructor(file: OpenFile, everyBytes = unsyncedBytes) {
    this.#file = file;
    this.#everyBytes = everyBytes;
  }

  /** Call it after each write. */
  wrote(byteLength: number): void {
    this.#unsynced += byteLength;
    if (this.#unsynced < this.#everyBytes) return;
    this.#unsynced = 0;
    const previousSync = this.#syncing ?? Promise.resolve(undefined);
    this.#syncing = previousSync.then((failure) => failure ?? this.#begin());
  }

  /** Waits until all bytes are on the disk. @throws errors of this and earlier syncs */
  async sync(): Promise<void> {
    const failure = await this.#syncing;
    if (failure !== undefined) throw failure.error;
    await this.#file.sync();
  }

  #begin(): Promise<{ readonly error: unknown } | undefined> {
    return this.#file.sync().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  }
}
