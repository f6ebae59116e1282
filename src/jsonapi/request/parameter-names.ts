/**
 * Names of parameters, read once each: clients repeat the same few names with different values.
 *
 * At most 512 names are cached for all clients together; a cached name is immutable. Adding a name to the cache costs more
 * than reading it, so only the first names of a request are cached.
 */
import { encodeComponent, isListOperator } from '../../content/model/index.js';
import { type BracketedName, isIndex, parseBrackets } from './brackets.js';
import { isHead } from './heads.js';
import { decode } from './percent-encoding.js';

/** Whether the value of a filter parameter is a list, as for `_in`. @param path the parts after `filter` */
export function hasListValue(path: readonly string[]): boolean {
  const last = path.at(-1);
  return isListOperator(last) || (isListOperator(path.at(-2)) && last !== undefined && isIndex(last));
}

export interface ParameterName extends BracketedName {
  /** As sent, decoded. */
  readonly name: string;
  /** In the canonical encoding. */
  readonly canonical: string;
  /** Whether the value is a list, if the parameter is a filter. */
  readonly hasListValue: boolean;
  /** Set if the parameter is one entry of a list: `sort[]`, `fields[book][3]`. */
  readonly entry?: ListEntry | undefined;
}

/** One entry of a list whose entries are separate parameters, as programs write arrays. */
export interface ListEntry {
  /** The list itself: `sort`, `fields[book]`. */
  readonly list: ParameterName;
  /** Position of the entry; positions may have gaps. Undefined for `[]`. */
  readonly index: number | undefined;
}

/** Head of a list of names → number of brackets before the brackets of an entry: 1 for `fields[book][3]`. */
const LIST_PATH_LENGTH: ReadonlyMap<string, number> = new Map([
  ['sort', 0],
  ['include', 0],
  ['_highlight', 0],
  ['_stats', 0],
  ['fields', 1],
]);

/** @param length number of brackets of the list itself. @returns whether the head and those brackets name a list */
const isListName = (head: string, length: number, path: readonly string[]): boolean =>
  length === LIST_PATH_LENGTH.get(head) || (head === '_facet' && length === 2 && path[1] === 'ranges');

function entryOf(head: string, path: readonly string[]): ListEntry | undefined {
  const last = path.at(-1);
  if (last === undefined || !isIndex(last) || !isListName(head, path.length - 1, path)) return undefined;
  return { list: nameOf(head, path.slice(0, -1)), index: last === '' ? undefined : Number(last) };
}

/** @returns the list that the parameter is an entry of: `sort` for `sort[0]`; undefined if it is none. Cost: O(length). */
export function listNameOf(name: string): string | undefined {
  const { head, path } = parseBrackets(name);
  return entryOf(head, path)?.list.name;
}

/** Maximum length of a cached name; longer names are read each time. */
const lengthMaximum = 128;
const namesMaximum = 512;
/** Number of names that one request may add to the cache. */
export const CACHED_NAMES_PER_REQUEST = 32;

const nameCache = new Map<string, ParameterName>();

/**
 * @param raw still percent-encoded
 * @returns undefined if it is not percent-encoded UTF-8
 * Cost: usually one look-up.
 */
export function readName(raw: string): ParameterName | undefined {
  const cachedName = nameCache.get(raw);
  if (cachedName !== undefined) return cachedName;
  const name = readUncachedName(raw);
  if (name === undefined || raw.length > lengthMaximum || !isHead(name.head)) return name;
  if (nameCache.size >= namesMaximum) nameCache.clear();
  // A substring keeps the whole query in memory, so the cached name is made from a copy.
  const copiedText = Buffer.from(raw).toString();
  const nameOfCopy = readUncachedName(copiedText) ?? name;
  nameCache.set(copiedText, nameOfCopy);
  return nameOfCopy;
}

/** As `readName`, without the cache. Cost: O(length). */
export function readUncachedName(raw: string): ParameterName | undefined {
  const name = decode(raw, 'space');
  if (name === undefined) return undefined;
  const { head, path, malformed } = parseBrackets(name);
  const entry = entryOf(head, path);
  return { name, head, path, malformed, canonical: canonicalOf(head, path), hasListValue: hasListValue(path), entry };
}

function canonicalOf(head: string, path: readonly string[]): string {
  let canonical = head;
  for (let i = 0; i < path.length; i += 1) canonical += `%5B${encodeComponent(path[i]!)}%5D`;
  return canonical;
}

/**
 * Builds a name from its parts, for a parameter of a query object or of an entry's list, which no client has sent as a text.
 *
 * @param path the parts in brackets
 */
export function nameOf(head: string, path: readonly string[]): ParameterName {
  const name = path.reduce((joined, part) => `${joined}[${part}]`, head);
  return {
    name,
    head,
    path,
    malformed: undefined,
    canonical: canonicalOf(head, path),
    hasListValue: hasListValue(path),
  };
}
