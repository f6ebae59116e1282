/**
 * Lists for purging caches: one surrogate key or URL per line, or both lists as JSON.
 */

import { ALL_KEY } from '../../jsonapi/index.js';
import { type ChosenPair, EVERYTHING, type Purge, type PurgePaths } from '../../ship/diff/index.js';

export const PURGE_FORMATS = ['keys', 'urls', 'json'] as const;
export type PurgeFormat = (typeof PURGE_FORMATS)[number];

export interface PurgeOptions {
  /** The public delivery root, which begins the URLs in the cache, without a slash at its end. */
  readonly base: string;
  /** Number of relationships that an answer may follow. */
  readonly reach: number;
  /** If a list would have more keys or URLs than this, it has only the one that stands for everything. */
  readonly maximum: number;
}

/** A list that is produced lazily, and its length. */
interface PurgeList {
  readonly count: number;
  readonly entries: () => AsyncIterable<string>;
}

async function* singleEntry(text: string): AsyncGenerator<string> {
  yield text;
}

async function* urlsOf(paths: PurgePaths, base: string): AsyncGenerator<string> {
  for await (const path of paths.iterate()) yield `${base}${path}`;
}

const keyList = (purge: Purge): PurgeList => ({ count: purge.keyCount, entries: () => purge.keys() });

async function urlList(purge: Purge, { base, reach }: PurgeOptions): Promise<PurgeList> {
  const paths = await purge.paths(reach);
  return { count: paths.count, entries: () => urlsOf(paths, base) };
}

/** @returns the list; if it is too long, a list with `everything` alone */
const shortenList = (list: PurgeList, maximum: number, everything: string): PurgeList =>
  list.count > maximum ? { count: 1, entries: () => singleEntry(everything) } : list;

async function* textLines({ entries }: PurgeList): AsyncGenerator<string> {
  for await (const text of entries()) yield `${text}\n`;
}

async function* jsonList(name: string, { entries }: PurgeList): AsyncGenerator<string> {
  yield `  "${name}": [`;
  let separator = '';
  for await (const text of entries()) {
    yield `${separator}\n    ${JSON.stringify(text)}`;
    separator = ',';
  }
  yield separator === '' ? ']' : '\n  ]';
}

/** If one of the two lists stands for everything, both do. */
async function* jsonPieces({ before, after }: ChosenPair, purge: Purge, options: PurgeOptions): AsyncGenerator<string> {
  const [keys, urls] = [keyList(purge), await urlList(purge, options)];
  const isAll = purge.isAll || Math.max(keys.count, urls.count) > options.maximum;
  const maximum = isAll ? 0 : options.maximum;
  const head = JSON.stringify({ before: before.id, after: after.id, all: isAll }, undefined, 2);
  yield `${head.slice(0, -2)},\n`;
  yield* jsonList('keys', shortenList(keys, maximum, ALL_KEY));
  yield ',\n';
  yield* jsonList('urls', shortenList(urls, maximum, options.base + EVERYTHING));
  yield '\n}\n';
}

/**
 * @param onCount receives the number of keys or URLs
 * @returns pieces of the output
 */
export async function* purgeText(
  format: PurgeFormat,
  pair: ChosenPair,
  purge: Purge,
  options: PurgeOptions,
  onCount: (count: number, what: string) => void,
): AsyncGenerator<string> {
  switch (format) {
    case 'keys': {
      const keys = shortenList(keyList(purge), options.maximum, ALL_KEY);
      onCount(keys.count, 'surrogate keys');
      yield* textLines(keys);
      return;
    }
    case 'urls': {
      const urls = shortenList(await urlList(purge, options), options.maximum, options.base + EVERYTHING);
      onCount(urls.count, 'URLs');
      yield* textLines(urls);
      return;
    }
    case 'json':
      yield* jsonPieces(pair, purge, options);
  }
}
