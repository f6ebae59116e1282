/**
 * Early syncs, on a file in memory whose syncs are slow or fail.
 */
import { describe, expect, it } from 'vitest';
import { EarlySync, type OpenFile } from '../../../src/format/files/index.js';

function syncedFile(): { readonly file: OpenFile; syncs: number; failing: Error | undefined } {
  const synced = {
    syncs: 0,
    failing: undefined as Error | undefined,
    file: {
      read: () => Promise.reject(new Error('nobody reads')),
      write: () => Promise.reject(new Error('nobody writes')),
      sync: async () => {
        synced.syncs += 1;
        await new Promise(setImmediate);
        if (synced.failing !== undefined) throw synced.failing;
      },
      close: () => Promise.resolve(),
    },
  };
  return synced;
}

describe('EarlySync', () => {
  it('many written bytes › starts a sync before the last write, and syncs once more at the end', async () => {
    const synced = syncedFile();
    const disk = new EarlySync(synced.file, 10);
    disk.wrote(9);
    await new Promise(setImmediate);
    expect(synced.syncs).toBe(0);
    disk.wrote(1);
    await new Promise(setImmediate);
    expect(synced.syncs).toBe(1);
    await disk.sync();
    expect(synced.syncs).toBe(2);
  });

  it('an early sync that fails › is reported at the end, even if the last sync succeeds', async () => {
    const synced = syncedFile();
    const disk = new EarlySync(synced.file, 10);
    synced.failing = new Error('EIO');
    disk.wrote(10);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    synced.failing = undefined;
    disk.wrote(10);
    await expect(disk.sync()).rejects.toThrow('EIO');
  });
});
