/**
 * One push: sends the manifest of the current snapshot to a target, then the segments that the target lacks, CURRENT last.
 *
 * Until then readers of the target see the old snapshot. CURRENT is replaced only if it has not changed since the start of the
 * push and came from this folder, so two builders cannot silently undo each other's work. If CURRENT names the snapshot already,
 * the push heals it: files that are missing or have another length are sent again. The manifest comes first so that a prune at
 * the same time keeps its segments (prune-mark).
 */
import { join } from 'node:path';
import { OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { readSmallFile } from '../../../format/files/index.js';
import {
  decodeManifest,
  MANIFEST_FILE,
  type ManifestSegment,
  requireCurrent,
  SIGNATURE_FILE,
  snapshotPath,
} from '../../../index/snapshot/index.js';
import { tidyFolder } from '../../publish/index.js';
import { readSignature } from '../../trust/index.js';
import { pushBuiltTime } from '../built-file.js';
import { OriginFailure } from '../origin/origin.js';
import {
  MANIFEST_BYTES_MAXIMUM,
  type OriginCurrent,
  readOriginCurrent,
  readOriginManifest,
  readOriginSignature,
} from '../pull/origin-files.js';
import { withRetries } from '../pull/retries.js';
import { findMissingSegments } from './compare.js';
import { waitForPrune } from './prune-mark.js';
import { isFromHere, rememberPushed } from './pushed-file.js';
import { createContent, type SendOptions, sendFile, sendSegments } from './send.js';

export interface PushOptions extends SendOptions {
  /** The snapshot at the target that may be replaced although it did not come from this folder. */
  readonly replace?: SnapshotId | undefined;
  /** Whether to read the segments at the target and compare their hashes, not only their lengths. */
  readonly verifies?: boolean | undefined;
}

export interface PushReport {
  readonly snapshot: SnapshotId;
  /** Number of sent segments, and their bytes. */
  readonly sent: number;
  readonly sentBytes: number;
  /** Segments that the target already had. */
  readonly present: number;
  readonly savedBytes: number;
  /** Number of files that were missing or wrong although CURRENT named the snapshot, and were sent again. */
  readonly healed: number;
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
  const currentBefore = await readOriginCurrent({ ...options, origin: target });
  const isNamed = currentBefore?.snapshot === snapshot;
  if (!isNamed) await checkCurrentIsOwn(options, currentBefore);
  const isManifestSent = await sendManifest(options, snapshot, bytes, isNamed);
  const missingSegments = await findMissingSegments(options, segments, options.verifies ?? false);
  await sendSegments(options, snapshot, missingSegments);
  const signed = await sendSignature(options, snapshot);
  await pushBuiltTime(options, snapshot);
  if (!isNamed) await publish(options, currentBefore, snapshot);
  // A push may have been killed before this last step.
  else await target.tidy?.();
  await recordPush(options, snapshot);
  const sentBytes = sumByteLengths(missingSegments);
  return {
    snapshot,
    published: !isNamed,
    signed,
    before: currentBefore?.snapshot,
    sent: missingSegments.length,
    sentBytes,
    present: segments.length - missingSegments.length,
    savedBytes: sumByteLengths(segments) - sentBytes,
    healed: isNamed ? missingSegments.length + (isManifestSent ? 1 : 0) : 0,
  };
}

const sumByteLengths = (segments: readonly ManifestSegment[]): number =>
  segments.reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * Sends the manifest, and waits for a prune that may remove files of this snapshot.
 *
 * @param isNamed whether CURRENT at the target names the snapshot: then an equal manifest is not sent again. Otherwise it is, as its
 *                age tells a prune which snapshots are the newest.
 * @returns whether it was sent
 */
async function sendManifest(
  options: PushOptions,
  snapshot: SnapshotId,
  bytes: Uint8Array,
  isNamed: boolean,
): Promise<boolean> {
  const { retryPolicy, signal } = options;
  if (isNamed && (await isManifestStored(options, snapshot))) return false;
  let leftover: string | undefined;
  for (;;) {
    await sendFile(options, `${snapshot}/${MANIFEST_FILE}`, createContent(bytes));
    const ignored = leftover;
    const wait = await withRetries(retryPolicy, signal, () => waitForPrune(options, ignored));
    if (!wait.hasWaited) return true;
    // A prune that did not see the manifest may have removed it, also one that was killed later: it is sent again.
    leftover = wait.leftover;
  }
}

/** Whether the target has a manifest with the right hash. */
async function isManifestStored(options: PushOptions, snapshot: SnapshotId): Promise<boolean> {
  // One attempt is enough: the manifest is small, and sending it again is safe.
  const retryPolicy = { ...options.retryPolicy, attempts: 1 };
  return readOriginManifest({ ...options, retryPolicy, origin: options.target }, snapshot).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OriginFailure) return false;
      throw error;
    },
  );
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
