/**
 * The requests that the reference tries on real content: a part of the Tate collection.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeTatePart } from '../../../testing/samples/tate-part.js';
import { startBookshop } from '../../../testing/server/server.js';
import { sharedPath } from '../../../testing/shared.js';
import { listRefused, listTrialTargets } from './list-trials.js';

const tate = sharedPath('datasets/tate', 'the trials of the reference on the Tate collection');
const newFolder = temporaryFolders();

describe.runIf(tate !== undefined)('trials of the reference', () => {
  it('of the Tate collection › are answered', { timeout: 120_000 }, async () => {
    const snapshots = newFolder();
    const source = writeTatePart(tate ?? '', newFolder(), 20);
    await buildSnapshot(source, snapshots, { files: diskFiles, strict: true });
    const space = await openCurrent(diskFiles, snapshots);
    const server = await startBookshop({ spaces: [{ name: 'tate', space }] });
    onTestFinished(() => server.stop());
    const targets = await listTrialTargets(server.origin);
    expect(targets.length).toBeGreaterThan(500);
    expect(listRefused(space, targets)).toEqual([]);
  });
});
