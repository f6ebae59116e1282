/**
 * Small functions on texts, for hot paths: encoding as UTF-8 bytes, and trimming without a regular expression.
 */

const encoder = new TextEncoder();

/** Up to this length a loop is several times as fast as the encoder. */
const shortLength = 64;

/** @returns the text in UTF-8, in new memory. Cost: O(length). */
export function utf8(text: string): Uint8Array {
  if (text.length > shortLength) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

/**
 * @param character one character, such as `/`
 * @returns the text without this character at its end
 * Cost: O(length). A regular expression such as `/0+$/` would start anew at each character of every run: O(length²).
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
