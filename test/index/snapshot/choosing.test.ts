/**
 * Choosing a snapshot of a folder, and the messages for a folder without one.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { adviseForFolder } from '../../../build/read/files/import-advice.js';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import {
  chooseSnapshot,
  findNamed,
  findPrevious,
  formatSnapshots,
  isSnapshotName,
  listEntries,
  listSnapshots,
  openCurrent,
  publishCurrent,
  readPrevious,
  withCurrent,
  writePrevious,
} from '../../../src/index/snapshot/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

const idOf = (digits: string): SnapshotId => {
  const id = snapshotId(digits.padEnd(64, '0'));
  if (id === undefined) throw new Error(`${digits} are not the digits of an id`);
  return id;
};

describe('findNamed', () => {
  const available = ['aaaaaaaa1', 'aaaaaaaa2', 'bbbbbbbb'].map((digits, age) => ({
    id: idOf(digits),
    writtenMs: -age,
    builtMs: undefined,
  }));

  it('the beginning of one id › returns that snapshot; of two ids › is refused with all ids', () => {
    expect(findNamed(available, undefined, 'bbbbbbbb')).toBe(available[2]);
    const ambiguous = () => findNamed(available, idOf('bbbbbbbb'), 'aaaaaaaa');
    expect(ambiguous).toThrow(OperationError);
    expect(ambiguous).toThrow('"aaaaaaaa" is the beginning of more than one id');
    expect(ambiguous).toThrow(`${idOf('bbbbbbbb')}  written 1969-12-31T23:59:59.998Z (current)`);
  });

  it('a list › has one line per snapshot in the given order, and marks the current one', () => {
    expect(formatSnapshots(available.slice(1), idOf('bbbbbbbb'))).toBe(
      [
        `  ${idOf('aaaaaaaa2')}  written 1969-12-31T23:59:59.999Z`,
        `  ${idOf('bbbbbbbb')}  written 1969-12-31T23:59:59.998Z (current)`,
      ].join('\n'),
    );
  });

  it('a text that is not an id › is cut in the message, which lists valid ids', () => {
    const wrong = () => findNamed(available, undefined, 'x'.repeat(1000));
    expect(wrong).toThrow(
      `"${'x'.repeat(80)}" is not the id of a snapshot here. Give an id, or at least its first 8 digits:\n  ${idOf('aaaaaaaa1')}`,
    );
  });

  it('more than twenty › the message has the number of the unlisted ones', () => {
    const many = Array.from({ length: 22 }, (_, age) => ({ id: idOf(`c${age}`), writtenMs: 0, builtMs: undefined }));
    expect(formatSnapshots(many, undefined).split('\n')).toHaveLength(21);
    expect(formatSnapshots(many, undefined)).toMatch(/\n {2}and 2 older$/);
  });
});

describe('isSnapshotName', () => {
  it.each([
    ['CURRENT', true],
    ['PREVIOUS', true],
    ['0123abcd', true],
    ['0123abc', false],
    ['./0123abcd', false],
  ])('%s › %s', (text, expected) => {
    expect(isSnapshotName(text)).toBe(expected);
  });
});

describe('findPrevious', () => {
  const [newest, middle, oldest] = [idOf('3'), idOf('2'), idOf('1')];
  const available = [newest, middle, oldest].map((id, age) => ({ id, writtenMs: 10 - age, builtMs: undefined }));

  it('the last id of PREVIOUS › is preferred to the previous snapshot by age', () => {
    expect(findPrevious(available, middle, [newest, middle])).toEqual({ snapshot: available[0], index: 0 });
    expect(findPrevious(available, middle, [])).toEqual({ snapshot: available[2], index: undefined });
  });

  it('a snapshot built at the same time as the current one › is not previous', () => {
    const twins = [newest, middle].map((id) => ({ id, writtenMs: 10, builtMs: undefined }));
    expect(findPrevious(twins, newest, [])).toBeUndefined();
    expect(findPrevious([...twins, { id: oldest, writtenMs: 9, builtMs: undefined }], newest, [])?.snapshot.id).toBe(
      oldest,
    );
  });

  it('a missing CURRENT › returns the newest; for the oldest snapshot › returns undefined', () => {
    for (const current of [undefined, idOf('9')])
      expect(findPrevious(available, current, [])?.snapshot.id).toBe(newest);
    expect(findPrevious(available, oldest, [])).toBeUndefined();
  });
});

describe('a folder of snapshots', () => {
  let disk: MemoryDisk;
  let ids: SnapshotId[];
  beforeEach(async () => {
    disk = new MemoryDisk();
    disk.put('/export/model.json', Buffer.from('{"space":"s","contentTypes":[{"name":"book","fields":[]}]}'));
    ids = [];
    for (const book of ['a', 'b']) {
      disk.put('/export/book.ndjson', Buffer.from(`{"id":"${book}"}\n`));
      ids.push((await buildSnapshot('/export', '/out', { files: disk, strict: true })).snapshot);
    }
  });

  it('CURRENT, PREVIOUS and an id › return the snapshot, and whether it was chosen by age', async () => {
    const [first, second] = ids;
    expect(await chooseSnapshot(disk, '/out', 'CURRENT')).toEqual({ id: second, isByAge: false });
    expect(await chooseSnapshot(disk, '/out', 'PREVIOUS')).toEqual({ id: first, isByAge: false });
    expect(await chooseSnapshot(disk, '/out', first?.slice(0, 8) ?? '')).toEqual({ id: first, isByAge: false });
  });

  it('snapshots built at the same time › are ordered by id, regardless of the order on the disk', async () => {
    const [low = '', high = ''] = ids.toSorted();
    for (const names of [
      [high, low],
      [low, high],
    ]) {
      const files = Object.assign(Object.create(disk), {
        list: async () => names,
        stat: async () => ({ kind: 'file', byteLength: 1, modifiedMs: 7 }),
      });
      expect((await listSnapshots(files, '/out')).map(({ id }) => id)).toEqual([low, high]);
    }
  });

  it('a list › has contents and history of each snapshot; a damaged one › has the problem', async () => {
    const [first = idOf('1'), second = idOf('2')] = ids;
    await writePrevious(disk, '/out', [first, idOf('9'), first, second]);
    disk.put(`/out/${first}/manifest.json`, Buffer.from('{}'));
    const entries = new Map((await listEntries(disk, '/out')).map((entry) => [entry.id, entry]));
    expect(entries.get(second)).toMatchObject({ isCurrent: true, servedBefore: undefined, problem: undefined });
    const names = (await disk.list(`/out/${second}`)).filter((name) => name.endsWith('.segment'));
    const stats = await Promise.all(names.map((name) => disk.stat(`/out/${second}/${name}`)));
    const byteLength = stats.reduce((sum, found) => sum + (found?.byteLength ?? 0), 0);
    expect(byteLength).toBeGreaterThan(0);
    expect(entries.get(second)?.contents).toEqual({ space: 's', items: 1, byteLength });
    expect(entries.get(first)).toMatchObject({ isCurrent: false, servedBefore: 1, contents: undefined });
    expect(entries.get(first)?.problem).toContain('expected SHA-256');
  });

  it('a snapshot that is last in PREVIOUS › is not added twice', async () => {
    const [first = idOf('1'), second = idOf('2')] = ids;
    await writePrevious(disk, '/out', [second]);
    await publishCurrent(disk, '/out', first);
    expect(await readPrevious(disk, '/out')).toEqual([second]);
  });

  it('a read that fails after CURRENT changed › is repeated; without a change it fails', async () => {
    const [first = idOf('1'), second = idOf('2')] = ids;
    const damage = new IntegrityError({ file: 'x', expected: 'a file', found: 'none' });
    const read = async (id: SnapshotId): Promise<SnapshotId> => {
      if (id === first) return id;
      await publishCurrent(disk, '/out', first);
      throw damage;
    };
    expect(await withCurrent(disk, '/out', read)).toBe(first);
    await publishCurrent(disk, '/out', second);
    await expect(withCurrent(disk, '/out', () => Promise.reject(damage))).rejects.toBe(damage);
  });

  it('a snapshot, an export or a file instead of the folder › is named, with the path to give', async () => {
    const [first = idOf('1')] = ids;
    await expect(openCurrent(disk, `/out/${first}`)).rejects.toThrow('It is a snapshot. Give the folder');
    await expect(openCurrent(disk, '/export')).rejects.toThrow('It is an export. Build it: stele build /export');
    await expect(openCurrent(disk, '/out/CURRENT')).rejects.toThrow('/out/CURRENT is not a folder, so there is no');
    await expect(chooseSnapshot(disk, '/out/CURRENT', 'CURRENT')).rejects.toThrow(
      '/out/CURRENT is not a folder, so there are no snapshots to read. Give a folder of snapshots',
    );
    await expect(chooseSnapshot(disk, '/nowhere', 'CURRENT')).rejects.toThrow(
      '/nowhere does not exist, so there are no snapshots to read. Build one: stele build <export> --out /nowhere',
    );
    disk.put('/empty/.anything', Buffer.from(''));
    await expect(chooseSnapshot(disk, '/empty', 'CURRENT')).rejects.toThrow(
      '/empty has no snapshots. Build one: stele build <export> --out /empty',
    );
    disk.put('/tables/a.csv', Buffer.from(''));
    await expect(chooseSnapshot(disk, '/tables', 'CURRENT')).rejects.toThrow(
      '/tables has no snapshots. If it has your content, build that: stele build /tables --from csv --out snapshots',
    );
  });

  it.each([
    ['site.xml', 'wordpress'],
    ['pages.mdx', 'markdown'],
    ['items.ndjson', 'json'],
    ['items.ndjson', 'sanity'],
  ])(
    'a folder with %s instead of snapshots › the command that builds it is as for an input: %s',
    async (name, source) => {
      disk.put(`/input/${name}`, Buffer.from(''));
      const command = `stele build /input --from ${source} --out snapshots`;
      expect(adviseForFolder('/input', [name])).toContain(command);
      await expect(chooseSnapshot(disk, '/input', 'CURRENT')).rejects.toThrow(command);
    },
  );
});
