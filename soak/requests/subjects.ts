/**
 * The spaces that requests are sent to: existing snapshots, a newly built bookshop, and a model with difficult names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { AWKWARD, vocabularyOf } from '../../testing/requests/writing/vocabulary.js';
import type { Subject } from './fuzz.js';
import { Judge } from './judge.js';

export const subjectOf = (space: Space): Subject => ({
  name: space.model.space,
  vocabulary: vocabularyOf(space),
  judge: new Judge(space.model, space),
});

/** Has no content, so its requests are parsed and checked only. */
export const awkwardSubject: Subject = {
  name: AWKWARD.model.space,
  vocabulary: AWKWARD,
  judge: new Judge(AWKWARD.model, undefined),
};

/** Builds an export into a temporary folder of snapshots for as long as `use` takes. */
export async function withSnapshots<Result>(
  exportFolder: string,
  use: (snapshots: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-soak-'));
  try {
    await buildSnapshot(exportFolder, folder, { files: diskFiles, strict: false });
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const openSnapshots = (folder: string): Promise<Space> => openCurrent(diskFiles, folder);
