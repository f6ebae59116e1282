/**
 * Rollback: verifies a snapshot, named or served before, and points CURRENT at it.
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
import { damageOf, verifySnapshot } from '../../index/verify/index.js';

export interface RollbackReport {
  readonly snapshot: SnapshotId;
  readonly builtMs: number;
  /** The snapshot of CURRENT until now; undefined if there was none. */
  readonly before: SnapshotId | undefined;
  /** How the snapshot was chosen. */
  readonly chosen: 'named' | 'previous' | 'older';
}

interface Choice extends Pick<RollbackReport, 'chosen'> {
  readonly target: AvailableSnapshot;
  /** What PREVIOUS is to hold afterwards; undefined to remember the current one there. */
  readonly previous: readonly SnapshotId[] | undefined;
}

function choosePrevious(
  available: readonly AvailableSnapshot[],
  current: SnapshotId | undefined,
  previous: readonly SnapshotId[],
): Choice {
  const found = findPrevious(available, current, previous);
  if (found === undefined) {
    throw new OperationError(
      `no snapshot here was served or built before the current one. Give the id of the one to serve:\n${formatSnapshots(available, current)}`,
    );
  }
  const { snapshot: target, place } = found;
  if (place === undefined) return { target, chosen: 'older', previous };
  return { target, chosen: 'previous', previous: previous.slice(0, place) };
}

/**
 * Points CURRENT at the snapshot that was served before, or at the one named, after verifying it.
 *
 * @param wanted an id, or the beginning of one; undefined for the one served before. Going back again without one goes
 *               back further.
 * @param onStep as verifySnapshot's
 * @param beforeNamed done once it is verified, before CURRENT changes; what it throws, nothing has changed
 * @throws OperationError when there is no such snapshot, with those there are; IntegrityError when it is damaged.
 *         CURRENT then stays. OperationError when the disk fails; it says what CURRENT names.
 */
export async function rollBack(
  files: Files,
  folder: string,
  wanted: string | undefined,
  onStep?: (step: string) => void,
  beforeNamed?: (id: SnapshotId) => Promise<void>,
): Promise<RollbackReport> {
  try {
    return await change(files, folder, wanted, onStep, beforeNamed);
  } catch (error) {
    const named = await readCurrent(files, folder).catch(() => undefined);
    throw explainDiskFailure(error, {
      doing: `roll back in ${folder}`,
      again: 'roll back again',
      outcome: `CURRENT names ${named === undefined ? 'no snapshot' : `snapshot ${named}`}`,
    });
  }
}

async function change(
  files: Files,
  folder: string,
  wanted: string | undefined,
  onStep?: (step: string) => void,
  beforeNamed?: (id: SnapshotId) => Promise<void>,
): Promise<RollbackReport> {
  const available = await requireSnapshots(files, folder);
  // A CURRENT that holds nonsense is a reason to go back, not one to refuse it.
  const before = await readCurrent(files, folder).catch(() => undefined);
  const { target, chosen, previous } =
    wanted === undefined
      ? choosePrevious(available, before, await readPrevious(files, folder))
      : { target: findNamed(available, before, wanted), chosen: 'named' as const, previous: undefined };
  const [problem] = damageOf(await verifySnapshot(files, folder, target.id, onStep));
  if (problem !== undefined) {
    throw new IntegrityError({ file: target.id, expected: 'an intact snapshot to go back to', found: problem });
  }
  await beforeNamed?.(target.id);
  if (previous === undefined) await publishCurrent(files, folder, target.id);
  else {
    await writeCurrent(files, folder, target.id);
    if (chosen === 'previous') await writePrevious(files, folder, previous);
  }
  await checkThere(files, folder, target.id, before);
  return { snapshot: target.id, builtMs: target.builtMs, before, chosen };
}

/** A build that removes old snapshots may have taken this one for such before CURRENT named it; after that it does not. */
async function checkThere(files: Files, folder: string, id: SnapshotId, before: SnapshotId | undefined): Promise<void> {
  if ((await files.stat(join(snapshotPath(folder, id), MANIFEST_FILE))) !== undefined) return;
  if (before !== undefined) await writeCurrent(files, folder, before);
  throw new OperationError(
    `a build has removed snapshot ${id} in the meantime, and CURRENT is unchanged. Choose another snapshot. --keep sets how many a build keeps.`,
  );
}
