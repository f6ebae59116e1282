/**
 * Opens the files of sections that stay on disk: pages read blocks of them through a cache.
 */
import type { Files } from '../../format/files/index.js';
import { BlockCache, type PagedFile, Pages, type SegmentBytes } from '../../format/index.js';
import type { SnapshotBytes } from './read.js';

/** @returns for `Pages.open`, per segment the file of its sections that stay on disk; undefined if it has no such section */
export const pagedFiles = ({ segments }: SnapshotBytes): readonly (PagedFile | undefined)[] =>
  segments.map((segment) => {
    const { label, path, heldAt } = segment;
    if (!hasPagedSections(segment)) return undefined;
    return { label, paths: heldAt === undefined ? [path] : [path, heldAt] };
  });

/** Whether some sections of the segment stay in their file. */
export const hasPagedSections = ({ pagedChunks }: Pick<SegmentBytes, 'pagedChunks'>): boolean => pagedChunks.length > 0;

/**
 * Opens the files of sections that are not in memory.
 *
 * @param cache may be shared with other snapshots
 * @returns undefined if everything is in memory
 * @throws errors of the disk; no file is left open then
 */
export async function openPages(files: Files, bytes: SnapshotBytes, cache: BlockCache): Promise<Pages | undefined> {
  if (!bytes.segments.some(hasPagedSections)) return undefined;
  const pages = new Pages(cache);
  await pages.open(files, pagedFiles(bytes));
  return pages;
}

/** @returns pages that read nothing, to test whether a snapshot can be assembled */
export const closedPages = (): Pages => new Pages(new BlockCache(0));
