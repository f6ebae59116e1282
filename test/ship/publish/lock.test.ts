/**
 * The lock of a snapshots folder: whose it is, how long it counts, and what happens to one that was left behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { LOCK_NAME } from '../../../src/ship/publish/leftovers.js';
import { FolderLock } from '../../../src/ship/publish/lock.js';
import {
  decodeOwner,
  encodeOwner,
  type Owner,
  ownerState,
  releaseToken,
  thisOwner,
} from '../../../src/ship/publish/owner.js';
import { diskError, faultyFiles, MemoryDisk, observed } from '../../../testing/disk/index.js';

/** Owners that cannot be looked at are waited for so long. */
const SOON = { silentMs: 40 };
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
  releaseToken(mine);
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
  it('a free folder › is locked, refuses a second lock, and is free after release', async () => {
    const disk = await emptyDisk();
    const lock = await FolderLock.acquire(disk, folder);
    await lock.checkHeld();
    const second = FolderLock.acquire(disk, folder);
    await expect(second).rejects.toBeInstanceOf(OperationError);
    await expect(second).rejects.toThrow(
      `another build or pull is writing into ${folder}: process ${process.pid} on "`,
    );
    await lock.release();
    expect(await disk.list(folder)).toEqual([]);
    await (await FolderLock.acquire(disk, folder)).release();
  });

  it('two processes at once › exactly one gets the lock, in every interleaving', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const disk = await emptyDisk();
      const first = FolderLock.acquire(disk, folder);
      for (let i = 0; i < turns; i += 1) await Promise.resolve();
      const both = await Promise.allSettled([first, FolderLock.acquire(disk, folder)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    }
  });

  it('a dead owner › its lock is taken over at once', async () => {
    const gone: Partial<Owner>[] = [{ pid: await deadPid() }, { token: 'of a lock that could not be removed' }];
    if (onLinux) gone.push({ started: '1' });
    for (const changes of gone) {
      const disk = await lockedDisk(changes);
      await (await FolderLock.acquire(disk, folder)).checkHeld();
      expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    }
  });

  it.each<[string, Partial<Owner>]>([
    ['on another host', { host: 'another' }],
    ['in another container', { pidNamespace: 'pid:[1]' }],
    ['of another boot of a machine with the same name', { boot: 'another', pid: 1 }],
  ])('an owner %s › is valid only while its file changes', async (_, changes) => {
    const disk = await lockedDisk(changes);
    const bytes = Buffer.from(disk.get(ownerPath) ?? []);
    let beats = 0;
    const beating = observed(disk, ({ operation, path }) => {
      if (operation !== 'open' || path !== ownerPath) return;
      beats += 1;
      disk.put(ownerPath, Buffer.concat([bytes.subarray(0, -1), Buffer.from(String(beats % 10))]));
    });
    await expect(FolderLock.acquire(beating, folder, SOON)).rejects.toThrow('another build or pull is writing into');
    await (await FolderLock.acquire(disk, folder, SOON)).checkHeld();
  });

  it('a clock that jumps by a year › changes nothing', async () => {
    const disk = await lockedDisk({ host: 'another' });
    const bytes = Buffer.from(disk.get(ownerPath) ?? []);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
    const beating = observed(disk, ({ operation, path }) => {
      if (operation === 'open' && path === ownerPath) disk.put(ownerPath, Buffer.concat([bytes, Buffer.from('1')]));
    });
    const refused = FolderLock.acquire(beating, folder, SOON);
    disk.put(ownerPath, bytes);
    await expect(refused).rejects.toThrow('another build or pull is writing into').finally(vi.useRealTimers);
  });

  it('an abort while waiting for a heartbeat › ends the wait', async () => {
    const disk = await lockedDisk({ host: 'another' });
    const stopped = new AbortController();
    const waiting = FolderLock.acquire(disk, folder, { signal: stopped.signal });
    stopped.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(await disk.list(folder)).toEqual([LOCK_NAME]);
  });

  it.each<[string, (disk: MemoryDisk) => void]>([
    ['garbage', (disk) => disk.put(ownerPath, Buffer.from('{"pid":'))],
    ['more garbage than a lock has', (disk) => disk.put(ownerPath, new Uint8Array(100_000))],
    ['no owner', (disk) => disk.put(`${folder}/${LOCK_NAME}/other`, Buffer.from('x'))],
    ['a file', (disk) => disk.put(`${folder}/${LOCK_NAME}`, Buffer.from('x'))],
  ])('a lock that is %s › is taken over if its file does not change', async (_, put) => {
    const disk = await emptyDisk();
    put(disk);
    const lock = await FolderLock.acquire(disk, folder, SOON);
    await lock.checkHeld();
    await lock.release();
    expect(await disk.list(folder)).toEqual([]);
  });

  it('an empty folder › is not a lock', async () => {
    const disk = await emptyDisk();
    disk.put(ownerPath, undefined);
    await (await FolderLock.acquire(disk, folder)).release();
    expect(await disk.list(folder)).toEqual([]);
  });

  it('leftovers of dead builds › are removed, except the excluded name', async () => {
    const disk = await emptyDisk();
    for (const name of ['building-1', 'building-pull-x', 'building-pull-y'])
      disk.put(`${folder}/${name}/file`, Buffer.of(1));
    await FolderLock.acquire(disk, folder, { excludedLeftover: 'building-pull-x' });
    expect(await disk.list(folder)).toEqual([LOCK_NAME, 'building-pull-x']);
  });

  it.each(['ENOSPC', 'EDQUOT'])('a disk full of leftovers (%s) › is cleaned, then locked', async (code) => {
    for (const dead of [undefined, { pid: await deadPid() }]) {
      const disk = dead === undefined ? await emptyDisk() : await lockedDisk(dead);
      disk.put(`${folder}/building-1/file`, Buffer.of(1));
      const isFull = (): boolean => disk.get(`${folder}/building-1/file`) !== undefined;
      const full = observed(disk, ({ operation, path }) => {
        if (isFull() && ['makeFolder', 'write'].includes(operation)) throw diskError(code, operation, path);
      });
      const lock = await FolderLock.acquire(full, folder);
      await lock.checkHeld();
      expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    }
  });

  it('a full disk without leftovers › the error of the disk, and files of a running build stay', async () => {
    const disk = await emptyDisk();
    const full = observed(disk, ({ operation, path }) => {
      if (operation === 'write') throw diskError('ENOSPC', operation, path);
    });
    await expect(FolderLock.acquire(full, folder)).rejects.toMatchObject({ code: 'ENOSPC' });
    const lock = await FolderLock.acquire(disk, folder);
    disk.put(`${folder}/building-at-work/file`, Buffer.of(1));
    await expect(FolderLock.acquire(full, folder)).rejects.toThrow('another build or pull is writing into');
    await lock.checkHeld();
    expect(disk.get(`${folder}/building-at-work/file`)).toEqual(Buffer.of(1));
  });

  it('a lock taken over by another process › is detected, and not removed', async () => {
    const disk = await emptyDisk();
    const lock = await FolderLock.acquire(disk, folder);
    const other = { ...(await thisOwner()), host: 'another' };
    disk.put(ownerPath, encodeOwner(other));
    await expect(lock.checkHeld()).rejects.toThrow('is not held any more');
    await lock.release();
    expect(decodeOwner(disk.get(ownerPath) ?? new Uint8Array())).toEqual(other);
  });

  it('a dead lock that another process takes while it is set aside › is put back, and refuses', async () => {
    const disk = await lockedDisk({ pid: await deadPid() });
    const other = await thisOwner();
    let isTaken = false;
    const racing = observed(disk, ({ operation }) => {
      const isMoving = operation === 'rename' || operation === 'remove';
      if (isMoving && !isTaken) disk.put(ownerPath, encodeOwner(other));
      isTaken ||= isMoving;
    });
    await expect(FolderLock.acquire(racing, folder)).rejects.toThrow(`process ${other.pid} on "`);
    expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    expect(decodeOwner(disk.get(ownerPath) ?? new Uint8Array())).toEqual(other);
    releaseToken(other);
  });

  it('a lock that another process takes while it is released › is put back', async () => {
    const disk = await emptyDisk();
    const other = await thisOwner();
    let isReleased = false;
    const racing = observed(disk, ({ operation }) => {
      if (operation === 'rename' && isReleased) disk.put(ownerPath, encodeOwner(other));
      isReleased &&= operation !== 'rename';
    });
    const lock = await FolderLock.acquire(racing, folder);
    isReleased = true;
    await lock.release();
    expect(await disk.list(folder)).toEqual([LOCK_NAME]);
    expect(decodeOwner(disk.get(ownerPath) ?? new Uint8Array())).toEqual(other);
    releaseToken(other);
  });

  it('a disk that fails at any call › leaves no valid lock', async () => {
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const disk = await emptyDisk();
      const faulty = faultyFiles(disk, { at, code: 'EIO', lasting: at % 2 === 0 });
      await FolderLock.acquire(faulty.files, folder).then(
        (lock) => lock.release(),
        () => undefined,
      );
      if (faulty.failed() === undefined) break;
      failures += 1;
      await (await FolderLock.acquire(disk, folder)).release();
    }
    expect(failures).toBeGreaterThan(8);
  });
});

describe('stateOf', () => {
  it('another running process › runs, by its start time if the system reports it', async () => {
    const mine = await thisOwner();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const other = { ...mine, pid: child.pid ?? 0, token: 'other' };
    expect(await ownerState({ ...other, started: '' }, mine)).toBe('unknown');
    if (onLinux) expect(await ownerState({ ...other, started: '17' }, mine)).toBe('gone');
    const ended = once(child, 'close');
    child.stdin.end();
    await ended;
    expect(await ownerState(other, mine)).toBe('gone');
    releaseToken(mine);
  });
});

describe('decodeOwner', () => {
  it.each(['', 'null', '[]', '{}', '{"pid":0}'])('%j › is not an owner', (text) => {
    expect(decodeOwner(Buffer.from(text))).toBeUndefined();
  });

  it.each([0, -1, 1.5, '7', null])('a pid of %j › is not an owner', async (pid) => {
    const owner = await thisOwner();
    releaseToken(owner);
    expect(decodeOwner(encodeOwner(owner))).toEqual(owner);
    expect(decodeOwner(Buffer.from(JSON.stringify({ ...owner, pid })))).toBeUndefined();
  });
});
