/**
 * Signatures in a folder of snapshots: signing a snapshot before it is published, and checking existing signatures.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import {
  BUILDING_PREFIX,
  listSnapshots,
  readCurrent,
  readManifest,
  SIGNATURE_FILE,
  snapshotPath,
} from '../../index/snapshot/index.js';
import type { PublicKey, SigningKey } from './keys.js';
import {
  AHEAD_MAXIMUM_MS,
  type Channel,
  checkSignature,
  makeSignature,
  type Purpose,
  parseSignature,
  SIGNATURE_BYTES_MAXIMUM,
  type SignedSnapshot,
  UntrustedError,
} from './signature.js';

/** @returns undefined where the snapshot is not signed, or by something far too long */
export function readSignature(files: Files, folder: string, id: SnapshotId): Promise<Uint8Array | undefined> {
  return readSmallFile(files, join(snapshotPath(folder, id), SIGNATURE_FILE), SIGNATURE_BYTES_MAXIMUM);
}

/** Puts a signature beside the manifest of a snapshot that is there, in one step. */
export async function writeSignature(files: Files, folder: string, id: SnapshotId, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${BUILDING_PREFIX}signature-${randomBytes(8).toString('hex')}`);
  const path = snapshotPath(folder, id);
  await writeNewFile(files, temporary, bytes);
  await files.rename(temporary, join(path, SIGNATURE_FILE));
  await files.syncFolder(path);
}

/** @throws UntrustedError as checkSignature's */
export async function checkSigned(
  files: Files,
  folder: string,
  id: SnapshotId,
  trusted: readonly PublicKey[],
  expected?: Partial<Purpose>,
): Promise<SignedSnapshot & { readonly key: PublicKey }> {
  return checkSignature(await readSignature(files, folder, id), id, trusted, expected);
}

/** @returns what CURRENT names, what for, and when it was signed; undefined where nobody who is trusted has signed it */
export async function readCurrentSigned(
  files: Files,
  folder: string,
  trusted: readonly PublicKey[],
): Promise<SignedSnapshot | undefined> {
  const snapshot = await readCurrent(files, folder).catch(() => undefined);
  if (snapshot === undefined) return undefined;
  try {
    return await checkSigned(files, folder, snapshot, trusted);
  } catch (error) {
    if (error instanceof UntrustedError) return undefined;
    throw error;
  }
}

/**
 * Signs a snapshot that is there and about to be published, later than any other of the folder was signed.
 *
 * One that CURRENT names already, that all the keys have signed, and none later than it, keeps its signature: a night on
 * which nothing has changed changes nothing.
 *
 * @param keys at least one
 * @param anew whether it is signed in any case: replicas may have what is not here any more
 * @param space that it is for; absent: the one that its model names
 */
export async function signSnapshot(
  files: Files,
  folder: string,
  id: SnapshotId,
  keys: readonly SigningKey[],
  {
    anew = false,
    nowMs = Date.now(),
    channel = 'published',
    space,
  }: { readonly anew?: boolean; readonly nowMs?: number; readonly channel?: Channel; readonly space?: string } = {},
): Promise<void> {
  const purpose = { space: space ?? (await readManifest(files, folder, id)).model.space, channel };
  const own = await readSignature(files, folder, id);
  const newestMs = await newestSignedMs(files, folder, nowMs);
  const isCurrent = (await readCurrent(files, folder).catch(() => undefined)) === id;
  const isSigned = keys.every(({ publicKey }) => signedMsOf(own, id, publicKey, purpose, nowMs) === newestMs);
  if (isCurrent && isSigned && !anew) return;
  // A clock that was put back must not make today's snapshot an old one.
  const signedMs = Math.max(nowMs, newestMs + 1);
  await writeSignature(files, folder, id, makeSignature(id, purpose, signedMs, keys));
}

/**
 * @returns 0 where nothing is signed. Whoever may write here may sign anything: nobody's signature is doubted, but one that is
 *          more than a day ahead of the clock, which no replica accepts, nor anything later
 */
async function newestSignedMs(files: Files, folder: string, nowMs: number): Promise<number> {
  let newestMs = 0;
  for (const { id } of await listSnapshots(files, folder)) {
    const bytes = await readSignature(files, folder, id);
    const signature = bytes === undefined ? undefined : parseSignature(bytes);
    if (signature === undefined || signature === 'older') continue;
    if (signature.signedMs <= nowMs + AHEAD_MAXIMUM_MS) newestMs = Math.max(newestMs, signature.signedMs);
  }
  return newestMs;
}

function signedMsOf(
  bytes: Uint8Array | undefined,
  id: SnapshotId,
  key: PublicKey,
  purpose: Purpose,
  nowMs: number,
): number | undefined {
  try {
    return checkSignature(bytes, id, [key], purpose, nowMs).signedMs;
  } catch {
    return undefined;
  }
}
