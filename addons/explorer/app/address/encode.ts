/**
 * Readable percent-encoding: brackets, commas, slashes and letters of any script are not encoded.
 */

/** Codes to undo after encoding → their characters. */
const KEPT: Readonly<Record<string, string>> = {
  '%5B': '[',
  '%5D': ']',
  '%2C': ',',
  '%3A': ':',
  '%40': '@',
  '%2F': '/',
};

const isAscii = /^[\0-\x7f]$/;

const encoded = (text: string): string =>
  [...text].map((character) => (isAscii.test(character) ? encodeURIComponent(character) : character)).join('');

/** Encodes a name or a value of a query; a space becomes `+`. */
export const queryPart = (text: string): string =>
  encoded(text.toWellFormed())
    .replace(/%(?:5B|5D|2C|3A|40|2F)/g, (code) => KEPT[code] ?? code)
    .replaceAll('%20', '+');

/** Encodes a segment of a path. */
export const pathPart = (text: string): string => encoded(text.toWellFormed());

/** @returns the decoded text; the same text if it is not percent-encoded UTF-8 */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const decodedQuery = (text: string): string => decoded(text.replaceAll('+', ' '));
