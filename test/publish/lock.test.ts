/**
 * The lock of a snapshots folder: whose it is, how long it counts, and what happens to one that was left behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { faultyFiles, MemoryDisk } from '../../soak/disk/index.js';
import { OperationError } from '../../src/errors/index.js';
import { FolderLock, LOCK_NAME, UNKNOWN_OWNER_AGE_MS } from '../../src/publish/lock.js';
import { decodeOwner, encodeOwner, forget, type Owner, stateOf, thisOwner } from '../../src/publish/owner.js';

const folder = '/snapshots';
const ownerPath = `${folder}/${LOCK_NAME}/owner`;

async function emptyDisk(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  await disk.makeFolder(folder);
  return disk;
}

/** A disk with a lock of somebody else. */
async function lockedDisk(changes: Partial<Owner>): Promise<MemoryDisk> {
  const disk = await emptyDisk();
  const mine = await thisOwner();
  forget(mine);
  disk.put(ownerPath, encodeOwner({ ...mine, ...changes }));
  return disk;
}

/** A process that has ended: its pid is free. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'close');
  return child.pid ?? 0;
}

const onLinux = process.platform === 'linux';

describe('FolderLock', () => {
  it('a free folder › is locked, refuses a second, and is free again once released', async () => {
    const disk = await emptyDisk();
    const lock = await FolderLock.acquire(disk, folder, Date.now());
    await lock.checkHeld();
    const second = FolderLock.acquire(disk, folder, Date.now());
    await expect(second).rejects.toBeInstanceOf(OperationError);
    await expect(second).rejects.toThrow(
      `another build or pull is writing into ${folder}: process ${process.pid} on "`,
    );
    await expect(second).rejects.toThrow(`If it is not running any more, remove ${folder}/${LOCK_NAME} first`);
    await lock.release();
    expect(await disk.list(folder)).toEqual([]);
    await (await FolderLock.acquire(disk, folder, Date.now())).release();
  });

  it('two at once › one gets it, whoever comes first at every call', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const disk = await emptyDisk();
      const first = FolderLock.acquire(disk, folder, Date.now());
      for (let i = 0; i < turns; i += 1) await Promise.resolve();
      const both = await Promise.allSettled([first, FolderLock.acquire(disk, folder, Date.now())]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    }
  });

  it('an owner that is gone › is followed at once', async () => {
    const gone: Partial<Owner>[] = [{ pid: await deadPid() }, { token: 'of a lock that could not be removed' }];
    if (onLinux) gone.push({ started: '1' }, { boot: 'the one before', pid: 1 });
    for (const changes of gone) {
      const disk = await lockedDisk(changes);
      await (await FolderLock.acquire(disk, folder, Date.now())).checkHeld();
      expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    }
  });

  it('an owner nobody can look at › counts for half a day', async () => {
    for (const changes of [{ host: 'another' }, { pidNamespace: 'pid:[1]' }]) {
      const disk = await lockedDisk(changes);
      const young = FolderLock.acquire(disk, folder, Date.now() + UNKNOWN_OWNER_AGE_MS - 60_000);
      await expect(young).rejects.toThrow('another build or pull is writing into');
      const old = await FolderLock.acquire(disk, folder, Date.now() + UNKNOWN_OWNER_AGE_MS + 60_000);
      await old.checkHeld();
    }
  });

  it('a lock whose owner cannot be read › is treated so too; an empty one is none', async () => {
    const disk = await emptyDisk();
    disk.put(ownerPath, Buffer.from('{"pid":'));
    await expect(FolderLock.acquire(disk, folder, Date.now())).rejects.toThrow('another build or pull is writing into');
    disk.put(ownerPath, undefined);
    await (await FolderLock.acquire(disk, folder, Date.now())).release();
    expect(await disk.list(folder)).toEqual([]);
  });

  it('a lock that another has taken over › is noticed, and not removed', async () => {
    const disk = await emptyDisk();
    const lock = await FolderLock.acquire(disk, folder, Date.now());
    const other = { ...(await thisOwner()), host: 'another' };
    disk.put(ownerPath, encodeOwner(other));
    await expect(lock.checkHeld()).rejects.toThrow('is not held any more');
    await lock.release();
    expect(decodeOwner(disk.get(ownerPath) ?? new Uint8Array())).toEqual(other);
  });

  it('a disk that fails at any call › leaves no lock that counts', async () => {
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const disk = await emptyDisk();
      const faulty = faultyFiles(disk, { at, code: 'EIO', lasting: at % 2 === 0 });
      await FolderLock.acquire(faulty.files, folder, Date.now()).then(
        (lock) => lock.release(),
        () => undefined,
      );
      if (faulty.failed() === undefined) break;
      failures += 1;
      await (await FolderLock.acquire(disk, folder, Date.now())).release();
    }
    expect(failures).toBeGreaterThan(8);
  });
});

describe('stateOf', () => {
  it('another process that runs › runs, by its start where the system tells it', async () => {
    const mine = await thisOwner();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const other = { ...mine, pid: child.pid ?? 0, token: 'other' };
    expect(await stateOf({ ...other, started: '' }, mine)).toBe('unknown');
    if (onLinux) expect(await stateOf({ ...other, started: '17' }, mine)).toBe('gone');
    const ended = once(child, 'close');
    child.stdin.end();
    await ended;
    expect(await stateOf(other, mine)).toBe('gone');
    forget(mine);
  });
});

describe('decodeOwner', () => {
  it.each(['', 'null', '[]', '{}', '{"pid":0}'])('%j › is no owner', (text) => {
    expect(decodeOwner(Buffer.from(text))).toBeUndefined();
  });

  it.each([0, -1, 1.5, '7', null])('a pid of %j › is none', async (pid) => {
    const owner = await thisOwner();
    forget(owner);
    expect(decodeOwner(encodeOwner(owner))).toEqual(owner);
    expect(decodeOwner(Buffer.from(JSON.stringify({ ...owner, pid })))).toBeUndefined();
  });
});
