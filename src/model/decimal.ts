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
