/**
 * Which two snapshots of a folder are compared.
 */
import { OperationError } from '../errors/index.js';
import type { Files } from '../files/index.js';
import type { SnapshotId } from '../model/index.js';
import {
  type AvailableSnapshot,
  CURRENT_FILE,
  findNamed,
  findPrevious,
  listed,
  PREVIOUS_FILE,
  readCurrent,
  readPrevious,
  requireSnapshots,
} from '../snapshot/index.js';

export interface ChosenPair {
  readonly before: SnapshotId;
  readonly after: SnapshotId;
  /** Whether what was served before is not recorded, and `before` is merely older. */
  readonly isGuessed: boolean;
}

/** What the folder holds. */
interface Folder {
  readonly available: readonly AvailableSnapshot[];
  readonly current: SnapshotId | undefined;
  readonly previous: readonly SnapshotId[];
}

function currentOf({ available, current }: Folder): SnapshotId {
  if (current !== undefined) return findNamed(available, current, current).id;
  throw new OperationError(
    `there is no ${CURRENT_FILE} here to compare with. Give the ids of two snapshots:\n${listed(available, current)}`,
  );
}

function previousOf({ available, current, previous }: Folder): { id: SnapshotId; isGuessed: boolean } {
  const found = findPrevious(available, current, previous);
  if (found !== undefined) return { id: found.snapshot.id, isGuessed: found.place === undefined };
  throw new OperationError(
    `no snapshot here was served before or built before the current one. Give the id of the one to compare with:\n${listed(available, current)}`,
  );
}

function wantedOf(folder: Folder, wanted: string): { id: SnapshotId; isGuessed: boolean } {
  if (wanted === CURRENT_FILE) return { id: currentOf(folder), isGuessed: false };
  if (wanted === PREVIOUS_FILE) return previousOf(folder);
  return { id: findNamed(folder.available, folder.current, wanted).id, isGuessed: false };
}

/**
 * @param before an id or its first 8 digits or more, `CURRENT` or `PREVIOUS`; the default is `PREVIOUS`
 * @param after  likewise; the default is `CURRENT`
 * @throws OperationError when there is no such snapshot, with those there are
 */
export async function choosePair(
  files: Files,
  folder: string,
  before: string = PREVIOUS_FILE,
  after: string = CURRENT_FILE,
): Promise<ChosenPair> {
  const available = await requireSnapshots(files, folder);
  const found = { available, current: await readCurrent(files, folder), previous: await readPrevious(files, folder) };
  const [a, b] = [wantedOf(found, before), wantedOf(found, after)];
  return { before: a.id, after: b.id, isGuessed: a.isGuessed || b.isGuessed };
}
