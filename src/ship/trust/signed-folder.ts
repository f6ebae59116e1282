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
  type Channel,
  CLOCK_AHEAD_MAXIMUM_MS,
  checkSignature,
  makeSignature,
  type Purpose,
  parseSignature,
  SIGNATURE_BYTES_MAXIMUM,
  type SignedSnapshot,
  UntrustedError,
} from './signature.js';

/** @returns undefined if the snapshot is not signed, or the file is too long for a signature */
export function readSignature(files: Files, folder: string, id: SnapshotId): Promise<Uint8Array | undefined> {
  return readSmallFile(files, join(snapshotPath(folder, id), SIGNATURE_FILE), SIGNATURE_BYTES_MAXIMUM);
}

/** Writes a signature next to the manifest of an existing snapshot, in one step. */
export async function writeSignature(files: Files, folder: string, id: SnapshotId, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${BUILDING_PREFIX}signature-${randomBytes(8).toString('hex')}`);
  const path = snapshotPath(folder, id);
  await writeNewFile(files, temporary, bytes);
  await files.rename(temporary, join(path, SIGNATURE_FILE));
  await files.syncFolder(path);
}

/** Checks the signature of a local snapshot. @throws UntrustedError as checkSignature */
export async function checkSigned(
  files: Files,
  folder: string,
  id: SnapshotId,
  trusted: readonly PublicKey[],
  expected?: Partial<Purpose>,
): Promise<SignedSnapshot & { readonly key: PublicKey }> {
  return checkSignature(await readSignature(files, folder, id), id, trusted, expected);
}

/** @returns the checked signature of the current snapshot; undefined if no trusted key has signed it */
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
 * Signs an existing snapshot that is about to be published, with a later time than any other signature of the folder.
 *
 * The current snapshot keeps its signature if all keys have signed it and no other snapshot has a later time: a build without
 * changes does not change the signature.
 *
 * @param keys  at least one key
 * @param force signs in any case: replicas may have accepted a later snapshot that was removed here
 * @param space the space of the signature; undefined: the space of the model
 */
export async function signSnapshot(
  files: Files,
  folder: string,
  id: SnapshotId,
  keys: readonly SigningKey[],
  {
    force = false,
    nowMs = Date.now(),
    channel = 'published',
    space,
  }: { readonly force?: boolean; readonly nowMs?: number; readonly channel?: Channel; readonly space?: string } = {},
): Promise<void> {
  const purpose = { space: space ?? (await readManifest(files, folder, id)).model.space, channel };
  const existingSignature = await readSignature(files, folder, id);
  const newestMs = await newestSignedMs(files, folder, nowMs);
  const isCurrent = (await readCurrent(files, folder).catch(() => undefined)) === id;
  const isSigned = keys.every(
    ({ publicKey }) => readSignedMs(existingSignature, id, publicKey, purpose, nowMs) === newestMs,
  );
  if (isCurrent && isSigned && !force) return;
  // If the clock was set back, the new snapshot must still have the latest time.
  const signedMs = Math.max(nowMs, newestMs + 1);
  await writeSignature(files, folder, id, makeSignature(id, purpose, signedMs, keys));
}

/**
 * @returns the latest time of all signatures; 0 if there is none. Signatures are not verified here, as only the builder writes to
 *          this folder. A time more than a day ahead of the clock is ignored: no replica accepts it.
 */
async function newestSignedMs(files: Files, folder: string, nowMs: number): Promise<number> {
  let newestMs = 0;
  for (const { id } of await listSnapshots(files, folder)) {
    const bytes = await readSignature(files, folder, id);
    const signature = bytes === undefined ? undefined : parseSignature(bytes);
    if (signature === undefined || signature === 'older') continue;
    if (signature.signedMs <= nowMs + CLOCK_AHEAD_MAXIMUM_MS) newestMs = Math.max(newestMs, signature.signedMs);
  }
  return newestMs;
}

function readSignedMs(
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
