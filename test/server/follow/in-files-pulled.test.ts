/**
 * A replica that pulls its snapshots and leaves rendered items in their files: right answers before and after a swap, and
 * no file of a snapshot that is served no more stays open.
 */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot, readManifest, readSnapshot, snapshotPath } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { type ServeOptions, type Serving, serve } from '../../../src/server/index.js';
import { followInThisThread } from '../../../src/ship/replicate/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { startOrigin } from '../../../testing/origin/faulty-origin.js';
import { buildNights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { send } from '../../../testing/server/client.js';
import { IMPATIENT } from '../../ship/replicate/pulling.js';
import { openFilesOf } from '../files.js';

const newFolder = temporaryFolders();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const base = '/delivery/jsonapi';
const paths = [
  '/work',
  '/work/salt?include=makers',
  '/maker?include=works',
  '/note/n',
  '/work?filter[body][_contains]=al',
];
const patience = { timeout: 15_000 };

/** As the server's own thread loads: files whose hashes were right are taken from the memory of the snapshot before. */
const load: ServeOptions['load'] = async (folder, id, _signal, held, { resident = 'all' } = {}) => {
  const seen = new Map<string, string>();
  for (const { file } of (await readManifest(diskFiles, folder, id)).segments) {
    const found = await diskFiles.stat(join(snapshotPath(folder, id), file));
    if (found !== undefined) seen.set(file, found.identity);
  }
  return readSnapshot(diskFiles, folder, id, { hashes: true, seenFiles: seen, inMemory: held, resident });
};

it('serve with an origin, rendered items in files › right answers before and after a swap, and no file stays open', async () => {
  const { disk, ids } = await buildNights();
  const [first, , last] = ids;
  const origin = await startOrigin(disk, SNAPSHOTS);
  closing.push(origin.close);
  origin.instead.set('CURRENT', Buffer.from(`${first}\n`));
  const folder = join(newFolder(), 'snapshots');
  const { lines, logger } = capturingLogger('warn');
  const pulled = {
    address: origin.url,
    pollMs: 10,
    keep: 1,
    parallel: 2,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    trust: [],
  };
  const server = await serve({
    folders: [{ folder, origin: pulled }],
    server: { host: '127.0.0.1', port: 0, resident: 'indexes', residentCacheBytes: 2 ** 20, cacheBytes: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load,
    follow: followInThisThread(IMPATIENT),
  });
  closing.push(() => server.close());
  await expectServed(server, disk, first);
  // Until then there was nothing to serve.
  lines.splice(0);
  origin.instead.set('CURRENT', Buffer.from(`${last}\n`));
  await expectServed(server, disk, last);
  expect(lines).toEqual([]);
  if (process.platform !== 'linux') return;
  await expect.poll(() => openFilesOf(join(folder, first ?? '')), patience).toBe(0);
  expect(openFilesOf(join(folder, last ?? ''))).toBe(3);
  await server.close();
  await expect.poll(() => openFilesOf(folder), patience).toBe(0);
});

async function expectServed({ origin }: Serving, disk: Parameters<typeof openSnapshot>[0], id: SnapshotId | undefined) {
  if (id === undefined) throw new Error('there is no such night');
  const served = async () => (await send(origin, `${base}/work`)).headers['x-service-snapshot'];
  await expect.poll(served, patience).toBe(id);
  const space = await openSnapshot(disk, SNAPSHOTS, id);
  for (const path of paths) {
    const [before = '', search] = path.split('?');
    const expected = answer(space, parseRequest(space.model, before, search === undefined ? '' : `?${search}`), base);
    // Twice: from the files, and from blocks that are in memory.
    for (let time = 0; time < 2; time += 1) {
      expect((await send(origin, base + path)).body.toString(), path).toBe(expected.toString());
    }
  }
}
