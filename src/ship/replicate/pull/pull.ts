/**
 * One pull: copies the current snapshot of an origin into a local folder and publishes it as a build does.
 *
 * A snapshot is published only if its manifest hashes to its id, and its segments hash to the manifest. A killed pull leaves
 * `building-pull-<id>`: the next pull of the same snapshot resumes it, any other pull or build removes it. CURRENT changes
 * last, by a rename.
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../../content/model/index.js';
import { explainDiskFailure, writeNewFile } from '../../../format/files/index.js';
import {
  BUILDING_PREFIX,
  CURRENT_FILE,
  MANIFEST_FILE,
  type Manifest,
  publishCurrent,
  readCurrent,
} from '../../../index/snapshot/index.js';
import { FolderLock, makeFolderDurably, placeSnapshot, removeOldSnapshots, tidyFolder } from '../../publish/index.js';
import {
  acceptSignature,
  chooseNewer,
  type PublicKey,
  type Purpose,
  readCurrentSigned,
  readNewest,
  rememberNewest,
  type SignedSnapshot,
  writeSignature,
} from '../../trust/index.js';
import { pullBuiltTime } from '../built-file.js';
import { OriginFailure } from '../origin/origin.js';
import { type GatheredSegments, gatherSegments } from './gather.js';
import { readIntactManifest, recordVerifiedSnapshot, type VerifiedSnapshot } from './local-segments.js';
import {
  type FetchContext,
  type OriginCurrent,
  readOriginCurrent,
  readOriginManifest,
  readOriginSignature,
} from './origin-files.js';

export interface PullOptions extends FetchContext {
  /** The folder of snapshots; created if it is missing. */
  readonly folder: string;
  /** Number of snapshots to keep. */
  readonly keep: number;
  /** Number of segments fetched at the same time. */
  readonly parallel: number;
  /** Keys of which one must have signed the snapshot, later than the local one; empty: unsigned snapshots are accepted. */
  readonly trusted?: readonly PublicKey[];
  /** Required space and channel of the signature; a missing member must equal that of the last accepted signature. */
  readonly expected?: Partial<Purpose>;
  /** Maximum age of the first accepted signature; undefined: any age. */
  readonly signatureAgeMaximumMs?: number;
  readonly onStep?: (step: string) => void;
  /** Called when the complete snapshot is in its folder and was hashed, before CURRENT names it. */
  readonly onVerified?: (verified: VerifiedSnapshot) => void;
}

export interface PullReport extends GatheredSegments {
  readonly snapshot: SnapshotId;
  /** Whether the local CURRENT has changed. */
  readonly published: boolean;
  readonly removed: readonly SnapshotId[];
}

const nothingGathered: GatheredSegments = { fetched: 0, fetchedBytes: 0, linked: 0, savedBytes: 0 };

/**
 * Reads which snapshot the origin serves. A follower calls it at every poll.
 *
 * @throws OriginFailure, also if the origin has no CURRENT
 */
export async function readCurrentOfOrigin(options: PullOptions): Promise<OriginCurrent> {
  const originCurrent = await readOriginCurrent(options);
  if (originCurrent !== undefined) return originCurrent;
  const { name } = options.origin;
  throw new OriginFailure(`${name} has no ${CURRENT_FILE}: push a snapshot there, or give another address`, false);
}

/** @returns the name of the folder of an unfinished pull; 16 digits of the id tell pulls apart */
export const pullFolderName = (id: SnapshotId): string => `${BUILDING_PREFIX}pull-${id.slice(0, 16)}`;

/**
 * Fetches and publishes the snapshot of the origin, unless the local CURRENT already names it.
 *
 * @throws OriginFailure if a file cannot be fetched; UntrustedError; OperationError if another process holds the lock of the
 *         folder, or the snapshot has another format version; errors of the disk. Then the local CURRENT has not changed.
 * Cost: fetching the segments that no local snapshot has, and hashing the others.
 */
