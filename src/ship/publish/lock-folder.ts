/**
 * The lock on the disk: a folder with one file that names its owner, created and removed by a rename.
 *
 *     building-lock/owner     { host, boot, pidNamespace, pid, started, token } as one line of JSON, then one digit
 *
 * The digit changes while the owner runs (heartbeat). A rename either creates the folder with its file or fails, so no
 * process ever sees a lock without an owner. Elsewhere: who may take a lock over (lock).
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
  /** Undefined where no file holds an owner, which a lock of ours never lacks. */
  readonly owner: Owner | undefined;
  /** All of the file: another while its owner runs. */
  readonly text: string;
  readonly sinceMs: number;
}

const temporaryName = (what: string): string => `${BUILDING_PREFIX}${what}-${randomBytes(8).toString('hex')}`;

/** A disk that fails says nothing of who holds the lock. */
function nothingIfGone(error: unknown): readonly string[] {
  if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return [];
  throw error;
}

/** @returns undefined where no lock is; an empty folder is none, and stands in nobody's way */
export async function readLock(files: Files, folder: string, name = LOCK_NAME): Promise<LockOnDisk | undefined> {
  const path = join(folder, name);
  const lock = await files.stat(path);
  const names = lock?.kind === 'folder' ? await files.list(path).catch(nothingIfGone) : undefined;
  const isEmpty = names?.length === 0;
  if (lock === undefined || isEmpty) return undefined;
  const bytes = await readSmallFile(files, join(path, OWNER_FILE), ownerBytesMaximum).catch((error: unknown) => {
    // Gone by now; or longer than any of ours.
    if (hasCode(error, ['ENOENT']) || error instanceof OperationError) return undefined;
    throw error;
  });
  const text = bytes === undefined ? lock.identity : Buffer.from(bytes).toString('latin1');
  return { owner: bytes && decodeOwner(bytes), text, sinceMs: lock.modifiedMs };
}

/** Removes a lock in one step, so that a crash leaves it or a leftover, and puts back one that is not the one judged. */
export async function removeLock(files: Files, folder: string, judged: LockOnDisk): Promise<void> {
  const aside = temporaryName('unlocked');
  const path = join(folder, LOCK_NAME);
  try {
    await files.rename(path, join(folder, aside));
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return;
    throw error;
  }
  const moved = (await readLock(files, folder, aside))?.owner;
  if (moved !== undefined && moved.token !== judged.owner?.token) await files.rename(join(folder, aside), path);
  else await files.remove(join(folder, aside));
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
    // What rename says of a folder that is there and not empty, by platform.
    if (hasCode(error, ['ENOTEMPTY', 'EEXIST'])) return false;
    // Whoever was quicker has removed what was prepared, as a leftover.
    if (hasCode(error, ['ENOENT']) && (await files.stat(folder)) !== undefined) return false;
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean => codes.includes(codeOf(error) ?? '');
