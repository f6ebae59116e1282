/**
 * What a word typed may become: the most frequent words that begin with it; or where none does, what it is mistyped for.
 */
import { distance } from 'fastest-levenshtein';
import { choose } from '../../../content/choices/index.js';
import type { WordMark } from '../../../content/model/index.js';
import { COUNT_COMPLETION, FIND_TERM } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { prefixRange, termBounds } from '../../termdict/index.js';
import type { SearchIndex } from '../search-index.js';
import { forgives, type WordReader } from '../words/word-reader.js';
import { wordsNear } from './expand.js';
import { mostFrequent, wordsBetween } from './frequent-words.js';
import { mistakesIn } from './typos.js';

/** A beginning of fewer letters tells too little to be mended. */
const mendedMinimum = 3;

/**
 * @param isPrefix whether the word may go on
 * @returns itself first if it is a word, then the ten most frequent words that it begins. Cost: O(log words).
 */
export function completionsOf(index: SearchIndex, text: string, isPrefix: boolean, budget: Budget): readonly number[] {
  const own = index.tables.marks.flatMap((mark) => {
    budget.spend(2 * FIND_TERM);
    const { below, upTo } = termBounds(index.tables.words, Buffer.from(mark + text));
    return upTo > below ? [below] : [];
  });
  return isPrefix ? [...new Set([...own, ...begunWith(index, text, index.tables.marks, budget)])] : own;
}

/**
 * @param text of which no word begins so
 * @returns at most ten words, the most frequent ones: of a word that may go on those that share a beginning with it and
 * begin with what it is mistyped for, or else any that are a mistake away. Cost: at most all words with one mistake.
 */
export function mendedFor(
  index: SearchIndex,
  text: string,
  isPrefix: boolean,
  reader: WordReader,
  budget: Budget,
): readonly number[] {
  const mistakes = mistakesIn(text);
  if (mistakes === 0 || reader.isWhole(text)) return [];
  const marks = index.tables.marks.filter(forgives);
  // Most mistakes leave a beginning that is there, which is found at once.
  for (let length = text.length - 1; isPrefix && length >= mendedMinimum; length -= 1) {
    const mended = begunWith(index, text.slice(0, length), marks, budget).filter((word) => {
      const other = index.textOf(word);
      return !reader.isWhole(other) && distance(other.slice(0, text.length), text) <= mistakes;
    });
    if (mended.length > 0) return mended;
  }
  return mostFrequent(wordsNear(index, text, 1, reader, budget), (word) => index.count(index.stemOf(word)));
}

function begunWith(index: SearchIndex, text: string, marks: readonly WordMark[], budget: Budget): readonly number[] {
  const begun = marks.flatMap((mark): readonly number[] => {
    const [start, end] = prefixRange(index.tables.words, Buffer.from(mark + text));
    const stored = end - start > 1 ? index.prefixList(start, end) : undefined;
    if (stored !== undefined && choose('complete.words', 'stored') === 'stored')
      return Array.from(index.shownFor(stored));
    budget.spend((end - start) * COUNT_COMPLETION);
    return mostFrequent(wordsBetween(start, end), (word) => index.count(index.stemOf(word)));
  });
  return marks.length === 1 ? begun : mostFrequent(begun, (word) => index.count(index.stemOf(word)));
}
