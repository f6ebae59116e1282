/**
 * The snapshots folder before a build: refused in time, and cleaned of what killed builds have left.
 */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWritable, LEFTOVER_AGE_MS, removeLeftovers } from '../../../build/publish/folder.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { OperationError } from '../../../src/errors/index.js';
import { diskFiles, type Files } from '../../../src/files/index.js';
import { shelf, writeFiles } from '../../support/export.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

const failing = (code: string): Files => ({
  ...diskFiles,
  checkWritable: () => Promise.reject(Object.assign(new Error(`${code}: no`), { code })),
});

describe('checkWritable', () => {
  it('a folder that is there, or can be made › is accepted, and nothing is made', async () => {
    const folder = newFolder();
    await checkWritable(diskFiles, folder);
    await checkWritable(diskFiles, join(folder, 'a', 'b'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['EACCES', 'this user may not write into'],
    ['EROFS', 'is read-only'],
    ['EIO', 'EIO: no'],
  ])('a disk that says %s › a sentence, and nothing made', async (code, words) => {
    const folder = newFolder();
    for (const out of [folder, join(folder, 'a', 'b')]) {
      const checked = checkWritable(failing(code), out);
      await expect(checked).rejects.toBeInstanceOf(OperationError);
      await expect(checked).rejects.toThrow(words);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder that cannot be looked at › a sentence', async () => {
    const files = { ...diskFiles, stat: failing('EACCES').checkWritable };
    const checked = checkWritable({ ...files, stat: () => files.stat('').then(() => undefined) }, newFolder());
    await expect(checked).rejects.toThrow('this user may not write into');
  });
});

describe('removeLeftovers', () => {
  const nowMs = 1_800_000_000_000;
  const aged = (path: string, ageMs: number): void => {
    const seconds = (nowMs - ageMs) / 1000;
    utimesSync(path, seconds, seconds);
  };

  /** A folder with entries of all kinds, each as old as told. */
  function cluttered(): string {
    const folder = newFolder();
    for (const name of ['building-old', 'building-young', 'a'.repeat(64), 'notes']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, '0.part'), 'x');
      aged(join(folder, name), name === 'building-young' ? LEFTOVER_AGE_MS : LEFTOVER_AGE_MS + 1000);
    }
    writeFileSync(join(folder, 'building-current-old'), 'x');
    aged(join(folder, 'building-current-old'), LEFTOVER_AGE_MS * 2);
    return folder;
  }

  it('entries of a build older than a day › are removed, and nothing else is', async () => {
    const folder = cluttered();
    await removeLeftovers(diskFiles, folder, nowMs);
    expect(readdirSync(folder).sort()).toEqual(['a'.repeat(64), 'building-young', 'notes'].sort());
  });

  it('what cannot be removed, and a folder that is not there › are passed over', async () => {
    const folder = cluttered();
    const files = { ...diskFiles, remove: () => Promise.reject(new Error('no')) };
    await removeLeftovers(files, folder, nowMs);
    expect(readdirSync(folder)).toContain('building-old');
    await removeLeftovers(diskFiles, join(folder, 'none'), nowMs);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('a build › does so when it begins, also one that is refused', async () => {
    const folder = newFolder();
    const leftovers = ['building-killed', 'building-running'].map((name) => join(folder, name));
    for (const path of leftovers) mkdirSync(path);
    const old = Date.now() / 1000 - (LEFTOVER_AGE_MS / 1000) * 2;
    utimesSync(leftovers[0] ?? '', old, old);
    const bad = writeFiles(newFolder(), { ...shelf, 'author.ndjson': 'nonsense' });
    await expect(buildSnapshot(bad, folder, { files: diskFiles, strict: false })).rejects.toThrow('author.ndjson:1');
    expect(readdirSync(folder)).toEqual(['building-running']);
  });
});
