/**
 * One pull: what is fetched and what is linked, what goes on after a cut, and what is refused.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { readCurrent, readManifest, readPrevious } from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import { FolderLock } from '../../../src/ship/publish/index.js';
import { OriginFailure, type VerifiedSnapshot } from '../../../src/ship/replicate/index.js';
import { diskError, faultyFiles, observed } from '../../../testing/disk/index.js';
import type { OriginFault, TestOrigin } from '../../../testing/origin/faulty-origin.js';
import { SNAPSHOTS } from '../../../testing/origin/trial.js';
import { type Pulling, pulling, REPLICA } from './pulling.js';

const begin = pulling();

const segmentsAsked = ({ origin }: Pulling): string[] =>
  origin.requests.filter(({ path }) => path.endsWith('.segment')).map(({ path }) => path.split('/')[1] ?? '');

async function expectWhole({ disk, nights }: Pulling, night: number): Promise<void> {
  const report = await verifySnapshots(disk, REPLICA);
  expect(listProblems(report)).toEqual([]);
  expect(report.snapshot).toBe(nights.ids[night]);
  expect((await disk.list(REPLICA)).filter((name) => name.startsWith('building-'))).toEqual([]);
  expect(disk.openFiles).toBe(0);
}

describe('a pull', () => {
  it('into an empty folder › fetches the whole snapshot, manifest and segments alone', async () => {
    const pulled = begin();
    const report = await pulled.pull();
    await expectWhole(pulled, 2);
    const bytes = pulled.nights.disk
      .paths(join(SNAPSHOTS, report.snapshot))
      .filter((path) => path.endsWith('.segment') || path.endsWith('manifest.json'))
      .reduce((sum, path) => sum + (pulled.nights.disk.get(path)?.byteLength ?? 0), 0);
    expect(report).toMatchObject({ published: true, fetched: 4, linked: 0, fetchedBytes: bytes, savedBytes: 0 });
    expect(await pulled.disk.list(join(REPLICA, report.snapshot))).not.toContain('build-report.json');
  });

  it('the next snapshot › fetches changed segments and links the others', async () => {
    const pulled = begin();
    pulled.name(1);
    await pulled.pull();
    pulled.origin.requests.splice(0);
    pulled.name(2);
    const report = await pulled.pull();
    await expectWhole(pulled, 2);
    expect(
      segmentsAsked(pulled)
        .map((file) => file.split('-')[0])
        .sort(),
    ).toEqual(['work']);
    expect(report).toMatchObject({ fetched: 1, linked: 3 });
    expect(await readPrevious(pulled.disk, REPLICA)).toEqual([pulled.nights.ids[1]]);
  });

  it('a verified snapshot › is reported before CURRENT names it, with the final identities of its files', async () => {
    for (const isThere of [false, true]) {
      const pulled = begin();
      const id = pulled.nights.ids[2]!;
      if (isThere) {
        await pulled.pull();
        pulled.name(1);
        await pulled.pull();
        pulled.name(2);
      }
      const told: VerifiedSnapshot[] = [];
      const named: (string | undefined)[] = [];
      await pulled.pull({
        onVerified: (verified) => {
          told.push(verified);
          named.push(pulled.disk.get(join(REPLICA, 'CURRENT'))?.toString());
        },
      });
      expect(named.map((text) => text?.includes(id) ?? false)).toEqual([false]);
      const { segments } = await readManifest(pulled.disk, REPLICA, id);
      const seen = segments.map(async ({ file }): Promise<[string, string | undefined]> => {
        return [file, (await pulled.disk.stat(join(REPLICA, id, file)))?.identity];
      });
      expect(told).toEqual([{ snapshot: id, files: new Map(await Promise.all(seen)) }]);
    }
  });

  it('the snapshot that CURRENT already names › reads only CURRENT of the origin', async () => {
    const pulled = begin();
    await pulled.pull();
    pulled.origin.requests.splice(0);
    expect(await pulled.pull()).toMatchObject({ published: false, fetchedBytes: 0 });
    expect(pulled.origin.requests.map(({ path }) => path)).toEqual(['CURRENT']);
  });

  it('back to a local snapshot › fetches nothing', async () => {
    const pulled = begin();
    for (const night of [1, 2]) {
      pulled.name(night);
      await pulled.pull();
    }
    pulled.name(1);
    expect(await pulled.pull()).toMatchObject({ published: true, fetchedBytes: 0 });
    await expectWhole(pulled, 1);
  });

  it('old snapshots › are removed as a build removes them', async () => {
    const pulled = begin();
    for (const night of [0, 1, 2]) {
      pulled.name(night);
      await pulled.pull({ keep: 2 });
    }
    expect(await pulled.disk.stat(join(REPLICA, pulled.nights.ids[0]!))).toBeUndefined();
    expect(await pulled.disk.stat(join(REPLICA, pulled.nights.ids[1]!))).toBeDefined();
  });

  it('a damaged local segment › is fetched, not linked; a damaged snapshot is replaced', async () => {
    const pulled = begin();
    pulled.name(1);
    await pulled.pull();
    const files = pulled.disk.paths(join(REPLICA, pulled.nights.ids[1]!));
    const note = files.find((path) => path.includes('/note-')) ?? '';
    const damaged = Buffer.from(pulled.disk.get(note) ?? []);
    damaged[damaged.byteLength - 1]! ^= 1;
    pulled.disk.put(note, damaged);
    pulled.name(2);
    expect(await pulled.pull()).toMatchObject({ fetched: 2, linked: 2 });
    await expectWhole(pulled, 2);
    pulled.name(1);
    expect(await pulled.pull()).toMatchObject({ published: true, fetched: 0, linked: 4 });
  });

  it('a target of stele push › segments are found in the common folder', async () => {
    const pulled = begin();
    pulled.origin.fault = ({ path }) => (/^[0-9a-f]{64}\/.*segment$/.test(path) ? 'not found' : undefined);
    const id = pulled.nights.ids[2]!;
    for (const path of pulled.nights.disk.paths(join(SNAPSHOTS, id))) {
      const file = path.split('/').at(-1) ?? '';
      if (file.endsWith('.segment')) pulled.origin.instead.set(`segments/${file}`, pulled.nights.disk.get(path)!);
    }
    await pulled.pull({ parallel: 1 });
    await expectWhole(pulled, 2);
    // Once it is known where they are, it is asked there first.
    expect(pulled.origin.requests.filter(({ path }) => path.startsWith(id) && path.endsWith('.segment'))).toHaveLength(
      1,
    );
  });
});

describe('a broken connection', () => {
  it('a break within a segment › the remaining bytes of the file are requested, and no byte twice', async () => {
    const pulled = begin();
    let cuts = 0;
    pulled.origin.fault = ({ path }) => {
      if (!path.includes('/work-')) return undefined;
      cuts += 1;
      return cuts <= 5 ? 'cuts' : undefined;
    };
    const report = await pulled.pull();
    await expectWhole(pulled, 2);
    const asked = pulled.origin.requests.filter(({ path }) => path.includes('/work-'));
    expect(asked).toHaveLength(6);
    expect(asked[0]).toMatchObject({ range: undefined, ifRange: undefined });
    for (const { range, ifRange } of asked.slice(1)) {
      expect(range).toMatch(/^bytes=[1-9]\d*-$/);
      expect(ifRange).toMatch(/^"/);
    }
    const untouched = await begin().pull();
    expect(report.fetchedBytes).toBe(untouched.fetchedBytes);
  });

  it('a break, then another file at the origin › the new one is fetched from its beginning', async () => {
    const pulled = begin();
    const segment = pulled.nights.disk
      .paths(join(SNAPSHOTS, pulled.nights.ids[2]!))
      .find((path) => path.includes('/work-'))!;
    const path = segment.slice(SNAPSHOTS.length + 1);
    const whole = pulled.nights.disk.get(segment)!;
    const other = Buffer.from(whole).fill(7, 0, 5_000);
    pulled.origin.instead.set(path, other.fill(9, whole.byteLength >> 1));
    pulled.origin.fault = (asked) => {
      if (asked.path !== path || asked.range !== undefined) return undefined;
      queueMicrotask(() => pulled.origin.instead.delete(path));
      return 'cuts';
    };
    await pulled.pull({ retryPolicy: { ...pulled.options().retryPolicy, attempts: 2 } }).catch(() => undefined);
    pulled.origin.fault = () => undefined;
    await pulled.pull();
    await expectWhole(pulled, 2);
  });

  it('killed during a pull › the next pull continues; a pull of another snapshot removes the files', async () => {
    for (const [night, isOther] of [
      [2, false],
      [1, true],
    ] as const) {
      const pulled = begin();
      pulled.name(2);
      let writes = 0;
      const killed = observed(pulled.disk, ({ operation, path }) => {
        if (operation === 'write' && path.includes('work-')) writes += 1;
        if (writes > 1) throw new Error('killed');
      });
      pulled.origin.fault = ({ path, range }) => (path.includes('/work-') && range === undefined ? 'cuts' : undefined);
      await expect(pulled.pull({ files: killed, parallel: 1 })).rejects.toThrow('killed');
      const left = await pulled.disk.list(REPLICA);
      expect(left.some((name) => name.startsWith('building-pull-'))).toBe(true);
      pulled.origin.fault = () => undefined;
      pulled.origin.requests.splice(0);
      pulled.name(night);
      await pulled.pull();
      await expectWhole(pulled, night);
      const work = pulled.origin.requests.filter(({ path }) => path.includes('/work-'));
      if (isOther) expect(work[0]?.range).toBeUndefined();
      else expect(work.map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    }
  });
});

function misbehave(origin: TestOrigin, fault: OriginFault, paths: RegExp): void {
  origin.fault = ({ path }) => (paths.test(path) ? fault : undefined);
}

describe('an origin with wrong files', () => {
  it.each<[string, (pulled: Pulling) => void, RegExp]>([
    ['no CURRENT', ({ origin }) => misbehave(origin, 'not found', /CURRENT/), /has no CURRENT: push a snapshot there/],
    [
      'CURRENT is a page for people',
      ({ origin }) => misbehave(origin, 'sends nonsense', /./),
      /CURRENT at .* does not contain a snapshot id/,
    ],
    [
      "yesterday's manifest",
      ({ origin, nights: { ids, disk } }) =>
        void origin.instead.set(`${ids[2]}/manifest.json`, disk.get(`${SNAPSHOTS}/${ids[1]}/manifest.json`)!),
      /manifest\.json: expected SHA-256/,
    ],
    [
      'a segment that is gone',
      ({ origin }) => misbehave(origin, 'not found', /work-/),
      /has no [0-9a-f]{64}\/work-.* and no segments\/work-.*push again: that sends missing files again/,
    ],
    [
      'other bytes each time',
      ({ origin }) => misbehave(origin, 'sends other bytes', /work-/),
      /work-.* has the SHA-256 .*, not .* as the manifest says/,
    ],
    [
      'longer than the manifest says',
      ({ origin }) => misbehave(origin, 'sends more bytes', /work-/),
      /work-.* has \d+ bytes, not \d+ as the manifest says/,
    ],
    [
      'one address after the other',
      ({ origin }) => misbehave(origin, 'leads in a circle', /./),
      /redirects more than 5 times/,
    ],
    ['a server in trouble', ({ origin }) => misbehave(origin, 'status 500', /./), /answered with status 500/],
  ])('%s › is reported, and CURRENT stays', async (_, lie, message) => {
    const pulled = begin();
    pulled.name(0);
    await pulled.pull();
    pulled.name(2);
    lie(pulled);
    const failed = pulled.pull();
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toBeInstanceOf(OriginFailure);
    expect(await readCurrent(pulled.disk, REPLICA)).toBe(pulled.nights.ids[0]);
    pulled.origin.instead.clear();
    pulled.origin.fault = () => undefined;
    await pulled.pull();
    await expectWhole(pulled, 2);
  });
});

describe('a folder', () => {
  it('locked by another process › is not changed', async () => {
    const pulled = begin();
    await pulled.disk.makeFolder(REPLICA);
    const lock = await FolderLock.acquire(pulled.disk, REPLICA);
    await expect(pulled.pull()).rejects.toThrow('another build or pull is writing into');
    await lock.release();
    await pulled.pull();
    await expectWhole(pulled, 2);
  });

  it("on a disk too small for the manifest's files › no segment is requested", async () => {
    const all = await begin().pull();
    const pulled = begin();
    const wanted =
      all.fetchedBytes - (pulled.nights.disk.get(join(SNAPSHOTS, all.snapshot, 'manifest.json'))?.byteLength ?? 0);
    const withRoom = (freeBytes: number): Files => ({
      ...observed(pulled.disk, () => undefined),
      freeBytes: async () => freeBytes,
    });
    const failed = pulled.pull({ files: withRoom(wanted - 1) });
    await expect(failed).rejects.toBeInstanceOf(OperationError);
    await expect(failed).rejects.toThrow(`${wanted} bytes must be fetched into ${REPLICA}/building-pull-`);
    await expect(failed).rejects.toThrow(
      `its disk has only ${wanted - 1} free. Nothing was fetched. Free some space, then pull again.`,
    );
    expect(segmentsAsked(pulled)).toEqual([]);
    await pulled.pull({ files: withRoom(wanted) });
    await expectWhole(pulled, 2);
  });

  it('on a disk full of leftovers of a pull › is cleaned, then filled', async () => {
    const pulled = begin();
    const left = join(REPLICA, 'building-pull-other', 'a.part');
    pulled.disk.put(left, Buffer.of(1));
    const full = observed(pulled.disk, ({ operation, path }) => {
      const isFull = pulled.disk.get(left) !== undefined && path !== REPLICA;
      if (isFull && ['makeFolder', 'write'].includes(operation)) throw diskError('ENOSPC', operation, path);
    });
    await pulled.pull({ files: full });
    await expectWhole(pulled, 2);
  });

  it('with a failing disk › the message has advice', async () => {
    const pulled = begin();
    await pulled.disk.makeFolder(REPLICA);
    const { files } = faultyFiles(pulled.disk, { at: 40, code: 'ENOSPC', lasting: true });
    const failed = pulled.pull({ files });
    await expect(failed).rejects.toBeInstanceOf(OperationError);
    await expect(failed).rejects.toThrow(/^cannot write snapshots into .*Free some space, then pull again\./);
  });

  it('an abort › ends at once and releases the lock', async () => {
    const pulled = begin();
    const stopped = new AbortController();
    pulled.origin.fault = ({ path }) => (path.includes('/work-') ? 'stalls' : undefined);
    const running = pulled.pull({ signal: stopped.signal });
    const isAsked = () => pulled.origin.requests.some(({ path }) => path.includes('/work-'));
    await expect.poll(isAsked, { timeout: 15_000 }).toBe(true);
    stopped.abort(new OperationError('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect((await pulled.disk.list(REPLICA)).filter((name) => name === 'building-lock')).toEqual([]);
    expect(pulled.disk.openFiles).toBe(0);
  });
});
