/**
 * Putting away what somebody left who was killed, where nothing else is to be written: the next work may be long in coming.
 */
import type { Files } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';
import { FolderLock } from './lock.js';

/** Does nothing while somebody is at work in the folder. Cost: listing the folder, where nothing is left. */
export async function tidyFolder(files: Files, folder: string, signal?: AbortSignal): Promise<void> {
  if (!(await files.list(folder)).some((name) => name.startsWith(BUILDING_PREFIX))) return;
  // Whoever holds it is at work, and leaves nothing.
  const lock = await FolderLock.acquire(files, folder, { signal }).catch(() => undefined);
  await lock?.release();
}
