/**
 * Pruning a target: which files stay, and a push at the same time.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { type Manifest, writeCurrent } from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import {
  Bandwidth,
  openTarget,
  parseAddress,
  pruneTarget,
  pullSnapshot,
  pushCurrent,
  readCurrentOfOrigin,
  type StoredFile,
  type Target,
} from '../../../src/ship/replicate/index.js';
import { planPrune } from '../../../src/ship/replicate/prune/plan-prune.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { buildNights, type Nights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { IMPATIENT, REPLICA } from './pulling.js';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * HOUR_MS;

/** A snapshot with one segment of its own and one that all share. */
interface SampleSnapshot {
  readonly digit: string;
  /** Hours since it was pushed. */
  readonly age: number;
  /** Whether a segment is missing. */
  readonly isIncomplete?: boolean;
  readonly isDamaged?: boolean;
}

const idOf = (digit: string): SnapshotId => snapshotId(digit.repeat(64))!;
const segmentOf = (name: string) => ({ file: `${name}.segment`, byteLength: 10 });

async function plan(
  samples: readonly SampleSnapshot[],
  { current = '1', keep = 2, grace = 24 }: { current?: string; keep?: number; grace?: number } = {},
  extraFiles: readonly StoredFile[] = [],
) {
  const at = (path: string, age: number): StoredFile => ({ path, byteLength: 10, modifiedMs: NOW_MS - age * HOUR_MS });
  const storedFiles = [
    at('CURRENT', 0),
    at('segments/shared.segment', 900),
    ...samples.flatMap(({ digit, age, isIncomplete }) => [
      at(`${idOf(digit)}/manifest.json`, age),
      at(`${idOf(digit)}/signature.json`, age),
      ...(isIncomplete === true ? [] : [at(`segments/own-${digit}.segment`, age)]),
    ]),
    ...extraFiles,
  ];
  const result = await planPrune({
    name: 's3://bucket/',
    storedFiles,
    current: idOf(current),
    keep,
    graceMs: grace * HOUR_MS,
    nowMs: NOW_MS,
    readManifest: async (id) => {
      const sample = samples.find(({ digit }) => idOf(digit) === id)!;
      if (sample.isDamaged === true)
        throw new IntegrityError({ file: id, expected: 'a manifest', found: 'another file' });
      const manifest: Pick<Manifest, never> = { segments: [segmentOf(`own-${sample.digit}`), segmentOf('shared')] };
      return manifest as Manifest;
    },
  });
  const digits = (ids: readonly SnapshotId[]): string => ids.map((id) => id[0]).join('');
  return {
    kept: digits(result.keptSnapshots),
    removed: digits(result.removedSnapshots),
    paths: [...result.snapshotFiles, ...result.segmentFiles].map(({ path }) => path),
    youngSegments: result.youngSegments,
    missingOfCurrent: result.missingOfCurrent,
  };
}

