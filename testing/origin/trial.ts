/**
 * A trial of a replica: pulls from a faulty origin that publishes new snapshots, on a disk whose process is killed or
 * whose power fails.
 *
 * The replica must never have a wrong or mixed snapshot; after the faults it must have exactly the origin's snapshot.
 */

import { buildSnapshot } from '../../build/publish/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import {
  BUILDING_PREFIX,
  CURRENT_FILE,
  listSnapshots,
  PREVIOUS_FILE,
  readCurrent,
} from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshot } from '../../src/index/verify/index.js';
import {
  Bandwidth,
  OriginFailure,
  openOrigin,
  parseAddress,
  pullSnapshot,
  readCurrentOfOrigin,
} from '../../src/ship/replicate/index.js';
import { type Below, MemoryDisk, observed } from '../disk/index.js';
import { exportFiles } from '../samples/every-field.js';
import { ORIGIN_FAULTS, type TestOrigin } from './faulty-origin.js';

const STALL_MS = 60;
/** For the pull that must succeed: a busy machine is no fault of anybody's. */
const PATIENT_STALL_MS = 10_000;
const KEEP = 2;

interface PullTally {
  trials: number;
  pulls: number;
  failed: number;
  killed: number;
  readonly wrong: string[];
}

export const newPullTally = (): PullTally => ({ trials: 0, pulls: 0, failed: 0, killed: 0, wrong: [] });

class Killed extends Error {
  override readonly name = 'Killed';
}

async function pull(files: Files, url: string, below: Below, stallMs: number): Promise<void> {
  const options = {
    files,
    folder: SNAPSHOTS,
    origin: openOrigin(parseAddress(url), { files, env: {}, stallMs }),
    keep: KEEP,
    parallel: 1 + below(3),
    bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
    retryPolicy: { attempts: 3, firstMs: 0, maximumMs: 0, random: () => 0, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  await pullSnapshot(options, await readCurrentOfOrigin(options));
}

/** @param tidy whether no pull was killed, so that at most one unfinished pull may remain */
async function wrongWith(disk: MemoryDisk, nights: Nights, tidy: boolean): Promise<string[]> {
  const wrong: string[] = [];
  if ((await disk.stat(SNAPSHOTS)) === undefined) return wrong;
  const current = await readCurrent(disk, SNAPSHOTS);
  if (current !== undefined && !nights.ids.includes(current)) wrong.push(`CURRENT names ${current}`);
  const there = await listSnapshots(disk, SNAPSHOTS);
  if (current !== undefined && !there.some(({ id }) => id === current)) wrong.push('CURRENT names what is not there');
  // Whatever has the name of a snapshot is one, whole: somebody may go back to it.
  for (const { id } of there) wrong.push(...listProblems(await verifySnapshot(disk, SNAPSHOTS, id)));
  const known = new Set<string>([CURRENT_FILE, PREVIOUS_FILE, ...nights.ids]);
  const leftovers = (await disk.list(SNAPSHOTS)).filter((name) => !known.has(name));
  for (const name of leftovers) if (!name.startsWith(BUILDING_PREFIX)) wrong.push(`${name} is left`);
  if (tidy && leftovers.some((name) => !name.startsWith(`${BUILDING_PREFIX}pull-`)))
    wrong.push(`${leftovers} are left`);
  if (tidy && leftovers.length > 1) wrong.push(`${leftovers.length} unfinished pulls are left`);
  return wrong;
}

/** @param origin serves the nights to this trial only */
export async function tryPulls(origin: TestOrigin, nights: Nights, below: Below, tally: PullTally): Promise<void> {
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const name = (id: SnapshotId): void => void origin.instead.set(CURRENT_FILE, Buffer.from(`${id}\n`));
  let disk = new MemoryDisk();
  let tidy = true;
  tally.trials += 1;
  const rounds = 1 + below(5);
  for (let round = 0; round < rounds; round += 1) {
    name(one(nights.ids));
    const rate = 1 + below(6);
    origin.fault = () => (below(rate) === 0 ? one(ORIGIN_FAULTS) : undefined);
    const killAt = below(2) === 0 ? 1 + below(120) : Number.POSITIVE_INFINITY;
    let calls = 0;
    const files = observed(disk, () => {
      calls += 1;
      if (calls >= killAt) throw new Killed();
    });
    tally.pulls += 1;
    const error: unknown = await pull(files, origin.url, below, STALL_MS).catch((thrown: unknown) => thrown);
    if (error !== undefined) tally.failed += 1;
    if (calls >= killAt) {
      tally.killed += 1;
      tidy = false;
      if (below(2) === 0) disk = disk.afterPowerCut(below);
    } else {
      if (error !== undefined && !(error instanceof OriginFailure)) tally.wrong.push(`fails with ${String(error)}`);
      if (disk.openFiles !== 0) tally.wrong.push(`${disk.openFiles} files are left open`);
    }
    tally.wrong.push(...(await wrongWith(disk, nights, tidy)));
  }
  origin.fault = () => undefined;
  const last = one(nights.ids);
  name(last);
  await pull(disk, origin.url, below, PATIENT_STALL_MS).catch((error: unknown) =>
    tally.wrong.push(`never ends well: ${String(error)}`),
  );
  tally.wrong.push(...(await wrongWith(disk, nights, true)));
  if ((await readCurrent(disk, SNAPSHOTS)) !== last) tally.wrong.push('CURRENT is not what the origin names');
}

export const SNAPSHOTS = '/site/snapshots';

export interface Nights {
  readonly disk: MemoryDisk;
  /** Oldest first. */
  readonly ids: readonly SnapshotId[];
}

export async function buildNights(): Promise<Nights> {
  const disk = new MemoryDisk();
  const ids: SnapshotId[] = [];
  for (const night of ['long before', 'before', 'after'] as const) {
    for (const [path, bytes] of exportFiles(`/export/${night}`, night)) disk.put(path, bytes);
    ids.push((await buildSnapshot(`/export/${night}`, SNAPSHOTS, { files: disk, strict: false })).snapshot);
  }
  return { disk, ids };
}
