/**
 * The snapshots folder before a build: refused in time, and cleaned of what killed builds have left.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildFolder } from '../../../build/publish/folder/build-folder.js';
import { temporaryPlace } from '../../../build/publish/folder/temporary-files.js';
import { checkWritable, outFolder, temporaryFolder } from '../../../build/publish/folder/writable-folder.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { LOCK_NAME, removeLeftovers } from '../../../src/ship/publish/index.js';
import { diskError } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

const failing = (code: string): Files => ({
  ...diskFiles,
  checkWritable: () => Promise.reject(diskError(code, 'access')),
});

describe('checkWritable', () => {
  it('an existing folder, or one that can be created › is accepted, and nothing is created', async () => {
    const folder = newFolder();
    await checkWritable(diskFiles, outFolder(folder));
    await checkWritable(diskFiles, outFolder(join(folder, 'a', 'b')));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['EACCES', 'this user has no right to'],
    ['EROFS', 'is read-only'],
    ['EIO', 'its disk has failed'],
    ['EBUSY', 'EBUSY: made to fail'],
  ])('a disk error %s › a message, and nothing is created', async (code, words) => {
    const folder = newFolder();
    for (const out of [folder, join(folder, 'a', 'b')]) {
      const checked = checkWritable(failing(code), outFolder(out));
      await expect(checked).rejects.toBeInstanceOf(OperationError);
      await expect(checked).rejects.toThrow(words);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder that cannot be read › a message', async () => {
    const files = { ...diskFiles, stat: failing('EACCES').checkWritable };
    const unseen: Files = { ...files, stat: () => files.stat('').then(() => undefined) };
    const checked = checkWritable(unseen, outFolder(newFolder()));
    await expect(checked).rejects.toThrow('this user has no right to');
  });
});

describe('a folder that cannot be written into', () => {
  it.each<[string, (folder: string) => string, string]>([
    ['the empty path', () => '', 'the path is empty'],
    ['a file', (folder) => join(folder, 'file'), 'file is not a folder'],
    ['below a file', (folder) => join(folder, 'file', 'below'), 'file is not a folder'],
    ['a link that leads nowhere', (folder) => join(folder, 'link'), 'link is a symbolic link that leads nowhere'],
    ['below such a link', (folder) => join(folder, 'link', 'below'), 'link is a symbolic link that leads nowhere'],
  ])('%s › is refused with its option before the export is read, and nothing is created', async (_, pathIn, reason) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), 'here already');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    const path = pathIn(folder);
    for (const given of [outFolder(path), temporaryFolder(path)]) {
      const checked = checkWritable(diskFiles, given);
      await expect(checked).rejects.toBeInstanceOf(OperationError);
      await expect(checked).rejects.toThrow(`cannot ${given.doing}: `);
      await expect(checked).rejects.toThrow(`${reason}. Give a folder that can be written into with ${given.option}.`);
    }
    const files = { ...diskFiles, realPath: () => Promise.reject(new Error('the export was read')) };
    const options = { files, strict: false };
    const source = writeFiles(newFolder(), shelf);
    await expect(buildSnapshot(source, path, options)).rejects.toThrow('write snapshots into');
    const out = join(folder, 'out');
    const built = buildSnapshot(source, out, { ...options, temporaryFolder: path });
    await expect(built).rejects.toThrow('keep temporary files in');
    expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
  });

  it('a folder in which mkdir fails despite write permission › is refused', async () => {
    const folder = newFolder();
    const makeFolder: Files['makeFolder'] = (path) => Promise.reject(diskError('ENOENT', 'mkdir', path));
    const checked = checkWritable({ ...diskFiles, makeFolder }, outFolder(join(folder, 'a')));
    await expect(checked).rejects.toThrow(`no folder can be made in ${folder} (ENOENT`);
  });
});

describe('BuildFolder', () => {
  it('its first temporary file and first segment at once › the folder is created and locked once', async () => {
    const out = join(newFolder(), 'a', 'b');
    const folder = await BuildFolder.claim(diskFiles, out, temporaryPlace(out, undefined));
    await Promise.all([folder.make(), folder.make()]);
    await folder.make();
    expect(readdirSync(out)).toEqual([LOCK_NAME]);
    await folder.checkHeld();
    await folder.release();
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('BuildFolder › an existing folder', () => {
  it('is locked at once, is cleaned of leftovers in both folders, and is free after release', async () => {
    const [out, temp] = [newFolder(), newFolder()];
    const place = temporaryPlace(out, temp);
    const foreign = `${temporaryPlace('/else', temp).prefix}1-scratch`;
    mkdirSync(join(out, 'building-dead'));
    mkdirSync(join(temp, `${place.prefix}dead-scratch`));
    mkdirSync(join(temp, foreign));
    const folder = await BuildFolder.claim(diskFiles, out, place);
    expect(readdirSync(out)).toEqual([LOCK_NAME]);
    expect(readdirSync(temp)).toEqual([foreign]);
    await expect(BuildFolder.claim(diskFiles, out, place)).rejects.toThrow('is writing into');
    await folder.make();
    await folder.checkHeld();
    rmSync(join(out, LOCK_NAME), { recursive: true });
    await expect(folder.checkHeld()).rejects.toThrow('is not held any more');
    await folder.release();
    await (await BuildFolder.claim(diskFiles, out, place)).release();
    expect(readdirSync(out)).toEqual([]);
  });

  it('a missing folder › is not created or locked before it is needed', async () => {
    const out = join(newFolder(), 'later');
    const folder = await BuildFolder.claim(diskFiles, out, temporaryPlace(out, undefined));
    await folder.checkHeld();
    await folder.release();
    expect(existsSync(out)).toBe(false);
  });

  it('temporary files that cannot be written › are reported with their option before the lock', async () => {
    const out = newFolder();
    const place = temporaryPlace(out, join(newFolder(), 'file'));
    writeFileSync(place.folder, 'a file');
    const claimed = BuildFolder.claim(diskFiles, out, place);
    await expect(claimed).rejects.toThrow(`cannot keep temporary files in ${place.folder}`);
    await expect(claimed).rejects.toThrow('with --temp.');
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('removeLeftovers', () => {
  /** A folder with entries of all kinds. */
  function cluttered(): string {
    const folder = newFolder();
    for (const name of ['building-killed', LOCK_NAME, 'a'.repeat(64), 'notes']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, '0.part'), 'x');
    }
    writeFileSync(join(folder, 'building-current-killed'), 'x');
    return folder;
  }

  it('leftovers of builds › are removed, and no other files', async () => {
    const folder = cluttered();
    await removeLeftovers(diskFiles, folder);
    expect(readdirSync(folder).sort()).toEqual(['a'.repeat(64), LOCK_NAME, 'notes'].sort());
  });

  it('files that cannot be removed, and a missing folder › are ignored', async () => {
    const folder = cluttered();
    const files = { ...diskFiles, remove: () => Promise.reject(new Error('no')) };
    await removeLeftovers(files, folder);
    expect(readdirSync(folder)).toContain('building-killed');
    await removeLeftovers(diskFiles, join(folder, 'none'));
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('a build › removes leftovers at its start, also if it is refused', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'building-killed'));
    const bad = writeFiles(newFolder(), { ...shelf, 'author.ndjson': 'nonsense' });
    await expect(buildSnapshot(bad, folder, { files: diskFiles, strict: false })).rejects.toThrow('author.ndjson:1');
    expect(readdirSync(folder)).toEqual([]);
  });
});
