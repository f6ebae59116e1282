/**
 * Others who change the snapshots folder between two calls of a build, and disks that do less than they should.
 */
import { dirname } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { SnapshotWriter } from '../../../build/publish/snapshot-writer.js';
import { IntegrityError } from '../../../src/content/errors/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { type Manifest, readManifest } from '../../../src/index/snapshot/index.js';
import { removeOldSnapshots } from '../../../src/ship/publish/index.js';
import { LOCK_NAME } from '../../../src/ship/publish/leftovers.js';
import { FolderLock } from '../../../src/ship/publish/lock.js';
import { decodeOwner, encodeOwner, type Owner, releaseToken, thisOwner } from '../../../src/ship/publish/owner.js';
import { diskError, type FileCall, MemoryDisk, observed } from '../../../testing/disk/index.js';

describe('a lock that changes during inspection', () => {
  const folder = '/snapshots';
  const lockPath = `${folder}/${LOCK_NAME}`;
  const ownerPath = `${lockPath}/owner`;
  let disk: MemoryDisk;
  let left: Owner;
  beforeEach(async () => {
    disk = new MemoryDisk();
    left = await thisOwner();
    releaseToken(left);
    disk.put(ownerPath, encodeOwner(left));
  });

  /** Takes the lock while `meddle` is called before the first call of its kind, or before each. */
  async function acquire(isMet: (call: FileCall) => boolean, meddle: () => void, always = false): Promise<FolderLock> {
    let met = false;
    const files = observed(disk, (call) => {
      if (!isMet(call) || (met && !always)) return;
      met = true;
      meddle();
    });
    const acquired = await FolderLock.acquire(files, folder);
    expect(met).toBe(true);
    return acquired;
  }

  const isSetAside = ({ operation, path }: FileCall): boolean => operation === 'rename' && path.includes('-unlocked-');
  const isPlaced = ({ operation, path }: FileCall): boolean => operation === 'rename' && path === lockPath;
  const removeOwners = (part: string): void => {
    for (const path of disk.paths(folder)) if (path.includes(part)) disk.put(dirname(path), undefined);
  };

  it('another process takes it while it is set aside › it is put back, and stays valid', async () => {
    const other = await thisOwner();
    const acquired = acquire(isSetAside, () => disk.put(ownerPath, encodeOwner(other)));
    await expect(acquired).rejects.toThrow(`process ${other.pid} on "`);
    releaseToken(other);
    expect(decodeOwner(disk.get(ownerPath) ?? new Uint8Array())).toEqual(other);
    expect(await disk.list(folder)).toEqual([LOCK_NAME]);
  });

  it.each<[string, (call: FileCall) => boolean, () => void]>([
    [
      'gone when it is read',
      ({ operation, path }) => operation === 'open' && path === ownerPath,
      () => removeOwners('-lock/'),
    ],
    ['gone when it is set aside', isSetAside, () => removeOwners('-lock/')],
    [
      'without an owner once it is set aside',
      ({ operation, path }) => operation === 'stat' && path.includes('-unlocked-'),
      () => removeOwners('-unlocked-'),
    ],
    ['removed, as a leftover, before it has its place', isPlaced, () => removeOwners('-locking-')],
  ])('%s › the lock is taken', async (_, isMet, meddle) => {
    const lock = await acquire(isMet, meddle);
    await lock.checkHeld();
    await lock.release();
    expect(disk.paths(folder)).toEqual([]);
  });

  it('other processes are always faster › gives up with an error, without an owner to name', async () => {
    const acquired = acquire(isPlaced, () => removeOwners('-locking-'), true);
    await expect(acquired).rejects.toThrow(`another build or pull is writing into ${folder}. Wait until it is done`);
    expect(disk.paths(folder)).toEqual([]);
  });
});

describe('a snapshots folder', () => {
  let disk: MemoryDisk;
  let id: SnapshotId;
  let manifest: Manifest;
  beforeEach(async () => {
    disk = new MemoryDisk();
    disk.put('/export/model.json', Buffer.from('{"space":"s","contentTypes":[{"name":"book","fields":[]}]}'));
    disk.put('/export/book.ndjson', Buffer.from('{"id":"a"}\n'));
    ({ snapshot: id } = await buildSnapshot('/export', '/out', { files: disk, strict: true }));
    manifest = await readManifest(disk, '/out', id);
  });

  it('without hard links, a copy with other bytes › damage of the file', async () => {
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'link') throw diskError('EXDEV', 'link', path);
    });
    const writer = await SnapshotWriter.create(files, '/out');
    const [segment] = manifest.segments;
    if (segment === undefined) throw new Error('the snapshot has no segment');
    const path = `/out/${id}/${segment.file}`;
    await writer.link(segment, path);
    const linked = writer.link({ ...segment, sha256: '0'.repeat(64) }, path);
    await expect(linked).rejects.toThrow(IntegrityError);
    await expect(linked).rejects.toThrow(`${segment.file}: expected SHA-256 0000`);
  });

  it('the same snapshot again, without a record › the existing record stays', async () => {
    const before = disk.get(`/out/${id}/inputs.json`);
    const writer = await SnapshotWriter.create(disk, '/out');
    for (const segment of manifest.segments) await writer.link(segment, `/out/${id}/${segment.file}`);
    const published = await writer.publish(manifest.model, manifest.choices, () => new Map(), {
      checkMayPublish: async () => undefined,
      keepCurrent: false,
    });
    expect(published).toMatchObject({ snapshot: id, changed: false, repaired: false });
    expect(disk.get(`/out/${id}/inputs.json`)).toEqual(before);
    expect(await disk.list('/out')).toEqual([id, 'CURRENT'].sort());
  });

  it('the same snapshot again, now unreadable › the build fails, and does not treat it as damaged', async () => {
    const before = disk.paths('/out');
    const files = observed(disk, ({ operation, path }) => {
      if (operation === 'open' && path === `/out/${id}/manifest.json`) throw diskError('EIO', 'open', path);
    });
    const writer = await SnapshotWriter.create(files, '/out');
    for (const segment of manifest.segments) await writer.link(segment, `/out/${id}/${segment.file}`);
    const published = writer.publish(manifest.model, manifest.choices, () => new Map(), {
      checkMayPublish: async () => undefined,
      keepCurrent: false,
    });
    await expect(published).rejects.toMatchObject({ code: 'EIO' });
    await writer.discard();
    expect(disk.paths('/out')).toEqual(before);
  });

  it('no CURRENT › no snapshot is old', async () => {
    disk.put('/out/CURRENT', undefined);
    expect(await removeOldSnapshots(disk, '/out', 2, id)).toEqual([]);
    expect(await disk.list('/out')).toEqual([id]);
  });
});
