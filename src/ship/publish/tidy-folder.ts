/**
 * Removing the leftovers of killed processes when there is nothing to build or pull.
 */
import type { Files } from '../../format/files/index.js';
import { BUILDING_PREFIX } from '../../index/snapshot/index.js';
import { FolderLock } from './lock.js';

/** Does nothing while another process holds the lock. Cost: listing the folder, if there are no leftovers. */
export async function tidyFolder(files: Files, folder: string, signal?: AbortSignal): Promise<void> {
  if (!(await files.list(folder)).some((name) => name.startsWith(BUILDING_PREFIX))) return;
  // The holder of the lock removes leftovers itself.
  const lock = await FolderLock.acquire(files, folder, { signal }).catch(() => undefined);
  await lock?.release();
}
