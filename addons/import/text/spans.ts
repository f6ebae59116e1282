/**
 * Replaces text between an opening and a closing mark in one pass.
 *
 * A single regular expression for both marks takes seconds for a post with thousands of openings that are never closed.
 * Elsewhere: the shortcodes and blocks that use it (sources/wordpress/content).
 */

/** @returns the text that replaces the whole span */
export type Change = (opening: RegExpExecArray, inner: string, closing: RegExpExecArray) => string;

/**
 * @param opening with `g`; matches a few characters, and not an empty text
 * @param buildClosing the expression of the end, with `g`; likewise
 * @returns the text with every span replaced, from the left; a span without an end stays
 * Cost: O(length) for each different end
 */
export function replaceSpans(
  text: string,
  opening: RegExp,
  buildClosing: (opening: RegExpExecArray) => RegExp,
  replace: Change,
): string {
  const openingPattern = new RegExp(opening);
  /** Expressions of ends that do not occur in the remaining text. */
  const missingEnds = new Set<string>();
  let changed = '';
  let copiedEnd = 0;
  for (let match = openingPattern.exec(text); match !== null; match = openingPattern.exec(text)) {
    const closingPattern = new RegExp(buildClosing(match));
    if (missingEnds.has(closingPattern.source)) continue;
    closingPattern.lastIndex = openingPattern.lastIndex;
    const closing = closingPattern.exec(text);
    if (closing === null) {
      missingEnds.add(closingPattern.source);
      continue;
    }
    changed +=
      text.slice(copiedEnd, match.index) + replace(match, text.slice(openingPattern.lastIndex, closing.index), closing);
    copiedEnd = closingPattern.lastIndex;
    openingPattern.lastIndex = copiedEnd;
  }
  return changed + text.slice(copiedEnd);
}

/** @returns the end tag of the element whose name is the first group of the opening */
export const buildEndTagPattern = (opening: RegExpExecArray): RegExp =>
  new RegExp(`</${opening[1]?.toLowerCase()}\\s*>`, 'gi');
