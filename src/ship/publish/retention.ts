/**
 * Retention: the snapshots that a folder keeps, in the order of publication, with enough of them for a rollback.
 *
 * A server has read all of the snapshot it serves, so removing its files takes nothing from anybody; who is about to
 * read one that goes finds another in CURRENT (src/index/snapshot/open). A snapshot is renamed before it is removed, so that
 * nobody ever meets half of one, and a crash leaves a leftover that the next build removes.
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
 * Which ones stay: CURRENT, then what it named before, the latest first; then, where there is room, those that it never
 * named or that nobody knows of, the newest first.
 */
function snapshotsToKeep(
  current: SnapshotId,
  previous: readonly SnapshotId[],
  newestFirst: readonly SnapshotId[],
  keep: number,
): ReadonlySet<SnapshotId> {
  const there = new Set(newestFirst);
  const published = [...previous].reverse().filter((id) => there.has(id));
  return new Set([...new Set([current, ...published, ...newestFirst])].slice(0, keep));
}

/**
 * Removes the snapshots that are not to be kept. Only whoever holds the folder's lock may.
 *
 * @param keep at least KEPT_SNAPSHOTS_MINIMUM; Infinity removes nothing
 * @param unpublished one that stays whatever else does: it was built and is not published
 * @param next what CURRENT is about to name; absent: what it names stays
 * @returns what was removed. What cannot be removed stays for a later build.
 * @throws what the disk throws; the snapshots that stay are whole all the same
 */
export async function removeOldSnapshots(
  files: Files,
  folder: string,
  keep: number,
  unpublished: SnapshotId,
  next?: SnapshotId,
): Promise<readonly SnapshotId[]> {
  if (keep === Number.POSITIVE_INFINITY) return [];
  const current = await readCurrent(files, folder);
  if (current === undefined) return [];
  const there = (await listSnapshots(files, folder)).map(({ id }) => id);
  const previous = await readPrevious(files, folder);
  const kept =
    next === undefined || next === current
      ? snapshotsToKeep(current, previous, there, keep)
      : snapshotsToKeep(next, [...previous, current], there, keep);
  const old = there.filter((id) => !kept.has(id) && id !== unpublished && id !== current);
  if (old.length === 0) return [];
  // Before anything goes: PREVIOUS never names what is not there for want of this.
  const known = previous.filter((id) => !old.includes(id));
  if (known.length < previous.length) await writePrevious(files, folder, known);
  const removed: SnapshotId[] = [];
  for (const id of old) if (await removeOne(files, folder, id)) removed.push(id);
  return removed;
}

async function removeOne(files: Files, folder: string, id: SnapshotId): Promise<boolean> {
  const path = snapshotPath(folder, id);
  const aside = join(folder, `${BUILDING_PREFIX}removed-${randomBytes(8).toString('hex')}`);
  await files.rename(path, aside);
  // Somebody who goes back takes no lock: had they named this one meanwhile, they would look for it now.
  if ((await readCurrent(files, folder).catch(() => id)) === id) {
    await files.rename(aside, path);
    return false;
  }
  // Or the power could go when some of its files are gone, and its new name is not there yet.
  await files.syncFolder(folder);
  await files.remove(aside);
  return true;
}
