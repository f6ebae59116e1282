/**
 * Places a snapshot: a prepared and synced folder is renamed to the id, so no reader ever sees an incomplete snapshot.
 *
 * Elsewhere: CURRENT is replaced afterwards, by the publisher (src/index/snapshot).
 */

import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { snapshotPath } from '../../index/snapshot/index.js';

export interface Placing {
  readonly files: Files;
  /** The folder of snapshots; the caller holds its lock. */
  readonly folder: string;
  /** Folder with the complete snapshot, synced. */
  readonly prepared: string;
  readonly snapshot: SnapshotId;
  /** Checks an existing snapshot of this id. */
  readonly isIntact: () => Promise<boolean>;
  /** Called with the path of an intact existing snapshot, before the prepared folder is removed. */
  readonly onExistingKept?: (path: string) => Promise<void>;
}

/**
 * Moves the prepared folder to its place and syncs the folder of snapshots; only then may CURRENT name the snapshot.
 *
 * @returns `placed`; `kept` if the same intact snapshot already existed (the prepared folder is removed); `repaired` if it
 *          existed and was damaged
 * @throws errors of the disk and of `isIntact`; no snapshot is lost then
 */
export async function placeSnapshot(placing: Placing): Promise<'placed' | 'kept' | 'repaired'> {
  const outcome = await moveIntoPlace(placing);
  await placing.files.syncFolder(placing.folder);
  return outcome;
}

async function moveIntoPlace({ files, folder, prepared, snapshot, isIntact, onExistingKept }: Placing) {
  const path = snapshotPath(folder, snapshot);
  if ((await files.stat(path)) === undefined) {
    await files.rename(prepared, path);
    return 'placed';
  }
  if (await isIntact()) {
    await onExistingKept?.(path);
    await files.remove(prepared).catch(() => undefined);
    return 'kept';
  }
  const damaged = `${prepared}-damaged`;
  await files.rename(path, damaged);
  try {
    await files.rename(prepared, path);
  } catch (error) {
    await files.rename(damaged, path).catch(() => undefined);
    throw error;
  }
  await files.remove(damaged).catch(() => undefined);
  return 'repaired';
}
