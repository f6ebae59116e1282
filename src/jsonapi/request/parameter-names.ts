/**
 * The names of parameters, each read once: requests of one shape differ in their values, and clients have few shapes.
 *
 * Names are cached, some hundreds for all clients together; cached names are immutable. Caching
 * costs more than reading, so only the first names of a request are cached.
 */

import { encodeComponent, isListOperator } from '../../content/model/index.js';
import { type BracketedName, isIndex, parseBrackets } from './brackets.js';
import { isHead } from './heads.js';
import { decode } from './percent-encoding.js';

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
const LIST_PATH_LENGTH: ReadonlyMap<string, number> = new Map([
  ['sort', 0],
  ['include', 0],
  ['_highlight', 0],
  ['_stats', 0],
  ['fields', 1],
]);

function entryOf(head: string, path: readonly string[]): ListEntry | undefined {
  const last = path.at(-1);
  if (last === undefined || path.length - 1 !== LIST_PATH_LENGTH.get(head) || !isIndex(last)) return undefined;
  return { list: nameOf(head, path.slice(0, -1)), index: last === '' ? undefined : Number(last) };
}

/** Longer ones are read each time. */
const lengthMaximum = 128;
const namesMaximum = 512;
/** So many names of one request are remembered. */
export const CACHED_NAMES_PER_REQUEST = 32;

const nameCache = new Map<string, ParameterName>();

/** @param raw still percent-encoded. @returns undefined where it is not percent-encoded UTF-8. Cost: one look-up, mostly. */
export function readName(raw: string): ParameterName | undefined {
  const found = nameCache.get(raw);
  if (found !== undefined) return found;
  const name = readUncachedName(raw);
  if (name === undefined || raw.length > lengthMaximum || !isHead(name.head)) return name;
  if (nameCache.size >= namesMaximum) nameCache.clear();
  // A part of a text keeps the whole of it in memory: what stays has its own letters.
  const own = Buffer.from(raw).toString();
  const remembered = readUncachedName(own) ?? name;
  nameCache.set(own, remembered);
  return remembered;
}

/** As `readName`, of what is hardly ever met again. Cost: O(length). */
export function readUncachedName(raw: string): ParameterName | undefined {
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
