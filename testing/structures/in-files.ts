/**
 * Opens a snapshot twice: all in memory, and with rendered items in their files.
 */

import type { Files } from '../../src/format/files/index.js';
import { BlockCache, Pages } from '../../src/format/index.js';
import {
  assembleSnapshot,
  openCurrent,
  pagedFiles,
  readSnapshot,
  requireCurrent,
  type Space,
} from '../../src/index/snapshot/index.js';

export interface BothModes {
  readonly all: Space;
  readonly indexes: Space;
  readonly pages: Pages;
}

/** @param cache few slots make blocks come and go */
export async function openInFiles(files: Files, folder: string, cache: BlockCache): Promise<Omit<BothModes, 'all'>> {
  const id = await requireCurrent(files, folder);
  const bytes = await readSnapshot(files, folder, id, { hashes: false, resident: 'indexes' });
  const pages = new Pages(cache);
  await pages.open(files, pagedFiles(bytes));
  return { indexes: assembleSnapshot(bytes, pages), pages };
}

export async function openBothModes(files: Files, folder: string, cache = new BlockCache(0, 4)): Promise<BothModes> {
  return { all: await openCurrent(files, folder), ...(await openInFiles(files, folder, cache)) };
}
