/**
 * Where links lead: destinations, titles and labels, and the definitions `[label]: destination "title"`. They are
 * recognised to be passed over: readers see none of them.
 *
 * https://spec.commonmark.org/0.31.2/#links and #link-reference-definitions. Every function returns where something
 * ends, or -1.
 */

/** Parentheses within one another in a destination: cmark has the same limit. */
const parenthesesMaximum = 32;
/** UTF-16 units of a label. */
const labelMaximum = 999;

const label = /\[[^\\[\]]*(?:\\.[^\\[\]]*)*\]/sy;
const spaces = /[ \t]*(?:\n[ \t]*)?/y;
const bracketed = /<[^<>\n\\]*(?:\\.[^<>\n\\]*)*>/y;
const title = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\([^()\\]*(?:\\.[^()\\]*)*\)/sy;
const lineEnd = /[ \t]*(?:\n|$)/y;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** @returns behind the `]` of a label that begins at `at`, an empty one too */
export function labelEnd(text: string, at: number): number {
  if (text[at] !== '[') return -1;
  const limited = text.slice(at, at + labelMaximum + 2);
  const end = endOf(label, limited, 0);
  return end < 0 ? -1 : at + end;
}

/** @returns what labels are compared by */
export const normalLabel = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

function destinationEnd(text: string, at: number): number {
  if (text[at] === '<') return endOf(bracketed, text, at);
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

/** Whether a backslash before the character takes its meaning away, by its code. */
export const isPunctuation = (code: number): boolean =>
  (code >= 0x21 && code <= 0x2f) ||
  (code >= 0x3a && code <= 0x40) ||
  (code >= 0x5b && code <= 0x60) ||
  (code >= 0x7b && code <= 0x7e);

/** @param at of the `(` behind a link's text. @returns behind its `)` */
export function targetEnd(text: string, at: number): number {
  if (text[at] !== '(') return -1;
  const destination = destinationEnd(text, endOf(spaces, text, at + 1));
  if (destination < 0) return -1;
  let end = endOf(spaces, text, destination);
  if (end > destination) {
    const behindTitle = endOf(title, text, end);
    if (behindTitle >= 0) end = endOf(spaces, text, behindTitle);
  }
  return text[end] === ')' ? end + 1 : -1;
}

/**
 * @param at where a paragraph, or what is left of it, begins
 * @param add called with the label that is defined there
 * @returns behind the definition
 */
export function definitionEnd(text: string, at: number, add: (label: string) => void): number {
  const behindLabel = labelEnd(text, at);
  if (behindLabel < 0 || text[behindLabel] !== ':') return -1;
  const key = normalLabel(text.slice(at + 1, behindLabel - 1));
  if (key === '') return -1;
  const from = endOf(spaces, text, behindLabel + 1);
  const destination = destinationEnd(text, from);
  if (destination <= from) return -1;
  let end = endOf(lineEnd, text, destination);
  const beforeTitle = endOf(spaces, text, destination);
  if (beforeTitle > destination) {
    const behindTitle = endOf(title, text, beforeTitle);
    const behindLine = behindTitle < 0 ? -1 : endOf(lineEnd, text, behindTitle);
    if (behindLine >= 0) end = behindLine;
  }
  if (end >= 0) add(key);
  return end;
}