export async function pullSnapshot(options: PullOptions, { snapshot }: OriginCurrent): Promise<PullReport> {
  const { files, folder, trusted = [] } = options;
  const unchanged = { ...nothingGathered, snapshot, published: false, removed: [] };
  // An unreadable CURRENT is replaced below.
  if ((await readCurrent(files, folder).catch(() => undefined)) === snapshot) {
    const hasManifest = (await files.stat(join(folder, snapshot, MANIFEST_FILE))) !== undefined;
    // A snapshot that was pulled without --trust has no local signature yet: fetch it now.
    const localSignature = trusted.length === 0 ? undefined : await readCurrentSigned(files, folder, trusted);
    if (hasManifest && (trusted.length === 0 || localSignature !== undefined)) {
      if (localSignature !== undefined) await rememberNewest(files, folder, localSignature);
      await tidyFolder(files, folder, options.signal);
      return unchanged;
    }
  }
  const signature = await readOriginSignature(options, snapshot);
  const signed = trusted.length === 0 ? undefined : await acceptOriginSignature(options, snapshot, signature);
  try {
    return await publish(options, snapshot, signature, signed);
  } catch (error) {
    throw explainDiskFailure(error, {
      doing: `write snapshots into ${folder}`,
      again: 'pull again',
      outcome: 'No half of a snapshot was published',
    });
  }
}

async function publish(
  options: PullOptions,
  snapshot: SnapshotId,
  signature: Uint8Array | undefined,
  signed: SignedSnapshot | undefined,
): Promise<PullReport> {
  const { files, folder, signal } = options;
  await makeFolderDurably(files, folder);
  const lock = await FolderLock.acquire(files, folder, { excludedLeftover: pullFolderName(snapshot), signal });
  try {
    const localManifest = await readIntactManifest(files, folder, snapshot);
    const { manifest, gathered } =
      localManifest === undefined
        ? await fetchSnapshot(options, snapshot, lock)
        : { manifest: localManifest, gathered: nothingGathered };
    await lock.checkHeld();
    if (signature !== undefined) await writeSignature(files, folder, snapshot, signature);
    await pullBuiltTime(options, snapshot);
    // Removing is not essential: a later pull or build tries again. It happens before `verifiedSnapshot`, because removing a
    // hard link changes the identity of the remaining file.
    const removed = await removeOldSnapshots(files, folder, options.keep, snapshot, snapshot).catch(() => []);
    options.onVerified?.(await recordVerifiedSnapshot(files, folder, manifest, snapshot));
    await publishCurrent(files, folder, snapshot);
    if (signed !== undefined) await rememberNewest(files, folder, signed);
    return { ...gathered, snapshot, published: true, removed };
  } finally {
    await lock.release();
  }
}

/** @throws UntrustedError */
async function acceptOriginSignature(
  { files, folder, trusted = [], expected = {}, signatureAgeMaximumMs = Number.POSITIVE_INFINITY }: PullOptions,
  snapshot: SnapshotId,
  signature: Uint8Array | undefined,
): Promise<SignedSnapshot> {
  const newestAccepted = chooseNewer(await readNewest(files, folder), await readCurrentSigned(files, folder, trusted));
  return acceptSignature(
    signature,
    snapshot,
    { trusted, expected, ageMaximumMs: signatureAgeMaximumMs },
    newestAccepted,
  );
}

/** Fetches the missing segments and places the complete snapshot. */
async function fetchSnapshot(
  options: PullOptions,
  snapshot: SnapshotId,
  lock: FolderLock,
): Promise<{ readonly manifest: Manifest; readonly gathered: GatheredSegments }> {
  const { files, folder, onStep = () => undefined } = options;
  const { bytes, manifest } = await readOriginManifest(options, snapshot);
  const prepared = join(folder, pullFolderName(snapshot));
  await files.makeFolder(prepared);
  const gathered = await gatherSegments({ ...options, targetFolder: prepared, snapshot, manifest, onStep });
  await writeNewFile(files, join(prepared, MANIFEST_FILE), bytes);
  await files.syncFolder(prepared);
  await lock.checkHeld();
  const isIntact = async (): Promise<boolean> => (await readIntactManifest(files, folder, snapshot)) !== undefined;
  await placeSnapshot({ files, folder, prepared, snapshot, isIntact });
  return { manifest, gathered: { ...gathered, fetchedBytes: gathered.fetchedBytes + bytes.byteLength } };
}
