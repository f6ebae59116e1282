/**
 * A signature: the keys that vouch for a snapshot, its space and channel, and the time of signing.
 *
 *     signed text   stele snapshot 2 \n snapshot id \n space \n channel \n time \n
 *
 * The id is the hash of the manifest, which has the hash of every file. The snapshot that was signed later is the newer one, so
 * an old snapshot cannot pass as new, and a rollback needs a new signature.
 */

import { sign, verify } from 'node:crypto';
import { OperationError } from '../../content/errors/index.js';
import { isName, type SnapshotId } from '../../content/model/index.js';
import { isRecord, parseRecord } from '../../format/index.js';
import type { PublicKey, SigningKey } from './keys.js';

/** Maximum length of a signature file. */
export const SIGNATURE_BYTES_MAXIMUM = 2 ** 16;

/** A snapshot is refused because no trusted key vouches for it. */
export class UntrustedError extends OperationError {}

/** The audience of content: the public, or editors who may see drafts. */
export const CHANNELS = ['published', 'preview'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The space and channel of a signature: a snapshot must not be served for another one. */
export interface Purpose {
  readonly space: string;
  readonly channel: Channel;
}

/** Tolerated error of the signer's clock. */
export const CLOCK_AHEAD_MAXIMUM_MS = 24 * 3_600_000;

interface Entry {
  /** Name of the key. */
  readonly key: string;
  /** The signature in base64. */
  readonly signature: string;
}

export interface Signature extends Purpose {
  readonly snapshot: string;
  /** In milliseconds since 1970. */
  readonly signedMs: number;
  readonly entries: readonly Entry[];
}

const formatInstant = (ms: number): string => new Date(ms).toISOString();

/** @returns the bytes that are signed. Names of spaces contain no line breaks, so the text is unambiguous. */
const signedText = (snapshot: SnapshotId, { space, channel }: Purpose, signedMs: number): Uint8Array =>
  Buffer.from(`stele snapshot 2\n${snapshot}\n${space}\n${channel}\n${formatInstant(signedMs)}\n`);

/** @param keys at least one key; each of them signs, so a replica needs to trust only one. @returns the file's bytes */
export function makeSignature(
  snapshot: SnapshotId,
  { space, channel }: Purpose,
  signedMs: number,
  keys: readonly SigningKey[],
): Uint8Array {
  const signatures = keys.map(({ object, publicKey }) => ({
    key: publicKey.name,
    signature: sign(null, signedText(snapshot, { space, channel }, signedMs), object).toString('base64'),
  }));
  return Buffer.from(
    `${JSON.stringify({ snapshot, space, channel, signed: formatInstant(signedMs), signatures }, null, 1)}\n`,
  );
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value['key'] === 'string' && typeof value['signature'] === 'string';

const isChannel = (value: unknown): value is Channel => CHANNELS.some((channel) => channel === value);

/** @returns undefined if the bytes are not a signature; `older` for the old form without space and channel */
export function parseSignature(bytes: Uint8Array): Signature | 'older' | undefined {
  const value = parseRecord(bytes);
  if (value === undefined || !('snapshot' in value && 'signed' in value && 'signatures' in value)) return undefined;
  if (!('space' in value || 'channel' in value)) return 'older';
  const { snapshot, space, channel, signed, signatures } = value;
  if (typeof space !== 'string' || !isName(space) || !isChannel(channel)) return undefined;
  if (typeof snapshot !== 'string' || typeof signed !== 'string' || !Array.isArray(signatures)) return undefined;
  const signedMs = Date.parse(signed);
  if (Number.isNaN(signedMs) || formatInstant(signedMs) !== signed || !signatures.every(isEntry)) return undefined;
  return { snapshot, space, channel, signedMs, entries: signatures };
}

/** The signed facts about a snapshot. */
export interface SignedSnapshot extends Purpose {
  readonly snapshot: SnapshotId;
  /** In milliseconds since 1970. */
  readonly signedMs: number;
}

/**
 * Checks a signature against trusted keys.
 *
 * @param bytes    undefined if the snapshot is not signed
 * @param trusted  at least one key; a valid signature by one of them is enough
 * @param expected required space and channel; missing members are not checked
 * @returns the signed facts, and the key that has signed them
 * @throws UntrustedError with the reason of the refusal
 */
export function checkSignature(
  bytes: Uint8Array | undefined,
  snapshot: SnapshotId,
  trusted: readonly PublicKey[],
  expected: Partial<Purpose> = {},
  nowMs = Date.now(),
): SignedSnapshot & { readonly key: PublicKey } {
  const createRefusal = (problem: string): UntrustedError =>
    new UntrustedError(`snapshot ${snapshot} ${problem}. Trusted: ${trusted.map(({ name }) => name).join(', ')}`);
  if (bytes === undefined)
    throw createRefusal('is not signed; build it with --sign, or sign it with stele rollback --sign');
  const signature = parseSignature(bytes);
  if (signature === undefined)
    throw createRefusal('has a signature that cannot be read; sign it again with stele rollback --sign');
  if (signature === 'older') {
    throw createRefusal(
      `has a signature of an older stele, without a space and a channel; sign it again with this version, by a build with --sign or by stele rollback <snapshots> ${snapshot.slice(0, 8)} --sign <key>`,
    );
  }
  if (signature.snapshot !== snapshot) throw createRefusal("has another snapshot's signature");
  const { space, channel, signedMs, entries } = signature;
  const text = signedText(snapshot, signature, signedMs);
  const newestAccepted = entries.flatMap((entry) => {
    const key = trusted.find(({ name }) => name === entry.key);
    return key === undefined ? [] : [{ key, signature: Buffer.from(entry.signature, 'base64') }];
  });
  // One valid entry is enough: an added wrong entry must not invalidate the others.
  const isExpired = ({ expires }: PublicKey): boolean => expires !== undefined && Date.parse(expires) <= nowMs;
  const validEntry = newestAccepted.find(
    (entry) => !isExpired(entry.key) && verify(null, text, entry.key.object, entry.signature),
  );
  if (validEntry === undefined) {
    const expiredKey = newestAccepted.find(({ key }) => isExpired(key))?.key;
    if (expiredKey?.expires !== undefined)
      throw createRefusal(`is signed by ${expiredKey.name}, which expired at ${expiredKey.expires}`);
    const [mismatchedEntry] = newestAccepted;
    if (mismatchedEntry !== undefined) {
      throw createRefusal(
        `has a signature by ${mismatchedEntry.key.name} that does not match this snapshot, its space and this time`,
      );
    }
    const signerNames = entries.map(({ key }) => JSON.stringify(key.slice(0, 40))).join(', ');
    throw createRefusal(`is signed by ${signerNames === '' ? 'nobody' : signerNames}, which is not trusted`);
  }
  if (expected.space !== undefined && space !== expected.space) {
    throw createRefusal(`is signed for the space "${space}", but this folder is for the space "${expected.space}"`);
  }
  if (expected.channel !== undefined && channel !== expected.channel) {
    throw createRefusal(
      `is signed as ${channel}, but this folder accepts only ${expected.channel}; sign it with --channel ${expected.channel}`,
    );
  }
  if (signedMs > nowMs + CLOCK_AHEAD_MAXIMUM_MS) {
    throw createRefusal(
      `was signed at ${formatInstant(signedMs)}, which is more than a day ahead of this machine's clock; correct the wrong clock, then sign it again`,
    );
  }
  return { snapshot, space, channel, signedMs, key: validEntry.key };
}

/** @throws UntrustedError if it was not signed later than the last accepted snapshot */
export function checkNewer(
  snapshot: SnapshotId,
  signedMs: number,
  newestAccepted: Pick<SignedSnapshot, 'snapshot' | 'signedMs'> | undefined,
): void {
  if (newestAccepted === undefined || newestAccepted.snapshot === snapshot || signedMs > newestAccepted.signedMs)
    return;
  throw new UntrustedError(
    `snapshot ${snapshot} was signed at ${formatInstant(signedMs)}, and snapshot ${newestAccepted.snapshot}, which was accepted before, at ${formatInstant(newestAccepted.signedMs)}: it is older. To go back to it, sign it again: stele rollback <snapshots> ${snapshot.slice(0, 8)} --sign <key>`,
  );
}

/** @throws UntrustedError if the signature is older than the maximum */
export function checkAge(snapshot: SnapshotId, signedMs: number, ageMaximumMs: number, nowMs: number): void {
  if (nowMs - signedMs <= ageMaximumMs) return;
  throw new UntrustedError(
    `snapshot ${snapshot} was signed at ${formatInstant(signedMs)}, which is longer ago than --max-signature-age allows for the first snapshot of a folder. Sign the newest snapshot again: a build with --sign, or stele rollback <snapshots> <id> --sign <key>`,
  );
}
