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

/**
 * @param character one, such as `/`. @returns the text without those at its end
 * Cost: O(length). An expression such as `/0+$/` begins anew at each character of every run of them.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
