/**
 * The file TRUSTED: the newest signature that was accepted for a folder. An older one is refused even after a restart, or if
 * CURRENT or a signature is lost.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isName, type SnapshotId, snapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import { parseRecord } from '../../format/index.js';
import { BUILDING_PREFIX, TRUSTED_FILE } from '../../index/snapshot/index.js';
import type { PublicKey } from './keys.js';
import {
  AHEAD_MAXIMUM_MS,
  CHANNELS,
  checkAge,
  checkNewer,
  checkSignature,
  type Purpose,
  type SignedSnapshot,
} from './signature.js';

const bytesMaximum = 4096;

/** The trusted keys, and the conditions on a signature. */
export interface TrustPolicy {
  /** At least one. */
  readonly trusted: readonly PublicKey[];
  /** What must have been signed, as far as that is known. */
  readonly expected: Partial<Purpose>;
  /** How long ago a snapshot may have been signed where nothing was accepted before; Infinity for any time. */
  readonly ageMaximumMs: number;
}

/** @returns what was accepted last; undefined where nothing was, or at a time that is more than a day ahead of the clock */
export async function readNewest(
  files: Files,
  folder: string,
  nowMs = Date.now(),
): Promise<SignedSnapshot | undefined> {
  const bytes = await readSmallFile(files, join(folder, TRUSTED_FILE), bytesMaximum).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const { snapshot: id, space, signed, channel: given } = parseRecord(bytes) ?? {};
  const channel = CHANNELS.find((one) => one === given);
  const snapshot = typeof id === 'string' ? snapshotId(id) : undefined;
  if (snapshot === undefined || channel === undefined || typeof space !== 'string' || !isName(space)) return undefined;
  const signedMs = typeof signed === 'string' ? Date.parse(signed) : Number.NaN;
  return signedMs <= nowMs + AHEAD_MAXIMUM_MS ? { snapshot, space, channel, signedMs } : undefined;
}

/** Keeps it, unless something newer is kept. @throws what the disk throws */
export async function rememberNewest(files: Files, folder: string, signed: SignedSnapshot): Promise<void> {
  const { snapshot, space, channel, signedMs } = signed;
  const kept = await readNewest(files, folder);
  if (kept !== undefined && kept.signedMs >= signedMs) return;
  const temporary = join(folder, `${BUILDING_PREFIX}trusted-${randomBytes(8).toString('hex')}`);
  const text = JSON.stringify({ snapshot, space, channel, signed: new Date(signedMs).toISOString() }, null, 1);
  await writeNewFile(files, temporary, Buffer.from(`${text}\n`));
  await files.rename(temporary, join(folder, TRUSTED_FILE));
  await files.syncFolder(folder);
}

/** @returns the one that was signed later */
export const newerOf = <One extends Pick<SignedSnapshot, 'signedMs'>>(
  a: One | undefined,
  b: One | undefined,
): One | undefined => (a === undefined || (b !== undefined && b.signedMs > a.signedMs) ? b : a);

/**
 * @param signature undefined where there is none
 * @param known     the newest that was accepted before; undefined where nothing was
 * @throws UntrustedError that says what is wrong
 */
export function acceptSignature(
  signature: Uint8Array | undefined,
  snapshot: SnapshotId,
  { trusted, expected, ageMaximumMs }: TrustPolicy,
  known: SignedSnapshot | undefined,
  nowMs = Date.now(),
): SignedSnapshot {
  const { space = known?.space, channel = known?.channel } = expected;
  const wanted = { ...(space === undefined ? {} : { space }), ...(channel === undefined ? {} : { channel }) };
  const { key: _, ...signed } = checkSignature(signature, snapshot, trusted, wanted, nowMs);
  checkNewer(snapshot, signed.signedMs, known);
  if (known === undefined) checkAge(snapshot, signed.signedMs, ageMaximumMs, nowMs);
  return signed;
}
