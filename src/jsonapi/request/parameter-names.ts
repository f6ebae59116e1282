/**
 * The names of parameters, each read once: requests of one shape differ in their values, and clients have few shapes.
 *
 * What was read is remembered, some hundreds of names for all clients together, which nobody may change. Remembering
 * costs more than reading, so of a request that has very many names the rest is only read.
 */

import { OperationError } from '../../content/errors/index.js';
import { encodeComponent, isListOperator } from '../../content/model/index.js';
import { HEADS, isHead } from './parameter.js';

/** Whether a parameter lists values. @param path behind `filter` */
export function isListed(path: readonly string[]): boolean {
  const last = path.at(-1);
  return isListOperator(last) || (isListOperator(path.at(-2)) && last !== undefined && isIndex(last));
}

export interface ParameterName extends BracketedName {
  /** As sent, decoded. */
  readonly name: string;
  /** In the canonical encoding. */
  readonly canonical: string;
  /** Whether its values are a list, where it is a filter's. */
  readonly isListed: boolean;
  /** Of a parameter that is one entry of a list: `sort[]`, `fields[book][3]`. */
  readonly entry?: ListEntry | undefined;
}

/** A list whose entries are parameters of their own, as programs write arrays. */
export interface ListEntry {
  /** The list itself: `sort`, `fields[book]`. */
  readonly list: ParameterName;
  /** Where the entry stands among the others, which need not follow one another; undefined for `[]`. */
  readonly index: number | undefined;
}

/** Lists of names, by how many brackets stand before those of an entry. */
const BEFORE_ENTRY: ReadonlyMap<string, number> = new Map([
  ['sort', 0],
  ['include', 0],
  ['_highlight', 0],
  ['_stats', 0],
  ['fields', 1],
]);

function entryOf(head: string, path: readonly string[]): ListEntry | undefined {
  const last = path.at(-1);
  if (last === undefined || path.length - 1 !== BEFORE_ENTRY.get(head) || !isIndex(last)) return undefined;
  return { list: nameOf(head, path.slice(0, -1)), index: last === '' ? undefined : Number(last) };
}

/** Longer ones are read each time. */
const lengthMaximum = 128;
const namesMaximum = 512;
/** So many names of one request are remembered. */
export const REMEMBERED_NAMES = 32;

const known = new Map<string, ParameterName>();

/** @param raw still percent-encoded. @returns undefined where it is not percent-encoded UTF-8. Cost: one look-up, mostly. */
export function readName(raw: string): ParameterName | undefined {
  const found = known.get(raw);
  if (found !== undefined) return found;
  const name = readNewName(raw);
  if (name === undefined || raw.length > lengthMaximum || !isHead(name.head)) return name;
  if (known.size >= namesMaximum) known.clear();
  // A part of a text keeps the whole of it in memory: what stays has its own letters.
  const own = Buffer.from(raw).toString();
  const remembered = readNewName(own) ?? name;
  known.set(own, remembered);
  return remembered;
}

/** As `readName`, of what is hardly ever met again. Cost: O(length). */
export function readNewName(raw: string): ParameterName | undefined {
  const name = decode(raw, 'space');
  if (name === undefined) return undefined;
  const { head, path, malformed } = parseBrackets(name);
  const entry = entryOf(head, path);
  return { name, head, path, malformed, canonical: canonicalOf(head, path), isListed: isListed(path), entry };
}

function canonicalOf(head: string, path: readonly string[]): string {
  let canonical = head;
  for (let i = 0; i < path.length; i += 1) canonical += `%5B${encodeComponent(path[i]!)}%5D`;
  return canonical;
}

/** @returns the name of a parameter that was not sent as a text. @param path what stands in its brackets */
export function nameOf(head: string, path: readonly string[]): ParameterName {
  const name = path.reduce((before, part) => `${before}[${part}]`, head);
  return { name, head, path, malformed: undefined, canonical: canonicalOf(head, path), isListed: isListed(path) };
}

/*
 * Parameter names with brackets: `filter[title][_eq]` is the head `filter` and the path `title`, `_eq`.
 *
 * What the parts mean is not known here; an empty part (`filter[_OR][]`) is one for the reader of the part to judge.
 */

/** A path that is not formed as it should be says why, in words that continue "The name …". */
export interface BracketedName {
  readonly head: string;
  readonly path: readonly string[];
  readonly malformed: string | undefined;
}

const indexDigitsMaximum = 4;

