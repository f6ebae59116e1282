/**
 * Retention: the snapshots that a folder keeps, in the order of publication, with enough of them for a rollback.
 *
 * A server has read all of the snapshot it serves, so removing its files does not affect it. A reader whose snapshot is removed
 * opens the one that CURRENT names (src/index/snapshot/open). A snapshot is renamed before it is removed, so no reader sees an
 * incomplete one, and a crash leaves a leftover that the next build removes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import {
  BUILDING_PREFIX,
  listSnapshots,
  readCurrent,
  readPrevious,
  snapshotPath,
  writePrevious,
} from '../../index/snapshot/index.js';

/** Default number of snapshots to keep. */
export const KEPT_SNAPSHOTS = 3;
/** The served snapshot, and the one for a rollback. */
export const KEPT_SNAPSHOTS_MINIMUM = 2;

/**
 * @returns the ids to keep, at most `keep`: CURRENT; then formerly published snapshots, the latest first; then snapshots that
 *          were never published, the newest first
 */
function snapshotsToKeep(
  current: SnapshotId,
  previous: readonly SnapshotId[],
  newestFirst: readonly SnapshotId[],
  keep: number,
): ReadonlySet<SnapshotId> {
  const existingIds = new Set(newestFirst);
  const published = [...previous].reverse().filter((id) => existingIds.has(id));
  return new Set([...new Set([current, ...published, ...newestFirst])].slice(0, keep));
}

/**
 * Removes old snapshots. The caller must hold the lock of the folder.
 *
 * @param keep at least KEPT_SNAPSHOTS_MINIMUM; Infinity removes nothing
 * @param unpublished the new snapshot, which is not published yet; it is never removed
 * @param nextId the snapshot that CURRENT is about to name; undefined if CURRENT does not change
 * @returns the removed ids. A snapshot that cannot be removed stays for a later build.
 * @throws errors of the disk; the remaining snapshots are intact even then
 */
export async function removeOldSnapshots(
  files: Files,
  folder: string,
  keep: number,
  unpublished: SnapshotId,
  nextId?: SnapshotId,
): Promise<readonly SnapshotId[]> {
  if (keep === Number.POSITIVE_INFINITY) return [];
  const current = await readCurrent(files, folder);
  if (current === undefined) return [];
  const existingIds = (await listSnapshots(files, folder)).map(({ id }) => id);
  const previous = await readPrevious(files, folder);
  const keptIds =
    nextId === undefined || nextId === current
      ? snapshotsToKeep(current, previous, existingIds, keep)
      : snapshotsToKeep(nextId, [...previous, current], existingIds, keep);
  const oldIds = existingIds.filter((id) => !keptIds.has(id) && id !== unpublished && id !== current);
  if (oldIds.length === 0) return [];
  // Update PREVIOUS before removing files, so that it never names a missing snapshot.
  const remainingPrevious = previous.filter((id) => !oldIds.includes(id));
  if (remainingPrevious.length < previous.length) await writePrevious(files, folder, remainingPrevious);
  const removed: SnapshotId[] = [];
  for (const id of oldIds) if (await removeSnapshot(files, folder, id)) removed.push(id);
  return removed;
}

async function removeSnapshot(files: Files, folder: string, id: SnapshotId): Promise<boolean> {
  const path = snapshotPath(folder, id);
  const movedPath = join(folder, `${BUILDING_PREFIX}removed-${randomBytes(8).toString('hex')}`);
  await files.rename(path, movedPath);
  // A rollback takes no lock: if it has just named this snapshot in CURRENT, put the snapshot back.
  if ((await readCurrent(files, folder).catch(() => id)) === id) {
    await files.rename(movedPath, path);
    return false;
  }
  // Sync the rename first: after a power cut no snapshot may lack some of its files.
  await files.syncFolder(folder);
  await files.remove(movedPath);
  return true;
}
