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
  newerOf,
  type PublicKey,
  type Purpose,
  readCurrentSigned,
  readNewest,
  rememberNewest,
  type SignedSnapshot,
  writeSignature,
} from '../../trust/index.js';
import { OriginFailure } from '../origin/origin.js';
import { type Gathered, gatherSegments } from './gather.js';
import { intactManifest, type VerifiedSnapshot, verifiedSnapshot } from './here.js';
import {
  type FetchContext,
  type OriginCurrent,
  readOriginCurrent,
  readOriginManifest,
  readOriginSignature,
} from './read-small.js';

export interface PullOptions extends FetchContext {
  /** Of snapshots; made where it is missing. */
  readonly folder: string;
  /** How many snapshots stay, as a build's. */
  readonly keep: number;
  /** How many segments are fetched at once. */
  readonly parallel: number;
  /** Whose signature is asked for, and for none that is older than what is here; none: nobody's is. */
  readonly trusted?: readonly PublicKey[];
  /** What it must be signed for, as far as that is known; the folder knows what was accepted before. */
  readonly expected?: Partial<Purpose>;
  /** How long ago it may have been signed where nothing was accepted before; absent: any time. */
  readonly signatureAgeMaximumMs?: number;
  readonly onStep?: (step: string) => void;
  /** Told when all of the snapshot is in its place and was hashed, before CURRENT names it. */
  readonly onVerified?: (verified: VerifiedSnapshot) => void;
}

export interface PullReport extends Gathered {
  readonly snapshot: SnapshotId;
  /** Whether CURRENT here changed. */
  readonly published: boolean;
  readonly removed: readonly SnapshotId[];
}

const nothing: Gathered = { fetched: 0, fetchedBytes: 0, linked: 0, savedBytes: 0 };

/**
 * What is asked first, and often.
 *
 * @throws OriginFailure, also where it names no snapshot
 */
export async function readCurrentOfOrigin(options: PullOptions): Promise<OriginCurrent> {
  const named = await readOriginCurrent(options);
  if (named !== undefined) return named;
  const { name } = options.origin;
  throw new OriginFailure(`${name} has no ${CURRENT_FILE}: push a snapshot there, or give another address`, false);
}

/** @returns the digits of the id that tell one pull from another */
export const pullFolderName = (id: SnapshotId): string => `${BUILDING_PREFIX}pull-${id.slice(0, 16)}`;

/**
 * Brings in what the origin names, if it is not what CURRENT here names.
 *
 * @throws OriginFailure when the origin does not hand out all of it; UntrustedError; OperationError when the folder is somebody else's
 *         or the snapshot of another format version; what the disk throws. CURRENT here then is what it was.
 * Cost: fetching the segments that no snapshot here has, and hashing the others.
 */
export async function pullSnapshot(options: PullOptions, { snapshot }: OriginCurrent): Promise<PullReport> {
  const { files, folder, trusted = [] } = options;
  const unchanged = { ...nothing, snapshot, published: false, removed: [] };
  // What CURRENT holds otherwise is about to be replaced.
  if ((await readCurrent(files, folder).catch(() => undefined)) === snapshot) {
    const isThere = (await files.stat(join(folder, snapshot, MANIFEST_FILE))) !== undefined;
    // One that came before anybody asked for signatures has yet to get its own.
    const signedHere = trusted.length === 0 ? undefined : await readCurrentSigned(files, folder, trusted);
    if (isThere && (trusted.length === 0 || signedHere !== undefined)) {
      if (signedHere !== undefined) await rememberNewest(files, folder, signedHere);
      await tidyFolder(files, folder, options.signal);
      return unchanged;
    }
  }
  const signature = await readOriginSignature(options, snapshot);
  const signed = trusted.length === 0 ? undefined : await checkedSignature(options, snapshot, signature);
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
  const lock = await FolderLock.acquire(files, folder, { keptName: pullFolderName(snapshot), signal });
  try {
    const here = await intactManifest(files, folder, snapshot);
    const { manifest, gathered } =
      here === undefined ? await fetchSnapshot(options, snapshot, lock) : { manifest: here, gathered: nothing };
    await lock.checkHeld();
    if (signature !== undefined) await writeSignature(files, folder, snapshot, signature);
    // What cannot be removed is left to a later pull or build. Removed before anything is looked at: files that lose a name
    // look as if they had been changed.
    const removed = await removeOldSnapshots(files, folder, options.keep, snapshot, snapshot).catch(() => []);
    options.onVerified?.(await verifiedSnapshot(files, folder, manifest, snapshot));
    await publishCurrent(files, folder, snapshot);
    if (signed !== undefined) await rememberNewest(files, folder, signed);
    return { ...gathered, snapshot, published: true, removed };
  } finally {
    await lock.release();
  }
}

/** @throws UntrustedError */
async function checkedSignature(
  { files, folder, trusted = [], expected = {}, signatureAgeMaximumMs = Number.POSITIVE_INFINITY }: PullOptions,
  snapshot: SnapshotId,
  signature: Uint8Array | undefined,
): Promise<SignedSnapshot> {
  const known = newerOf(await readNewest(files, folder), await readCurrentSigned(files, folder, trusted));
  return acceptSignature(signature, snapshot, { trusted, expected, ageMaximumMs: signatureAgeMaximumMs }, known);
}

/** Puts the snapshot into its place, whole. */
async function fetchSnapshot(
  options: PullOptions,
  snapshot: SnapshotId,
  lock: FolderLock,
): Promise<{ readonly manifest: Manifest; readonly gathered: Gathered }> {
  const { files, folder, onStep = () => undefined } = options;
  const { bytes, manifest } = await readOriginManifest(options, snapshot);
  const prepared = join(folder, pullFolderName(snapshot));
  await files.makeFolder(prepared);
  const gathered = await gatherSegments({ ...options, targetFolder: prepared, snapshot, manifest, onStep });
  await writeNewFile(files, join(prepared, MANIFEST_FILE), bytes);
  await files.syncFolder(prepared);
  await lock.checkHeld();
  const isWhole = async (): Promise<boolean> => (await intactManifest(files, folder, snapshot)) !== undefined;
  await placeSnapshot({ files, folder, prepared, snapshot, isWhole });
  return { manifest, gathered: { ...gathered, fetchedBytes: gathered.fetchedBytes + bytes.byteLength } };
}
