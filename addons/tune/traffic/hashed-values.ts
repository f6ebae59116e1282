/**
 * Values that nobody may read: only which of them were equal, and how long each was, is kept.
 */
import { createHmac } from 'node:crypto';

/** Hexadecimal digits kept of a hash: two of a million values share one about once in 10^8 files. */
const digits = 20;

export class ValueHasher {
  readonly #salt: string;

  /** @param salt without it, short values could be found by trying them */
  constructor(salt: string) {
    this.#salt = salt;
  }

  /** @returns the hash, a colon, and the length in UTF-16 units */
  hash(value: string): string {
    const digest = createHmac('sha256', this.#salt).update(value).digest('hex').slice(0, digits);
    return `${digest}:${value.length}`;
  }
}

export interface HashedValue {
  /** A number in [0, 2^48), the same for equal values. */
  readonly draw: number;
  readonly length: number;
}

const pattern = /^([0-9a-f]{20}):(\d{1,9})$/;

/** @returns undefined for a text that is no hashed value */
export function readHashed(text: string): HashedValue | undefined {
  const [, digest, length] = pattern.exec(text) ?? [];
  if (digest === undefined) return undefined;
  return { draw: Number.parseInt(digest.slice(0, 12), 16), length: Number(length) };
}
