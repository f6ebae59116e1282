/**
 * Which snapshots a folder has, and which of them is meant: by its id, or as the one that was served before.
 *
 * What was served before is read from PREVIOUS, which a build writes. A folder that was copied without it, as on a
 * replica, is gone through by age: the newest snapshot that was built before the current one.
 */
import { dirname, join } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { CURRENT_FILE, MANIFEST_FILE, PREVIOUS_FILE, readCurrent, readPrevious, snapshotPath } from './current.js';

export interface AvailableSnapshot {
  readonly id: SnapshotId;
  /** Of its manifest, since 1970; a copy that keeps times, such as `rsync -a`, keeps it. */
  readonly builtMs: number;
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

/** @returns the snapshots one a line, for a message; the current one marked */
export function listed(available: readonly AvailableSnapshot[], current: SnapshotId | undefined): string {
  const lines = available.slice(0, listedMaximum).map(({ id, builtMs }) => {
    const mark = id === current ? ' (current)' : '';
    return `  ${id}  built ${new Date(builtMs).toISOString()}${mark}`;
  });
  const rest = available.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  and ${rest} older`] : [])].join('\n');
}

/** @throws OperationError when it is not a folder, or has no snapshot */
export async function requireSnapshots(files: Files, folder: string): Promise<readonly AvailableSnapshot[]> {
  const found = await files.stat(folder);
  if (found?.kind !== 'folder') {
    const what = found === undefined ? 'does not exist' : 'is not a folder';
    throw new OperationError(`${folder} ${what}, so there are no snapshots to read. ${await adviceFor(files, folder)}`);
  }
  const available = await listSnapshots(files, folder);
  if (available.length > 0) return available;
  throw new OperationError(`${folder} has no snapshots. ${await adviceFor(files, folder)}`);
}

const shortestPrefix = 8;
const prefixPattern = /^[0-9a-f]{8,64}$/;

/** Whether it may name a snapshot of a folder: `CURRENT`, `PREVIOUS`, an id, or its first 8 digits or more. */
export const isSnapshotName = (text: string): boolean =>
  text === CURRENT_FILE || text === PREVIOUS_FILE || prefixPattern.test(text);

/**
 * @param wanted an id, or its first 8 digits or more
 * @throws OperationError when that is none of them, or more than one, with those there are
 */
export function findNamed(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  wanted: string,
): AvailableSnapshot {
  const matching = prefixPattern.test(wanted) ? available.filter(({ id }) => id.startsWith(wanted)) : [];
  const [target, another] = matching;
  if (target !== undefined && another === undefined) return target;
  const what = another === undefined ? 'is not the id of a snapshot here' : 'is the beginning of more than one id';
  throw new OperationError(
    `"${wanted.slice(0, 80)}" ${what}. Give an id, or at least its first ${shortestPrefix} digits:\n${listed(available, current)}`,
  );
}

export interface PreviousSnapshot {
  readonly snapshot: AvailableSnapshot;
  /** Where PREVIOUS names it; undefined where it does not, and the snapshot is merely older. */
  readonly place: number | undefined;
}

/**
 * @param previous what PREVIOUS says
 * @returns the snapshot that was served before the current one, or undefined where none was
 */
export function findPrevious(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  previous: readonly SnapshotId[],
): PreviousSnapshot | undefined {
  const byId = new Map(available.map((snapshot) => [snapshot.id, snapshot]));
  const place = previous.findLastIndex((id) => id !== current && byId.has(id));
  const remembered = place < 0 ? undefined : byId.get(previous[place]!);
  if (remembered !== undefined) return { snapshot: remembered, place };
  const builtMs = (current === undefined ? undefined : byId.get(current)?.builtMs) ?? Number.POSITIVE_INFINITY;
  const older = available.find((snapshot) => snapshot.id !== current && snapshot.builtMs < builtMs);
  return older === undefined ? undefined : { snapshot: older, place: undefined };
}

export interface ChosenSnapshot {
  readonly id: SnapshotId;
  /** Whether it was asked for as the one served before, which is not recorded: it is merely older. */
  readonly isGuessed: boolean;
}

/**
 * @param wanted an id, or its first 8 digits or more; `CURRENT`; or `PREVIOUS`, the one served before that
 * @throws OperationError when there is no such snapshot, with those there are
 */
export async function chooseSnapshot(files: Files, folder: string, wanted: string): Promise<ChosenSnapshot> {
  const available = await requireSnapshots(files, folder);
  if (wanted !== CURRENT_FILE && wanted !== PREVIOUS_FILE) {
    // What CURRENT says only marks one in a message.
    const current = await readCurrent(files, folder).catch(() => undefined);
    return { id: findNamed(available, current, wanted).id, isGuessed: false };
  }
  const current = await readCurrent(files, folder);
  if (wanted === PREVIOUS_FILE) {
    const found = findPrevious(available, current, await readPrevious(files, folder));
    if (found !== undefined) return { id: found.snapshot.id, isGuessed: found.place === undefined };
    throw new OperationError(
      `no snapshot here was served or built before the current one. Give the id of a snapshot:\n${listed(available, current)}`,
    );
  }
  if (current !== undefined) return { id: findNamed(available, current, current).id, isGuessed: false };
  throw new OperationError(
    `there is no ${CURRENT_FILE} here. Give the id of a snapshot:\n${listed(available, current)}`,
  );
}

// What somebody gave in place of a folder of snapshots, and what to do about it.

/** What every export has. */
const MODEL_FILE = 'model.json';

/** @returns a sentence for a folder in which no snapshot was found */
export async function adviceFor(files: Files, folder: string): Promise<string> {
  const found = await files.stat(folder);
  if (found !== undefined && found.kind !== 'folder') return 'Give a folder of snapshots';
  const has = async (name: string): Promise<boolean> => (await files.stat(join(folder, name))) !== undefined;
  if (await has(MANIFEST_FILE)) return `It is a snapshot. Give the folder that it is in, ${dirname(folder)}`;
  if (await has(MODEL_FILE)) return `It is an export. Build it: stele build ${folder} --out <snapshots>`;
  return `Build one: stele build <export> --out ${folder}`;
}
