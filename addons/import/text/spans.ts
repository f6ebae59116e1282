/**
 * Text between an opening and a closing mark, replaced in one pass.
 *
 * A single regular expression for both marks takes seconds for a post with thousands of openings that are never closed.
 * Elsewhere: the shortcodes and blocks that use it (sources/wordpress/content).
 */

/** @returns the text that replaces the whole span */
export type Change = (opening: RegExpExecArray, inner: string, closing: RegExpExecArray) => string;

/**
 * @param opening with `g`; matches a few characters, and never an empty text
 * @param closingOf the expression of the end, with `g`; likewise
 * @returns the text with every span changed, from the left; one without an end stays
 * Cost: O(length) for each different end
 */
export function replaceSpans(
  text: string,
  opening: RegExp,
  closingOf: (opening: RegExpExecArray) => RegExp,
  change: Change,
): string {
  const open = new RegExp(opening);
  /** Expressions of ends that do not occur in the remaining text. */
  const missingEnds = new Set<string>();
  let changed = '';
  let from = 0;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const close = new RegExp(closingOf(match));
    if (missingEnds.has(close.source)) continue;
    close.lastIndex = open.lastIndex;
    const closing = close.exec(text);
    if (closing === null) {
      missingEnds.add(close.source);
      continue;
    }
    changed += text.slice(from, match.index) + change(match, text.slice(open.lastIndex, closing.index), closing);
    from = close.lastIndex;
    open.lastIndex = from;
  }
  return changed + text.slice(from);
}

/** @returns the end tag of the element whose name is the first group of the opening */
export const endTag = (opening: RegExpExecArray): RegExp => new RegExp(`</${opening[1]?.toLowerCase()}\\s*>`, 'gi');
