/**
 * Completions of a typed word: the most frequent words that begin with it, or its likely corrections if none does.
 */
import { distance } from 'fastest-levenshtein';
import { choose } from '../../../content/choices/index.js';
import type { WordMark } from '../../../content/model/index.js';
import { COUNT_COMPLETION, FIND_TERM, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { prefixRange, termBounds } from '../../termdict/index.js';
import type { SearchIndex } from '../search-index.js';
import type { WordReader } from '../words/word-reader.js';
import { allowsTyposIn, hasSign, JOINED_MARK } from '../words/word-reader.js';
import { iterateWords, selectMostFrequent } from './frequent-words.js';
import { findAllowedTypos } from './mistakes.js';
import { findNearWords } from './near-words.js';

/** A shorter beginning is too ambiguous to be corrected. */
const correctedMinimum = 3;

/**
 * Finds completions of a word.
 *
 * @param isPrefix whether the word may be unfinished
 * @returns the word itself if it exists, then the ten most frequent words that begin with it. Cost: O(log words).
 */
export function findCompletions(
  index: SearchIndex,
  text: string,
  isPrefix: boolean,
  budget: Budget,
): readonly number[] {
  const exactWords = index.tables.marks.flatMap((mark) => {
    budget.spend(2 * FIND_TERM);
    const { below: start, upTo: end } = termBounds(index.tables.words, Buffer.from(mark + text));
    return end > start ? [start] : [];
  });
  if (!isPrefix) return exactWords;
  const completions = readFrequentCompletions(index, text, index.tables.marks, budget);
  return [...new Set([...exactWords, ...completions])];
}

/**
 * Finds corrections of a word.
 *
 * @param text a word with which no word begins
 * @returns the most frequent corrections, at most ten: for an unfinished word the words that share a beginning with it and
 * whose start is a likely spelling of it, otherwise all words one typing error away. Cost: at most all words with one typing error.
 */
export function findCorrections(
  index: SearchIndex,
  text: string,
  isPrefix: boolean,
  reader: WordReader,
  budget: Budget,
): readonly number[] {
  const mistakes = findAllowedTypos(text);
  if (mistakes === 0 || reader.isKeptWhole(text)) return [];
  const marks = index.tables.marks.filter(allowsTyposIn);
  // After most typing errors a beginning still exists, which is quickly found.
  for (let length = text.length - 1; isPrefix && length >= correctedMinimum; length -= 1) {
    const corrections = readFrequentCompletions(index, text.slice(0, length), marks, budget).filter((word) => {
      const wordText = index.textOf(word);
      return !reader.isKeptWhole(wordText) && distance(wordText.slice(0, text.length), text) <= mistakes;
    });
    if (corrections.length > 0) return corrections;
  }
  return selectMostFrequent(findNearWords(index, text, 1, reader, budget), (word) => index.count(index.stemOf(word)));
}

/** @returns the joined words that begin with a text, such as `wifi` of `Wi-Fi` for `wif`. Cost: O(these). */
export function findJoinedCompletions(index: SearchIndex, text: string, budget: Budget | undefined): readonly number[] {
  if (!index.hasJoinedWords) return [];
  return index.tables.marks.flatMap((mark) => {
    const [start, end] = prefixRange(index.tables.words, Buffer.from(mark + JOINED_MARK + text));
    budget?.spend((end - start) * VISIT_COMPLETION);
    // Docs with a word and a sign have the word without it, which begins so too.
    return [...iterateWords(start, end)].filter((word) => !hasSign(index.textOf(word)));
  });
}

function readFrequentCompletions(
  index: SearchIndex,
  text: string,
  marks: readonly WordMark[],
  budget: Budget,
): readonly number[] {
  const completions = marks.flatMap((mark): readonly number[] => {
    const [start, end] = prefixRange(index.tables.words, Buffer.from(mark + text));
    const storedList = end - start > 1 ? index.findPrefixList(start, end) : undefined;
    if (storedList !== undefined && choose('complete.words', 'stored') === 'stored')
      return Array.from(index.frequentCompletions(storedList));
    budget.spend((end - start) * COUNT_COMPLETION);
    return selectMostFrequent(iterateWords(start, end), (word) => index.count(index.stemOf(word)));
  });
  return marks.length === 1 ? completions : selectMostFrequent(completions, (word) => index.count(index.stemOf(word)));
}