describe('planPrune', () => {
  it('old snapshots › the newest are kept, and segments that they share', async () => {
    const { kept, removed, paths } = await plan([
      { digit: '1', age: 100 },
      { digit: '2', age: 200 },
      { digit: '3', age: 300 },
    ]);
    expect({ kept, removed }).toEqual({ kept: '12', removed: '3' });
    expect(paths).toEqual([`${idOf('3')}/manifest.json`, `${idOf('3')}/signature.json`, 'segments/own-3.segment']);
  });

  it('a current snapshot older than others › is kept and counted', async () => {
    const samples = [
      { digit: '3', age: 100 },
      { digit: '2', age: 200 },
      { digit: '1', age: 300 },
    ];
    expect(await plan(samples)).toMatchObject({ kept: '31', removed: '2' });
  });

  it('an old snapshot of a push that failed, newer than the current one › is not kept for its place', async () => {
    const samples = [
      { digit: '2', age: 100 },
      { digit: '1', age: 100 },
    ];
    expect(await plan(samples, { keep: 1 })).toMatchObject({ kept: '1', removed: '2' });
  });

  it.each([
    ['half an hour ago › is kept', 0.5, '21', ''],
    ['two hours ago › is removed', 2, '1', '2'],
  ])('no grace, a push that began %s with its segments', async (_, age, kept, removed) => {
    const samples = [
      { digit: '2', age },
      { digit: '1', age: 100 },
    ];
    const segmentPath = 'segments/own-2.segment';
    const result = await plan(samples, { keep: 1, grace: 0 });
    expect(result).toMatchObject({ kept, removed });
    expect(result.paths.includes(segmentPath)).toBe(removed !== '');
  });

  it('no grace, a manifest of the same second as the current one › is kept: its push may not have ended', async () => {
    const samples = [
      { digit: '2', age: 0.1 },
      { digit: '1', age: 0.1 },
    ];
    expect(await plan(samples, { keep: 1, grace: 0 })).toMatchObject({ kept: '12', removed: '' });
  });

  it('a snapshot replaced within the grace › is kept in addition: a replica may be fetching it', async () => {
    const samples = [
      { digit: '1', age: 1 },
      { digit: '2', age: 20 },
      { digit: '3', age: 100 },
      { digit: '4', age: 200 },
    ];
    expect(await plan(samples)).toMatchObject({ kept: '123', removed: '4' });
    expect(await plan(samples, { grace: 0 })).toMatchObject({ kept: '12', removed: '34' });
  });

  it('an incomplete or damaged snapshot › does not count, and is removed when old', async () => {
    const samples = [
      { digit: '5', age: 1, isIncomplete: true },
      { digit: '1', age: 100 },
      { digit: '2', age: 200, isIncomplete: true },
      { digit: '3', age: 300, isDamaged: true },
      { digit: '4', age: 400 },
    ];
    expect(await plan(samples)).toMatchObject({ kept: '514', removed: '23' });
  });

  it('segments without a manifest › are removed when old; foreign files stay', async () => {
    const files = [
      { path: 'segments/killed.segment', byteLength: 10, modifiedMs: NOW_MS - HOUR_MS },
      { path: 'segments/old.segment', byteLength: 10, modifiedMs: 0 },
      { path: 'robots.txt', byteLength: 10, modifiedMs: 0 },
      { path: 'segments/README', byteLength: 10, modifiedMs: 0 },
    ];
    const { paths, youngSegments } = await plan([{ digit: '1', age: 100 }], {}, files);
    expect({ paths, youngSegments }).toEqual({ paths: ['segments/old.segment'], youngSegments: 1 });
  });

  it('a current snapshot without a segment › is kept and reported', async () => {
    expect(await plan([{ digit: '1', age: 100, isIncomplete: true }])).toMatchObject({
      kept: '1',
      missingOfCurrent: 1,
    });
  });

  it('a current snapshot without a manifest, or a folder of builds › refused', async () => {
    await expect(plan([{ digit: '2', age: 100 }])).rejects.toThrow(/has no manifest there. Nothing was removed/);
    const built = [{ path: `${idOf('1')}/own-1.segment`, byteLength: 10, modifiedMs: 0 }];
    await expect(plan([{ digit: '1', age: 100 }], {}, built)).rejects.toThrow(/not a target of stele push/);
  });
});

