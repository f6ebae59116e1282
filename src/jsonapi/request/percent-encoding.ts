/**
 * Strict percent-decoding: bad escapes and bytes that are not UTF-8 are refused. Elsewhere: encoding (content/model).
 */

/** Meaning of `+`: a space in a query string, as in form encoding; a plus sign in a path. */
export type Plus = 'space' | 'literal';

/**
 * Decodes a name, a value or a path segment.
 *
 * @returns undefined for a bad escape and for bytes or surrogates that are not well-formed Unicode
 * Cost: O(length); returns the same text if it has no escapes.
 */
export function decode(raw: string, plus: Plus): string | undefined {
  const spaced = plus === 'space' && raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.isWellFormed()) return undefined;
  if (!spaced.includes('%')) return spaced;
  return isEscapedUtf8(spaced) ? decodeURIComponent(spaced) : undefined;
}

/**
 * Whether every `%` begins an escape and the escapes are UTF-8 (RFC 3629): no overlong form, no surrogate, no truncation.
 *
 * decodeURIComponent would throw instead, which takes microseconds: too long for thousands of bad parts.
 */
export function isEscapedUtf8(text: string): boolean {
  /** Continuation bytes still expected, and the range of the next one. */
  let dueBytes = 0;
  let lowest = 0x80;
  let highest = 0xbf;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== 0x25) {
      if (dueBytes > 0) return false;
      continue;
    }
    const byte = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
    if (Number.isNaN(byte)) return false;
    at += 2;
    if (dueBytes > 0) {
      if (byte < lowest || byte > highest) return false;
      dueBytes -= 1;
      lowest = 0x80;
      highest = 0xbf;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      dueBytes = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      if (byte === 0xe0) lowest = 0xa0;
      else if (byte === 0xed) highest = 0x9f;
      else if (byte === 0xf0) lowest = 0x90;
      else if (byte === 0xf4) highest = 0x8f;
    }
  }
  return dueBytes === 0;
}

/** @param code may be NaN, after the end of a text. @returns 0 to 15, or NaN */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  // Bit 0x20 is the difference between an upper-case and a lower-case letter.
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
