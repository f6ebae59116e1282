/**
 * What stands between two marks of a text, in one pass: an expression that looks for both ends takes seconds where a post has
 * thousands of beginnings without an end.
 */

/** @returns what takes the place of the whole span */
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
  /** Ends that do not come any more. */
  const gone = new Set<string>();
  let changed = '';
  let from = 0;
  for (let found = open.exec(text); found !== null; found = open.exec(text)) {
    const close = new RegExp(closingOf(found));
    if (gone.has(close.source)) continue;
    close.lastIndex = open.lastIndex;
    const closing = close.exec(text);
    if (closing === null) {
      gone.add(close.source);
      continue;
    }
    changed += text.slice(from, found.index) + change(found, text.slice(open.lastIndex, closing.index), closing);
    from = close.lastIndex;
    open.lastIndex = from;
  }
  return changed + text.slice(from);
}

/** The end of the element that was opened, whose name is the first group. */
export const endTag = (opening: RegExpExecArray): RegExp => new RegExp(`</${opening[1]?.toLowerCase()}\\s*>`, 'gi');
