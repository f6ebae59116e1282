/**
 * The Tate collection, served, crawled by `stele import jsonapi`, built again: the same snapshot, byte for byte.
 */
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { startBookshop } from '../../../testing/server/server.js';
import { sharedPath } from '../../../testing/shared.js';
import { imported, newFolder, removeFolders } from './importing.js';

afterAll(removeFolders);

const tate = sharedPath('datasets/tate', 'the round trip of the Tate collection');

it.skipIf(tate === undefined)(
  'the Tate collection › crawled with its model › is the snapshot that is served',
  async () => {
    const build = async (from: string): Promise<{ readonly snapshots: string; readonly id: string }> => {
      const snapshots = join(newFolder(), 'snapshots');
      const { snapshot } = await buildSnapshot(from, snapshots, { files: diskFiles, strict: true, threads: 2 });
      return { snapshots, id: snapshot };
    };
    const original = await build(tate ?? '');
    const space = await openCurrent(diskFiles, original.snapshots);
    const server = await startBookshop({ spaces: [{ name: 'tate', space }] });
    onTestFinished(() => server.stop());
    const crawled = await imported('jsonapi', server.base, { model: join(tate ?? '', 'model.json'), strict: true });
    expect((await build(crawled.out)).id).toBe(original.id);
  },
  300_000,
);
