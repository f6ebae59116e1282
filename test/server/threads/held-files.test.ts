import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { BlockCache, Pages } from '../../../src/format/index.js';
import { assembleSnapshot, pagedFiles, readSnapshot, requireCurrent } from '../../../src/index/snapshot/index.js';
import { lend, parseRequest } from '../../../src/jsonapi/index.js';
import { holdFiles } from '../../../src/server/threads/held-snapshot.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { openFilesOf } from '../files.js';

const newFolder = temporaryFolders();

describe('files held by the supervisor', () => {
  it('a removed folder › a member that starts later still answers from them', async () => {
    const out = join(newFolder(), 'snapshots');
    await buildSnapshot(writeFiles(newFolder(), shelf), out, { files: diskFiles, strict: true });
    const id = await requireCurrent(diskFiles, out);
    const held = await holdFiles(await readSnapshot(diskFiles, out, id, { hashes: false, resident: 'indexes' }));
    rmSync(out, { recursive: true });
    const pages = new Pages(new BlockCache(0));
    await pages.open(diskFiles, pagedFiles(held.bytes));
    await held.close();
    const space = assembleSnapshot(held.bytes, pages);
    const loan = await lend(space, parseRequest(space.model, '/book', ''), '');
    expect(JSON.parse(loan.document.toString()).data).toHaveLength(shelf['book.ndjson'].length);
    pages.leave();
  });

  it('a missing file › none stays open', async () => {
    const out = join(newFolder(), 'snapshots');
    await buildSnapshot(writeFiles(newFolder(), shelf), out, { files: diskFiles, strict: true });
    const id = await requireCurrent(diskFiles, out);
    const bytes = await readSnapshot(diskFiles, out, id, { hashes: false, resident: 'indexes' });
    const left = bytes.segments.filter((segment) => segment.pagedChunks.length > 0);
    expect(left.length).toBeGreaterThan(1);
    rmSync(left.at(-1)!.path);
    await expect(holdFiles(bytes)).rejects.toThrow('ENOENT');
    if (process.platform === 'linux') expect(openFilesOf(out)).toBe(0);
  });

  it('a snapshot in memory › no file is held', async () => {
    const out = join(newFolder(), 'snapshots');
    await buildSnapshot(writeFiles(newFolder(), shelf), out, { files: diskFiles, strict: true });
    const id = await requireCurrent(diskFiles, out);
    const bytes = await readSnapshot(diskFiles, out, id, { hashes: false });
    const held = await holdFiles(bytes);
    expect(held.bytes).toEqual(bytes);
    await held.close();
  });
});
