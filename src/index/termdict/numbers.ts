/**
 * The distinct values of a boolean, integer, dateTime or (short) decimal field: ascending 64-bit floats, each exact.
 *
 * Booleans are 0 and 1, dates milliseconds, decimals units of 10^-precision; all lie within ±(2^53 − 1).
 */
import { type TermId, termId } from '../../content/model/index.js';
import { firstIndexWithin } from '../../format/index.js';

export class NumberTerms {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  get size(): number {
    return this.#values.length;
  }

  at(term: TermId): number {
    return this.#values[term]!;
  }

  /** @returns how many terms are less than the value. Cost: O(log size). */
  below(value: number): TermId {
    return firstIndexWithin(termId(0), this.size, (term) => this.at(term) >= value);
  }

  /** @returns how many terms are at most the value. Cost: O(log size). */
  upTo(value: number): TermId {
    return firstIndexWithin(termId(0), this.size, (term) => this.at(term) > value);
  }
}

// Decimals too long for an exact 64-bit float, as byte strings in numeric order.
//
// Key of a non-negative number: 1, the count of its digits as 4 bytes, its digits. A negative one has 0 and the
// complement of what follows, so that larger magnitudes come first. Zero has one digit, 0.

const signBytes = 1;
const countBytes = 4;

/** @returns the key of `units`; keys compare byte by byte as the numbers do. Cost: O(digits²), from BigInt's toString. */
export function decimalKey(units: bigint): Uint8Array {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString();
  const key = Buffer.alloc(signBytes + countBytes + digits.length);
  key[0] = 1;
  key.writeUInt32BE(digits.length, signBytes);
  key.write(digits, signBytes + countBytes, 'latin1');
  if (!negative) return key;
  for (let i = 0; i < key.length; i += 1) key[i] = 0xff - key[i]!;
  key[0] = 0;
  return key;
}

/** @returns the number whose key this is */
export function decimalUnits(key: Uint8Array): bigint {
  const negative = key[0] === 0;
  const digits = Uint8Array.from(key.subarray(signBytes + countBytes), (byte) => (negative ? 0xff - byte : byte));
  const magnitude = BigInt(Buffer.from(digits).toString('latin1'));
  return negative ? -magnitude : magnitude;
}
