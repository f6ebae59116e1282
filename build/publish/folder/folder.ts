/**
 * The snapshots folder during a build: can it be written, does another build write into it, what did killed builds
 * leave in it?
 *
 * A folder that is missing is made only once the export was read and found good, or before the first temporary file of
 * a large one: a small build that is refused leaves no trace. Until then there is nothing to lock.
 * Elsewhere: the lock itself (src/ship/publish), writing a snapshot (snapshot-writer), names (src/index/snapshot).
 */
import { resolve } from 'node:path';
import type { Files } from '../../../src/format/files/index.js';
import { FolderLock, makeDurably, removeLeftovers } from '../../../src/ship/publish/index.js';
import { checkWritable, outFolder, temporaryFolder } from './place.js';
import type { TemporaryPlace } from './temporary.js';

export class BuildFolder {
  readonly #files: Files;
  readonly path: string;
  readonly #temporary: TemporaryPlace;
  readonly #signal: AbortSignal | undefined;
  #lock: FolderLock | undefined;
  #making: Promise<void> | undefined;

  private constructor(files: Files, path: string, temporary: TemporaryPlace, signal: AbortSignal | undefined) {
    this.#files = files;
    this.#signal = signal;
    this.path = path;
    this.#temporary = temporary;
  }

  /**
   * Claims the folder for one build and, where it is there, locks it and removes what dead builds have left.
   *
   * @param temporary where temporary files will lie, and those of dead builds may
   * @param signal    ends the wait for another build that cannot be looked at
   * @throws OperationError when one of them cannot be written, or another build writes into it
   */
  static async claim(
    files: Files,
    path: string,
    temporary: TemporaryPlace,
    signal?: AbortSignal,
  ): Promise<BuildFolder> {
    await checkWritable(files, outFolder(path));
    if (temporary.folder !== path) await checkWritable(files, temporaryFolder(temporary.folder), temporary.prefix);
    const folder = new BuildFolder(files, path, temporary, signal);
    if ((await files.stat(path)) !== undefined) await folder.#takeLock();
    return folder;
  }

  /**
   * Makes the folder, durably, where it is missing, and locks it where it is not locked yet.
   *
   * The first temporary file may want it while the first segment does: whoever comes second waits for the first, or it
   * would find this very build's lock.
   */
  make(): Promise<void> {
    this.#making ??= this.#make();
    return this.#making;
  }

  async #make(): Promise<void> {
    if (this.#lock !== undefined) return;
    await makeDurably(this.#files, resolve(this.path));
    await this.#takeLock();
  }

  /** @throws OperationError when another build has taken over, so that this one must not publish */
  async checkHeld(): Promise<void> {
    await this.#lock?.checkHeld();
  }

  /** Never fails. */
  async release(): Promise<void> {
    await this.#lock?.release();
    this.#lock = undefined;
  }

  async #takeLock(): Promise<void> {
    this.#lock = await FolderLock.acquire(this.#files, this.path, { signal: this.#signal });
    const { folder, prefix } = this.#temporary;
    if (folder !== this.path) await removeLeftovers(this.#files, folder, prefix);
  }
}
