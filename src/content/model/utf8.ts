/**
 * Texts as bytes.
 */

const encoder = new TextEncoder();

/** What a loop is quicker for than the encoder, which takes several times as long for the few letters of a value or id. */
const shortLength = 64;

/** @returns the text in UTF-8, in memory of its own. Cost: O(length). */
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
