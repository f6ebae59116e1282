/**
 * Syntax of links: destinations, titles and labels, and definitions `[label]: destination "title"`, none of which is visible.
 *
 * https://spec.commonmark.org/0.31.2/#links and #link-reference-definitions. Every function returns the end of a match, or -1.
 */
/** Maximum nesting of parentheses in a destination, as in cmark. */
const parenthesesMaximum = 32;
/** Maximum UTF-16 units of a label. */
const labelMaximum = 999;

const label = /\[[^\\[\]]*(?:\\.[^\\[\]]*)*\]/sy;
const spaces = /[ \t]*(?:\n[ \t]*)?/y;
const bracketed = /<[^<>\n\\]*(?:\\.[^<>\n\\]*)*>/y;
const title = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\([^()\\]*(?:\\.[^()\\]*)*\)/sy;
const lineEnd = /[ \t]*(?:\n|$)/y;

/** @param pattern sticky. @returns the end of its match at `at`, or -1 */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** @returns the end of the label that begins at `at`, which may be empty; -1 if there is none */
export function labelEnd(text: string, at: number): number {
  if (text[at] !== '[') return -1;
  const limited = text.slice(at, at + labelMaximum + 2);
  const end = matchEnd(label, limited, 0);
  return end < 0 ? -1 : at + end;
}

/** @returns the normalised label, by which labels are compared */
export const normaliseLabel = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

function destinationEnd(text: string, at: number): number {
  if (text[at] === '<') return matchEnd(bracketed, text, at);
  let depth = 0;
  let place = at;
  for (; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code <= 0x20 || code === 0x7f) break;
    if (code === 0x5c && isPunctuation(text.charCodeAt(place + 1))) place += 1;
    else if (code === 0x28) {
      depth += 1;
      if (depth > parenthesesMaximum) return -1;
    } else if (code === 0x29) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? place : -1;
}

/** Whether a backslash escapes the character with this code. */
export const isPunctuation = (code: number): boolean =>
  (code >= 0x21 && code <= 0x2f) ||
  (code >= 0x3a && code <= 0x40) ||
  (code >= 0x5b && code <= 0x60) ||
  (code >= 0x7b && code <= 0x7e);

/** @param at position of the `(` after a link's text. @returns the end of its `)`, or -1 */
export function inlineTargetEnd(text: string, at: number): number {
  if (text[at] !== '(') return -1;
  const destination = destinationEnd(text, matchEnd(spaces, text, at + 1));
  if (destination < 0) return -1;
  let end = matchEnd(spaces, text, destination);
  if (end > destination) {
    const behindTitle = matchEnd(title, text, end);
    if (behindTitle >= 0) end = matchEnd(spaces, text, behindTitle);
  }
  return text[end] === ')' ? end + 1 : -1;
}

/**
 * @param at start of the rest of a paragraph
 * @param add called with the defined label
 * @returns the end of the definition, or -1
 */
export function definitionEnd(text: string, at: number, add: (label: string) => void): number {
  const behindLabel = labelEnd(text, at);
  if (behindLabel < 0 || text[behindLabel] !== ':') return -1;
  const key = normaliseLabel(text.slice(at + 1, behindLabel - 1));
  if (key === '') return -1;
  const from = matchEnd(spaces, text, behindLabel + 1);
  const destination = destinationEnd(text, from);
  if (destination <= from) return -1;
  let end = matchEnd(lineEnd, text, destination);
  const beforeTitle = matchEnd(spaces, text, destination);
  if (beforeTitle > destination) {
    const behindTitle = matchEnd(title, text, beforeTitle);
    const behindLine = behindTitle < 0 ? -1 : matchEnd(lineEnd, text, behindTitle);
    if (behindLine >= 0) end = behindLine;
  }
  if (end >= 0) add(key);
  return end;
}
