/**
 * Near words: the words that a word may be a misspelling of, and their matches.
 */

import { FIND_ONE_TYPO, FIND_TWO_TYPOS, TEST_NEAR_WORD } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import type { WordReader } from '../words/word-reader.js';
import { allowsTyposIn } from '../words/word-reader.js';
import type { Match, MatchKind } from './matches.js';
import { findAllowedTypos } from './mistakes.js';
import { visitNearWords } from './near-walk.js';

/** Maximum number of corrections of a word. */
export const TYPOS_MAXIMUM = 32;

const typoCosts = [0, FIND_ONE_TYPO, FIND_TWO_TYPOS] as const;

/** @returns a match per stem of the words, ascending, with its likeliest kind of typing error */
export function matchTypos(index: SearchIndex, text: string, words: Iterable<number>): Match[] {
  const kinds = new Map<number, MatchKind>();
  const undoubledText = removeDoublings(text);
  for (const word of words) {
    const stem = index.stemOf(word);
    const isDoubling = removeDoublings(index.textOf(word)) === undoubledText;
    if (isDoubling || !kinds.has(stem)) kinds.set(stem, isDoubling ? 'doubling' : 'typo');
  }
  return Array.from(kinds, ([list, kind]) => ({ list, kind })).sort((a, b) => a.list - b.list);
}

const removeDoublings = (text: string): string => text.replace(/(.)\1/gu, '$1');

/** @returns the words at most `mistakes` typing errors away, of fields that allow them */
export function findNearWords(
  index: SearchIndex,
  text: string,
  mistakes: number,
  reader: WordReader,
  budget: Budget | undefined,
): number[] {
  const nearWords: number[] = [];
  // A walk reads some thousands of words at most, and of a small dictionary each word once.
  const cost = Math.min(typoCosts[mistakes] ?? 0, mistakes * TEST_NEAR_WORD * index.tables.words.size);
  for (const mark of index.tables.marks.filter(allowsTyposIn)) {
    budget?.spend(cost);
    visitNearWords(index.tables.words, mark + text, mistakes, (word) => {
      const nearText = index.textOf(word);
      if (mark + nearText === index.markedTextOf(word) && !reader.isKeptWhole(nearText)) nearWords.push(word);
    });
  }
  return nearWords;
}

/** @param maximum maximum number of typing errors in any word. @returns ascending words with the fewest errors */
export function findNearestWords(
  index: SearchIndex,
  text: string,
  maximum: number,
  reader: WordReader,
  budget: Budget | undefined,
): readonly number[] {
  const mistakes = Math.min(maximum, findAllowedTypos(text));
  for (let allowed = 1; allowed <= mistakes; allowed += 1) {
    const nearWords = findNearWords(index, text, allowed, reader, budget);
    if (nearWords.length === 0) continue;
    nearWords.sort((a, b) => index.count(index.stemOf(b)) - index.count(index.stemOf(a)) || a - b);
    return nearWords.slice(0, TYPOS_MAXIMUM).sort((a, b) => a - b);
  }
  return [];
}
