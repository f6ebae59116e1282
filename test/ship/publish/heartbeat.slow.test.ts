/**
 * The heartbeat of a lock: its file changes while the thread of whoever holds it is busy.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { BEAT_MS } from '../../../src/ship/publish/heartbeat.js';
import { LOCK_NAME } from '../../../src/ship/publish/leftovers.js';
import { FolderLock } from '../../../src/ship/publish/lock.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('the heartbeat', () => {
  it('while the thread of the owner is busy › the file changes; after release, no files are left', async () => {
    const real = newFolder();
    const path = join(real, LOCK_NAME, 'owner');
    const lock = await FolderLock.acquire(diskFiles, real);
    const first = readFileSync(path, 'latin1');
    await expect.poll(() => readFileSync(path, 'latin1'), { timeout: 30_000 }).not.toBe(first);
    const seen = new Set<string>();
    for (let i = 0; i < 60 && seen.size < 2; i += 1) {
      seen.add(readFileSync(path, 'latin1'));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BEAT_MS / 20);
    }
    expect(seen.size).toBe(2);
    await lock.checkHeld();
    await lock.release();
    expect(readdirSync(real)).toEqual([]);
  }, 60_000);
});
