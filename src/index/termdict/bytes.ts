/**
 * Byte strings in text order: compared byte by byte, and a prefix comes before the strings that begin with it.
 *
 * For UTF-8 this is Unicode code point order; UTF-16 order differs from it.
 */
import { choose } from '../../content/choices/index.js';

/** @returns < 0, 0 or > 0 as `a[aStart, aEnd)` is before, equal to or after `b` */
export function compareBytes(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array): number {
  const commonLength = Math.min(aEnd - aStart, b.byteLength);
  for (let i = 0; i < commonLength; i += 1) {
    const difference = a[aStart + i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - b.byteLength;
}

/** Whether `a[aStart, aEnd)` begins with all of `prefix`. */
export function startsWithBytes(a: Uint8Array, aStart: number, aEnd: number, prefix: Uint8Array): boolean {
  if (aEnd - aStart < prefix.byteLength) return false;
  for (let i = 0; i < prefix.byteLength; i += 1) if (a[aStart + i] !== prefix[i]) return false;
  return true;
}

/** Compares like compareBytes, but from the last byte to the first: the order of reversed values. */
export function compareReversed(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array): number {
  const commonLength = Math.min(aEnd - aStart, b.byteLength);
  for (let i = 1; i <= commonLength; i += 1) {
    const difference = a[aEnd - i]! - b[b.byteLength - i]!;
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - b.byteLength;
}

/** Buffer.includes is faster than a loop for texts of at least this many bytes, the call included. */
const nativeSearchBytes = 192;

/**
 * Whether `a[aStart, aEnd)` contains `pattern`.
 *
 * @param pattern at least one byte
 */
export function containsBytes(a: Uint8Array, aStart: number, aEnd: number, pattern: Uint8Array): boolean {
  if (choose('bytes.search', aEnd - aStart >= nativeSearchBytes ? 'native' : 'loop') === 'native') {
    return Buffer.from(a.buffer, a.byteOffset + aStart, aEnd - aStart).includes(
      Buffer.from(pattern.buffer, pattern.byteOffset, pattern.byteLength),
    );
  }
  const firstByte = pattern[0]!;
  const lastStart = aEnd - pattern.byteLength;
  for (let start = aStart; start <= lastStart; start += 1) {
    if (a[start] !== firstByte) continue;
    let i = 1;
    while (i < pattern.byteLength && a[start + i] === pattern[i]) i += 1;
    if (i === pattern.byteLength) return true;
  }
  return false;
}
