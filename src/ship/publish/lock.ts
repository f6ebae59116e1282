/**
 * One build or pull at a time in a snapshots folder: a lock that outlives no holder, however that one ended.
 *
 * The lock is the folder `building-lock` with a file that names its owner. It comes to be by renaming a prepared folder
 * to that name, which either happens whole or fails because a lock is there; so it is never seen without an owner, on
 * local and on network file systems alike. A lock whose owner is known to be gone is set aside at once; one whose owner
 * cannot be looked at (another host, another container) when its file has not changed for a while (heartbeat).
 *
 * Two builds or pulls that both believe to hold the lock, as when one was suspended, cannot publish half a snapshot either: each
 * writes into a folder of its own, and one that finds the lock to be another's when it wants to publish gives up.
 */
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { excerpt, OperationError } from '../../content/errors/index.js';
import { type Files, isDiskFull } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';
import { BEAT_MS, beginHeartbeat } from './heartbeat.js';
import { LOCK_NAME, leftoversIn, removeLeftovers, removeNames } from './leftovers.js';
import { type FoundLock, look, OWNER_FILE, place, setAside } from './lock-folder.js';
import { forget, type Owner, stateOf, thisOwner } from './owner.js';

/** How long an owner that cannot be looked at may be silent: ten beats, as a busy machine may be late with some. */
const SILENT_MS = 10 * BEAT_MS;
const looks = 20;

/** Others may take or leave the lock between looking and acting; each such race is lost to somebody who goes on. */
const attempts = 5;

export interface LockOptions {
  /** A leftover that stays, for who goes on with it. */
  readonly spared?: string;
  /** Ends the wait for a sign of an owner that cannot be looked at. */
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
   * Locks the folder, and removes what dead builds and pulls have left in it. On a full disk it does so before, or there
   * would be no room for the lock.
   *
   * @param folder an existing one
   * @throws OperationError when somebody else holds the lock; what the disk throws
   * Cost: some seconds where the owner of a lock cannot be looked at.
   */
  static async acquire(files: Files, folder: string, options: LockOptions = {}): Promise<FolderLock> {
    const mine = await thisOwner();
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        // Listed before the lock is looked at: whoever takes it from then on works under other names.
        const left = await leftoversIn(files, folder, BUILDING_PREFIX, options.spared);
        const found = await look(files, folder);
        if (found !== undefined && (await isHeld(files, folder, found, mine, options))) throw heldError(folder, found);
        if (!(await take(files, folder, mine, found, left))) continue;
        const lock = new FolderLock(files, folder, mine);
        await removeLeftovers(files, folder, BUILDING_PREFIX, options.spared);
        return lock;
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
      await this.#endHeartbeat();
      const found = await look(this.#files, this.#folder);
      if (found?.owner?.token === this.#owner.token) await setAside(this.#files, this.#folder, found);
    } catch {
      // Whoever comes next sees that the owner is gone.
    }
  }
}

async function isHeld(
  files: Files,
  folder: string,
  found: FoundLock,
  mine: Owner,
  { signal, silentMs = SILENT_MS }: LockOptions,
): Promise<boolean> {
  const state = found.owner === undefined ? 'unknown' : await stateOf(found.owner, mine);
  if (state !== 'unknown') return state === 'runs';
  // Looks are counted, not clocks read: whoever sleeps while the owner sleeps, too, learns nothing of it.
  for (let done = 0; done < looks; done += 1) {
    await sleepFor(silentMs / looks, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    const now = await look(files, folder);
    if (now === undefined) return false;
    if (now.text !== found.text) return true;
  }
  return false;
}

/** @returns whether the lock was taken, and not by somebody else meanwhile */
async function take(
  files: Files,
  folder: string,
  mine: Owner,
  dead: FoundLock | undefined,
  left: readonly string[],
): Promise<boolean> {
  const act = async (): Promise<boolean> => {
    if (dead !== undefined) await setAside(files, folder, dead);
    return place(files, folder, mine);
  };
  try {
    return await act();
  } catch (error) {
    if (!isDiskFull(error) || left.length === 0) throw error;
    await removeNames(files, folder, left);
    return act();
  }
}

function heldError(folder: string, found: FoundLock | undefined): OperationError {
  const owner = found?.owner;
  const who = owner === undefined ? '' : `: process ${owner.pid} on ${JSON.stringify(excerpt(owner.host))}`;
  const since = found === undefined ? '' : `, since ${new Date(found.sinceMs).toISOString()}`;
  return new OperationError(
    `another build or pull is writing into ${folder}${who}${since}. Wait until it is done, and try again.`,
  );
}
