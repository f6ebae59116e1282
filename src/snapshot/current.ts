/**
 * CURRENT: which snapshot of a folder is to be served.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OperationError } from '../errors/index.js';
import { type Files, readWhole, writeWhole } from '../files/index.js';
import { type SnapshotId, snapshotId } from '../model/index.js';
import { BUILDING_PREFIX, currentPath } from './paths.js';

const currentBytesMaximum = 1024;

/**
 * @returns the id that CURRENT names, or undefined where there is no CURRENT
 * @throws OperationError when CURRENT holds something else
 */
export async function readCurrent(files: Files, folder: string): Promise<SnapshotId | undefined> {
  const bytes = await readWhole(files, currentPath(folder), currentBytesMaximum);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('latin1');
  const id = text.endsWith('\n') ? snapshotId(text.slice(0, -1)) : undefined;
  if (id !== undefined) return id;
  throw new OperationError(
    `${currentPath(folder)} does not hold a snapshot id (64 hexadecimal digits from 0 to f, and a line feed). Write the name of one of the snapshot folders beside it there, or build again.`,
  );
}

/** Points CURRENT at the snapshot: written beside it, then renamed over it, so that a reader sees the old or the new. */
export async function writeCurrent(files: Files, folder: string, id: SnapshotId): Promise<void> {
  const temporary = join(folder, `${BUILDING_PREFIX}current-${randomBytes(8).toString('hex')}`);
  try {
    await writeWhole(files, temporary, Buffer.from(`${id}\n`));
    await files.rename(temporary, currentPath(folder));
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(folder);
}
