/**
 * How blocks begin and end, as seen in one line: fences, lists, raw HTML, headings and rows of tables.
 *
 * https://spec.commonmark.org/0.31.2/#leaf-blocks and, for tables, https://github.github.com/gfm/#tables-extension-. Which of them
 * may begin where is blocks.ts's to say. A `rest` is a line from its first visible character on.
 */
import type { Line } from './line.js';
import { tagEndAt } from './raw-tags.js';

const blocks =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** How raw HTML begins, and what a line has that ends it; undefined: a blank line ends it. */
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

/** @param isWithinText whether the line would otherwise go on with a paragraph, which not every tag interrupts */
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

/** Whether the line is a run of the fence's mark, at least as long. */
export function closesFence(rest: string, fence: string): boolean {
  const run = rest.trimEnd();
  return run.length >= fence.length && run === fence.charAt(0).repeat(run.length);
}

const listMark = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/**
 * Consumes the mark of a list's item.
 *
 * @param isWithinText whether it would interrupt a paragraph
 * @returns the columns by which the item's lines are indented, or -1 where there is no mark: then nothing is consumed
 */
export function listItem(line: Line, isWithinText: boolean): number {
  const { rest } = line;
  const found = listMark.exec(rest);
  if (found === null) return -1;
  const [mark, number] = found;
  if (isWithinText && (rest.slice(mark.length).trim() === '' || Number(number ?? 1) !== 1)) return -1;
  const indent = line.indent + mark.length;
  line.skipTo(mark.length);
  if (line.isBlank || line.indent > 4) {
    line.skipColumns(1);
    return indent + 1;
  }
  const behind = line.indent;
  line.skipColumns(behind);
  return indent + behind;
}

const delimiters = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** @returns the cells of the row that parts a table's head from its body, or 0 where the line is none */
export function delimiterCells(rest: string): number {
  if (!/[|:]/.test(rest) || !delimiters.test(rest)) return 0;
  return cellsOf(rest).length;
}

/** @returns the texts between the bars of a row */
export function cellsOf(rest: string): string[] {
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
