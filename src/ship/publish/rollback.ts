/**
 * Rollback: verifies a snapshot, given by its id or served before, and points CURRENT at it.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { explainDiskFailure, type Files } from '../../format/files/index.js';
import {
  type AvailableSnapshot,
  findNamed,
  findPrevious,
  formatSnapshots,
  MANIFEST_FILE,
  publishCurrent,
  readCurrent,
  readPrevious,
  requireSnapshots,
  snapshotPath,
  writeCurrent,
  writePrevious,
} from '../../index/snapshot/index.js';
import { listDamage, verifySnapshot } from '../../index/verify/index.js';

export interface RollbackReport {
  readonly snapshot: SnapshotId;
  readonly target: AvailableSnapshot;
  /** The snapshot that CURRENT named before the rollback; undefined if none. */
  readonly before: SnapshotId | undefined;
  /** The rule that chose the snapshot: by its id, by PREVIOUS, or by its age. */
  readonly chosen: 'named' | 'previous' | 'older';
}

interface Choice extends Pick<RollbackReport, 'chosen'> {
  readonly target: AvailableSnapshot;
  /** New content of PREVIOUS; undefined: add the current snapshot to it. */
  readonly previous: readonly SnapshotId[] | undefined;
}

function choosePrevious(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  previous: readonly SnapshotId[],
): Choice {
  const previousSnapshot = findPrevious(available, current, previous);
  if (previousSnapshot === undefined) {
    if (available.every(({ id }) => id === current)) {
      throw new OperationError(
        'there is nothing to go back to: the folder has only the current snapshot. Correct the content and build again, or restore a backup of the folder.',
      );
    }
    throw new OperationError(
      `no snapshot in this folder was served or built before the current one. Give the id of the snapshot to publish:\n${formatSnapshots(available, current)}`,
    );
  }
  const { snapshot: target, index } = previousSnapshot;
  if (index === undefined) return { target, chosen: 'older', previous };
  return { target, chosen: 'previous', previous: previous.slice(0, index) };
}

/**
 * Points CURRENT at the snapshot with this id, or at the one served before, after verifying it.
 *
 * @param requestedId an id, or its beginning; undefined for the snapshot served before. A second rollback without an id goes
 *                    back one snapshot further.
 * @param onStep as verifySnapshot's
 * @param beforePublish called after the verification, before CURRENT changes; if it throws, nothing has changed
 * @throws OperationError if there is no such snapshot, with a list of the existing ones; IntegrityError if it is damaged. In
 *         both cases CURRENT has not changed. OperationError if the disk fails; its message has the content of CURRENT.
 */
export async function rollBack(
  files: Files,
  folder: string,
  requestedId: string | undefined,
  onStep?: (step: string) => void,
  beforePublish?: (id: SnapshotId) => Promise<void>,
): Promise<RollbackReport> {
  try {
    return await verifyAndPublish(files, folder, requestedId, onStep, beforePublish);
  } catch (error) {
    const currentId = await readCurrent(files, folder).catch(() => undefined);
    throw explainDiskFailure(error, {
      doing: `roll back in ${folder}`,
      again: 'roll back again',
      outcome: `CURRENT names ${currentId === undefined ? 'no snapshot' : `snapshot ${currentId}`}`,
    });
  }
}

async function verifyAndPublish(
  files: Files,
  folder: string,
  requestedId: string | undefined,
  onStep?: (step: string) => void,
  beforePublish?: (id: SnapshotId) => Promise<void>,
): Promise<RollbackReport> {
  const available = await requireSnapshots(files, folder);
  // An unreadable CURRENT is a reason to roll back, not a reason to fail.
  const currentBefore = await readCurrent(files, folder).catch(() => undefined);
  const { target, chosen, previous } =
    requestedId === undefined
      ? choosePrevious(available, currentBefore, await readPrevious(files, folder))
      : { target: findNamed(available, currentBefore, requestedId), chosen: 'named' as const, previous: undefined };
  const [problem] = listDamage(await verifySnapshot(files, folder, target.id, onStep));
  if (problem !== undefined) {
    throw new IntegrityError({ file: target.id, expected: 'an intact snapshot to go back to', found: problem });
  }
  await beforePublish?.(target.id);
  if (previous === undefined) await publishCurrent(files, folder, target.id);
  else {
    await writeCurrent(files, folder, target.id);
    if (chosen === 'previous') await writePrevious(files, folder, previous);
  }
  await checkStillExists(files, folder, target.id, currentBefore);
  return { snapshot: target.id, target, before: currentBefore, chosen };
}

/** A build may have removed the snapshot as an old one just before CURRENT named it. Then CURRENT is set back. */
async function checkStillExists(
  files: Files,
  folder: string,
  id: SnapshotId,
  before: SnapshotId | undefined,
): Promise<void> {
  if ((await files.stat(join(snapshotPath(folder, id), MANIFEST_FILE))) !== undefined) return;
  if (before !== undefined) await writeCurrent(files, folder, before);
  throw new OperationError(
    `a build has removed snapshot ${id} in the meantime, so CURRENT was not changed. Choose another snapshot. The option --keep of stele build sets how many are kept.`,
  );
}
