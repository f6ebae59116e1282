/**
 * The file TRUSTED: the newest signature that was accepted for a folder.
 *
 * An older signature is refused, even after a restart, and even if CURRENT or a signature file is lost.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isName, type SnapshotId, snapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import { parseRecord } from '../../format/index.js';
import { BUILDING_PREFIX, TRUSTED_FILE } from '../../index/snapshot/index.js';
import type { PublicKey } from './keys.js';
import {
  CHANNELS,
  CLOCK_AHEAD_MAXIMUM_MS,
  checkAge,
  checkNewer,
  checkSignature,
  type Purpose,
  type SignedSnapshot,
} from './signature.js';

const bytesMaximum = 4096;

/** The trusted keys, and the conditions on a signature. */
export interface TrustPolicy {
  /** At least one key. */
  readonly trusted: readonly PublicKey[];
  /** Required space and channel; a missing member must equal that of the last accepted signature. */
  readonly expected: Partial<Purpose>;
  /** Maximum age of the first accepted signature; Infinity for any age. */
  readonly ageMaximumMs: number;
}

/** @returns the last accepted signature; undefined if there is none, or its time is more than a day ahead of the clock */
export async function readNewest(
  files: Files,
  folder: string,
  nowMs = Date.now(),
): Promise<SignedSnapshot | undefined> {
  const bytes = await readSmallFile(files, join(folder, TRUSTED_FILE), bytesMaximum).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const { snapshot: id, space, signed, channel: channelName } = parseRecord(bytes) ?? {};
  const channel = CHANNELS.find((name) => name === channelName);
  const snapshot = typeof id === 'string' ? snapshotId(id) : undefined;
  if (snapshot === undefined || channel === undefined || typeof space !== 'string' || !isName(space)) return undefined;
  const signedMs = typeof signed === 'string' ? Date.parse(signed) : Number.NaN;
  return signedMs <= nowMs + CLOCK_AHEAD_MAXIMUM_MS ? { snapshot, space, channel, signedMs } : undefined;
}

/** Writes the file, unless it already has a newer signature. @throws errors of the disk */
export async function rememberNewest(files: Files, folder: string, signed: SignedSnapshot): Promise<void> {
  const { snapshot, space, channel, signedMs } = signed;
  const newestSigned = await readNewest(files, folder);
  if (newestSigned !== undefined && newestSigned.signedMs >= signedMs) return;
  const temporary = join(folder, `${BUILDING_PREFIX}trusted-${randomBytes(8).toString('hex')}`);
  const text = JSON.stringify({ snapshot, space, channel, signed: new Date(signedMs).toISOString() }, null, 1);
  await writeNewFile(files, temporary, Buffer.from(`${text}\n`));
  await files.rename(temporary, join(folder, TRUSTED_FILE));
  await files.syncFolder(folder);
}

/** @returns the signature with the later time */
export const chooseNewer = <Signed extends Pick<SignedSnapshot, 'signedMs'>>(
  a: Signed | undefined,
  b: Signed | undefined,
): Signed | undefined => (a === undefined || (b !== undefined && b.signedMs > a.signedMs) ? b : a);

/**
 * Accepts or refuses the signature of a snapshot.
 *
 * @param signature undefined if the snapshot is not signed
 * @param newestAccepted the last accepted signature; undefined if there is none
 * @throws UntrustedError with the reason of the refusal
 */
export function acceptSignature(
  signature: Uint8Array | undefined,
  snapshot: SnapshotId,
  { trusted, expected, ageMaximumMs }: TrustPolicy,
  newestAccepted: SignedSnapshot | undefined,
  nowMs = Date.now(),
): SignedSnapshot {
  const { space = newestAccepted?.space, channel = newestAccepted?.channel } = expected;
  const expectedPurpose = { ...(space === undefined ? {} : { space }), ...(channel === undefined ? {} : { channel }) };
  const { key: _, ...signed } = checkSignature(signature, snapshot, trusted, expectedPurpose, nowMs);
  checkNewer(snapshot, signed.signedMs, newestAccepted);
  if (newestAccepted === undefined) checkAge(snapshot, signed.signedMs, ageMaximumMs, nowMs);
  return signed;
}
