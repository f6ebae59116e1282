import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { explainTemporaryFailures, temporaryPlace } from '../../../build/publish/folder/temporary-files.js';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Files, OpenFile } from '../../../src/format/files/index.js';
import { diskError, MemoryDisk } from '../../../testing/disk/index.js';

describe('temporaryPlace', () => {
  it('no separate folder › next to the snapshots, with a new name each time', () => {
    const [first, second] = [temporaryPlace('/out', undefined), temporaryPlace('/out', undefined)];
    expect(first).toMatchObject({ folder: '/out', prefix: 'building-' });
    expect(first.path).toMatch(/^\/out\/building-[0-9a-f]{16}-scratch$/);
    expect(second.path).not.toBe(first.path);
  });

  it('a shared folder › names contain the snapshots folder, however its path is spelled', () => {
    const place = temporaryPlace('/out', '/temp');
    expect(place.prefix).toMatch(/^building-[0-9a-f]{16}-$/);
    expect(place.folder).toBe('/temp');
    expect(place.path.startsWith(join('/temp', place.prefix))).toBe(true);
    expect(place.path).toMatch(/-[0-9a-f]{16}-scratch$/);
    expect(temporaryPlace('/out/', '/temp').prefix).toBe(place.prefix);
    expect(temporaryPlace('/else', '/temp').prefix).not.toBe(place.prefix);
  });
});

describe('temporaryFiles', () => {
  let disk: MemoryDisk;
  beforeEach(() => {
    disk = new MemoryDisk();
  });
  const full = diskError('ENOSPC', 'write', '/temp/x');
  const refuse = () => Promise.reject(full);

  /** Files of which one call fails: of the folder's, or of a file's that is open. */
  function failingAt(call: 'makeFolder' | 'open' | keyof OpenFile): Files {
    const files: Files = Object.create(disk);
    const open: Files['open'] = async (path, mode) => {
      if (call === 'open') throw full;
      const file = await disk.open(path, mode);
      return {
        read: (...of) => (call === 'read' ? refuse() : file.read(...of)),
        write: (...of) => (call === 'write' ? refuse() : file.write(...of)),
        sync: () => (call === 'sync' ? refuse() : file.sync()),
        close: () => (call === 'close' ? refuse() : file.close()),
      };
    };
    const makeFolder: Files['makeFolder'] = (path) => (call === 'makeFolder' ? refuse() : disk.makeFolder(path));
    return Object.assign(files, { open, makeFolder });
  }

  async function use(files: Files): Promise<string> {
    await files.makeFolder('/temp');
    const file = await files.open('/temp/x', 'create');
    await file.write(Buffer.from('some bytes'), 0);
    await file.sync();
    await file.close();
    const again = await files.open('/temp/x', 'read');
    const into = new Uint8Array(4);
    const read = await again.read(into, 4, 5);
    await again.close();
    return `${read} ${Buffer.from(into)}`;
  }

  it.each(['makeFolder', 'open', 'read', 'write', 'sync', 'close'] as const)(
    'a full disk at %s › the message says that temporary files failed, and how to move them',
    async (call) => {
      const used = use(explainTemporaryFailures(failingAt(call), '/temp'));
      await expect(used).rejects.toThrow(OperationError);
      await expect(used).rejects.toThrow('cannot keep temporary files in /temp: no space is left on its disk (ENOSPC');
      await expect(used).rejects.toThrow('build again. No half-built snapshot was published');
    },
  );

  it('a working disk › returns its results unchanged', async () => {
    const files: Files = Object.create(disk);
    Object.assign(files, {
      open: (path: string, mode: 'read' | 'create') => disk.open(path, mode),
      makeFolder: (path: string) => disk.makeFolder(path),
    });
    expect(await use(explainTemporaryFailures(files, '/temp'))).toBe('4 byte');
  });
});
