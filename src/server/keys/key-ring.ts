/**
 * Key ring: finds the key that a secret belongs to, and whether the key may be used now.
 *
 * A key is found by the first digits of its hash, which reveal nothing about a secret of 256 random bits, and then
 * compared in constant time. The last correct secret of each selector is remembered and later compared directly, in
 * constant time too: a hash takes several times as long. Remembered secrets are dropped with the ring; expiry and rate
 * are checked at every lookup.
 */
import { timingSafeEqual } from 'node:crypto';
import type { AccessKey } from './access-key.js';
import { createRequestBucket, type RequestBucket } from './request-bucket.js';
import { hashSecret, isOwnSecret, readSelector, SecretBytes } from './secret.js';

const digestDigits = 64;
const prefixDigits = 8;

interface RingEntry {
  readonly digest: Buffer;
  readonly expiresMs: number;
  /** Verdict before the key expires. */
  readonly valid: KeyVerdict;
  readonly expired: KeyVerdict;
}

interface RememberedSecret {
  readonly entry: RingEntry;
  readonly secret: SecretBytes;
}

/** Result of a lookup. */
export type KeyVerdict =
  | { readonly kind: 'known'; readonly key: AccessKey; readonly bucket: RequestBucket | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired'; readonly key: AccessKey };

const UNKNOWN: KeyVerdict = { kind: 'unknown' };

export class KeyRing {
  readonly #byDigestPrefix = new Map<string, RingEntry[]>();
  readonly #buckets = new Map<string, RequestBucket>();
  /** Whether any key expires; if none does, lookups need no clock. */
  readonly expires: boolean;
  /** By selector; of two secrets with the same selector, the one that came first. */
  readonly #remembered = new Map<number, RememberedSecret>();
  /** Scratch buffers of a lookup: the digest's digits, and the secret. */
  readonly #digestBuffer = Buffer.alloc(digestDigits);
  readonly #secretBuffer = new SecretBytes();

  /** @param before earlier ring; keys that stay keep the used part of their rates */
  constructor(keys: readonly AccessKey[], before?: KeyRing) {
    this.expires = keys.some(({ expires }) => expires !== undefined);
    for (const key of keys) {
      const prefix = key.sha256.slice(0, prefixDigits);
      const bucket = key.rate === undefined ? undefined : this.#createBucket(key.sha256, key.rate, before);
      const entry: RingEntry = {
        digest: Buffer.from(key.sha256, 'latin1'),
        expiresMs: key.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expires),
        valid: { kind: 'known', key, bucket },
        expired: { kind: 'expired', key },
      };
      this.#byDigestPrefix.set(prefix, [...(this.#byDigestPrefix.get(prefix) ?? []), entry]);
    }
  }

  #createBucket(sha256: string, rate: number, before: KeyRing | undefined): RequestBucket {
    const name = `${sha256} ${rate}`;
    const earlier = before === undefined ? undefined : before.#buckets.get(name);
    const bucket = earlier ?? createRequestBucket(rate);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Cost: a comparison if the secret is remembered; otherwise a hash, and a comparison per key with the same hash prefix. */
  find(secret: string, nowMs: number): KeyVerdict {
    const entry = isOwnSecret(secret)
      ? (this.#recall(secret) ?? this.#searchAndRemember(secret))
      : this.#search(secret);
    if (entry === undefined) return UNKNOWN;
    return nowMs < entry.expiresMs ? entry.valid : entry.expired;
  }

  #recall(secret: string): RingEntry | undefined {
    const remembered = this.#remembered.get(readSelector(secret));
    if (remembered === undefined) return undefined;
    const isSame = timingSafeEqual(this.#secretBuffer.set(secret).bytes, remembered.secret.bytes);
    return isSame ? remembered.entry : undefined;
  }

  #searchAndRemember(secret: string): RingEntry | undefined {
    const entry = this.#search(secret);
    const selector = readSelector(secret);
    if (entry !== undefined && !this.#remembered.has(selector)) {
      this.#remembered.set(selector, { entry, secret: new SecretBytes().set(secret) });
    }
    return entry;
  }

  #search(secret: string): RingEntry | undefined {
    const digest = hashSecret(secret);
    const candidates = this.#byDigestPrefix.get(digest.slice(0, prefixDigits));
    if (candidates === undefined) return undefined;
    this.#digestBuffer.write(digest, 'latin1');
    return candidates.find((entry) => timingSafeEqual(this.#digestBuffer, entry.digest));
  }
}
