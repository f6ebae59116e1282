/**
 * The scene of a crash trial: a disk with yesterday's snapshot and today's export, and the conditions that must be true
 * afterwards.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import type { Files } from '../../src/format/files/index.js';
import { BUILDING_PREFIX, listSnapshots, readCurrent } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { KEPT_SNAPSHOTS_MINIMUM } from '../../src/ship/publish/index.js';
import { type FileCall, MemoryDisk, observed } from '../../testing/disk/index.js';
import { exportFiles } from '../../testing/samples/every-field.js';

export const OUT = '/site/snapshots';
export const TODAY = '/export/today';
const yesterday = '/export/yesterday';
const longAgo = '/export/long-ago';

export const build = async (files: Files, exportFolder = TODAY): Promise<string> =>
  (await buildSnapshot(exportFolder, OUT, { files, strict: false, keep: KEPT_SNAPSHOTS_MINIMUM })).snapshot;

export interface Scene {
  /** The disk at the beginning of today's build. */
  readonly disk: () => Promise<MemoryDisk>;
  /** Undefined if there is no snapshot yet. */
  readonly before: string | undefined;
  readonly after: string;
}

const exportsOnly = (): MemoryDisk => {
  const disk = new MemoryDisk();
  for (const [folder, night] of [
    [longAgo, 'long before'],
    [yesterday, 'before'],
    [TODAY, 'after'],
  ] as const) {
    for (const [path, bytes] of exportFiles(folder, night)) disk.put(path, bytes);
  }
  return disk;
};

/** A disk on which a build was killed between moving its snapshot to its place and waiting for that. */
async function killedInPlace(ordinary: MemoryDisk, after: string): Promise<MemoryDisk> {
  const disk = ordinary.copy();
  let moved = false;
  const files = observed(disk, ({ operation, path }) => {
    if (moved) throw new Error('killed');
    moved = operation === 'rename' && path === `${OUT}/${after}`;
  });
  await build(files).catch(() => undefined);
  return disk;
}

/**
 * The nights that are tried: the first build of all; an ordinary one; one where nothing has changed; one where today's
 * snapshot was moved to its place by a build that was killed before it could name it; one where it is there, named and
 * damaged; and one after which there is one snapshot too many.
 */
export async function scenes(): Promise<ReadonlyMap<string, Scene>> {
  const ordinary = exportsOnly();
  const before = await build(ordinary, yesterday);
  const done = ordinary.copy();
  const after = await build(done);
  const damaged = done.copy();
  const segment = damaged.paths(`${OUT}/${after}`).find((path) => path.includes('/work-'))!;
  damaged.put(segment, damaged.get(segment)?.slice(0, -1));
  damaged.put(`${OUT}/CURRENT`, ordinary.get(`${OUT}/CURRENT`));
  const aged = exportsOnly();
  await build(aged, longAgo);
  await build(aged, yesterday);
  const scene = (disk: MemoryDisk, named: string | undefined): Scene => ({
    disk: async () => disk.copy(),
    before: named,
    after,
  });
  return new Map([
    ['the first build', scene(exportsOnly(), undefined)],
    ['an ordinary night', scene(ordinary, before)],
    ['nothing has changed', scene(done, after)],
    [
      'a snapshot in place that nothing names',
      { ...scene(ordinary, before), disk: () => killedInPlace(ordinary, after) },
    ],
    ['a damaged snapshot in place', scene(damaged, before)],
    ['an old snapshot to remove', scene(aged, before)],
  ]);
}

/** @returns descriptions of the faults in CURRENT and in the snapshot that it names; empty if there are none */
export async function wrongWithCurrent(files: Files, scene: Scene): Promise<readonly string[]> {
  const current = await readCurrent(files, OUT);
  if (current === undefined) return scene.before === undefined ? [] : ['CURRENT is gone'];
  if (current !== scene.before && current !== scene.after) return [`CURRENT names ${current}, which was never built`];
  return listProblems(await verifySnapshots(files, OUT));
}

/** Builds once more, on a disk without faults. @returns descriptions of the faults afterwards */
export async function wrongAfterNextBuild(files: Files, scene: Scene): Promise<readonly string[]> {
  const wrong: string[] = [];
  await build(files).catch((error: unknown) => wrong.push(`the next build fails: ${String(error)}`));
  if ((await readCurrent(files, OUT)) !== scene.after) wrong.push('the next build is not what CURRENT names');
  wrong.push(...(await wrongWithCurrent(files, scene)));
  const snapshots = await listSnapshots(files, OUT);
  if (snapshots.length > KEPT_SNAPSHOTS_MINIMUM) wrong.push(`the next build leaves ${snapshots.length} snapshots`);
  for (const name of await files.list(OUT)) {
    if (name.startsWith(BUILDING_PREFIX)) wrong.push(`the next build leaves ${name}`);
  }
  return wrong;
}

/** How many calls a build makes, and which of them do something else than the one before them. Both count from 1. */
export async function callsOf(scene: Scene): Promise<{ readonly all: number[]; readonly distinct: number[] }> {
  const calls: FileCall[] = [];
  await build(observed(await scene.disk(), (call) => calls.push(call)));
  const numbers = calls.map((_, index) => index + 1);
  const distinct = numbers.filter((number) => {
    const [before, call] = [calls[number - 2], calls[number - 1]];
    return before?.operation !== call?.operation || before?.path !== call?.path;
  });
  return { all: numbers, distinct };
}
