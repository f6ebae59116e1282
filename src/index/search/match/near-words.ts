/**
 * Words that a word may be a misspelling of, and their matches.
 */

import { FIND_ONE_TYPO, FIND_TWO_TYPOS } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import { allowsTyposIn, type WordReader } from '../words/word-reader.js';
import type { Match, MatchKind } from './matches.js';
import { allowedTypos } from './mistakes.js';
import { eachNear } from './near-walk.js';

/** Maximum number of corrections of a word. */
export const TYPOS_MAXIMUM = 32;

const typoCosts = [0, FIND_ONE_TYPO, FIND_TWO_TYPOS] as const;

/** @returns a match per stem of the words, ascending, with its likeliest kind of typing error */
export function typoMatches(index: SearchIndex, text: string, words: Iterable<number>): Match[] {
  const kinds = new Map<number, MatchKind>();
  const withoutDoubled = withoutDoublings(text);
  for (const word of words) {
    const stem = index.stemOf(word);
    const isDoubling = withoutDoublings(index.textOf(word)) === withoutDoubled;
    if (isDoubling || !kinds.has(stem)) kinds.set(stem, isDoubling ? 'doubling' : 'typo');
  }
  return Array.from(kinds, ([list, kind]) => ({ list, kind })).sort((a, b) => a.list - b.list);
}

const withoutDoublings = (text: string): string => text.replace(/(.)\1/gu, '$1');

/** @returns the words at most `mistakes` typing errors away, of fields that allow them */
export function wordsWithin(
  index: SearchIndex,
  text: string,
  mistakes: number,
  reader: WordReader,
  budget: Budget | undefined,
): number[] {
  const near: number[] = [];
  for (const mark of index.tables.marks.filter(allowsTyposIn)) {
    budget?.spend(typoCosts[mistakes] ?? 0);
    eachNear(index.tables.words, mark + text, mistakes, (word) => {
      const nearText = index.textOf(word);
      if (mark + nearText === index.markedTextOf(word) && !reader.isKeptWhole(nearText)) near.push(word);
    });
  }
  return near;
}

/** @param maximum maximum number of typing errors in any word. @returns ascending words with the fewest errors */
export function nearestWords(
  index: SearchIndex,
  text: string,
  maximum: number,
  reader: WordReader,
  budget: Budget | undefined,
): readonly number[] {
  const mistakes = Math.min(maximum, allowedTypos(text));
  for (let allowed = 1; allowed <= mistakes; allowed += 1) {
    const near = wordsWithin(index, text, allowed, reader, budget);
    if (near.length === 0) continue;
    near.sort((a, b) => index.count(index.stemOf(b)) - index.count(index.stemOf(a)) || a - b);
    return near.slice(0, TYPOS_MAXIMUM).sort((a, b) => a - b);
  }
  return [];
}
