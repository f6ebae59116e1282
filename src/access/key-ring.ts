/**
 * The keys of a file, ready to be asked: which key is a secret of, and may it be used now?
 *
 * Keys are found by the first digits of the hash, which say nothing about a secret of 256 random bits, and then compared
 * in a time that does not depend on how many of the other digits are right.
 */
import { timingSafeEqual } from 'node:crypto';
import type { AccessKey } from './access-key.js';
import { makeBucket, type RequestBucket } from './rate.js';
import { digestOf } from './secret.js';

const digestDigits = 64;
const foundByDigits = 8;

interface Held {
  readonly key: AccessKey;
  readonly digest: Buffer;
  readonly expiresMs: number;
  readonly bucket: RequestBucket | undefined;
}

/** What a secret is worth at this moment. */
export type Finding =
  | { readonly kind: 'known'; readonly key: AccessKey; readonly bucket: RequestBucket | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired'; readonly key: AccessKey };

const UNKNOWN: Finding = { kind: 'unknown' };

export class KeyRing {
  readonly #byBeginning = new Map<string, Held[]>();
  readonly #buckets = new Map<string, RequestBucket>();
  /** Whether any of the keys expires; if none does, nobody need look at the clock. */
  readonly expires: boolean;
  /** The digits of the secret that is looked for. */
  readonly #asked = Buffer.alloc(digestDigits);

  /** @param before whose keys keep what they have used of their rates */
  constructor(keys: readonly AccessKey[], before?: KeyRing) {
    this.expires = keys.some(({ expires }) => expires !== undefined);
    for (const key of keys) {
      const beginning = key.sha256.slice(0, foundByDigits);
      const held = {
        key,
        digest: Buffer.from(key.sha256, 'latin1'),
        expiresMs: key.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expires),
        bucket: key.rate === undefined ? undefined : this.#bucketOf(key.sha256, key.rate, before),
      };
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), held]);
    }
  }

  #bucketOf(sha256: string, rate: number, before: KeyRing | undefined): RequestBucket {
    const name = `${sha256} ${rate}`;
    const kept = before === undefined ? undefined : before.#buckets.get(name);
    const bucket = kept ?? makeBucket(rate);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Cost: a hash, and a comparison for each key whose hash begins the same; about a microsecond. */
  find(secret: string, nowMs: number): Finding {
    const digest = digestOf(secret);
    const candidates = this.#byBeginning.get(digest.slice(0, foundByDigits));
    if (candidates === undefined) return UNKNOWN;
    this.#asked.write(digest, 'latin1');
    for (const { key, digest: kept, expiresMs, bucket } of candidates) {
      if (!timingSafeEqual(this.#asked, kept)) continue;
      return nowMs < expiresMs ? { kind: 'known', key, bucket } : { kind: 'expired', key };
    }
    return UNKNOWN;
  }
}
