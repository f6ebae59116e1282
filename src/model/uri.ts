/**
 * Percent-encoding of one component of a URI, the one canonical way used in every link.
 */

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * @param text well-formed
 * @returns the text with all but the unreserved characters of RFC 3986 (letters, digits, `-._~`) percent-encoded
 */
export const encodeComponent = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, hex);
