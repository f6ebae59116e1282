/**
 * One push: sends the current snapshot to a target, first segments, then the manifest, CURRENT last.
 *
 * Readers of the target see the old snapshot until then. CURRENT is replaced only if it is unchanged since the start of the
 * push and came from this folder, so two builders cannot undo each other unnoticed.
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
} from '../pull/read-small.js';
import { withRetries } from '../pull/tries.js';
import { isFromHere, rememberPushed } from './pushed.js';
import { contentOf, type SendOptions, type SentSegments, sendFile, sendSegments } from './send.js';

export interface PushOptions extends SendOptions {
  /** What CURRENT there may name although it did not come from here. */
  readonly replace?: SnapshotId | undefined;
}

export interface PushReport extends SentSegments {
  readonly snapshot: SnapshotId;
  /** Whether CURRENT there changed. */
  readonly published: boolean;
  /** Whether the signature there is new; what replicas are given may be the same. */
  readonly signed: boolean;
  /** What CURRENT there named before. */
  readonly before: SnapshotId | undefined;
}

/**
 * @throws OriginFailure when the target does not take it; OperationError when somebody else has pushed there;
 *         IntegrityError when the snapshot here is damaged. CURRENT there then is what it was.
 */
export async function pushCurrent(options: PushOptions): Promise<PushReport> {
  const { files, folder, target } = options;
  const snapshot = await requireCurrent(files, folder);
  const manifestPath = join(snapshotPath(folder, snapshot), MANIFEST_FILE);
  const bytes = (await readSmallFile(files, manifestPath, MANIFEST_BYTES_MAXIMUM)) ?? new Uint8Array();
  const { segments } = decodeManifest(bytes, snapshot);
  const asking = { ...options, origin: target };
  const seen = await readOriginCurrent(asking);
  const nothing = {
    snapshot,
    published: false,
    signed: false,
    before: seen?.snapshot,
    sent: 0,
    sentBytes: 0,
    present: 0,
    savedBytes: 0,
  };
  if (seen?.snapshot === snapshot) {
    const signed = await sendSignature(options, snapshot);
    // A push may have been killed that had done all but this.
    await target.tidy?.();
    await remember(options, snapshot);
    return { ...nothing, signed };
  }
  await checkOurs(options, seen);
  const sending = await sendSegments(options, snapshot, segments);
  await sendFile(options, `${snapshot}/${MANIFEST_FILE}`, contentOf(bytes));
  const signed = await sendSignature(options, snapshot);
  await publish(options, seen, snapshot);
  await remember(options, snapshot);
  return { ...nothing, ...sending, signed, published: true };
}

/** It is published; a push that cannot remember asks once more next time, and no harm is done. */
async function remember({ files, folder, target, signal }: PushOptions, snapshot: SnapshotId): Promise<void> {
  await tidyFolder(files, folder, signal).catch(() => undefined);
  await rememberPushed(files, folder, target.name, snapshot).catch(() => undefined);
}

/** @returns whether there was one to send that is not there already */
async function sendSignature(options: PushOptions, snapshot: SnapshotId): Promise<boolean> {
  const { files, folder, target } = options;
  const bytes = await readSignature(files, folder, snapshot);
  if (bytes === undefined) return false;
  const there = await readOriginSignature({ ...options, origin: target }, snapshot);
  if (there !== undefined && Buffer.compare(there, bytes) === 0) return false;
  await sendFile(options, `${snapshot}/${SIGNATURE_FILE}`, { ...contentOf(bytes), mayChange: true });
  return true;
}

async function checkOurs(options: PushOptions, seen: OriginCurrent | undefined): Promise<void> {
  const { files, folder, target, replace } = options;
  if (seen === undefined || seen.snapshot === replace) return;
  if (await isFromHere(files, folder, target.name, seen.snapshot)) return;
  throw new OperationError(
    `CURRENT at ${target.name} names snapshot ${seen.snapshot}, which did not come from ${folder}. Somebody else pushes there. To replace it anyway, push with --replace ${seen.snapshot}`,
  );
}

async function publish(options: PushOptions, seen: OriginCurrent | undefined, snapshot: SnapshotId): Promise<void> {
  const { target, patience, signal } = options;
  await withRetries(patience, signal, async () => {
    if (await target.replaceCurrent(seen, snapshot, signal)) return;
    // An earlier attempt, whose answer was lost, may have done it.
    const now = await readOriginCurrent({ ...options, origin: target });
    if (now?.snapshot === snapshot) return;
    if (now?.snapshot === seen?.snapshot)
      throw new OriginFailure(`CURRENT at ${target.name} could not be replaced`, true);
    throw new OperationError(
      `somebody else has pushed to ${target.name} in the meantime. CURRENT there names ${now?.snapshot ?? 'nothing'}, and was not changed. Pull that snapshot and build again, or push again with --replace ${now?.snapshot ?? '<id>'}`,
    );
  });
}
