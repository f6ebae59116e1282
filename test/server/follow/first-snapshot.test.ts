/**
 * The memory of the first snapshot: freed after the first swap, although the server continues to follow its folder.
 */
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type Serving, serve } from '../../../src/server/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
let server: Serving | undefined;
afterEach(() => server?.close());

const countBuffers = (): number => Number(queryObjects(SharedArrayBuffer, { format: 'count' }));

it('a swap › frees the first snapshot of a server with one thread', async () => {
  const folder = join(newFolder(), 'snapshots');
  const build = async (name: string): Promise<void> => {
    const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
    await buildSnapshot(source, folder, { files: diskFiles, strict: true, full: true });
  };
  await build('Mason');
  const { logger } = capturingLogger('warn');
  const http = { host: '127.0.0.1', port: 0 };
  const baseCount = countBuffers();
  server = await serve({
    server: http,
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
    folders: [{ folder }],
  });
  const servedCount = countBuffers();
  expect(servedCount).toBeGreaterThan(baseCount);
  await build('Carver');
  await server.look();
  await vi.waitFor(() => expect(countBuffers()).toBeLessThanOrEqual(servedCount), { timeout: 10_000, interval: 200 });
});
