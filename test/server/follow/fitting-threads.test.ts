/**
 * The number of threads that a server starts: as many as requested, if two snapshots and the threads fit into the memory.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { chooseThreads } from '../../../src/server/follow/fitting-threads.js';
import { sumIndexBytes } from '../../../src/server/follow/residence.js';
import { divideMemory, hasOneArenaOnly } from '../../../src/server/memory/budget.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const mebibyte = 2 ** 20;
let folder: string;
beforeAll(async () => {
  folder = join(newFolder(), 'snapshots');
  await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
});

async function choose(allowedMebibytes: number, threads: number, hasOneArena = false, server = {}) {
  const { lines, logger } = capturingLogger('info');
  const options = { folders: [{ folder }], logger, pollMs: 0, threads, server };
  const chosen = await chooseThreads({ ...options, allowedBytes: allowedMebibytes * mebibyte }, hasOneArena);
  return { ...chosen, youngMebibytes: chosen.youngBytes / mebibyte, warnings: lines.map((line) => JSON.parse(line)) };
}

describe('chooseThreads', () => {
  it('much memory › all threads, with the default young generation divided', async () => {
    expect(await choose(4096, 4)).toMatchObject({ threads: 4, youngMebibytes: 12, warnings: [] });
    expect(await choose(4096, 2)).toMatchObject({ threads: 2, youngMebibytes: 24, warnings: [] });
  });

  it('one thread › is never refused, however little memory there is', async () => {
    expect(await choose(16, 1)).toMatchObject({ threads: 1, warnings: [] });
  });

  it('less memory › smaller young generations first, then fewer threads with a warning, at last one', async () => {
    const seen = [];
    for (let allowed = 520; allowed >= 120; allowed -= 5) seen.push(await choose(allowed, 4));
    const steps = seen.map(({ threads, youngMebibytes }) => `${threads} × ${youngMebibytes}`);
    expect([...new Set(steps)]).toEqual(['4 × 12', '4 × 6', '3 × 16', '3 × 6', '2 × 24', '2 × 6', '1 × 48']);
    for (const { threads, warnings } of seen) {
      expect(warnings.map(({ requestedThreads, threads: started }) => [requestedThreads, started])).toEqual(
        threads === 4 ? [] : [[4, threads]],
      );
    }
  });

  it('the chosen threads › leave room for two snapshots', async () => {
    const indexBytes = await sumIndexBytes([{ folder }]);
    for (const allowed of [200, 240, 280, 320]) {
      const { threads, youngBytes } = await choose(allowed, 4);
      const budget = divideMemory({ allowedBytes: allowed * mebibyte, threads, indexBytes, youngBytes });
      expect(budget.snapshotBytes).toBeGreaterThanOrEqual(2 * indexBytes);
    }
  });

  it('one arena of the C library › as many threads fit into 40 MiB less', async () => {
    let allowed = 120;
    while ((await choose(allowed, 2)).threads < 2) allowed += 1;
    expect((await choose(allowed - 40, 2, true)).threads).toBe(2);
    expect((await choose(allowed - 40, 2)).threads).toBe(1);
  });

  it('sizes that the operator has chosen › count, so fewer threads fit', async () => {
    expect((await choose(520, 4)).threads).toBe(4);
    expect((await choose(520, 4, false, { cacheBytes: 420 * mebibyte })).threads).toBe(1);
  });
});

describe('hasOneArenaOnly', () => {
  it.each([
    [{}, false],
    [{ MALLOC_ARENA_MAX: '1' }, true],
    [{ MALLOC_ARENA_MAX: '2' }, false],
  ])('%o › %s', (env, expected) => {
    expect(hasOneArenaOnly(env)).toBe(expected);
  });
});
