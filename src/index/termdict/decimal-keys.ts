/**
 * Keys of decimals that are too long for an exact 64-bit float: byte strings in numeric order.
 *
 *     byte   0       1 … 4                  5 … 4 + n
 *          ┌──────┬──────────────────────┬──────────────────────────┐
 *          │ sign │ n: count of digits   │ n digits in ASCII        │   sign 1: not negative
 *          └──────┴──────────────────────┴──────────────────────────┘   sign 0: negative, bytes 1 … complemented
 *
 * The complement sorts larger magnitudes of negative numbers first. Zero has one digit, 0.
 */

const signBytes = 1;
const countBytes = 4;

/** @returns the key of `units`; keys compare byte by byte in numeric order. Cost: O(digits²), from BigInt's toString. */
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

/** @returns the number that `decimalKey` encoded as this key */
export function decimalUnits(key: Uint8Array): bigint {
  const negative = key[0] === 0;
  const digits = Uint8Array.from(key.subarray(signBytes + countBytes), (byte) => (negative ? 0xff - byte : byte));
  const magnitude = BigInt(Buffer.from(digits).toString('latin1'));
  return negative ? -magnitude : magnitude;
}
