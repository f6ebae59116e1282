/**
 * Hashed values: a keyed hash and the length of a value, so that equal values stay equal and the text cannot be read.
 */
import { createHmac } from 'node:crypto';

/** Hexadecimal digits of a hash. Among a million values two share a hash in about one of 10^12 files. */
const digits = 20;

export class ValueHasher {
  readonly #salt: string;

  /** @param salt key of the hashes; without it short values could be found by hashing candidates */
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
  /** A number in [0, 2^48) from the hash; equal for equal values. Selects a value of the snapshot. */
  readonly draw: number;
  /** Length of the value in UTF-16 units. */
  readonly length: number;
}

const pattern = /^([0-9a-f]{20}):(\d{1,9})$/;

/** @returns undefined if the text is not a hashed value */
export function readHashed(text: string): HashedValue | undefined {
  const [, digest, length] = pattern.exec(text) ?? [];
  if (digest === undefined) return undefined;
  return { draw: Number.parseInt(digest.slice(0, 12), 16), length: Number(length) };
}
