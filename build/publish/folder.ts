/**
 * The snapshots folder during a build: can it be written, does another build write into it, what did killed builds
 * leave in it?
 *
 * A folder that is missing is made only once the export was read and found good, or before the first temporary file of
 * a large one: a small build that is refused leaves no trace. Until then there is nothing to lock.
 * Elsewhere: the lock itself (src/ship/publish), writing a snapshot (snapshot-writer), names (src/index/snapshot).
 */

import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, OperationError } from '../../src/content/errors/index.js';
import { type Attempt, explainDiskFailure, type Files, isDiskFull } from '../../src/format/files/index.js';
import { BUILDING_PREFIX } from '../../src/index/snapshot/index.js';
import { FolderLock, makeDurably, removeLeftovers } from '../../src/ship/publish/index.js';

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

// Whether a folder can be written into, asked before an export is read: that may take hours.
//
// Permissions say little (an administrator may do all, and still nothing can be made in /proc), so a folder is made for a
// moment where the first one would be made.

/** A folder that somebody gave, and what it is for. */
interface GivenFolder {
  readonly path: string;
  /** As in `cannot write snapshots into /srv/snapshots`. */
  readonly doing: string;
  /** The option that it was given with. */
  readonly option: string;
}

export const outFolder = (path: string): GivenFolder => ({
  path,
  doing: `write snapshots into ${path}`,
  option: '--out',
});

export const temporaryFolder = (path: string): GivenFolder => ({
  path,
  doing: `keep temporary files in ${path}`,
  option: '--temp',
});

/** What is told where a build fails at a folder. */
export const attemptAt = (doing: string): Attempt => ({
  doing,
  again: 'build again',
  outcome: 'No half-built snapshot was published',
});

/**
 * Checks that the folder may be written into or, where it is missing, made. Leaves nothing behind.
 *
 * @param prefix of the name of what is made for a moment, so that a later build removes it where this one is killed
 * @throws OperationError that says what stands in the way
 */
export async function checkWritable(files: Files, given: GivenFolder, prefix = BUILDING_PREFIX): Promise<void> {
  const refuse = (reason: string): never => {
    const advice = `Give a folder that can be written into with ${given.option}.`;
    throw new OperationError(`cannot ${given.doing}: ${reason}. ${advice}`);
  };
  if (given.path === '') refuse('the path is empty');
  const { path, missing } = await nearestAbove(files, given).catch((error: unknown) => {
    throw explainDiskFailure(error, attemptAt(given.doing));
  });
  if ((await files.stat(path))?.kind !== 'folder') refuse(`${path} is not a folder`);
  if (missing !== undefined && (await isListed(files, path, missing))) {
    refuse(`${join(path, missing)} is a symbolic link that leads nowhere`);
  }
  const tried = join(path, `${prefix}${randomBytes(8).toString('hex')}`);
  try {
    await files.checkWritable(path);
    await files.makeFolder(tried);
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'ENOENT') {
      refuse(`no folder can be made in ${path} (${error.message})`);
    }
    // What dead builds have left may be what fills it, and goes once the folder is locked.
    if (!isDiskFull(error)) throw explainDiskFailure(error, attemptAt(given.doing));
  }
  // An empty folder that stays harms nobody.
  await files.remove(tried).catch(() => undefined);
}

interface Nearest {
  /** What is there: the folder itself, or the nearest above it. */
  readonly path: string;
  /** The name of what would be made there first; undefined where the folder itself is there. */
  readonly missing: string | undefined;
}

async function nearestAbove(files: Files, given: GivenFolder): Promise<Nearest> {
  let path = resolve(given.path);
  let missing: string | undefined;
  while ((await files.stat(path)) === undefined && path !== dirname(path)) {
    missing = basename(path);
    path = dirname(path);
  }
  return { path, missing };
}

/** Whether the folder has an entry of that name; a folder that may not be listed tells nothing. */
const isListed = (files: Files, folder: string, name: string): Promise<boolean> =>
  files.list(folder).then(
    (names) => names.includes(name),
    () => false,
  );

// Where a build's temporary files lie, which of them are a dead build's, and what is said when their disk fails: that is
// neither the export's nor, with a folder of their own, that of the snapshots.

interface TemporaryPlace {
  /** Of one build. */
  readonly path: string;
  /** What others left here whose names begin so is a dead build's for whoever holds the out folder's lock. */
  readonly folder: string;
  readonly prefix: string;
}

const hashDigits = 16;

/**
 * @param folder undefined for the out folder, which nobody shares; another may be shared by builds into other folders, also
 *               of other hosts, so names there say whose they are
 */
export function temporaryPlace(outFolder: string, folder: string | undefined): TemporaryPlace {
  const owner = createHash('sha256')
    .update(`${hostname()}\n${resolve(outFolder)}`)
    .digest('hex')
    .slice(0, hashDigits);
  const prefix = folder === undefined ? BUILDING_PREFIX : `${BUILDING_PREFIX}${owner}-`;
  const path = join(folder ?? outFolder, `${prefix}${randomBytes(8).toString('hex')}-scratch`);
  return { path, folder: folder ?? outFolder, prefix };
}

/** @returns the same files; where a call fails, the error says that it was for temporary ones */
export function temporaryFiles(files: Files, folder: string): Files {
  const told = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      throw explainDiskFailure(error, attemptAt(temporaryFolder(folder).doing));
    }
  };
  return {
    ...files,
    makeFolder: (path) => told(files.makeFolder(path)),
    open: async (path, mode) => {
      const file = await told(files.open(path, mode));
      return {
        read: (into, length, position) => told(file.read(into, length, position)),
        write: (bytes, position) => told(file.write(bytes, position)),
        sync: () => told(file.sync()),
        close: () => told(file.close()),
      };
    },
  };
}
