/**
 * Loads the packages of `bench/package.json` on demand, and prepares words and result pages in the same way for all
 * engines.
 *
 * Words are folded to letters and digits without case and diacritics; English words lose stop words and are stemmed
 * with Snowball. A page has the matches of all words first, then the matches of any word.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../../harness/root.js';

const manifest = (name: string): string => join(BENCH_FOLDER, 'node_modules', name, 'package.json');

/** Whether `npm ci --prefix bench` has installed it. */
export const isInstalled = (name: string): boolean => existsSync(manifest(name));

export function packageVersion(name: string): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest(name), 'utf8'));
  return version;
}

/** @throws Error if it is not installed */
export const loadPackage = <Module>(name: string): Module => createRequire(join(BENCH_FOLDER, 'package.json'))(name);

const between = /[^\p{L}\p{N}\p{M}]+/u;
const marks = /\p{M}+/gu;
const possessive = /(?<=\p{L})['’ʼ]s(?![\p{L}\p{N}])/giu;

/** Letters without a decomposition, and what is typed in their stead. */
const typedAs: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
]);
const otherLetters = new RegExp(`[${[...typedAs.keys()].join('')}]`, 'g');

export const normalised = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => typedAs.get(letter) ?? letter);

/** @returns the words of a text in their order, normalised, without the s of a possessive */
export const wordsOf = (text: string): string[] =>
  normalised(text.replace(possessive, ''))
    .split(between)
    .filter((word) => word !== '');

/** Words that every text has and that say nothing of it. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both
  but by can could did do does doing down during each few for from further had has have having he her here hers him his
  how i if in into is it its like may me more most my no nor not now of off on only or other our out over own same she so
  s some such t than that the their them then there these they this those through to too under until up upon very was we
  were what when where which while who whom why will with would you your`.split(/\s+/),
);

/** @returns a function that gives the stem of an English word. @throws Error if it is not installed */
export const englishStemmer = (): ((word: string) => string) =>
  loadPackage<{ readonly stemmer: (word: string) => string }>('@orama/stemmers/english').stemmer;

/** @param ask runs each query in turn until there are `limit` ids; @returns at most `limit` ids, each once */
export function fillPage<Way>(ways: readonly Way[], limit: number, ask: (way: Way) => Iterable<string>): string[] {
  const ids = new Set<string>();
  for (const way of ways) {
    for (const id of ask(way)) ids.add(id);
    if (ids.size >= limit) break;
  }
  return [...ids].slice(0, limit);
}
