/**
 * The pages of a snapshot of which a part stays in files: each thread opens them before it serves the snapshot.
 *
 * The files stay open while their folder is removed. The blocks of all snapshots of a thread share one cache.
 */
import type { Logger } from 'pino';
import { diskFiles } from '../../format/files/index.js';
import { type BlockCache, openPages, type Pages, type SnapshotBytes } from '../../index/snapshot/index.js';
import type { LiveSpace } from './live-space.js';

/** Opens the files of a snapshot. @returns undefined if the snapshot is in memory completely. @throws the disk's errors */
export type OpenPages = (bytes: SnapshotBytes) => Promise<Pages | undefined>;

/**
 * @param cache  for the blocks of all snapshots of this thread
 * @param logger gets a line for each block that cannot be read
 */
export function createPagesOpener(cache: BlockCache, logger: Logger): OpenPages {
  return async (bytes) => {
    const pages = await openPages(diskFiles, bytes, cache);
    if (pages === undefined) return undefined;
    pages.unreadable.onUnreadable = ({ file, section, block, message }) => {
      const line = { file, section, block, reason: message };
      logger.error(line, 'a block cannot be read; answers that need it are refused with 503');
    };
    return pages;
  };
}

/** A snapshot with its open pages. */
export interface PagedSnapshot {
  readonly bytes: SnapshotBytes;
  readonly pages: Pages | undefined;
}

/**
 * Opens the snapshot's pages, then serves it.
 *
 * @throws as opening and `LiveSpace.switchTo`; the snapshot before is served then, and no file is left open
 */
export async function switchWithPages(live: LiveSpace, bytes: SnapshotBytes, open: OpenPages): Promise<void> {
  const pages = await open(bytes);
  try {
    live.switchTo(bytes, pages);
  } catch (error) {
    pages?.leave();
    throw error;
  }
}
