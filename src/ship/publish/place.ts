/**
 * Placing a snapshot: a prepared and synced folder is renamed to the id, so no reader ever sees half a snapshot.
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
  /** Whether an existing snapshot of this id is intact. */
  readonly isWhole: () => Promise<boolean>;
  /** Called if the existing snapshot stays, before the prepared folder is removed. */
  readonly onKept?: (path: string) => Promise<void>;
}

/**
 * @returns `placed`; `kept` where the same snapshot was there, whole, and what was prepared is gone; `repaired` where it
 *          was there and damaged
 * @throws what the disk or `isWhole` throws; nothing is lost then
 * The folder above is synced before it returns: only then may CURRENT name the snapshot, also where somebody who was cut
 * off had moved it there.
 */
export async function placeSnapshot(placing: Placing): Promise<'placed' | 'kept' | 'repaired'> {
  const outcome = await moveThere(placing);
  await placing.files.syncFolder(placing.folder);
  return outcome;
}

async function moveThere({ files, folder, prepared, snapshot, isWhole, onKept }: Placing) {
  const path = snapshotPath(folder, snapshot);
  if ((await files.stat(path)) === undefined) {
    await files.rename(prepared, path);
    return 'placed';
  }
  if (await isWhole()) {
    await onKept?.(path);
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
