/**
 * Hashed values: a keyed hash and the length of a value, so that equal values stay equal and the text cannot be read.
 */
import { createHmac } from 'node:crypto';

/** Hexadecimal digits of a hash. Among a million values two share a hash in about one of 10^12 files. */
const HASH_DIGITS = 20;

export class ValueHasher {
  readonly #salt: string;

  /** @param salt key of the hashes; without it short values could be found by hashing candidates */
  constructor(salt: string) {
    this.#salt = salt;
  }

  /** @returns the hash, a colon, and the length in UTF-16 units */
  hash(value: string): string {
    const digest = createHmac('sha256', this.#salt).update(value).digest('hex').slice(0, HASH_DIGITS);
    return `${digest}:${value.length}`;
  }
}

export interface HashedValue {
  /** A number in [0, 2^48) from the hash; equal for equal values. Selects a value of the snapshot. */
  readonly draw: number;
  /** Length of the value in UTF-16 units. */
  readonly length: number;
}

const hashedPattern = new RegExp(`^([0-9a-f]{${HASH_DIGITS}}):(\\d{1,9})$`);

/** @returns undefined if the text is not a hashed value */
export function readHashed(text: string): HashedValue | undefined {
  const [, digest, length] = hashedPattern.exec(text) ?? [];
  if (digest === undefined) return undefined;
  // Twelve hexadecimal digits are 48 bits.
  return { draw: Number.parseInt(digest.slice(0, 12), 16), length: Number(length) };
}
