/**
 * Syntax of block starts and ends within one line: fences, list items, raw HTML, headings and table rows.
 *
 * https://spec.commonmark.org/0.31.2/#leaf-blocks and, for tables, https://github.github.com/gfm/#tables-extension-. `content` is a
 * line from its first visible character on. Elsewhere: deciding which block a line begins (blocks).
 */
import type { Line } from './line.js';
import { findTagEnd } from './raw-tags.js';

const blockElements =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** Start of a raw HTML block, and the pattern of the line that ends it; undefined if a blank line ends it. */
const htmlKinds: readonly (readonly [start: RegExp, end: RegExp | undefined])[] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockElements})(?:\\s|/?>|$)`, 'i'), undefined],
];

/** The start of a raw HTML block. */
export interface HtmlStart {
  /** Pattern of the line that ends the block; undefined if a blank line ends it. */
  readonly end: RegExp | undefined;
}

/**
 * Recognises the start of a raw HTML block.
 *
 * @param isWithinText whether the line would otherwise continue a paragraph, which not every tag interrupts
 * @returns undefined if the line starts none
 */
export function readHtmlStart(content: string, isWithinText: boolean): HtmlStart | undefined {
  const htmlKind = htmlKinds.find(([start]) => start.test(content));
  if (htmlKind !== undefined) return { end: htmlKind[1] };
  if (isWithinText) return undefined;
  const tagEnd = findTagEnd(content, 0);
  return tagEnd >= 0 && content.slice(tagEnd).trim() === '' ? { end: undefined } : undefined;
}

export const HEADING = /^#{1,6}(?=[ \t]|$)/;
export const HEADING_END = /(?:^|[ \t]+)#+[ \t]*$/;
export const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
export const RULE = /^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^(?:-[ \t]*){3,}$/;
export const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
export const FOOTNOTE = /^\[\^((?:[^\\[\]\s]|\\[\\[\]]){1,999})\]:/;

/** Whether the line is a run of the fence's character that is at least as long as the fence. */
export function closesFence(content: string, fence: string): boolean {
  const visiblePart = content.trimEnd();
  return visiblePart.length >= fence.length && visiblePart === fence.charAt(0).repeat(visiblePart.length);
}

const listMark = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/**
 * Consumes the mark of a list item.
 *
 * @param isWithinText whether it would interrupt a paragraph
 * @returns the indentation of the item's lines in columns; -1, with nothing consumed, if there is no mark
 */
export function readListItem(line: Line, isWithinText: boolean): number {
  const { content } = line;
  const match = listMark.exec(content);
  if (match === null) return -1;
  const [marker, number] = match;
  if (isWithinText && (content.slice(marker.length).trim() === '' || Number(number ?? 1) !== 1)) return -1;
  const indent = line.indent + marker.length;
  line.skipTo(marker.length);
  if (line.isBlank || line.indent > 4) {
    line.skipColumns(1);
    return indent + 1;
  }
  const spaceAfter = line.indent;
  line.skipColumns(spaceAfter);
  return indent + spaceAfter;
}

const delimiters = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** @returns the number of columns of a table's delimiter row; 0 if the line is none */
export function countDelimiterCells(content: string): number {
  if (!/[|:]/.test(content) || !delimiters.test(content)) return 0;
  return readCells(content).length;
}

/** @returns the texts of a table row's cells */
export function readCells(content: string): string[] {
  const row = content.trim();
  const cells: string[] = [];
  let cell = '';
  let cellStart = 0;
  for (let position = 0; position < row.length; position += 1) {
    if (row[position] === '\\' && row[position + 1] === '|') {
      cell += row.slice(cellStart, position);
      cellStart = position + 1;
      position += 1;
    } else if (row[position] === '\\' && row[position + 1] === '\\') position += 1;
    else if (row[position] === '|') {
      if (position > 0) cells.push((cell + row.slice(cellStart, position)).trim());
      cell = '';
      cellStart = position + 1;
    }
  }
  if (cellStart < row.length) cells.push((cell + row.slice(cellStart)).trim());
  return cells;
}
