/**
 * Syntax of links: labels, destinations and titles, and definitions such as `[label]: destination "title"`.
 *
 * Functions named `find…End` and `readDefinition` return the end of a match, or -1.
 * https://spec.commonmark.org/0.31.2/#links and #link-reference-definitions
 */

const SPACE = 0x20;
const OPENING_PARENTHESIS = 0x28;
const CLOSING_PARENTHESIS = 0x29;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;

/** Maximum nesting of parentheses in a destination, as in cmark. */
const parenthesesMaximum = 32;
/** Maximum UTF-16 units of a label. */
const labelMaximum = 999;

const labelPattern = /\[[^\\[\]]*(?:\\.[^\\[\]]*)*\]/sy;
/** Blanks with at most one line feed. Always matches, perhaps nothing. */
const spaces = /[ \t]*(?:\n[ \t]*)?/y;
const bracketedDestination = /<[^<>\n\\]*(?:\\.[^<>\n\\]*)*>/y;
const titlePattern = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\([^()\\]*(?:\\.[^()\\]*)*\)/sy;
const lineEnd = /[ \t]*(?:\n|$)/y;

/** @param pattern a sticky pattern. @returns the end of its match at `position`, or -1 */
export function findMatchEnd(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** @returns the end of the label that begins at `start`, which may be empty; -1 if there is none */
export function findLabelEnd(text: string, start: number): number {
  if (text[start] !== '[') return -1;
  const limited = text.slice(start, start + labelMaximum + 2);
  const end = findMatchEnd(labelPattern, limited, 0);
  return end < 0 ? -1 : start + end;
}

/**
 * @returns the normalised label, by which labels are compared. Both conversions are needed: capital letters alone keep `ẞ` and
 * `ß` apart, small letters alone `ß` and `ss`.
 */
export const normaliseLabel = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** @returns the end of the destination that begins at `start`, or -1 */
function findDestinationEnd(text: string, start: number): number {
  if (text[start] === '<') return findMatchEnd(bracketedDestination, text, start);
  let depth = 0;
  let position = start;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code <= SPACE || code === DELETE) break;
    if (code === BACKSLASH && isPunctuation(text.charCodeAt(position + 1))) position += 1;
    else if (code === OPENING_PARENTHESIS) {
      depth += 1;
      if (depth > parenthesesMaximum) return -1;
    } else if (code === CLOSING_PARENTHESIS) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? position : -1;
}

/** Whether the character with this code is ASCII punctuation, which a backslash escapes. */
export const isPunctuation = (code: number): boolean =>
  (code >= 0x21 && code <= 0x2f) ||
  (code >= 0x3a && code <= 0x40) ||
  (code >= 0x5b && code <= 0x60) ||
  (code >= 0x7b && code <= 0x7e);

/** @param start position of the `(` after a link's text. @returns the end of its `)`, or -1 */
export function findInlineTargetEnd(text: string, start: number): number {
  if (text[start] !== '(') return -1;
  const destinationEnd = findDestinationEnd(text, findMatchEnd(spaces, text, start + 1));
  if (destinationEnd < 0) return -1;
  let end = findMatchEnd(spaces, text, destinationEnd);
  if (end > destinationEnd) {
    const titleEnd = findMatchEnd(titlePattern, text, end);
    if (titleEnd >= 0) end = findMatchEnd(spaces, text, titleEnd);
  }
  return text[end] === ')' ? end + 1 : -1;
}

/**
 * Reads the link definition at the start of a paragraph, or after another definition.
 *
 * @param start start of the definition
 * @param addLabel called with the defined label
 * @returns the end of the definition, or -1
 */
export function readDefinition(text: string, start: number, addLabel: (label: string) => void): number {
  const labelEnd = findLabelEnd(text, start);
  if (labelEnd < 0 || text[labelEnd] !== ':') return -1;
  const label = normaliseLabel(text.slice(start + 1, labelEnd - 1));
  if (label === '') return -1;
  const destinationStart = findMatchEnd(spaces, text, labelEnd + 1);
  const destinationEnd = findDestinationEnd(text, destinationStart);
  if (destinationEnd <= destinationStart) return -1;
  let end = findMatchEnd(lineEnd, text, destinationEnd);
  const titleStart = findMatchEnd(spaces, text, destinationEnd);
  if (titleStart > destinationEnd) {
    const titleEnd = findMatchEnd(titlePattern, text, titleStart);
    const titleLineEnd = titleEnd < 0 ? -1 : findMatchEnd(lineEnd, text, titleEnd);
    if (titleLineEnd >= 0) end = titleLineEnd;
  }
  if (end >= 0) addLabel(label);
  return end;
}
