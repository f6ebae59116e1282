/**
 * Patterns of inline Markdown: character references, autolinks, footnote calls, code spans and bare addresses.
 */
import { matchEnd } from './links.js';

/** Code of an ASCII character → 1 if inline syntax can begin with it. */
export const startsSyntax = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('\\`*_~[]<&:w'.includes(String.fromCharCode(code))),
);

export const letterW = 0x77;

/** A text without inline syntax. */
export const withoutSyntax = /^[^\\`*_~[\]<&]*$/;

export const characterReference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;
export const autolink =
  /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\0-\x20<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*))>/y;
export const footnoteCall = /\[\^((?:[^\\[\]\s]|\\[\\[\]]){1,999})\]/y;
export const bareAddress = /[^\s<\]]+/y;
export const addressMaximum = 2048;
export const delimiterRun = /\*+|_+|~+|`+/y;

/** @returns the end of the address in `[start, limit)`, without trailing punctuation */
export function addressEnd(text: string, start: number, limit: number): number {
  let end = limit;
  while (end > start && '?!.,:*_~\'")'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** @returns length of a run of backticks → start of the last run of that length */
export function lastBackticks(text: string): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = text.indexOf('`'); at >= 0; ) {
    const end = matchEnd(delimiterRun, text, at);
    places.set(end - at, at);
    at = text.indexOf('`', end);
  }
  return places;
}

/** @returns the text of a code span, without the padding space on both sides */
export function codeText(span: string): string {
  const text = span.replaceAll('\n', ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  return isPadded ? text.slice(1, -1) : text;
}
