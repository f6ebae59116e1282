/**
 * Readable percent-encoding: brackets, commas, slashes and letters of any script are not encoded.
 */

/** Codes to undo after encoding → their characters. */
const READABLE_CHARACTERS: Readonly<Record<string, string>> = {
  '%5B': '[',
  '%5D': ']',
  '%2C': ',',
  '%3A': ':',
  '%40': '@',
  '%2F': '/',
};

const isAscii = /^[\0-\x7f]$/;

const encodeAscii = (text: string): string =>
  [...text].map((character) => (isAscii.test(character) ? encodeURIComponent(character) : character)).join('');

/** Encodes a name or a value of a query; a space becomes `+`. */
export const encodeQueryPart = (text: string): string =>
  encodeAscii(text.toWellFormed())
    .replace(/%(?:5B|5D|2C|3A|40|2F)/g, (code) => READABLE_CHARACTERS[code] ?? code)
    .replaceAll('%20', '+');

/** Encodes a segment of a path. */
export const encodePathPart = (text: string): string => encodeAscii(text.toWellFormed());

/** @returns the decoded text; the same text if it is not percent-encoded UTF-8 */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const decodeQueryPart = (text: string): string => decodeText(text.replaceAll('+', ' '));
