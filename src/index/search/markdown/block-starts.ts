/**
 * Syntax of block starts and ends within one line: fences, list items, raw HTML, headings and table rows.
 *
 * https://spec.commonmark.org/0.31.2/#leaf-blocks and, for tables, https://github.github.com/gfm/#tables-extension-. A `rest` is a
 * line from its first visible character on. Elsewhere: which block may begin where (blocks).
 */
import type { Line } from './line.js';
import { tagEndAt } from './raw-tags.js';

const blocks =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** Start of a raw HTML block, and the pattern of the line that ends it; undefined if a blank line ends it. */
const htmlKinds: readonly (readonly [start: RegExp, end: RegExp | undefined])[] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blocks})(?:\\s|/?>|$)`, 'i'), undefined],
];

export interface HtmlStart {
  readonly end: RegExp | undefined;
}

/** @param isWithinText whether the line would otherwise continue a paragraph, which not every tag interrupts */
export function htmlStart(rest: string, isWithinText: boolean): HtmlStart | undefined {
  const kind = htmlKinds.find(([start]) => start.test(rest));
  if (kind !== undefined) return { end: kind[1] };
  if (isWithinText) return undefined;
  const end = tagEndAt(rest, 0);
  return end >= 0 && rest.slice(end).trim() === '' ? { end: undefined } : undefined;
}

export const HEADING = /^#{1,6}(?=[ \t]|$)/;
export const HEADING_END = /(?:^|[ \t]+)#+[ \t]*$/;
export const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
export const RULE = /^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^(?:-[ \t]*){3,}$/;
export const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
export const FOOTNOTE = /^\[\^((?:[^\\[\]\s]|\\[\\[\]]){1,999})\]:/;

/** Whether the line is a run of the fence's character that is at least as long as the fence. */
export function closesFence(rest: string, fence: string): boolean {
  const run = rest.trimEnd();
  return run.length >= fence.length && run === fence.charAt(0).repeat(run.length);
}

const listMark = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/**
 * Consumes the mark of a list item.
 *
 * @param isWithinText whether it would interrupt a paragraph
 * @returns the indentation of the item's lines in columns; -1, with nothing consumed, if there is no mark
 */
export function listItem(line: Line, isWithinText: boolean): number {
  const { rest } = line;
  const match = listMark.exec(rest);
  if (match === null) return -1;
  const [mark, number] = match;
  if (isWithinText && (rest.slice(mark.length).trim() === '' || Number(number ?? 1) !== 1)) return -1;
  const indent = line.indent + mark.length;
  line.skipTo(mark.length);
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
export function delimiterCells(rest: string): number {
  if (!/[|:]/.test(rest) || !delimiters.test(rest)) return 0;
  return cellTexts(rest).length;
}

/** @returns the texts of a table row's cells */
export function cellTexts(rest: string): string[] {
  const row = rest.trim();
  const cells: string[] = [];
  let cell = '';
  let from = 0;
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === '\\' && row[at + 1] === '|') {
      cell += row.slice(from, at);
      from = at + 1;
      at += 1;
    } else if (row[at] === '\\' && row[at + 1] === '\\') at += 1;
    else if (row[at] === '|') {
      if (at > 0) cells.push((cell + row.slice(from, at)).trim());
      cell = '';
      from = at + 1;
    }
  }
  if (from < row.length) cells.push((cell + row.slice(from)).trim());
  return cells;
}
