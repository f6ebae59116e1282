/**
 * Which two snapshots of a folder are compared.
 */
import type { Files } from '../files/index.js';
import type { SnapshotId } from '../model/index.js';
import { CURRENT_FILE, chooseSnapshot, PREVIOUS_FILE } from '../snapshot/index.js';

export interface ChosenPair {
  readonly before: SnapshotId;
  readonly after: SnapshotId;
  /** Whether what was served before is not recorded, and one of them is merely older. */
  readonly isGuessed: boolean;
}

/**
 * @param before as chooseSnapshot takes it; the default is `PREVIOUS`
 * @param after  likewise; the default is `CURRENT`
 * @throws OperationError when there is no such snapshot, with those there are
 */
export async function choosePair(
  files: Files,
  folder: string,
  before: string = PREVIOUS_FILE,
  after: string = CURRENT_FILE,
): Promise<ChosenPair> {
  const [a, b] = [await chooseSnapshot(files, folder, before), await chooseSnapshot(files, folder, after)];
  return { before: a.id, after: b.id, isGuessed: a.isGuessed || b.isGuessed };
}
