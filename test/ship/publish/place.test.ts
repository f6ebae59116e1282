/**
 * How a snapshot takes its place: moved there, left where the same one is whole, exchanged where that one is damaged. And
 * the folder it is put into: made where it is missing, cleaned of what dead builds have left.
 */
import { describe, expect, it } from 'vitest';
import { snapshotId } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { LOCK_NAME, makeFolderDurably, removeLeftovers } from '../../../src/ship/publish/leftovers.js';
import { placeSnapshot } from '../../../src/ship/publish/place-snapshot.js';
import { diskError, type FileCall, MemoryDisk, observed } from '../../../testing/disk/index.js';

const folder = '/snapshots';
const snapshot = snapshotId('a'.repeat(64))!;
const prepared = `${folder}/building-1`;
const there = `${folder}/${snapshot}`;

/** @param before what is in the place already, if anything */
function diskWith(before?: string): MemoryDisk {
  const disk = new MemoryDisk();
  disk.put(`${prepared}/manifest`, Buffer.from('new'));
  if (before !== undefined) disk.put(`${there}/manifest`, Buffer.from(before));
  return disk;
}

async function place(disk: MemoryDisk, isWhole: boolean, files: Files = disk) {
  const kept: string[] = [];
  const calls: FileCall[] = [];
  const outcome: unknown = await placeSnapshot({
    files: observed(files, (call) => void calls.push(call)),
    folder,
    prepared,
    snapshot,
    isIntact: () => Promise.resolve(isWhole),
    onExistingKept: async (path) => void kept.push(path),
  }).catch((error: unknown) => error);
  const manifest = Buffer.from(disk.get(`${there}/manifest`) ?? []).toString();
  const last = calls.at(-1);
  return { outcome, kept, last: [last?.operation, last?.path], left: disk.paths(folder), manifest };
}

describe('placeSnapshot', () => {
  const alone = { left: [`${there}/manifest`], last: ['syncFolder', folder] };

  it('a free place › is taken', async () => {
    const placed = await place(diskWith(), true);
    expect(placed).toEqual({ ...alone, outcome: 'placed', kept: [], manifest: 'new' });
  });

  it('an intact existing snapshot › stays, is reported, and the prepared folder is removed', async () => {
    const placed = await place(diskWith('old'), true);
    expect(placed).toEqual({ ...alone, outcome: 'kept', kept: [there], manifest: 'old' });
  });

  it('a damaged existing snapshot › is replaced', async () => {
    const placed = await place(diskWith('old'), false);
    expect(placed).toEqual({ ...alone, outcome: 'repaired', kept: [], manifest: 'new' });
  });

  it('the exchange fails after its first step › the damaged snapshot is put back, and both exist', async () => {
    const disk = diskWith('old');
    const refusal = diskError('EIO', 'rename', there);
    const rename: Files['rename'] = (from, to) => (from === prepared ? Promise.reject(refusal) : disk.rename(from, to));
    const { outcome, left, manifest } = await place(disk, false, { ...observed(disk, () => undefined), rename });
    expect(outcome).toBe(refusal);
    expect([left, manifest]).toEqual([[`${there}/manifest`, `${prepared}/manifest`].sort(), 'old']);
  });

  it('a damaged snapshot that cannot be removed › is not an error', async () => {
    const disk = diskWith('old');
    const remove: Files['remove'] = (path) => Promise.reject(diskError('EIO', 'remove', path));
    const files = { ...observed(disk, () => undefined), remove };
    expect((await place(disk, false, files)).outcome).toBe('repaired');
    const kept = diskWith('old');
    expect((await place(kept, true, { ...observed(kept, () => undefined), remove })).outcome).toBe('kept');
  });
});

describe('makeFolderDurably', () => {
  it('missing parents › each is created, and its parent is synced', async () => {
    const disk = new MemoryDisk();
    await disk.makeFolder('/srv');
    const synced: string[] = [];
    const files = observed(disk, ({ operation, path }) => void (operation === 'syncFolder' && synced.push(path)));
    await makeFolderDurably(files, '/srv/content/snapshots');
    expect(await disk.stat('/srv/content/snapshots')).toMatchObject({ kind: 'folder' });
    expect(synced.sort()).toEqual(['/srv', '/srv/content']);
    synced.length = 0;
    await makeFolderDurably(files, '/srv/content/snapshots');
    expect(synced).toEqual([]);
  });
});

describe('removeLeftovers', () => {
  it('leftovers of dead builds › are removed; the lock, the excluded name and other files stay', async () => {
    const disk = new MemoryDisk();
    for (const name of ['building-1', 'building-pull-x', 'building-pull-y', LOCK_NAME, snapshot, 'CURRENT'])
      disk.put(`${folder}/${name}/file`, Buffer.from(''));
    await removeLeftovers(disk, folder, 'building-', 'building-pull-x');
    expect([...(await disk.list(folder))].sort()).toEqual(['CURRENT', LOCK_NAME, snapshot, 'building-pull-x'].sort());
  });

  it('a folder that cannot be listed, or a file that cannot be removed › is ignored', async () => {
    await removeLeftovers(new MemoryDisk(), '/missing');
    const disk = diskWith();
    disk.put(`${folder}/building-2/file`, Buffer.from(''));
    const remove: Files['remove'] = (path) =>
      path === prepared ? Promise.reject(diskError('EIO', 'remove', path)) : disk.remove(path);
    await removeLeftovers({ ...observed(disk, () => undefined), remove }, folder);
    expect(await disk.list(folder)).toEqual(['building-1']);
  });
});
