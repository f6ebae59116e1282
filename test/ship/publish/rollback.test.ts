/**
 * Going back: which snapshot is chosen, and that nothing changes unless it is whole.
 */
import { cpSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { encodeBuiltTime, listSnapshots, readPrevious } from '../../../src/index/snapshot/index.js';
import { rollBack } from '../../../src/ship/publish/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { diskError } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

let out: string;
/** Ids of three snapshots, built in this order, an hour apart. */
let ids: SnapshotId[];

const author = (name: string) => ({ ...shelf, 'author.ndjson': [{ id: 'a1', name, books: ['b2', 'b1'] }] });

async function build(name: string): Promise<SnapshotId> {
  const source = writeFiles(newFolder(), author(name));
  return (await buildSnapshot(source, out, { files: diskFiles, strict: false })).snapshot;
}

const current = (): string => readFileSync(join(out, 'CURRENT'), 'utf8').trim();
const back = (wanted?: string) => rollBack(diskFiles, out, wanted);

let built: string;
beforeAll(async () => {
  out = join(newFolder(), 'snapshots');
  ids = [await build('Mason'), await build('Carver'), await build('Cutter')];
  for (const [hour, id] of ids.entries()) {
    const seconds = 1_700_000_000 + hour * 3600;
    utimesSync(join(out, id, 'manifest.json'), 0, seconds);
    writeFileSync(join(out, id, 'built.json'), encodeBuiltTime(id, seconds * 1000));
  }
  built = out;
});

beforeEach(() => {
  out = join(newFolder(), 'snapshots');
  cpSync(built, out, { recursive: true, preserveTimestamps: true });
});

describe('rollBack', () => {
  it('without an id › publishes the snapshot served before, then the one before it, then lists all', async () => {
    const [first, second, third] = ids;
    expect(await back()).toMatchObject({ snapshot: second, before: third, chosen: 'previous' });
    expect(current()).toBe(second);
    expect(await back()).toMatchObject({ snapshot: first, before: second, chosen: 'previous' });
    await expect(back()).rejects.toThrow(OperationError);
    await expect(back()).rejects.toThrow(third);
    expect(current()).toBe(first);
  });

  it('content that returned to an earlier state › publishes the snapshot served before, not the one built before', async () => {
    const [first, , third] = ids;
    expect(await build('Mason')).toBe(first);
    expect(await back()).toMatchObject({ snapshot: third, chosen: 'previous' });
  });

  it('an id, or its first digits › publishes it; a second rollback › the one before it', async () => {
    const [first, , third] = ids;
    expect(await back(first?.slice(0, 12))).toMatchObject({ snapshot: first, chosen: 'named' });
    expect(await back()).toMatchObject({ snapshot: third, chosen: 'previous' });
  });

  it('the id that CURRENT names already › nothing changes', async () => {
    const before = await readPrevious(diskFiles, out);
    expect(await back(ids[2])).toMatchObject({ snapshot: ids[2], before: ids[2] });
    expect(await readPrevious(diskFiles, out)).toEqual(before);
  });

  it.each([['f'.repeat(64)], ['0'.repeat(8)], ['../../etc'], ['']])('%j › is refused with all ids', async (wanted) => {
    const failure = back(wanted);
    await expect(failure).rejects.toThrow(OperationError);
    for (const id of ids) await expect(failure).rejects.toThrow(id);
    expect(current()).toBe(ids[2]);
  });

  it('a copy without PREVIOUS › the newest snapshot built before the current one', async () => {
    rmSync(join(out, 'PREVIOUS'));
    expect(await back()).toMatchObject({ snapshot: ids[1], chosen: 'older' });
    expect(await back()).toMatchObject({ snapshot: ids[0], chosen: 'older' });
    await expect(back()).rejects.toThrow('built before the current one');
  });

  it('an invalid or missing CURRENT › the newest snapshot', async () => {
    rmSync(join(out, 'PREVIOUS'));
    writeFileSync(join(out, 'CURRENT'), 'yesterday');
    expect(await back()).toMatchObject({ snapshot: ids[2], before: undefined });
    rmSync(join(out, 'CURRENT'));
    expect(await back()).toMatchObject({ snapshot: ids[2], before: undefined });
  });

  it('the snapshot served before was removed › publishes the one before it', async () => {
    rmSync(join(out, ids[1] ?? ''), { recursive: true });
    expect(await back()).toMatchObject({ snapshot: ids[0], chosen: 'previous' });
  });

  it('a truncated PREVIOUS › is ignored', async () => {
    writeFileSync(join(out, 'PREVIOUS'), `${ids[0]}\n${ids[2]}\nnonsense\n`);
    expect(await back()).toMatchObject({ snapshot: ids[0], chosen: 'previous' });
  });

  it('a build removes the snapshot before CURRENT names it › CURRENT is set back, with advice', async () => {
    const [, target = '', before = ''] = ids;
    const rename: Files['rename'] = async (from, to) => {
      await diskFiles.rename(from, to);
      if (to.endsWith('CURRENT')) rmSync(join(out, target), { recursive: true, force: true });
    };
    const failure = rollBack({ ...diskFiles, rename }, out, target);
    await expect(failure).rejects.toThrow(OperationError);
    await expect(failure).rejects.toThrow(
      `a build has removed snapshot ${target} in the meantime, so CURRENT was not changed. Choose another snapshot. The option --keep of stele build sets how many are kept.`,
    );
    expect(current()).toBe(before);
  });

  it('a damaged snapshot › is refused with the file, and CURRENT does not change', async () => {
    const id = ids[1] ?? '';
    const [name = ''] = (await diskFiles.list(join(out, id))).filter((file) => file.startsWith('author-'));
    const bytes = readFileSync(join(out, id, name));
    bytes[bytes.byteLength - 1]! ^= 1;
    writeFileSync(join(out, id, name), bytes);
    await expect(back()).rejects.toThrow(IntegrityError);
    await expect(back()).rejects.toThrow(name);
    expect(current()).toBe(ids[2]);
  });
});

describe('a full disk', () => {
  it.each([
    ['before CURRENT is replaced', (path: string) => !path.endsWith('CURRENT'), 2],
    ['after CURRENT was replaced', (path: string) => path.endsWith('PREVIOUS'), 1],
  ])('%s › the failed operation, advice, and the id in CURRENT', async (_, fails, named) => {
    const rename: Files['rename'] = (from, to) =>
      fails(to) ? Promise.reject(diskError('ENOSPC', 'rename', to)) : diskFiles.rename(from, to);
    const open: Files['open'] = async (path, mode) => {
      if (mode === 'create' && named === 2) throw diskError('ENOSPC', 'open', path);
      return diskFiles.open(path, mode);
    };
    const failure = rollBack({ ...diskFiles, open, rename }, out, undefined);
    await expect(failure).rejects.toThrow(OperationError);
    await expect(failure).rejects.toThrow(`cannot roll back in ${out}: no space is left on its disk (ENOSPC`);
    await expect(failure).rejects.toThrow(
      `Free some space, then roll back again. CURRENT names snapshot ${ids[named]}.`,
    );
    expect(current()).toBe(ids[named]);
    expect((await diskFiles.list(out)).filter((name) => name.startsWith('building'))).toEqual([]);
  });
});

describe('listSnapshots', () => {
  it('folders with a manifest › newest first; all else › left out', async () => {
    writeFiles(join(out, 'f'.repeat(64)), { 'author.segment': 'half a copy' });
    writeFiles(join(out, 'lost+found'), { 'manifest.json': {} });
    expect((await listSnapshots(diskFiles, out)).map(({ id }) => id)).toEqual([...ids].reverse());
  });
});

describe('stele rollback', () => {
  it('the previous snapshot › prints its id, its time, the replaced id, and how to hold it', async () => {
    const { code, stdout } = await stele(['rollback', out]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `CURRENT names snapshot ${ids[1]}, built ${new Date(1_700_003_600_000).toISOString()}\ninstead of ${ids[2]}\nThe next build publishes again. To prevent that, stop the builds, or hold this snapshot: stele serve ${out} --pin ${ids[1]}\n`,
    );
  });

  it('an unknown id › exits with 1 and lists the ids; a missing folder › exits with 1', async () => {
    const unknown = await stele(['rollback', out, 'abcdefab']);
    expect(unknown.code).toBe(1);
    for (const id of ids) expect(unknown.stderr).toContain(id);
    expect(unknown.stderr).toContain(`${ids[2]}  built 2023-11-15T00:13:20.000Z (current)`);
    expect(await stele(['rollback', '/nowhere'])).toMatchObject({ code: 1, stdout: '' });
    expect((await stele(['rollback', newFolder()])).stderr).toContain('stele build');
  });
});
