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

/** What a snapshot is signed for, so that it is not served elsewhere. */
export interface Purpose {
  readonly space: string;
  readonly channel: Channel;
}

/** A clock may be wrong by less than that. */
export const AHEAD_MAXIMUM_MS = 24 * 3_600_000;

interface Entry {
  /** The key's name. */
  readonly key: string;
  /** Base64. */
  readonly signature: string;
}

export interface Signature extends Purpose {
  readonly snapshot: string;
  /** In milliseconds since 1970. */
  readonly signedMs: number;
  readonly entries: readonly Entry[];
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** No space has a line break in its name. */
const textOf = (snapshot: SnapshotId, { space, channel }: Purpose, signedMs: number): Uint8Array =>
  Buffer.from(`stele snapshot 2\n${snapshot}\n${space}\n${channel}\n${instant(signedMs)}\n`);

/** @param keys at least one; each signs, so that replicas that trust any of them are content */
export function makeSignature(
  snapshot: SnapshotId,
  { space, channel }: Purpose,
  signedMs: number,
  keys: readonly SigningKey[],
): Uint8Array {
  const signatures = keys.map(({ object, publicKey }) => ({
    key: publicKey.name,
    signature: sign(null, textOf(snapshot, { space, channel }, signedMs), object).toString('base64'),
  }));
  return Buffer.from(
    `${JSON.stringify({ snapshot, space, channel, signed: instant(signedMs), signatures }, null, 1)}\n`,
  );
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value['key'] === 'string' && typeof value['signature'] === 'string';

const isChannel = (value: unknown): value is Channel => CHANNELS.some((channel) => channel === value);

/** @returns undefined where the bytes are none; `older` of the form that names neither space nor channel */
export function parseSignature(bytes: Uint8Array): Signature | 'older' | undefined {
  const value = parseRecord(bytes);
  if (value === undefined || !('snapshot' in value && 'signed' in value && 'signatures' in value)) return undefined;
  if (!('space' in value || 'channel' in value)) return 'older';
  const { snapshot, space, channel, signed, signatures } = value;
  if (typeof space !== 'string' || !isName(space) || !isChannel(channel)) return undefined;
  if (typeof snapshot !== 'string' || typeof signed !== 'string' || !Array.isArray(signatures)) return undefined;
  const signedMs = Date.parse(signed);
  if (Number.isNaN(signedMs) || instant(signedMs) !== signed || !signatures.every(isEntry)) return undefined;
  return { snapshot, space, channel, signedMs, entries: signatures };
}

/** What is known of a snapshot that somebody who is trusted has signed. */
export interface SignedSnapshot extends Purpose {
  readonly snapshot: SnapshotId;
  /** In milliseconds since 1970. */
  readonly signedMs: number;
}

/**
 * @param bytes    undefined where there is no signature
 * @param trusted  at least one key; the signature of any is enough
 * @param expected what it must be for, as far as that is known
 * @returns what was signed, when, and by which of the keys
 * @throws UntrustedError that says what is wrong
 */
export function checkSignature(
  bytes: Uint8Array | undefined,
  snapshot: SnapshotId,
  trusted: readonly PublicKey[],
  expected: Partial<Purpose> = {},
  nowMs = Date.now(),
): SignedSnapshot & { readonly key: PublicKey } {
  const refuse = (what: string): UntrustedError =>
    new UntrustedError(`snapshot ${snapshot} ${what}. Trusted: ${trusted.map(({ name }) => name).join(', ')}`);
  if (bytes === undefined) throw refuse('is not signed; build it with --sign, or sign it with stele rollback --sign');
  const signature = parseSignature(bytes);
  if (signature === undefined) throw refuse('has a signature that cannot be read');
  if (signature === 'older') {
    throw refuse(
      `has a signature of an older stele, which says neither for which space nor for which channel it is; sign it again with this version, by a build with --sign or by stele rollback <snapshots> ${snapshot.slice(0, 8)} --sign <key>`,
    );
  }
  if (signature.snapshot !== snapshot) throw refuse("has another snapshot's signature");
  const { space, channel, signedMs, entries } = signature;
  const text = textOf(snapshot, signature, signedMs);
  const known = entries.flatMap((entry) => {
    const key = trusted.find(({ name }) => name === entry.key);
    return key === undefined ? [] : [{ key, signature: Buffer.from(entry.signature, 'base64') }];
  });
  // Whoever adds an entry that is wrong takes nothing from the others.
  const isOver = ({ expires }: PublicKey): boolean => expires !== undefined && Date.parse(expires) <= nowMs;
  const good = known.find((entry) => !isOver(entry.key) && verify(null, text, entry.key.object, entry.signature));
  if (good === undefined) {
    const over = known.find(({ key }) => isOver(key))?.key;
    if (over?.expires !== undefined) throw refuse(`is signed by ${over.name}, which expired at ${over.expires}`);
    const [wrong] = known;
    if (wrong !== undefined) {
      throw refuse(`has a signature by ${wrong.key.name} that does not match this snapshot, its space and this time`);
    }
    const by = entries.map(({ key }) => JSON.stringify(key.slice(0, 40))).join(', ');
    throw refuse(`is signed by ${by === '' ? 'nobody' : by}, which is not trusted`);
  }
  if (expected.space !== undefined && space !== expected.space) {
    throw refuse(`is signed for the space "${space}", and this is "${expected.space}"`);
  }
  if (expected.channel !== undefined && channel !== expected.channel) {
    throw refuse(
      `is signed as ${channel}, and here belongs what is ${expected.channel}: sign it with --channel ${expected.channel}`,
    );
  }
  if (signedMs > nowMs + AHEAD_MAXIMUM_MS) {
    throw refuse(
      `was signed at ${instant(signedMs)}, which is more than a day ahead of the clock here; set the clock right that is wrong, and sign it again`,
    );
  }
  return { snapshot, space, channel, signedMs, key: good.key };
}

/** @throws UntrustedError when it was signed before what is known, or at the same time */
export function checkNewer(
  snapshot: SnapshotId,
  signedMs: number,
  known: Pick<SignedSnapshot, 'snapshot' | 'signedMs'> | undefined,
): void {
  if (known === undefined || known.snapshot === snapshot || signedMs > known.signedMs) return;
  throw new UntrustedError(
    `snapshot ${snapshot} was signed at ${instant(signedMs)}, and snapshot ${known.snapshot}, which was accepted before, at ${instant(known.signedMs)}: it is older. To go back to it, sign it again: stele rollback <snapshots> ${snapshot.slice(0, 8)} --sign <key>`,
  );
}

/** @throws UntrustedError when it was signed longer ago */
export function checkAge(snapshot: SnapshotId, signedMs: number, ageMaximumMs: number, nowMs: number): void {
  if (nowMs - signedMs <= ageMaximumMs) return;
  throw new UntrustedError(
    `snapshot ${snapshot} was signed at ${instant(signedMs)}, longer ago than --max-signature-age allows where nothing is known of later ones. Sign what is newest again: a build with --sign, or stele rollback <snapshots> <id> --sign <key>`,
  );
}
