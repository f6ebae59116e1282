/**
 * Removes the leftovers of killed builds and pulls, and creates the folder of snapshots durably.
 */
import { dirname, join } from 'node:path';
import type { Files } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';

export const LOCK_NAME = `${BUILDING_PREFIX}lock`;

/** Creates the folder and its parents, and waits until their entries are on the disk. */
export async function makeFolderDurably(files: Files, folder: string): Promise<void> {
  const missingFolders: string[] = [];
  for (let path = folder; (await files.stat(path)) === undefined; path = dirname(path)) missingFolders.push(path);
  await files.makeFolder(folder);
  for (const path of missingFolders) await files.syncFolder(dirname(path));
}

/**
 * Removes the leftovers of dead builds and pulls. The caller must hold the lock.
 *
 * @param prefix the beginning of their names
 * @param excludedName a leftover that the caller continues with; it is not removed
 */
export async function removeLeftovers(
  files: Files,
  folder: string,
  prefix = BUILDING_PREFIX,
  excludedName?: string,
): Promise<void> {
  await removeNames(files, folder, await listLeftovers(files, folder, prefix, excludedName));
}

/** @returns the names of leftovers; they belong to dead processes if no process has the lock afterwards */
export const listLeftovers = async (
  files: Files,
  folder: string,
  prefix = BUILDING_PREFIX,
  excludedName?: string,
): Promise<readonly string[]> =>
  (await files.list(folder).catch(() => [])).filter(
    (name) => name.startsWith(prefix) && name !== LOCK_NAME && name !== excludedName,
  );

/** Removes these names. Names that cannot be removed stay: they only take space. */
export async function removeNames(files: Files, folder: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  // A name may be a renamed snapshot. Sync the rename first: after a power cut no snapshot may lack some of its files.
  await files.syncFolder(folder).catch(() => undefined);
  for (const name of names) {
    // A later build removes it, or its owner does.
    await files.remove(join(folder, name)).catch(() => undefined);
  }
}
