/**
 * The lock of a folder of snapshots: one build or pull at a time. A lock does not outlive its owner.
 *
 * A lock whose owner is known to be dead is removed at once. If the owner cannot be checked (another host or container), the
 * lock is removed after its heartbeat has been silent for a while. A suspended owner may believe that it still holds the
 * lock: every build writes into its own folder and checks the lock before it publishes. Elsewhere: the lock on the disk
 * (lock-folder), owners (owner), the heartbeat (heartbeat).
 */
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { excerpt, OperationError } from '../../content/errors/index.js';
import { type Files, isDiskFull } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';
import { BEAT_MS, beginHeartbeat } from './heartbeat.js';
import { LOCK_NAME, leftoversIn, removeLeftovers, removeNames } from './leftovers.js';
import { type LockOnDisk, OWNER_FILE, placeLock, readLock, removeLock } from './lock-folder.js';
import { type Owner, ownerState, releaseToken, thisOwner } from './owner.js';

/** Silence after which an unknown owner counts as dead: ten beats, as a busy machine may skip some. */
const SILENT_MS = 10 * BEAT_MS;
const looks = 20;

/** Another process may take or release the lock between the check and the rename; then the attempt is repeated. */
const attempts = 5;

export interface LockOptions {
  /** A leftover that stays, for who goes on with it. */
  readonly keptName?: string;
  /** Ends the wait for the heartbeat of an unknown owner. */
  readonly signal?: AbortSignal | undefined;
  readonly silentMs?: number;
}

export class FolderLock {
  readonly #files: Files;
  readonly #folder: string;
  readonly #owner: Owner;
  readonly #endHeartbeat: () => Promise<void>;

  private constructor(files: Files, folder: string, owner: Owner) {
    this.#files = files;
    this.#folder = folder;
    this.#owner = owner;
    this.#endHeartbeat = beginHeartbeat(files, join(folder, LOCK_NAME, OWNER_FILE), owner);
  }

  /**
   * Locks the folder and removes the leftovers of dead builds and pulls; on a full disk it removes them first, to make room
   * for the lock.
   *
   * @param folder an existing one
   * @throws OperationError if another process holds the lock; errors of the disk
   * Cost: some seconds if the owner of a lock cannot be checked.
   */
  static async acquire(files: Files, folder: string, options: LockOptions = {}): Promise<FolderLock> {
    const mine = await thisOwner();
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        // Listed before the lock is looked at: whoever takes it from then on works under other names.
        const left = await leftoversIn(files, folder, BUILDING_PREFIX, options.keptName);
        const found = await readLock(files, folder);
        if (found !== undefined && (await isHeld(files, folder, found, mine, options))) throw heldError(folder, found);
        if (!(await takeLock(files, folder, mine, found, left))) continue;
        const lock = new FolderLock(files, folder, mine);
        await removeLeftovers(files, folder, BUILDING_PREFIX, options.keptName);
        return lock;
      }
      throw heldError(folder, await readLock(files, folder));
    } catch (error) {
      releaseToken(mine);
      throw error;
    }
  }

  /** @throws OperationError if another process has taken over the lock */
  async checkHeld(): Promise<void> {
    const found = await readLock(this.#files, this.#folder);
    if (found?.owner?.token === this.#owner.token) return;
    throw new OperationError(
      `${join(this.#folder, LOCK_NAME)} is not held any more. It was removed, or another build or pull has taken it. Nothing was published; try again.`,
    );
  }

  /** Never fails: a lock that cannot be removed is recognised as released. */
  async release(): Promise<void> {
    releaseToken(this.#owner);
    try {
      await this.#endHeartbeat();
      const found = await readLock(this.#files, this.#folder);
      if (found?.owner?.token === this.#owner.token) await removeLock(this.#files, this.#folder, found);
    } catch {
      // The next process sees that the owner is gone.
    }
  }
}

async function isHeld(
  files: Files,
  folder: string,
  found: LockOnDisk,
  mine: Owner,
  { signal, silentMs = SILENT_MS }: LockOptions,
): Promise<boolean> {
  const state = found.owner === undefined ? 'unknown' : await ownerState(found.owner, mine);
  if (state !== 'unknown') return state === 'runs';
  // Looks are counted, not clocks read: whoever sleeps while the owner sleeps, too, learns nothing of it.
  for (let done = 0; done < looks; done += 1) {
    await sleepFor(silentMs / looks, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    const now = await readLock(files, folder);
    if (now === undefined) return false;
    if (now.text !== found.text) return true;
  }
  return false;
}

/** @returns whether the lock was taken, and not by somebody else meanwhile */
async function takeLock(
  files: Files,
  folder: string,
  mine: Owner,
  dead: LockOnDisk | undefined,
  left: readonly string[],
): Promise<boolean> {
  const act = async (): Promise<boolean> => {
    if (dead !== undefined) await removeLock(files, folder, dead);
    return placeLock(files, folder, mine);
  };
  try {
    return await act();
  } catch (error) {
    if (!isDiskFull(error) || left.length === 0) throw error;
    await removeNames(files, folder, left);
    return act();
  }
}

function heldError(folder: string, found: LockOnDisk | undefined): OperationError {
  const owner = found?.owner;
  const who = owner === undefined ? '' : `: process ${owner.pid} on ${JSON.stringify(excerpt(owner.host))}`;
  const since = found === undefined ? '' : `, since ${new Date(found.sinceMs).toISOString()}`;
  return new OperationError(
    `another build or pull is writing into ${folder}${who}${since}. Wait until it is done, and try again.`,
  );
}
