/**
 * The folder that snapshots are put into: made where it is missing, and cleaned of what others have left who were killed.
 */
import { dirname, join } from 'node:path';
import type { Files } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';

export const LOCK_NAME = `${BUILDING_PREFIX}lock`;

/** Makes the folder and those above it, and waits until each stands in its own on the disk. */
export async function makeDurably(files: Files, folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = folder; (await files.stat(path)) === undefined; path = dirname(path)) missing.push(path);
  await files.makeFolder(folder);
  for (const path of missing) await files.syncFolder(dirname(path));
}

/**
 * Removes what dead builds and pulls have left. Only whoever holds the lock may: then nobody else writes here.
 *
 * @param prefix of their names
 * @param spared a name that stays, for who goes on with it
 */
export async function removeLeftovers(
  files: Files,
  folder: string,
  prefix = BUILDING_PREFIX,
  spared?: string,
): Promise<void> {
  await removeNames(files, folder, await leftoversIn(files, folder, prefix, spared));
}

/** @returns their names; of dead ones only, if nobody holds the lock afterwards */
export const leftoversIn = async (
  files: Files,
  folder: string,
  prefix = BUILDING_PREFIX,
  spared?: string,
): Promise<readonly string[]> =>
  (await files.list(folder).catch(() => [])).filter(
    (name) => name.startsWith(prefix) && name !== LOCK_NAME && name !== spared,
  );

/** What cannot be removed stays: it does no harm beyond its bytes, and must not stop whoever comes next. */
export async function removeNames(files: Files, folder: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  // One may have been a snapshot: only once its new name is on the disk may a power cut find it without some of its files.
  await files.syncFolder(folder).catch(() => undefined);
  for (const name of names) {
    // Left for whoever comes next, or for whoever owns it.
    await files.remove(join(folder, name)).catch(() => undefined);
  }
}
