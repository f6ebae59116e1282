/**
 * Percent-decoding, strict: bad escapes and bytes that are not UTF-8 are refused. Elsewhere: encoding (content/model).
 */

/** Meaning of `+`: a space in a query string, as in form encoding; itself in a path. */
export type Plus = 'space' | 'literal';

/**
 * Decodes a name, a value or a path segment.
 *
 * @returns undefined for a bad escape and for bytes or surrogates that are not well-formed Unicode
 * Cost: O(length); the text itself when there is nothing to decode.
 */
export function decode(raw: string, plus: Plus): string | undefined {
  const spaced = plus === 'space' && raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.isWellFormed()) return undefined;
  if (!spaced.includes('%')) return spaced;
  return isEscapedUtf8(spaced) ? decodeURIComponent(spaced) : undefined;
}

/**
 * Whether every escape is one and they make up UTF-8 (RFC 3629): no overlong form, no surrogate, nothing cut off.
 *
 * decodeURIComponent finds out the same by throwing, which takes microseconds: too long for thousands of bad parts.
 */
export function isEscapedUtf8(text: string): boolean {
  /** Continuation bytes still to come, and the range of the next. */
  let due = 0;
  let low = 0x80;
  let high = 0xbf;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== 0x25) {
      if (due > 0) return false;
      continue;
    }
    const byte = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
    if (Number.isNaN(byte)) return false;
    at += 2;
    if (due > 0) {
      if (byte < low || byte > high) return false;
      due -= 1;
      low = 0x80;
      high = 0xbf;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      due = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      if (byte === 0xe0) low = 0xa0;
      else if (byte === 0xed) high = 0x9f;
      else if (byte === 0xf0) low = 0x90;
      else if (byte === 0xf4) high = 0x8f;
    }
  }
  return due === 0;
}

/** @returns 0 to 15, or NaN, also for the NaN behind the end of a text */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
