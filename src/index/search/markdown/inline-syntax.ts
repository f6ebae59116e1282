/**
 * Patterns of inline Markdown: character references, autolinks, footnote calls, code spans and bare addresses.
 */
import { findMatchEnd } from './links.js';

/** Code of an ASCII character → 1 if inline syntax can begin with it. */
export const startsSyntax = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('\\`*_~[]<&:w'.includes(String.fromCharCode(code))),
);

export const letterW = 0x77;

/** A text without inline syntax. */
export const plainTextPattern = /^[^\\`*_~[\]<&]*$/;

export const characterReference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;
export const autolink =
  /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\0-\x20<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*))>/y;
export const footnoteCall = /\[\^((?:[^\\[\]\s]|\\[\\[\]]){1,999})\]/y;
export const bareAddress = /[^\s<\]]+/y;
export const addressMaximum = 2048;
export const delimiterRun = /\*+|_+|~+|`+/y;

/** @returns the end of the address in `[start, limit)`, without trailing punctuation */
export function findAddressEnd(text: string, start: number, limit: number): number {
  let end = limit;
  while (end > start && '?!.,:*_~\'")'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** @returns a map: length of a run of backticks → start of the last run of that length */
export function findLastBackticks(text: string): Map<number, number> {
  const lastStarts = new Map<number, number>();
  for (let runStart = text.indexOf('`'); runStart >= 0; ) {
    const runEnd = findMatchEnd(delimiterRun, text, runStart);
    lastStarts.set(runEnd - runStart, runStart);
    runStart = text.indexOf('`', runEnd);
  }
  return lastStarts;
}

/** @returns the text of a code span, without the padding space on both sides */
export function readCodeSpan(span: string): string {
  const spanText = span.replaceAll('\n', ' ');
  const isPadded = spanText.startsWith(' ') && spanText.endsWith(' ') && spanText.trim() !== '';
  return isPadded ? spanText.slice(1, -1) : spanText;
}
