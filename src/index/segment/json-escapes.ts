/**
 * JSON escape sequences in the bytes of rendered items: finding positions outside of them, and decoding a text.
 *
 * JSON escapes quotes, backslashes and control characters; every other byte of UTF-8 is unchanged.
 */

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Length of the longest escape sequence, `\u001f`. */
export const ESCAPE_MAXIMUM = 6;

/** @returns the pattern in the JSON form of rendered items */
export const escapePattern = (pattern: Uint8Array): Buffer =>
  Buffer.from(JSON.stringify(Buffer.from(pattern).toString()).slice(1, -1));

/** @returns the last position in `[start, position]` that is not inside an escape sequence */
export function findOutsideEscapes(bytes: Uint8Array, start: number, position: number): number {
  // An escape sequence that began before six bytes without a backslash ends within them.
  let lastOutside = position;
  let clearBytes = 0;
  for (; lastOutside > start && clearBytes < ESCAPE_MAXIMUM; lastOutside -= 1)
    clearBytes = bytes[lastOutside - 1] === BACKSLASH ? 0 : clearBytes + 1;
  let nextStart = clearBytes === ESCAPE_MAXIMUM ? lastOutside + ESCAPE_MAXIMUM : lastOutside;
  while (nextStart < position) {
    lastOutside = nextStart;
    if (bytes[nextStart] !== BACKSLASH) nextStart += 1;
    else nextStart += bytes[nextStart + 1] === LETTER_U ? ESCAPE_MAXIMUM : 2;
  }
  return nextStart === position ? position : lastOutside;
}

/** Letter after the backslash → the escaped character, if they differ: b, f, n, r, t. */
const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** @returns the decoded text of `[start, end)`, which splits no escape sequence; a view if it contains none */
export function decodeEscapes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const range = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  let backslash = range.indexOf(BACKSLASH);
  if (backslash < 0) return range;
  const decoded = Buffer.allocUnsafe(range.byteLength);
  let copiedTo = 0;
  let length = 0;
  while (backslash >= 0) {
    length += range.copy(decoded, length, copiedTo, backslash);
    const escaped = range[backslash + 1]!;
    if (escaped === LETTER_U) {
      decoded[length] = Number.parseInt(range.toString('latin1', backslash + 2, backslash + ESCAPE_MAXIMUM), 16);
      copiedTo = backslash + ESCAPE_MAXIMUM;
    } else {
      decoded[length] = simpleEscapes.get(escaped) ?? escaped;
      copiedTo = backslash + 2;
    }
    length += 1;
    backslash = range.indexOf(BACKSLASH, copiedTo);
  }
  length += range.copy(decoded, length, copiedTo);
  return decoded.subarray(0, length);
}
