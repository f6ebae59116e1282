/**
 * What caches must drop, in the forms that their owners' scripts read: a key or a URL a line, or both as JSON.
 */

import { ALL_KEY } from '../../jsonapi/index.js';
import { type ChosenPair, EVERYTHING, type Purge, type PurgePaths } from '../../ship/diff/index.js';

export const PURGE_FORMS = ['keys', 'urls', 'json'] as const;
export type PurgeForm = (typeof PURGE_FORMS)[number];

export interface PurgeOptions {
  /** The delivery root as the cache knows it, without a slash at its end. */
  readonly base: string;
  /** How many relationships the answers below a path reach across. */
  readonly reach: number;
  /** Of how many keys or URLs at most there is a list; beyond, the one that stands for all. */
  readonly most: number;
}

/** A list and how long it is. */
interface Listed {
  readonly count: number;
  readonly each: () => AsyncIterable<string>;
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* urlsOf(paths: PurgePaths, base: string): AsyncGenerator<string> {
  for await (const path of paths.each()) yield `${base}${path}`;
}

const keysIn = (purge: Purge): Listed => ({ count: purge.keyCount, each: () => purge.keys() });

async function urlsIn(purge: Purge, { base, reach }: PurgeOptions): Promise<Listed> {
  const paths = await purge.paths(reach);
  return { count: paths.count, each: () => urlsOf(paths, base) };
}

/** The list, or what stands for everything where it would be too long. */
const shortened = (listed: Listed, most: number, everything: string): Listed =>
  listed.count > most ? { count: 1, each: () => only(everything) } : listed;

async function* lines({ each }: Listed): AsyncGenerator<string> {
  for await (const text of each()) yield `${text}\n`;
}

async function* jsonList(name: string, { each }: Listed): AsyncGenerator<string> {
  yield `  "${name}": [`;
  let mark = '';
  for await (const text of each()) {
    yield `${mark}\n    ${JSON.stringify(text)}`;
    mark = ',';
  }
  yield mark === '' ? ']' : '\n  ]';
}

/** Where one of the lists is for everything, both are. */
async function* json({ before, after }: ChosenPair, purge: Purge, options: PurgeOptions): AsyncGenerator<string> {
  const [keys, urls] = [keysIn(purge), await urlsIn(purge, options)];
  const all = purge.isAll || Math.max(keys.count, urls.count) > options.most;
  const most = all ? 0 : options.most;
  const head = JSON.stringify({ before: before.id, after: after.id, all }, undefined, 2);
  yield `${head.slice(0, -2)},\n`;
  yield* jsonList('keys', shortened(keys, most, ALL_KEY));
  yield ',\n';
  yield* jsonList('urls', shortened(urls, most, options.base + EVERYTHING));
  yield '\n}\n';
}

/**
 * @param tell is told how much there is to purge
 * @returns pieces of what to print
 */
export async function* purgeText(
  form: PurgeForm,
  pair: ChosenPair,
  purge: Purge,
  options: PurgeOptions,
  tell: (count: number, what: string) => void,
): AsyncGenerator<string> {
  switch (form) {
    case 'keys': {
      const keys = shortened(keysIn(purge), options.most, ALL_KEY);
      tell(keys.count, 'surrogate keys');
      yield* lines(keys);
      return;
    }
    case 'urls': {
      const urls = shortened(await urlsIn(purge, options), options.most, options.base + EVERYTHING);
      tell(urls.count, 'URLs');
      yield* lines(urls);
      return;
    }
    case 'json':
      yield* json(pair, purge, options);
  }
}
