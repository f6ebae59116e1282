/**
 * A part of the Tate collection, served, crawled by `stele import jsonapi`, built again: the same snapshot, byte for byte.
 *
 * `STELE_TATE_ONE_IN=1` takes the whole collection (some 2 minutes), otherwise every tenth artwork.
 */
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { writeTatePart } from '../../../testing/samples/tate-part.js';
import { startBookshop } from '../../../testing/server/server.js';
import { sharedPath } from '../../../testing/shared.js';
import { imported, newFolder, removeFolders } from './importing.js';

afterAll(removeFolders);

const oneIn = Number(process.env['STELE_TATE_ONE_IN'] ?? 10);
const tate = sharedPath('datasets/tate', 'the round trip of the Tate collection');

it.skipIf(tate === undefined)(
  'the Tate collection › crawled with its model › equals the served snapshot',
  async () => {
    if (tate === undefined) return;
    const part = writeTatePart(tate, newFolder(), oneIn);
    const build = async (from: string): Promise<{ readonly snapshots: string; readonly id: string }> => {
      const snapshots = join(newFolder(), 'snapshots');
      const { snapshot } = await buildSnapshot(from, snapshots, { files: diskFiles, strict: true, threads: 2 });
      return { snapshots, id: snapshot };
    };
    const original = await build(part);
    const space = await openCurrent(diskFiles, original.snapshots);
    const server = await startBookshop({ spaces: [{ name: 'tate', space }] });
    onTestFinished(() => server.stop());
    const crawled = await imported('jsonapi', server.base, { model: join(part, 'model.json'), strict: true });
    expect(crawled.report.items).toBeGreaterThan(30_000);
    expect((await build(crawled.out)).id).toBe(original.id);
  },
  300_000,
);
