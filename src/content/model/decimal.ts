/**
 * Decimal numbers as text: exact, of any length.
 */

/** @returns `digits / 10^scale` with exactly `scale` digits after the point: 1234n, 2 → `12.34` */
export function decimalText(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-scale)}`;
}

/** A number in whole units of 10^-precision. */
export interface WholeUnits {
  /** The largest number of units that is at most the number. */
  readonly floor: bigint;
  /** Whether it is the number. */
  readonly exact: boolean;
}

/** @param digits with `scale`: the number `digits / 10^scale` */
export function wholeUnits(digits: bigint, scale: number, precision: number): WholeUnits {
  if (scale <= precision) return { floor: digits * 10n ** BigInt(precision - scale), exact: true };
  const divisor = 10n ** BigInt(scale - precision);
  const quotient = digits / divisor;
  if (quotient * divisor === digits) return { floor: quotient, exact: true };
  return { floor: digits < 0n ? quotient - 1n : quotient, exact: false };
}