/** Whether a part is empty, as in `[]`, or an index of up to four digits. */
export function isIndex(part: string): boolean {
  if (part.length > indexDigitsMaximum) return false;
  for (let i = 0; i < part.length; i += 1) {
    const code = part.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

const NOTHING: readonly string[] = [];

/** @param name decoded. Cost: O(length). */
export function parseBrackets(name: string): BracketedName {
  const open = name.indexOf('[');
  const stray = name.indexOf(']');
  if (open < 0 && stray < 0) return { head: name, path: NOTHING, malformed: undefined };
  const bad = (malformed: string): BracketedName => ({ head, path: NOTHING, malformed });
  const headEnd = open < 0 || (stray >= 0 && stray < open) ? stray : open;
  const head = name.slice(0, headEnd);
  if (headEnd === stray) return bad('closes a bracket that was never opened');
  const path: string[] = [];
  let at = headEnd;
  while (at < name.length) {
    if (name.charCodeAt(at) !== 0x5b) {
      return bad(name.charCodeAt(at) === 0x5d ? 'closes a bracket twice' : 'has text after a closing bracket');
    }
    const close = name.indexOf(']', at + 1);
    if (close < 0) return bad('leaves a bracket open');
    const part = name.slice(at + 1, close);
    if (part.includes('[')) return bad('opens a bracket inside another');
    path.push(part);
    at = close + 1;
  }
  return { head, path, malformed: undefined };
}

/*
 * Percent-encoding, read strictly. Elsewhere: writing it, in the one canonical way (model/text).
 */

/** What `decode` takes for a space: `+` in a query string, as in form encoding; nothing in a path. */
export type Plus = 'space' | 'literal';

/**
 * Decodes a name, a value or a path segment.
 *
 * @returns undefined for a bad escape and for bytes or surrogates that are not well-formed Unicode
 * Cost: O(length); the text itself when there is nothing to decode.
 */
export function decode(raw: string, plus: Plus): string | undefined {
  const spaced = plus === 'space' && raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.isWellFormed()) return undefined;
  if (!spaced.includes('%')) return spaced;
  return isEscapedUtf8(spaced) ? decodeURIComponent(spaced) : undefined;
}

/**
 * Whether every escape is one and they make up UTF-8 (RFC 3629): no overlong form, no surrogate, nothing cut off.
 *
 * decodeURIComponent finds out the same by throwing, which takes microseconds: too long for thousands of bad parts.
 */
export function isEscapedUtf8(text: string): boolean {
  /** Continuation bytes still to come, and the range of the next. */
  let due = 0;
  let low = 0x80;
  let high = 0xbf;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== 0x25) {
      if (due > 0) return false;
      continue;
    }
    const byte = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
    if (Number.isNaN(byte)) return false;
    at += 2;
    if (due > 0) {
      if (byte < low || byte > high) return false;
      due -= 1;
      low = 0x80;
      high = 0xbf;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      due = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      if (byte === 0xe0) low = 0xa0;
      else if (byte === 0xed) high = 0x9f;
      else if (byte === 0xf0) low = 0x90;
      else if (byte === 0xf4) high = 0x8f;
    }
  }
  return due === 0;
}

/** @returns 0 to 15, or NaN, also for the NaN behind the end of a text */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

/*
 * Parameters that mean nothing here and are passed over: what links from elsewhere carry along, such as `utm_source`.
 *
 * None is ignored unless the operator says so: a parameter that is misspelt would then be answered with something else
 * than was asked for.
 */

/** @param name of a parameter, decoded */
export type IgnoresParameter = (name: string) => boolean;

const patternForm = /^[^*[\]&=#?\s]+\*?$/;

/**
 * @param text a name, or its beginning followed by `*`
 * @throws OperationError where it is neither, or a parameter that means something would be ignored
 */
export function checkIgnoredParameter(text: string): string {
  if (!patternForm.test(text)) {
    throw new OperationError(
      `"${text}" cannot name a parameter to ignore; give a name such as fbclid, or the beginning of names such as utm_*.`,
    );
  }
  const meant = HEADS.find((head) => ignoring([text])?.(head) === true);
  if (meant === undefined) return text;
  throw new OperationError(
    `"${text}" would ignore "${meant}", which has a meaning here; name only parameters that have none.`,
  );
}

/** @returns undefined where none is ignored */
export function ignoring(patterns: readonly string[]): IgnoresParameter | undefined {
  if (patterns.length === 0) return undefined;
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (name) => {
    const { head } = parseBrackets(name);
    return names.has(head) || beginnings.some((beginning) => head.startsWith(beginning));
  };
}
