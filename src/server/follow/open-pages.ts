/**
 * The pages of a snapshot of which some stays in files: opened before it is served, by each thread for itself. The files
 * stay open while their folder is removed, and the blocks of all snapshots of a thread share one cache.
 */
import type { Logger } from 'pino';
import { diskFiles } from '../../format/files/index.js';
import { BlockCache, openPages, type Pages, type SnapshotBytes } from '../../index/snapshot/index.js';
import type { LiveSpace } from './live-space.js';

/** Opens what stays in files of a snapshot. @returns undefined where nothing does. @throws what the disk throws */
export type OpenPages = (bytes: SnapshotBytes) => Promise<Pages | undefined>;

/**
 * @param cacheBytes for the blocks of all snapshots of this thread
 * @param logger     is told of blocks that cannot be read
 */
export function pagesOpener(cacheBytes: number, logger: Logger): OpenPages {
  const cache = new BlockCache(cacheBytes);
  return async (bytes) => {
    const pages = await openPages(diskFiles, bytes, cache);
    if (pages === undefined) return undefined;
    pages.onUnreadable = ({ file, section, block, message }) => {
      const place = { file, section, block, reason: message };
      logger.error(place, 'a block cannot be read; answers that need it are refused with 503');
    };
    return pages;
  };
}

/** A snapshot with its pages, open. */
export interface PagedSnapshot {
  readonly bytes: SnapshotBytes;
  readonly pages: Pages | undefined;
}

/**
 * Serves another snapshot, once what stays in its files is open.
 *
 * @throws as opening and `LiveSpace.switchTo`; the snapshot before is served then, and no file is left open
 */
export async function switchWithPages(live: LiveSpace, bytes: SnapshotBytes, openPages: OpenPages): Promise<void> {
  const pages = await openPages(bytes);
  try {
    live.switchTo(bytes, pages);
  } catch (error) {
    pages?.leave();
    throw error;
  }
}
