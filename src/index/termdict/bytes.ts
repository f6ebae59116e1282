/**
 * Byte strings in the order the contract gives text: byte by byte, a prefix before what it begins.
 *
 * UTF-8 compared so is Unicode code point order, which UTF-16 order is not.
 */

import { choose } from '../../content/choices/index.js';

/** @returns < 0, 0 or > 0; `b` is compared from `bStart` to `bEnd` */
export function compareBytes(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array): number {
  const shared = Math.min(aEnd - aStart, b.byteLength);
  for (let i = 0; i < shared; i += 1) {
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

/**
 * As compareBytes, from the last byte to the first: the order of reversed values.
 */
export function compareReversed(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array): number {
  const shared = Math.min(aEnd - aStart, b.byteLength);
  for (let i = 1; i <= shared; i += 1) {
    const difference = a[aEnd - i]! - b[b.byteLength - i]!;
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - b.byteLength;
}

/** From this many bytes on, the engine's own search is faster than a loop, its call included. */
const nativeSearchBytes = 192;

/**
 * Whether `a[aStart, aEnd)` holds `pattern` somewhere.
 *
 * @param pattern at least one byte
 */
export function containsBytes(a: Uint8Array, aStart: number, aEnd: number, pattern: Uint8Array): boolean {
  if (choose('bytes.search', aEnd - aStart >= nativeSearchBytes ? 'native' : 'loop') === 'native') {
    return Buffer.from(a.buffer, a.byteOffset + aStart, aEnd - aStart).includes(
      Buffer.from(pattern.buffer, pattern.byteOffset, pattern.byteLength),
    );
  }
  const first = pattern[0]!;
  const last = aEnd - pattern.byteLength;
  for (let at = aStart; at <= last; at += 1) {
    if (a[at] !== first) continue;
    let i = 1;
    while (i < pattern.byteLength && a[at + i] === pattern[i]) i += 1;
    if (i === pattern.byteLength) return true;
  }
  return false;
}
