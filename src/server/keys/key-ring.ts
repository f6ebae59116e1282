/**
 * How many requests a key may make: a bucket of tokens, filled at the key's rate, that holds what a second brings.
 *
 * The keys of a file, ready to be asked: which key is a secret of, and may it be used now?
 *
 * Keys are found by the first digits of the hash, which say nothing about a secret of 256 random bits, and then compared
 * in a time that does not depend on how many of the other digits are right. A secret that was right is remembered, one a
 * key, and from then on compared itself, in the same manner: a hash takes several times as long. What is remembered is
 * gone with the ring; expiry and rate are asked each time.
 */

import { timingSafeEqual } from 'node:crypto';
import type { AccessKey } from './keys-file.js';
import { digestOf, isOwnSecret, SecretBytes, selectorOf } from './secret.js';

interface RequestBucket {
  /** Requests a second. */
  readonly rate: number;
  /** @returns 0 where the request may be answered, otherwise how many milliseconds until one may be */
  readonly take: () => number;
}

/** @param rate requests a second, above 0. The first second's are there from the start. */
function makeBucket(rate: number): RequestBucket {
  const size = Math.max(1, rate);
  let [tokens, filledMs] = [size, performance.now()];
  return {
    rate,
    take() {
      const nowMs = performance.now();
      tokens = Math.min(size, tokens + ((nowMs - filledMs) * rate) / 1000);
      filledMs = nowMs;
      if (tokens < 1) return Math.max(1, Math.ceil(((1 - tokens) * 1000) / rate));
      tokens -= 1;
      return 0;
    },
  };
}

const digestDigits = 64;
const foundByDigits = 8;

interface Held {
  readonly digest: Buffer;
  readonly expiresMs: number;
  readonly known: Finding;
  readonly expired: Finding;
}

interface Remembered {
  readonly held: Held;
  readonly secret: SecretBytes;
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
  /** By selector: of two secrets with the same, the one that came first. */
  readonly #remembered = new Map<number, Remembered>();
  /** What is looked for: the digits of the secret, and the secret itself. */
  readonly #asked = Buffer.alloc(digestDigits);
  readonly #askedSecret = new SecretBytes();

  /** @param before whose keys keep what they have used of their rates */
  constructor(keys: readonly AccessKey[], before?: KeyRing) {
    this.expires = keys.some(({ expires }) => expires !== undefined);
    for (const key of keys) {
      const beginning = key.sha256.slice(0, foundByDigits);
      const bucket = key.rate === undefined ? undefined : this.#bucketOf(key.sha256, key.rate, before);
      const held: Held = {
        digest: Buffer.from(key.sha256, 'latin1'),
        expiresMs: key.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expires),
        known: { kind: 'known', key, bucket },
        expired: { kind: 'expired', key },
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

  /** Cost: of a secret that was right before, a comparison; else a hash, and a comparison for each key whose hash begins the same. */
  find(secret: string, nowMs: number): Finding {
    const held = isOwnSecret(secret) ? (this.#recall(secret) ?? this.#learn(secret)) : this.#search(secret);
    if (held === undefined) return UNKNOWN;
    return nowMs < held.expiresMs ? held.known : held.expired;
  }

  #recall(secret: string): Held | undefined {
    const remembered = this.#remembered.get(selectorOf(secret));
    if (remembered === undefined) return undefined;
    const isSame = timingSafeEqual(this.#askedSecret.set(secret).bytes, remembered.secret.bytes);
    return isSame ? remembered.held : undefined;
  }

  #learn(secret: string): Held | undefined {
    const held = this.#search(secret);
    const selector = selectorOf(secret);
    if (held !== undefined && !this.#remembered.has(selector)) {
      this.#remembered.set(selector, { held, secret: new SecretBytes().set(secret) });
    }
    return held;
  }

  #search(secret: string): Held | undefined {
    const digest = digestOf(secret);
    const candidates = this.#byBeginning.get(digest.slice(0, foundByDigits));
    if (candidates === undefined) return undefined;
    this.#asked.write(digest, 'latin1');
    return candidates.find((held) => timingSafeEqual(this.#asked, held.digest));
  }
}
