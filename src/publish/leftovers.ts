/**
 * The folder that snapshots are put into: made where it is missing, and cleaned of what others have left who were killed.
 */
import { dirname, join } from 'node:path';
import type { Files } from '../files/index.js';
import { BUILDING_PREFIX } from '../snapshot/index.js';
import { LOCK_NAME } from './lock.js';

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
 * What cannot be removed stays: it does no harm beyond its bytes, and must not stop whoever comes next.
 */
export async function removeLeftovers(
  files: Files,
  folder: string,
  prefix = BUILDING_PREFIX,
  spared?: string,
): Promise<void> {
  const names = (await files.list(folder).catch(() => [])).filter(
    (name) => name.startsWith(prefix) && name !== LOCK_NAME && name !== spared,
  );
  if (names.length === 0) return;
  // One may have been a snapshot: only once its new name is on the disk may a power cut find it without some of its files.
  await files.syncFolder(folder).catch(() => undefined);
  for (const name of names) {
    // Left for whoever comes next, or for whoever owns it.
    await files.remove(join(folder, name)).catch(() => undefined);
  }
}
