/**
 * A signature: who says of a snapshot that it is genuine, and since when.
 *
 * What is signed is a text with the snapshot's id, which is the hash of its manifest, which holds the hash of every
 * file; and the time of signing. Of two snapshots the one that was signed later is the newer one: so an old one cannot
 * be passed off as today's, and going back takes a new signature.
 */
import { sign, verify } from 'node:crypto';
import { OperationError } from '../errors/index.js';
import type { SnapshotId } from '../model/index.js';
import type { PublicKey, SigningKey } from './keys.js';

/** No signature of ours is longer, whatever keys it has. */
export const SIGNATURE_BYTES_MAXIMUM = 2 ** 16;

/** A snapshot that is not served because nobody who is trusted vouches for it. */
export class UntrustedError extends OperationError {}

interface Entry {
  /** The key's name. */
  readonly key: string;
  /** Base64. */
  readonly signature: string;
}

export interface Signature {
  readonly snapshot: string;
  /** In milliseconds since 1970. */
  readonly signedMs: number;
  readonly entries: readonly Entry[];
}

const instant = (ms: number): string => new Date(ms).toISOString();

const textOf = (snapshot: SnapshotId, signedMs: number): Uint8Array =>
  Buffer.from(`stele snapshot\n${snapshot}\n${instant(signedMs)}\n`);

/** @param keys at least one; each signs, so that replicas that trust any of them are content */
export function makeSignature(snapshot: SnapshotId, signedMs: number, keys: readonly SigningKey[]): Uint8Array {
  const signatures = keys.map(({ object, publicKey }) => ({
    key: publicKey.name,
    signature: sign(null, textOf(snapshot, signedMs), object).toString('base64'),
  }));
  return Buffer.from(`${JSON.stringify({ snapshot, signed: instant(signedMs), signatures }, null, 1)}\n`);
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'signature' in value &&
  typeof value.signature === 'string';

/** @returns undefined where the bytes are none */
export function parseSignature(bytes: Uint8Array): Signature | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('snapshot' in value && 'signed' in value && 'signatures' in value)) return undefined;
  const { snapshot, signed, signatures } = value;
  if (typeof snapshot !== 'string' || typeof signed !== 'string' || !Array.isArray(signatures)) return undefined;
  const signedMs = Date.parse(signed);
  if (Number.isNaN(signedMs) || instant(signedMs) !== signed || !signatures.every(isEntry)) return undefined;
  return { snapshot, signedMs, entries: signatures };
}

/**
 * @param bytes  undefined where there is no signature
 * @param trusted at least one key; the signature of any is enough
 * @returns when the snapshot was signed, in milliseconds since 1970, and by which of the keys
 * @throws UntrustedError that says what is wrong
 */
export function checkSignature(
  bytes: Uint8Array | undefined,
  snapshot: SnapshotId,
  trusted: readonly PublicKey[],
): { readonly signedMs: number; readonly key: PublicKey } {
  const refuse = (what: string): UntrustedError =>
    new UntrustedError(`snapshot ${snapshot} ${what}. Trusted: ${trusted.map(({ name }) => name).join(', ')}`);
  if (bytes === undefined) throw refuse('is not signed; build it with --sign, or sign it with stele rollback --sign');
  const signature = parseSignature(bytes);
  if (signature === undefined) throw refuse('has a signature that cannot be read');
  if (signature.snapshot !== snapshot) throw refuse("has another snapshot's signature");
  const { signedMs, entries } = signature;
  const text = textOf(snapshot, signedMs);
  for (const entry of entries) {
    const key = trusted.find(({ name }) => name === entry.key);
    if (key === undefined) continue;
    if (verify(null, text, key.object, Buffer.from(entry.signature, 'base64'))) return { signedMs, key };
    throw refuse(`has a signature by ${key.name} that does not match this snapshot and this time`);
  }
  const by = entries.map(({ key }) => JSON.stringify(key.slice(0, 40))).join(', ');
  throw refuse(`is signed by ${by === '' ? 'nobody' : by}, which is not trusted`);
}

/** @throws UntrustedError when it was signed before what is served, or at the same time */
export function checkNewer(
  snapshot: SnapshotId,
  signedMs: number,
  served: { readonly snapshot: SnapshotId; readonly signedMs: number } | undefined,
): void {
  if (served === undefined || served.snapshot === snapshot || signedMs > served.signedMs) return;
  throw new UntrustedError(
    `snapshot ${snapshot} was signed at ${instant(signedMs)}, and snapshot ${served.snapshot}, which is served, at ${instant(served.signedMs)}: it is older. To go back to it, sign it again: stele rollback <snapshots> ${snapshot.slice(0, 8)} --sign <key>`,
  );
}
