/**
 * One pull: from what an origin's CURRENT names to the same snapshot in a folder here, published as a build publishes.
 *
 * Nothing is published but a snapshot whose manifest hashes to its id, and whose segments hash to what the manifest says.
 * A pull that is killed leaves what it had fetched in `building-pull-<id>`: the next pull of the same snapshot goes on
 * with it, any other pull or build removes it. CURRENT here changes last, by a rename.
 */
import { join } from 'node:path';
import { explainDiskFailure, type Files, writeWhole } from '../../files/index.js';
import type { SnapshotId } from '../../model/index.js';
import { FolderLock, makeDurably, placeSnapshot, removeLeftovers, removeOld, tidyFolder } from '../../publish/index.js';
import {
  BUILDING_PREFIX,
  CURRENT_FILE,
  MANIFEST_FILE,
  type Manifest,
  publishCurrent,
  readCurrent,
} from '../../snapshot/index.js';
import { checkNewer, checkSignature, currentSigned, type PublicKey, writeSignature } from '../../trust/index.js';
import { type Origin, OriginFailure } from '../origin/origin.js';
import type { Bandwidth } from './bandwidth.js';
import { type Gathered, gatherSegments } from './gather.js';
import { type VerifiedSnapshot, verifiedSnapshot, wholeHere } from './here.js';
import { type NamedAtOrigin, readOriginCurrent, readOriginManifest, readOriginSignature } from './read-small.js';
import type { Patience } from './tries.js';

export interface PullOptions {
  readonly files: Files;
  /** Of snapshots; made where it is missing. */
  readonly folder: string;
  readonly origin: Origin;
  /** How many snapshots stay, as a build's. */
  readonly keep: number;
  /** How many segments are fetched at once. */
  readonly parallel: number;
  readonly bandwidth: Bandwidth;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Whose signature is asked for, and for none that is older than what is here; none: nobody's is. */
  readonly trusted?: readonly PublicKey[];
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
 * @param known what the origin said before
 * @throws OriginFailure, also where it names no snapshot
 */
export async function askOrigin(options: PullOptions, known?: NamedAtOrigin): Promise<NamedAtOrigin> {
  const named = await readOriginCurrent(options, known);
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
export async function pullNamed(options: PullOptions, { snapshot }: NamedAtOrigin): Promise<PullReport> {
  const { files, folder, trusted = [] } = options;
  const unchanged = { ...nothing, snapshot, published: false, removed: [] };
  // What CURRENT holds otherwise is about to be replaced.
  if ((await readCurrent(files, folder).catch(() => undefined)) === snapshot) {
    const isThere = (await files.stat(join(folder, snapshot, MANIFEST_FILE))) !== undefined;
    // One that came before anybody asked for signatures has yet to get its own.
    const isTrusted = trusted.length === 0 || (await currentSigned(files, folder, trusted)) !== undefined;
    if (isThere && isTrusted) {
      await tidyFolder(files, folder);
      return unchanged;
    }
  }
  const signature = await readOriginSignature(options, snapshot);
  if (trusted.length > 0) {
    const { signedMs } = checkSignature(signature, snapshot, trusted);
    checkNewer(snapshot, signedMs, await currentSigned(files, folder, trusted));
  }
  await makeDurably(files, folder);
  const lock = await FolderLock.acquire(files, folder, Date.now());
  try {
    await removeLeftovers(files, folder, BUILDING_PREFIX, pullFolderName(snapshot));
    const here = await wholeHere(files, folder, snapshot);
    const { manifest, gathered } =
      here === undefined ? await bring(options, snapshot, lock) : { manifest: here, gathered: nothing };
    await lock.checkHeld();
    if (signature !== undefined) await writeSignature(files, folder, snapshot, signature);
    options.onVerified?.(await verifiedSnapshot(files, folder, manifest, snapshot));
    await publishCurrent(files, folder, snapshot);
    // What is published is; a later pull or build removes what is left.
    const removed = await removeOld(files, folder, options.keep, snapshot).catch(() => []);
    return { ...gathered, snapshot, published: true, removed };
  } catch (error) {
    throw explainDiskFailure(error, {
      doing: `write snapshots into ${folder}`,
      again: 'pull again',
      outcome: 'No half of a snapshot was published',
    });
  } finally {
    await lock.release();
  }
}

/** Puts the snapshot into its place, whole. */
async function bring(
  options: PullOptions,
  snapshot: SnapshotId,
  lock: FolderLock,
): Promise<{ readonly manifest: Manifest; readonly gathered: Gathered }> {
  const { files, folder, onStep = () => undefined } = options;
  const { bytes, manifest } = await readOriginManifest(options, snapshot);
  const prepared = join(folder, pullFolderName(snapshot));
  await files.makeFolder(prepared);
  const gathered = await gatherSegments({ ...options, gathered: prepared, snapshot, manifest, onStep });
  await writeWhole(files, join(prepared, MANIFEST_FILE), bytes);
  await files.syncFolder(prepared);
  await lock.checkHeld();
  const isWhole = async (): Promise<boolean> => (await wholeHere(files, folder, snapshot)) !== undefined;
  await placeSnapshot({ files, folder, prepared, snapshot, isWhole });
  return { manifest, gathered: { ...gathered, fetchedBytes: gathered.fetchedBytes + bytes.byteLength } };
}
