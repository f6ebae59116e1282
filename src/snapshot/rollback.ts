/**
 * Going back: which snapshots a folder has, and pointing CURRENT at one of them once every byte of it is verified.
 *
 * What was served before is read from PREVIOUS, which a build writes. A folder that was copied without it, as on a
 * replica, is gone through by age: the newest snapshot that was built before the current one.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../errors/index.js';
import type { Files } from '../files/index.js';
import { type SnapshotId, snapshotId } from '../model/index.js';
import { publishCurrent, readCurrent, readPrevious, writeCurrent, writePrevious } from './current.js';
import { MANIFEST_FILE, snapshotPath } from './paths.js';
import { problemsOf, verifySnapshot } from './verify.js';

export interface AvailableSnapshot {
  readonly id: SnapshotId;
  /** Of its manifest, since 1970; a copy that keeps times, such as `rsync -a`, keeps it. */
  readonly builtMs: number;
}

export interface RollbackReport {
  readonly snapshot: SnapshotId;
  readonly builtMs: number;
  /** What CURRENT named until now; undefined where it named nothing. */
  readonly before: SnapshotId | undefined;
  /** How the snapshot was chosen. */
  readonly chosen: 'named' | 'previous' | 'older';
}

/** @returns the snapshots of a folder that have a manifest, newest first. Cost: one look at each. */
export async function listSnapshots(files: Files, folder: string): Promise<readonly AvailableSnapshot[]> {
  const found: AvailableSnapshot[] = [];
  for (const name of await files.list(folder)) {
    const id = snapshotId(name);
    if (id === undefined) continue;
    const manifest = await files.stat(join(snapshotPath(folder, id), MANIFEST_FILE));
    if (manifest !== undefined) found.push({ id, builtMs: manifest.modifiedMs });
  }
  return found.sort((a, b) => b.builtMs - a.builtMs || (a.id < b.id ? -1 : 1));
}

const listedMaximum = 20;

/** The snapshots one a line, for a message; the current one marked. */
function rendered(available: readonly AvailableSnapshot[], current: SnapshotId | undefined): string {
  const lines = available.slice(0, listedMaximum).map(({ id, builtMs }) => {
    const mark = id === current ? ' (current)' : '';
    return `  ${id}  built ${new Date(builtMs).toISOString()}${mark}`;
  });
  const rest = available.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  and ${rest} older`] : [])].join('\n');
}

interface Choice extends Pick<RollbackReport, 'chosen'> {
  readonly target: AvailableSnapshot;
  /** What PREVIOUS is to hold afterwards; undefined to remember the current one there. */
  readonly previous: readonly SnapshotId[] | undefined;
}

const shortestPrefix = 8;
const prefixPattern = /^[0-9a-f]{8,64}$/;

function chooseNamed(available: readonly AvailableSnapshot[], current: SnapshotId | undefined, wanted: string): Choice {
  const matching = prefixPattern.test(wanted) ? available.filter(({ id }) => id.startsWith(wanted)) : [];
  const [target, another] = matching;
  if (target !== undefined && another === undefined) return { target, chosen: 'named', previous: undefined };
  const what = another === undefined ? 'is none of the snapshots here' : 'begins more than one id';
  throw new OperationError(
    `"${wanted.slice(0, 80)}" ${what}. Give the id of one, or its first ${shortestPrefix} digits or more:\n${rendered(available, current)}`,
  );
}

function choosePrevious(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  previous: readonly SnapshotId[],
): Choice {
  const byId = new Map(available.map((snapshot) => [snapshot.id, snapshot]));
  const at = previous.findLastIndex((id) => id !== current && byId.has(id));
  const remembered = at < 0 ? undefined : byId.get(previous[at]!);
  if (remembered !== undefined) {
    return { target: remembered, chosen: 'previous', previous: previous.slice(0, at) };
  }
  const builtMs = (current === undefined ? undefined : byId.get(current)?.builtMs) ?? Number.POSITIVE_INFINITY;
  const older = available.find((snapshot) => snapshot.id !== current && snapshot.builtMs < builtMs);
  if (older !== undefined) return { target: older, chosen: 'older', previous };
  throw new OperationError(
    `no snapshot here was served before or built before the current one. Name the one to serve:\n${rendered(available, current)}`,
  );
}

/**
 * Points CURRENT at the snapshot that was served before, or at the one named, after verifying it.
 *
 * @param wanted an id, or the beginning of one; undefined for the one served before. Going back again without one goes
 *               back further.
 * @param onStep as verifySnapshot's
 * @throws OperationError when there is no such snapshot, with those there are; IntegrityError when it is damaged.
 *         CURRENT then stays.
 */
export async function rollBack(
  files: Files,
  folder: string,
  wanted: string | undefined,
  onStep?: (step: string) => void,
): Promise<RollbackReport> {
  const found = await files.stat(folder);
  if (found?.kind !== 'folder') throw new OperationError(`${folder} is no folder of snapshots; give one.`);
  const available = await listSnapshots(files, folder);
  if (available.length === 0) {
    throw new OperationError(`${folder} has no snapshots. Build one: stele build <export> --out ${folder}`);
  }
  // A CURRENT that holds nonsense is a reason to go back, not one to refuse it.
  const before = await readCurrent(files, folder).catch(() => undefined);
  const { target, chosen, previous } =
    wanted === undefined
      ? choosePrevious(available, before, await readPrevious(files, folder))
      : chooseNamed(available, before, wanted);
  const [problem] = problemsOf(await verifySnapshot(files, folder, target.id, onStep));
  if (problem !== undefined) {
    throw new IntegrityError({ file: target.id, expected: 'an intact snapshot to go back to', found: problem });
  }
  if (previous === undefined) await publishCurrent(files, folder, target.id);
  else {
    await writeCurrent(files, folder, target.id);
    if (chosen === 'previous') await writePrevious(files, folder, previous);
  }
  return { snapshot: target.id, builtMs: target.builtMs, before, chosen };
}
