/**
 * The snapshots folder during one build: checked for writing, locked, and cleaned of the files of killed builds.
 *
 * A missing folder is created only after the export was read without errors, or before the first temporary file, so a small
 * refused build leaves no trace. A folder is locked as soon as it exists.
 * Elsewhere: the lock itself (src/ship/publish), testing for writability (writable-folder), temporary files.
 */
import { resolve } from 'node:path';
import type { Files } from '../../../src/format/files/index.js';
import { FolderLock, makeFolderDurably, removeLeftovers } from '../../../src/ship/publish/index.js';
import type { TemporaryPlace } from './temporary-files.js';
import { checkWritable, outFolder, temporaryFolder } from './writable-folder.js';

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
   * Claims the folder for one build. If it exists, locks it and removes the files of killed builds.
   *
   * @param temporary the place for temporary files, also those of killed builds
   * @param signal    ends the wait for another build whose process cannot be inspected
   * @throws OperationError if one of the folders cannot be written, or another build writes into it
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
   * Makes the folder durably if it is missing, and locks it if it is not locked yet.
   *
   * The first temporary file and the first segment may call it at the same time: both share one attempt, as a second
   * one would meet this build's own lock.
   */
  make(): Promise<void> {
    this.#making ??= this.#make();
    return this.#making;
  }

  async #make(): Promise<void> {
    if (this.#lock !== undefined) return;
    await makeFolderDurably(this.#files, resolve(this.path));
    await this.#takeLock();
  }

  /** @throws OperationError if another build has taken the lock, so that this build must not publish */
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
