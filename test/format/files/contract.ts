/**
 * What every implementation of the file face must do: the suite that the real disk and the one in memory pass.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, readSmallFile, writeNewFile } from '../../../src/format/files/index.js';

const text = async (files: Files, path: string): Promise<string | undefined> => {
  const bytes = await readSmallFile(files, path, 1000);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
};

/** @param make a disk and an empty folder on it */
export function filesContract(name: string, make: () => Promise<{ files: Files; folder: string }>): void {
  describe(`files › ${name}`, () => {
    const written = async () => {
      const { files, folder } = await make();
      await files.makeFolder(join(folder, 'a', 'b'));
      await writeNewFile(files, join(folder, 'a', 'b', 'f'), Buffer.from('hello'));
      return { files, folder, path: join(folder, 'a', 'b', 'f') };
    };

    it('a file written › is read, at any position, and ends where it ends', async () => {
      const { files, path } = await written();
      expect(await text(files, path)).toBe('hello');
      const file = await files.open(path, 'read');
      const into = new Uint8Array(10);
      expect(await file.read(into, 10, 3)).toBe(2);
      expect(Buffer.from(into.subarray(0, 2)).toString()).toBe('lo');
      expect(await file.read(into, 10, 5)).toBe(0);
      await file.close();
    });

    it('a file that is there › is changed at any position, and grows', async () => {
      const { files, folder, path } = await written();
      const file = await files.open(path, 'change');
      const into = new Uint8Array(5);
      expect(await file.read(into, 5, 0)).toBe(5);
      await file.write(Buffer.from('p!!'), 3);
      await file.close();
      expect(await text(files, path)).toBe('help!!');
      await expect(files.open(join(folder, 'none'), 'change')).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('what is there › is told by kind and length', async () => {
      const { files, folder, path } = await written();
      expect(await files.stat(path)).toMatchObject({ kind: 'file', byteLength: 5 });
      expect(await files.stat(join(folder, 'a'))).toMatchObject({ kind: 'folder' });
      expect(await files.stat(join(folder, 'none'))).toBeUndefined();
      expect(await files.stat(join(path, 'below'))).toBeUndefined();
      expect(await files.list(join(folder, 'a'))).toEqual(['b']);
      expect(await files.realPath(path)).toMatch(/\/a\/b\/f$/);
      await files.checkWritable(folder);
      await files.syncFolder(folder);
    });

    it('an identity › stays while nothing is done to it, and is another once it was written to, or of another file', async () => {
      const { files, folder, path } = await written();
      const identityOf = async (of: string): Promise<string | undefined> => (await files.stat(of))?.identity;
      const first = await identityOf(path);
      expect(first).toEqual(expect.any(String));
      expect(await text(files, path)).toBe('hello');
      expect(await identityOf(path)).toBe(first);
      const twin = join(folder, 'twin');
      await writeNewFile(files, twin, Buffer.from('hello'));
      expect(await identityOf(twin)).not.toBe(first);
      const file = await files.open(path, 'change');
      await file.write(Buffer.from('!'), 5);
      await file.close();
      expect(await identityOf(path)).not.toBe(first);
    });

    it('creating a file that is there, opening one that is not › fails', async () => {
      const { files, folder, path } = await written();
      await expect(files.open(path, 'create')).rejects.toMatchObject({ code: 'EEXIST', syscall: 'open' });
      await expect(files.open(join(folder, 'none'), 'read')).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(files.open(join(folder, 'none', 'f'), 'create')).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(files.realPath(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(files.list(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('making folders › makes those above, is content to find them, and fails where a file is', async () => {
      const { files, folder, path } = await written();
      const deep = join(folder, 'a', 'c', 'd');
      await Promise.all([files.makeFolder(deep), files.makeFolder(deep)]);
      await files.makeFolder(deep);
      expect(await files.stat(deep)).toMatchObject({ kind: 'folder' });
      await expect(files.makeFolder(join(path, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    });

    it('renaming › replaces a file and an empty folder, and nothing else', async () => {
      const { files, folder, path } = await written();
      await writeNewFile(files, join(folder, 'g'), Buffer.from('new'));
      await files.rename(join(folder, 'g'), path);
      expect(await text(files, path)).toBe('new');
      expect(await files.stat(join(folder, 'g'))).toBeUndefined();
      await files.makeFolder(join(folder, 'c', 'd'));
      const onto = (from: string, to: string) => files.rename(join(folder, from), join(folder, to));
      await expect(onto('a', 'c')).rejects.toMatchObject({ code: 'ENOTEMPTY' });
      await expect(onto('c', 'a/b/f')).rejects.toMatchObject({ code: 'ENOTDIR' });
      await expect(onto('a/b/f', 'c')).rejects.toMatchObject({ code: 'EISDIR' });
      await expect(onto('none', 'c')).rejects.toMatchObject({ code: 'ENOENT' });
      await onto('a', 'c/d');
      expect(await text(files, join(folder, 'c', 'd', 'b', 'f'))).toBe('new');
    });

    it('a link › is a second name of the same file', async () => {
      const { files, folder, path } = await written();
      await files.link(path, join(folder, 'second'));
      await files.remove(path);
      expect(await text(files, join(folder, 'second'))).toBe('hello');
      await expect(files.link(join(folder, 'none'), join(folder, 'third'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(files.link(join(folder, 'second'), join(folder, 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
    });

    it('removing › takes all below, and is content with nothing', async () => {
      const { files, folder } = await written();
      await files.remove(join(folder, 'a'));
      await files.remove(join(folder, 'a'));
      expect(await files.list(folder)).toEqual([]);
    });
  });
}
