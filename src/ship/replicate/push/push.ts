/**
 * One push: sends the current snapshot to a target, first segments, then the manifest, CURRENT last.
 *
 * Until then readers of the target see the old snapshot. CURRENT is replaced only if it has not changed since the start of the
 * push and came from this folder, so two builders cannot silently undo each other's work.
 */
import { join } from 'node:path';
import { OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { readSmallFile } from '../../../format/files/index.js';
import {
  decodeManifest,
  MANIFEST_FILE,
  requireCurrent,
  SIGNATURE_FILE,
  snapshotPath,
} from '../../../index/snapshot/index.js';
import { tidyFolder } from '../../publish/index.js';
import { readSignature } from '../../trust/index.js';
import { OriginFailure } from '../origin/origin.js';
import {
  MANIFEST_BYTES_MAXIMUM,
  type OriginCurrent,
  readOriginCurrent,
  readOriginSignature,
} from '../pull/origin-files.js';
import { withRetries } from '../pull/retries.js';
import { isFromHere, rememberPushed } from './pushed-file.js';
import { createContent, type SendOptions, type SentSegments, sendFile, sendSegments } from './send.js';

export interface PushOptions extends SendOptions {
  /** The snapshot at the target that may be replaced although it did not come from this folder. */
  readonly replace?: SnapshotId | undefined;
}

export interface PushReport extends SentSegments {
  readonly snapshot: SnapshotId;
  /** Whether CURRENT at the target has changed. */
  readonly published: boolean;
  /** Whether the signature at the target has changed; the snapshot may be the same. */
  readonly signed: boolean;
  /** The snapshot that CURRENT at the target named before; undefined if none. */
  readonly before: SnapshotId | undefined;
}

/**
 * @throws OriginFailure if the target does not accept a file; OperationError if another builder has pushed to it;
 *         IntegrityError if the local snapshot is damaged. Then CURRENT at the target has not changed.
 */
export async function pushCurrent(options: PushOptions): Promise<PushReport> {
  const { files, folder, target } = options;
  const snapshot = await requireCurrent(files, folder);
  const manifestPath = join(snapshotPath(folder, snapshot), MANIFEST_FILE);
  const bytes = (await readSmallFile(files, manifestPath, MANIFEST_BYTES_MAXIMUM)) ?? new Uint8Array();
  const { segments } = decodeManifest(bytes, snapshot);
  const originRequest = { ...options, origin: target };
  const currentBefore = await readOriginCurrent(originRequest);
  const unchangedReport = {
    snapshot,
    published: false,
    signed: false,
    before: currentBefore?.snapshot,
    sent: 0,
    sentBytes: 0,
    present: 0,
    savedBytes: 0,
  };
  if (currentBefore?.snapshot === snapshot) {
    const signed = await sendSignature(options, snapshot);
    // An earlier push may have been killed before this last step.
    await target.tidy?.();
    await recordPush(options, snapshot);
    return { ...unchangedReport, signed };
  }
  await checkCurrentIsOwn(options, currentBefore);
  const sentSegments = await sendSegments(options, snapshot, segments);
  await sendFile(options, `${snapshot}/${MANIFEST_FILE}`, createContent(bytes));
  const signed = await sendSignature(options, snapshot);
  await publish(options, currentBefore, snapshot);
  await recordPush(options, snapshot);
  return { ...unchangedReport, ...sentSegments, signed, published: true };
}

/** Records the push in the folder. The snapshot is published, so failures are ignored: the next push only checks once more. */
async function recordPush({ files, folder, target, signal }: PushOptions, snapshot: SnapshotId): Promise<void> {
  await tidyFolder(files, folder, signal).catch(() => undefined);
  await rememberPushed(files, folder, target.name, snapshot).catch(() => undefined);
}

/** @returns whether a signature was sent; false if there is none, or the target already has it */
async function sendSignature(options: PushOptions, snapshot: SnapshotId): Promise<boolean> {
  const { files, folder, target } = options;
  const bytes = await readSignature(files, folder, snapshot);
  if (bytes === undefined) return false;
  const remoteSignature = await readOriginSignature({ ...options, origin: target }, snapshot);
  if (remoteSignature !== undefined && Buffer.compare(remoteSignature, bytes) === 0) return false;
  await sendFile(options, `${snapshot}/${SIGNATURE_FILE}`, { ...createContent(bytes), mayChange: true });
  return true;
}

async function checkCurrentIsOwn(options: PushOptions, currentBefore: OriginCurrent | undefined): Promise<void> {
  const { files, folder, target, replace } = options;
  if (currentBefore === undefined || currentBefore.snapshot === replace) return;
  if (await isFromHere(files, folder, target.name, currentBefore.snapshot)) return;
  throw new OperationError(
    `CURRENT at ${target.name} names snapshot ${currentBefore.snapshot}, which did not come from ${folder}: another builder pushes to this target. To replace the snapshot anyway, push with --replace ${currentBefore.snapshot}`,
  );
}

async function publish(
  options: PushOptions,
  currentBefore: OriginCurrent | undefined,
  snapshot: SnapshotId,
): Promise<void> {
  const { target, retryPolicy, signal } = options;
  await withRetries(retryPolicy, signal, async () => {
    if (await target.replaceCurrent(currentBefore, snapshot, signal)) return;
    // An earlier attempt may have succeeded although its answer was lost.
    const currentNow = await readOriginCurrent({ ...options, origin: target });
    if (currentNow?.snapshot === snapshot) return;
    if (currentNow?.snapshot === currentBefore?.snapshot)
      throw new OriginFailure(`CURRENT at ${target.name} could not be replaced`, true);
    throw new OperationError(
      `another builder has pushed to ${target.name} in the meantime. CURRENT there names ${currentNow?.snapshot ?? 'nothing'}, and was not changed. Pull that snapshot and build again, or push again with --replace ${currentNow?.snapshot ?? '<id>'}`,
    );
  });
}
