/**
 * A snapshot opened twice: all of it in memory, and with rendered items, and perhaps indexes, left in their files.
 */

import type { Files } from '../../../src/format/files/index.js';
import { BlockCache, Pages } from '../../../src/format/index.js';
import {
  assembleSnapshot,
  leftFiles,
  openCurrent,
  type Resident,
  readSnapshot,
  requireCurrent,
  type Space,
} from '../../../src/index/snapshot/index.js';
import { untouchedSections } from '../../../src/tune/advise/index.js';
import { askedShapes, TrafficBuilder } from '../../../src/tune/traffic/index.js';

export interface BothModes {
  readonly all: Space;
  readonly indexes: Space;
  readonly pages: Pages;
}

/** @param cache few slots make blocks come and go. @param resident what of the indexes is in memory; all where not given */
export async function openInFiles(
  files: Files,
  folder: string,
  cache: BlockCache,
  resident: Resident = 'indexes',
): Promise<Omit<BothModes, 'all'>> {
  const id = await requireCurrent(files, folder);
  const bytes = await readSnapshot(files, folder, id, { hashes: false, resident });
  const pages = new Pages(cache);
  await pages.open(files, leftFiles(bytes));
  return { indexes: assembleSnapshot(bytes, pages), pages };
}

export async function openBothModes(
  files: Files,
  folder: string,
  cache = new BlockCache(0, 4),
  resident: Resident = 'indexes',
): Promise<BothModes> {
  return { all: await openCurrent(files, folder), ...(await openInFiles(files, folder, cache, resident)) };
}

/** @returns what leaves in the files whatever these requests do not ask for */
export function residentFor(asked: readonly { readonly path: string; readonly search: string }[]): Resident {
  const builder = new TrafficBuilder('kept', '');
  for (const one of asked) builder.add({ ...one, timeMs: undefined });
  const shapes = askedShapes(builder.build());
  return (model) => untouchedSections(model, shapes);
}
