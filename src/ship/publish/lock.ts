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
import { LOCK_NAME, listLeftovers, removeLeftovers, removeNames } from './leftovers.js';
import { type LockOnDisk, OWNER_FILE, placeLock, readLock, removeLock } from './lock-folder.js';
import { type Owner, ownerState, releaseToken, thisOwner } from './owner.js';

/** Silence after which an unknown owner counts as dead: ten beats, as a busy machine may skip some. */
const SILENT_MS = 10 * BEAT_MS;
const checkCount = 20;

/** Another process may take or release the lock between the check and the rename; then the attempt is repeated. */
const attemptsMaximum = 5;

export interface LockOptions {
  /** Name of a leftover that the caller continues with; it is not removed. */
  readonly excludedLeftover?: string;
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
   * @param folder an existing folder
   * @throws OperationError if another process holds the lock; errors of the disk
   * Cost: some seconds if the owner of a lock cannot be checked.
   */
  static async acquire(files: Files, folder: string, options: LockOptions = {}): Promise<FolderLock> {
    const thisProcess = await thisOwner();
    try {
      for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
        // List leftovers before reading the lock: a process that takes the lock later uses other names.
        const leftovers = await listLeftovers(files, folder, BUILDING_PREFIX, options.excludedLeftover);
        const existingLock = await readLock(files, folder);
        if (existingLock !== undefined && (await isHeld(files, folder, existingLock, thisProcess, options)))
          throw heldError(folder, existingLock);
        if (!(await takeLock(files, folder, thisProcess, existingLock, leftovers))) continue;
        const lock = new FolderLock(files, folder, thisProcess);
        await removeLeftovers(files, folder, BUILDING_PREFIX, options.excludedLeftover);
        return lock;
      }
      throw heldError(folder, await readLock(files, folder));
    } catch (error) {
      releaseToken(thisProcess);
      throw error;
    }
  }

  /** @throws OperationError if another process has taken over the lock */
  async checkHeld(): Promise<void> {
    const existingLock = await readLock(this.#files, this.#folder);
    if (existingLock?.owner?.token === this.#owner.token) return;
    throw new OperationError(
      `${join(this.#folder, LOCK_NAME)} is not held any more: it was removed, or another build or pull has taken it. Nothing was published; try again.`,
    );
  }

  /** Never fails: a lock that cannot be removed is recognised as released. */
  async release(): Promise<void> {
    releaseToken(this.#owner);
    try {
      await this.#endHeartbeat();
      const existingLock = await readLock(this.#files, this.#folder);
      if (existingLock?.owner?.token === this.#owner.token) await removeLock(this.#files, this.#folder, existingLock);
    } catch {
      // The next process sees that the owner is gone.
    }
  }
}

async function isHeld(
  files: Files,
  folder: string,
  existingLock: LockOnDisk,
  thisProcess: Owner,
  { signal, silentMs = SILENT_MS }: LockOptions,
): Promise<boolean> {
  const state = existingLock.owner === undefined ? 'unknown' : await ownerState(existingLock.owner, thisProcess);
  if (state !== 'unknown') return state === 'runs';
  // Count checks instead of reading a clock: if this machine was suspended, so was the owner, and its silence means nothing.
  for (let check = 0; check < checkCount; check += 1) {
    await sleepFor(silentMs / checkCount, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    const currentLock = await readLock(files, folder);
    if (currentLock === undefined) return false;
    if (currentLock.text !== existingLock.text) return true;
  }
  return false;
}

/** @returns whether this process has the lock; false if another process was faster */
async function takeLock(
  files: Files,
  folder: string,
  thisProcess: Owner,
  deadLock: LockOnDisk | undefined,
  leftovers: readonly string[],
): Promise<boolean> {
  const removeAndPlace = async (): Promise<boolean> => {
    if (deadLock !== undefined) await removeLock(files, folder, deadLock);
    return placeLock(files, folder, thisProcess);
  };
  try {
    return await removeAndPlace();
  } catch (error) {
    if (!isDiskFull(error) || leftovers.length === 0) throw error;
    await removeNames(files, folder, leftovers);
    return removeAndPlace();
  }
}

function heldError(folder: string, existingLock: LockOnDisk | undefined): OperationError {
  const owner = existingLock?.owner;
  const ownerText = owner === undefined ? '' : `: process ${owner.pid} on ${JSON.stringify(excerpt(owner.host))}`;
  const sinceText = existingLock === undefined ? '' : `, since ${new Date(existingLock.sinceMs).toISOString()}`;
  return new OperationError(
    `another build or pull is writing into ${folder}${ownerText}${sinceText}. Wait until it is done, and try again.`,
  );
}