describe('pruneTarget', () => {
  let nights: Nights;
  beforeAll(async () => {
    nights = await buildNights();
  });

  const { signal } = new AbortController();
  const ticks = async (count: number): Promise<void> => {
    for (let tick = 0; tick < count; tick += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const bandwidth = new Bandwidth(Number.POSITIVE_INFINITY);
  const retryPolicy = { ...IMPATIENT, sleep: () => ticks(20) };

  const push = async (disk: MemoryDisk, target: Target, id: SnapshotId) => {
    await writeCurrent(disk, SNAPSHOTS, id);
    return pushCurrent({ files: disk, folder: SNAPSHOTS, target, parallel: 1, bandwidth, retryPolicy, signal });
  };
  const prune = (target: Target) =>
    pruneTarget({
      target,
      keep: 1,
      graceMs: 0,
      isDryRun: false,
      parallel: 1,
      retryPolicy,
      signal,
      onRemove: () => undefined,
    });

  /** @returns the target, with a pause before each call; the pauses are numbers of ticks */
  const delayed = (target: Target, pauses: readonly number[]): Target => {
    let calls = 0;
    const pause = (): Promise<void> => {
      calls += 1;
      return ticks(pauses[calls % pauses.length] ?? 0);
    };
    return {
      ...target,
      read: async (...args) => pause().then(() => target.read(...args)),
      lengthOf: async (...args) => pause().then(() => target.lengthOf(...args)),
      put: async (...args) => pause().then(() => target.put(...args)),
      list: async (...args) => pause().then(() => target.list!(...args)),
      remove: async (...args) => pause().then(() => target.remove!(...args)),
      replaceCurrent: async (...args) => pause().then(() => target.replaceCurrent(...args)),
    };
  };

  it('a push at the same time, in any order of their calls › the published snapshot is complete', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });
    const pair = fc.record({ ofPush: pauses, ofPrune: pauses, startPush: fc.nat(40), startPrune: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(pair, async ({ ofPush, ofPrune, startPush, startPrune }) => {
        const disk = new MemoryDisk();
        for (const path of nights.disk.paths(SNAPSHOTS)) disk.put(path, nights.disk.get(path));
        const target = openTarget(parseAddress('file:///www/content'), { files: disk, env: {} });
        await push(disk, target, nights.ids[1]!);
        await push(disk, target, nights.ids[2]!);
        // The second snapshot comes back, as after a rollback: the prune sees it as an old one.
        await Promise.all([
          ticks(startPush).then(() => push(disk, delayed(target, ofPush), nights.ids[1]!)),
          ticks(startPrune).then(() => prune(delayed(target, ofPrune))),
        ]);
        const options = {
          files: disk,
          folder: REPLICA,
          origin: target,
          keep: 2,
          parallel: 1,
          bandwidth,
          retryPolicy: IMPATIENT,
          signal,
        };
        await pullSnapshot(options, await readCurrentOfOrigin(options));
        const report = await verifySnapshots(disk, REPLICA);
        expect({ snapshot: report.snapshot, problems: listProblems(report) }).toEqual({
          snapshot: nights.ids[1],
          problems: [],
        });
      }),
      { seed: 52, numRuns: 25 },
    );
  });

  it('the mark of a killed prune › a push waits, then publishes; the next prune replaces the mark', async () => {
    const disk = new MemoryDisk();
    for (const path of nights.disk.paths(SNAPSHOTS)) disk.put(path, nights.disk.get(path));
    const target = openTarget(parseAddress('file:///www/content'), { files: disk, env: {} });
    disk.put('/www/content/PRUNING', Buffer.from('dead\n'));
    let waits = 0;
    const manifestPath = `/www/content/${nights.ids[2]}/manifest.json`;
    const sleep = async (): Promise<void> => {
      waits += 1;
      // What a prune that listed the target before the push may have done before it was killed.
      if (waits === 1) await disk.remove(manifestPath);
    };
    await writeCurrent(disk, SNAPSHOTS, nights.ids[2]!);
    const impatient = { ...IMPATIENT, sleep };
    const report = await pushCurrent({
      files: disk,
      folder: SNAPSHOTS,
      target,
      parallel: 1,
      bandwidth,
      retryPolicy: impatient,
      signal,
    });
    expect({ published: report.published, waits }).toEqual({ published: true, waits: 90 });
    expect(disk.get(manifestPath)).toBeDefined();
    await prune(target);
    expect(disk.get('/www/content/PRUNING')).toBeUndefined();
  });
});
