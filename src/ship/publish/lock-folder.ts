/**
 * The lock on the disk: a folder with one file that names its owner, created and removed by a rename.
 *
 *     building-lock/owner     { host, boot, pidNamespace, pid, started, token } as one line of JSON, then one digit
 *
 * The digit changes while the owner runs (heartbeat). A rename either creates the folder with its file or fails, so no
 * process ever sees a lock without an owner. Elsewhere: taking over the lock of a dead owner (lock).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, OperationError } from '../../content/errors/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';
import { LOCK_NAME } from './leftovers.js';
import { decodeOwner, encodeOwner, type Owner } from './owner.js';

export const OWNER_FILE = 'owner';
const ownerBytesMaximum = 64 * 1024;

export interface LockOnDisk {
  /** Undefined if the file is missing or unreadable; locks of this program always have one. */
  readonly owner: Owner | undefined;
  /** Content of the file; it changes while its owner runs. */
  readonly text: string;
  readonly sinceMs: number;
}

const temporaryName = (purpose: string): string => `${BUILDING_PREFIX}${purpose}-${randomBytes(8).toString('hex')}`;

/** Treats a missing folder as empty. Any other error is thrown: a failing disk does not prove that the lock is free. */
function emptyIfMissing(error: unknown): readonly string[] {
  if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return [];
  throw error;
}

/** @returns undefined if there is no lock. An empty folder is not a lock: a rename replaces it. */
export async function readLock(files: Files, folder: string, name = LOCK_NAME): Promise<LockOnDisk | undefined> {
  const path = join(folder, name);
  const lock = await files.stat(path);
  const names = lock?.kind === 'folder' ? await files.list(path).catch(emptyIfMissing) : undefined;
  const isEmpty = names?.length === 0;
  if (lock === undefined || isEmpty) return undefined;
  const bytes = await readSmallFile(files, join(path, OWNER_FILE), ownerBytesMaximum).catch((error: unknown) => {
    // Either it was removed meanwhile, or it is longer than any owner file of this program.
    if (hasCode(error, ['ENOENT']) || error instanceof OperationError) return undefined;
    throw error;
  });
  const text = bytes === undefined ? lock.identity : Buffer.from(bytes).toString('latin1');
  return { owner: bytes && decodeOwner(bytes), text, sinceMs: lock.modifiedMs };
}

/** Removes a lock in one step: a crash leaves the lock or a leftover. If the lock is another than expected, it is put back. */
export async function removeLock(files: Files, folder: string, expected: LockOnDisk): Promise<void> {
  const movedName = temporaryName('unlocked');
  const path = join(folder, LOCK_NAME);
  try {
    await files.rename(path, join(folder, movedName));
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return;
    throw error;
  }
  const movedOwner = (await readLock(files, folder, movedName))?.owner;
  if (movedOwner !== undefined && movedOwner.token !== expected.owner?.token)
    await files.rename(join(folder, movedName), path);
  else await files.remove(join(folder, movedName));
}

/** @returns whether the lock was free */
export async function placeLock(files: Files, folder: string, owner: Owner): Promise<boolean> {
  const prepared = join(folder, temporaryName('locking'));
  try {
    await files.makeFolder(prepared);
    await writeNewFile(files, join(prepared, OWNER_FILE), encodeOwner(owner));
    await files.rename(prepared, join(folder, LOCK_NAME));
    return true;
  } catch (error) {
    await files.remove(prepared).catch(() => undefined);
    // Error codes of a rename to an existing folder that is not empty, by platform.
    if (hasCode(error, ['ENOTEMPTY', 'EEXIST'])) return false;
    // A faster process took the lock and removed the prepared folder as a leftover.
    if (hasCode(error, ['ENOENT']) && (await files.stat(folder)) !== undefined) return false;
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean => codes.includes(codeOf(error) ?? '');
