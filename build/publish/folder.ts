/**
 * The snapshots folder during a build: can it be written, does another build write into it, what did killed builds
 * leave in it?
 *
 * A folder that is missing is made only once the export was read and found good, or before the first temporary file of
 * a large one: a small build that is refused leaves no trace. Until then there is nothing to lock.
 * Elsewhere: the lock itself (lock), writing a snapshot (publish), names (src/snapshot).
 */
import { dirname, join, resolve } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import type { FileStat, Files } from '../../src/files/index.js';
import { BUILDING_PREFIX } from '../../src/snapshot/index.js';
import { explainDiskFailure } from './disk-failure.js';
import { BuildLock, LOCK_NAME } from './lock.js';
import type { TemporaryPlace } from './temporary.js';

const doing = (folder: string): string => `write snapshots into ${folder}`;

export class BuildFolder {
  readonly #files: Files;
  readonly path: string;
  readonly #temporary: TemporaryPlace;
  #lock: BuildLock | undefined;
  #making: Promise<void> | undefined;

  private constructor(files: Files, path: string, temporary: TemporaryPlace) {
    this.#files = files;
    this.path = path;
    this.#temporary = temporary;
  }

  /**
   * Claims the folder for one build and, where it is there, locks it and removes what dead builds have left.
   *
   * @param temporary where temporary files will lie, and those of dead builds may
   * @throws OperationError when it cannot be written, or another build writes into it
   */
  static async claim(files: Files, path: string, temporary: TemporaryPlace): Promise<BuildFolder> {
    await checkWritable(files, path);
    const folder = new BuildFolder(files, path, temporary);
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
    this.#lock = await BuildLock.acquire(this.#files, this.path, Date.now());
    await removeLeftovers(this.#files, this.path);
    const { folder, prefix } = this.#temporary;
    if (folder !== this.path) await removeLeftovers(this.#files, folder, prefix);
  }
}

/**
 * Checks that the folder may be written into or, where it is missing, made.
 *
 * @throws OperationError that says what stands in the way
 */
export async function checkWritable(files: Files, folder: string): Promise<void> {
  let path = resolve(folder);
  let found = await statOf(files, folder, path);
  while (found === undefined && path !== dirname(path)) {
    path = dirname(path);
    found = await statOf(files, folder, path);
  }
  if (found?.kind !== 'folder') {
    throw new OperationError(
      `cannot ${doing(folder)}: ${path} is no folder. Give a folder that may be written with --out.`,
    );
  }
  await files.checkWritable(path).catch((error: unknown) => {
    throw explainDiskFailure(error, doing(folder));
  });
}

const statOf = (files: Files, folder: string, path: string): Promise<FileStat | undefined> =>
  files.stat(path).catch((error: unknown) => {
    throw explainDiskFailure(error, doing(folder));
  });

/** Makes the folder and those above it, and waits until each stands in its own on the disk. */
async function makeDurably(files: Files, folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = folder; (await files.stat(path)) === undefined; path = dirname(path)) missing.push(path);
  await files.makeFolder(folder);
  for (const path of missing) await files.syncFolder(dirname(path));
}

/**
 * Removes what dead builds have left. Only whoever holds the lock may: then no other build writes here.
 *
 * @param prefix of their names
 * What cannot be removed stays: it does no harm beyond its bytes, and must not stop a rebuild.
 */
export async function removeLeftovers(files: Files, folder: string, prefix = BUILDING_PREFIX): Promise<void> {
  const names = await files.list(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || name === LOCK_NAME) continue;
    // Left for a later build, or for whoever owns it.
    await files.remove(join(folder, name)).catch(() => undefined);
  }
}
