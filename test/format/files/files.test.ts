/**
 * The interface of files: the real disk and the disk in memory behave alike.
 */
import { existsSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles, readSmallFile, writeNewFile } from '../../../src/format/files/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { filesContract } from './contract.js';

const temporaryFolder = temporaryFolders();

filesContract('the real disk', async () => ({ files: diskFiles, folder: temporaryFolder() }));

filesContract('the disk in memory', async () => {
  const files = new MemoryDisk();
  await files.makeFolder('/folder');
  return { files, folder: '/folder' };
});

describe('the real disk', () => {
  it('a file that was rewritten and given its old times › has another identity', async () => {
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, 'genuine');
    utimesSync(path, 1, 1);
    const before = await diskFiles.stat(path);
    writeFileSync(path, 'forgery');
    utimesSync(path, 1, 1);
    const after = await diskFiles.stat(path);
    expect([after?.modifiedMs, after?.byteLength]).toEqual([before?.modifiedMs, before?.byteLength]);
    expect(after?.identity).not.toBe(before?.identity);
  });

  it.skipIf(!existsSync('/proc/self'))(
    'a folder in which mkdir fails with ENOENT (/proc on Linux) › fails at once',
    async () => {
      for (const path of ['/proc/x', '/proc/x/y']) {
        await expect(diskFiles.makeFolder(path)).rejects.toMatchObject({ code: 'ENOENT' });
      }
    },
  );

  it('a path below a dangling link › fails', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(join(link, 'nowhere'), link);
    for (const path of [link, join(link, 'below')]) await expect(diskFiles.makeFolder(path)).rejects.toThrow(link);
  });
});

describe('readSmallFile', () => {
  it('a file above the maximum length › is refused by name', async () => {
    const disk = new MemoryDisk();
    disk.put('/CURRENT', new Uint8Array(2000));
    const read = readSmallFile(disk, '/CURRENT', 1024);
    await expect(read).rejects.toBeInstanceOf(OperationError);
    await expect(read).rejects.toThrow('/CURRENT has 2000 bytes; at most 1024 are expected here');
  });
});

describe('writeNewFile', () => {
  it('a disk that writes no byte › is reported as full', async () => {
    const full = {
      ...diskFiles,
      open: async () => ({
        read: async () => 0,
        write: async () => 0,
        sync: async () => undefined,
        close: async () => undefined,
      }),
    };
    await expect(writeNewFile(full, '/f', Buffer.from('x'))).rejects.toMatchObject({
      code: 'ENOSPC',
      syscall: 'write',
    });
  });
});

describe('the disk in memory', () => {
  it('opened files › are counted until they are closed', async () => {
    const disk = new MemoryDisk();
    const file = await disk.open('/f', 'create');
    await disk.open('/f', 'read');
    expect(disk.openFiles).toBe(2);
    await file.close();
    expect(disk.openFiles).toBe(1);
  });
});

describe('a power cut', () => {
  const always = (choice: number) => (bound: number) => Math.min(choice, bound - 1);

  it('synced bytes › stay; other bytes are lost if the random numbers decide so', async () => {
    for (const [dice, kept] of [
      [always(0), false],
      [always(1), true],
    ] as const) {
      const disk = new MemoryDisk();
      await disk.makeFolder('/a');
      await disk.syncFolder('/');
      await writeNewFile(disk, '/a/safe', Buffer.from('safe'));
      await disk.syncFolder('/a');
      await writeNewFile(disk, '/a/late', Buffer.from('late'));
      await disk.rename('/a/safe', '/a/renamed');
      const after = disk.afterPowerCut(dice);
      expect(await after.list('/a')).toEqual(kept ? ['late', 'renamed'] : ['safe']);
      expect(Buffer.from(after.get(kept ? '/a/renamed' : '/a/safe') ?? []).toString()).toBe('safe');
    }
  });

  it('unsynced bytes › may be cut, zero, old or new', async () => {
    const found = new Set<string>();
    for (let choice = 0; choice < 4; choice += 1) {
      const disk = new MemoryDisk();
      const file = await disk.open('/f', 'create');
      await file.write(Buffer.from('ab'), 0);
      await disk.syncFolder('/');
      const rolls = [choice, 1];
      found.add(Buffer.from(disk.afterPowerCut(() => rolls.shift() ?? 0).get('/f') ?? []).toString());
    }
    expect([...found].sort()).toEqual(['', 'a', 'a\0', 'ab']);
  });
});
