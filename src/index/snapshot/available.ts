/**
 * Finds the snapshots of a folder, and chooses one by its id or as the previously served one.
 *
 * PREVIOUS, which builds write, records the snapshots that were served before. In a folder without it, as on a replica, the previous snapshot is
 * the newest that was written into the folder before the current one.
 */
import { join } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { findAdvice } from './advice.js';
import { readBuiltFile } from './built-time.js';
import { readCurrent, readPrevious } from './current.js';
import { CURRENT_FILE, MANIFEST_FILE, PREVIOUS_FILE, snapshotPath } from './folder.js';

export interface AvailableSnapshot {
  readonly id: SnapshotId;
  /** When its manifest was written into this folder, in milliseconds since 1970; copies that keep times, like `rsync -a`, keep it. */
  readonly writtenMs: number;
  /** When it was built; undefined if the folder has no valid record of it. */
  readonly builtMs: number | undefined;
}

/** @returns the snapshots of a folder that have a manifest, the last written first. Cost: one `stat` and one small file per snapshot. */
export async function listSnapshots(files: Files, folder: string): Promise<readonly AvailableSnapshot[]> {
  const snapshots: AvailableSnapshot[] = [];
  for (const name of await files.list(folder)) {
    const id = snapshotId(name);
    if (id === undefined) continue;
    const manifest = await files.stat(join(snapshotPath(folder, id), MANIFEST_FILE));
    if (manifest === undefined) continue;
    snapshots.push({ id, writtenMs: manifest.modifiedMs, builtMs: await readBuiltFile(files, folder, id) });
  }
  return snapshots.sort((a, b) => b.writtenMs - a.writtenMs || (a.id < b.id ? -1 : 1));
}

const listedMaximum = 20;

/** @returns such as `built 2026-03-01T02:30:00.000Z`, or `written …` if the time of the build is missing */
export const formatBuiltTime = ({ builtMs, writtenMs }: Omit<AvailableSnapshot, 'id'>): string =>
  builtMs === undefined ? `written ${new Date(writtenMs).toISOString()}` : `built ${new Date(builtMs).toISOString()}`;

/** @returns the snapshots for a message, one per line, the current one marked */
export function formatSnapshots(available: readonly AvailableSnapshot[], current: SnapshotId | undefined): string {
  const lines = available.slice(0, listedMaximum).map((snapshot) => {
    const { id } = snapshot;
    const mark = id === current ? ' (current)' : '';
    return `  ${id}  ${formatBuiltTime(snapshot)}${mark}`;
  });
  const unlistedCount = available.length - lines.length;
  return [...lines, ...(unlistedCount > 0 ? [`  and ${unlistedCount} older`] : [])].join('\n');
}

/** @throws OperationError if it is not a folder, or has no snapshot */
export async function requireSnapshots(files: Files, folder: string): Promise<readonly AvailableSnapshot[]> {
  const stat = await files.stat(folder);
  if (stat?.kind !== 'folder') {
    const reason = stat === undefined ? 'does not exist' : 'is not a folder';
    throw new OperationError(
      `${folder} ${reason}, so there are no snapshots to read. ${await findAdvice(files, folder)}`,
    );
  }
  const available = await listSnapshots(files, folder);
  if (available.length > 0) return available;
  throw new OperationError(`${folder} has no snapshots. ${await findAdvice(files, folder)}`);
}

const shortestPrefix = 8;
const prefixPattern = /^[0-9a-f]{8,64}$/;

/** Whether the text can name a snapshot: `CURRENT`, `PREVIOUS`, or an id or its first 8 or more digits. */
export const isSnapshotName = (text: string): boolean =>
  text === CURRENT_FILE || text === PREVIOUS_FILE || prefixPattern.test(text);

/**
 * @param reference an id, or its first 8 digits or more
 * @throws OperationError if no snapshot or several match; the message lists all
 */
export function findNamed(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  reference: string,
): AvailableSnapshot {
  const matching = prefixPattern.test(reference) ? available.filter(({ id }) => id.startsWith(reference)) : [];
  const [target, secondMatch] = matching;
  if (target !== undefined && secondMatch === undefined) return target;
  const reason =
    secondMatch === undefined ? 'is not the id of a snapshot here' : 'is the beginning of more than one id';
  throw new OperationError(
    `"${reference.slice(0, 80)}" ${reason}. Give an id, or at least its first ${shortestPrefix} digits:\n${formatSnapshots(available, current)}`,
  );
}

export interface PreviousSnapshot {
  readonly snapshot: AvailableSnapshot;
  /** Index in PREVIOUS; undefined if PREVIOUS does not record the snapshot, which was chosen by its age. */
  readonly index: number | undefined;
}

/**
 * @param previous ids in PREVIOUS
 * @returns the snapshot that was served before the current one, or undefined if there is none
 */
export function findPrevious(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  previous: readonly SnapshotId[],
): PreviousSnapshot | undefined {
  const byId = new Map(available.map((snapshot) => [snapshot.id, snapshot]));
  const index = previous.findLastIndex((id) => id !== current && byId.has(id));
  const recorded = index < 0 ? undefined : byId.get(previous[index]!);
  if (recorded !== undefined) return { snapshot: recorded, index };
  const writtenMs = (current === undefined ? undefined : byId.get(current)?.writtenMs) ?? Number.POSITIVE_INFINITY;
  const older = available.find((snapshot) => snapshot.id !== current && snapshot.writtenMs < writtenMs);
  return older === undefined ? undefined : { snapshot: older, index: undefined };
}

export interface ChosenSnapshot {
  readonly id: SnapshotId;
  /** Whether it was chosen as the previous snapshot by its age, because PREVIOUS does not record one. */
  readonly isByAge: boolean;
}

/**
 * @param reference an id, or its first 8 digits or more; `CURRENT`; or `PREVIOUS`, the snapshot served before the current one
 * @throws OperationError if there is no such snapshot; the message lists all
 */
export async function chooseSnapshot(files: Files, folder: string, reference: string): Promise<ChosenSnapshot> {
  const available = await requireSnapshots(files, folder);
  if (reference !== CURRENT_FILE && reference !== PREVIOUS_FILE) {
    // CURRENT is only used to mark one in the message.
    const current = await readCurrent(files, folder).catch(() => undefined);
    return { id: findNamed(available, current, reference).id, isByAge: false };
  }
  const current = await readCurrent(files, folder);
  if (reference === PREVIOUS_FILE) {
    const previousSnapshot = findPrevious(available, current, await readPrevious(files, folder));
    if (previousSnapshot !== undefined)
      return { id: previousSnapshot.snapshot.id, isByAge: previousSnapshot.index === undefined };
    if (available.every(({ id }) => id === current)) {
      throw new OperationError(
        'the folder has only the current snapshot. Build again after a change, then there are two.',
      );
    }
    throw new OperationError(
      `no snapshot here was served or built before the current one. Give the id of a snapshot:\n${formatSnapshots(available, current)}`,
    );
  }
  if (current !== undefined) return { id: findNamed(available, current, current).id, isByAge: false };
  throw new OperationError(
    `there is no ${CURRENT_FILE} here. Give the id of a snapshot:\n${formatSnapshots(available, current)}`,
  );
}
