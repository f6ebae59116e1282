/**
 * Syncing a file while it is still being written, so that the last sync has little left to wait for.
 */
import type { OpenFile } from './files.js';

/** So much is written before the disk is told to begin. */
const unsyncedBytes = 2 ** 26;

/**
 * Has the disk take what is written to a file while more is written: else it would begin when all is, and whoever waits for
 * it would wait for every byte.
 */
export class EarlySync {
  readonly #file: OpenFile;
  readonly #everyBytes: number;
  #unsynced = 0;
  /** The one under way; resolves with what went wrong, which the disk tells once. */
  #syncing: Promise<{ readonly error: unknown } | undefined> | undefined;

  /** @param everyBytes less in tests */
  constructor(file: OpenFile, everyBytes = unsyncedBytes) {
    this.#file = file;
    this.#everyBytes = everyBytes;
  }

  /** To be told of what was written. */
  wrote(byteLength: number): void {
    this.#unsynced += byteLength;
    if (this.#unsynced < this.#everyBytes) return;
    this.#unsynced = 0;
    const before = this.#syncing ?? Promise.resolve(undefined);
    this.#syncing = before.then((failed) => failed ?? this.#begin());
  }

  /** Waits until all that was written is on the disk. @throws what the disk throws, also of what came before */
  async sync(): Promise<void> {
    const failed = await this.#syncing;
    if (failed !== undefined) throw failed.error;
    await this.#file.sync();
  }

  #begin(): Promise<{ readonly error: unknown } | undefined> {
    return this.#file.sync().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  }
}
