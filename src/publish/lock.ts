/**
 * One build or pull at a time in a snapshots folder: a lock that outlives no holder, however that one ended.
 *
 * The lock is the folder `building-lock` with a file that names its owner. It comes to be by renaming a prepared folder
 * to that name, which either happens whole or fails because a lock is there; so it is never seen without an owner, on
 * local and on network file systems alike. A lock whose owner is known to be gone is set aside at once; one whose owner
 * cannot be looked at (another host, another container) when it is half a day old.
 *
 * Two builds or pulls that both believe to hold the lock, as when a clock is wrong, cannot publish half a snapshot either: each
 * writes into a folder of its own, and one that finds the lock to be another's when it wants to publish gives up.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { excerpt, OperationError } from '../errors/index.js';
import { type Files, readWhole, writeWhole } from '../files/index.js';
import { BUILDING_PREFIX } from '../snapshot/index.js';
import { decodeOwner, encodeOwner, forget, type Owner, stateOf, thisOwner } from './owner.js';

export const LOCK_NAME = `${BUILDING_PREFIX}lock`;
/** How old a lock must be to count as left behind where its owner cannot be looked at: longer than any build takes. */
export const UNKNOWN_OWNER_AGE_MS = 12 * 60 * 60 * 1000;

const ownerFile = 'owner';
const ownerBytesMaximum = 64 * 1024;
/** Others may take or leave the lock between looking and acting; each such race is lost to somebody who goes on. */
const attempts = 5;

interface FoundLock {
  /** Undefined where the file holds no owner, which a lock of ours never does. */
  readonly owner: Owner | undefined;
  readonly sinceMs: number;
}

export class FolderLock {
  readonly #files: Files;
  readonly #folder: string;
  readonly #owner: Owner;

  private constructor(files: Files, folder: string, owner: Owner) {
    this.#files = files;
    this.#folder = folder;
    this.#owner = owner;
  }

  /**
   * @param folder an existing one
   * @throws OperationError when somebody else holds the lock; what the disk throws
   */
  static async acquire(files: Files, folder: string, nowMs: number): Promise<FolderLock> {
    const mine = await thisOwner();
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const found = await look(files, folder);
        if (found !== undefined) {
          if (await isHeld(found, mine, nowMs)) throw heldError(folder, found);
          await setAside(files, folder, found);
        }
        if (await place(files, folder, mine)) return new FolderLock(files, folder, mine);
      }
      throw heldError(folder, await look(files, folder));
    } catch (error) {
      forget(mine);
      throw error;
    }
  }

  /** @throws OperationError when somebody else has taken the lock over */
  async checkHeld(): Promise<void> {
    const found = await look(this.#files, this.#folder);
    if (found?.owner?.token === this.#owner.token) return;
    throw new OperationError(
      `${join(this.#folder, LOCK_NAME)} is not held any more. It was removed, or another build or pull has taken it. Nothing was published; try again.`,
    );
  }

  /** Never fails: what cannot be removed is known to be left behind. */
  async release(): Promise<void> {
    forget(this.#owner);
    try {
      const found = await look(this.#files, this.#folder);
      if (found?.owner?.token === this.#owner.token) await setAside(this.#files, this.#folder, found);
    } catch {
      // Whoever comes next sees that the owner is gone.
    }
  }
}

const unique = (folder: string, what: string): string =>
  join(folder, `${BUILDING_PREFIX}${what}-${randomBytes(8).toString('hex')}`);

/** @returns undefined where no lock is; a folder without an owner is none, and stands in nobody's way */
async function look(files: Files, folder: string): Promise<FoundLock | undefined> {
  const path = join(folder, LOCK_NAME, ownerFile);
  const found = await files.stat(path);
  const bytes = await readWhole(files, path, ownerBytesMaximum).catch((error: unknown) => {
    if (hasCode(error, ['ENOENT'])) return undefined;
    throw error;
  });
  if (found === undefined || bytes === undefined) return undefined;
  return { owner: decodeOwner(bytes), sinceMs: found.modifiedMs };
}

async function isHeld(found: FoundLock, mine: Owner, nowMs: number): Promise<boolean> {
  const state = found.owner === undefined ? 'unknown' : await stateOf(found.owner, mine);
  return state === 'runs' || (state === 'unknown' && nowMs - found.sinceMs <= UNKNOWN_OWNER_AGE_MS);
}

/** Removes a lock in one step, so that a crash leaves it or a leftover, and puts back one that is not the one judged. */
async function setAside(files: Files, folder: string, judged: FoundLock): Promise<void> {
  const aside = unique(folder, 'unlocked');
  const path = join(folder, LOCK_NAME);
  try {
    await files.rename(path, aside);
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return;
    throw error;
  }
  const bytes = await readWhole(files, join(aside, ownerFile), ownerBytesMaximum);
  const moved = bytes === undefined ? undefined : decodeOwner(bytes);
  if (moved !== undefined && moved.token !== judged.owner?.token) await files.rename(aside, path);
  else await files.remove(aside);
}

/** @returns whether the lock was free */
async function place(files: Files, folder: string, owner: Owner): Promise<boolean> {
  const prepared = unique(folder, 'locking');
  try {
    await files.makeFolder(prepared);
    await writeWhole(files, join(prepared, ownerFile), encodeOwner(owner));
    await files.rename(prepared, join(folder, LOCK_NAME));
    return true;
  } catch (error) {
    await files.remove(prepared).catch(() => undefined);
    // What rename says of a folder that is there and not empty, by platform.
    if (hasCode(error, ['ENOTEMPTY', 'EEXIST'])) return false;
    // Whoever was quicker has removed what was prepared, as a leftover.
    if (hasCode(error, ['ENOENT']) && (await files.stat(folder)) !== undefined) return false;
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

function heldError(folder: string, found: FoundLock | undefined): OperationError {
  const owner = found?.owner;
  const who = owner === undefined ? '' : `: process ${owner.pid} on ${JSON.stringify(excerpt(owner.host))}`;
  const since = found === undefined ? '' : `, since ${new Date(found.sinceMs).toISOString()}`;
  return new OperationError(
    `another build or pull is writing into ${folder}${who}${since}. Wait until it is done, and try again. If it is not running any more, remove ${join(folder, LOCK_NAME)} first.`,
  );
}
