/**
 * Phrase words: the indexed terms of a phrase, with their distances from its start.
 */
import { isCjk, splitPairs } from './word-reader.js';

/** A word of a phrase. */
export interface PhraseWord {
  readonly text: string;
  /** Positions after the phrase's first word; each Chinese, Japanese or Korean character is a position. */
  readonly offset: number;
}

/** @param words of a phrase, in order. @returns the terms that are indexed for them */
export function phraseWords(words: readonly string[]): PhraseWord[] {
  let nextOffset = 0;
  return words.flatMap((word) => {
    const start = nextOffset;
    nextOffset += isCjk(word) ? [...word].length : 1;
    return searchTerms(word).map((text, place) => ({ text, offset: start + place }));
  });
}

/** @returns the indexed terms to search for a word */
export const searchTerms = (word: string): readonly string[] => (isCjk(word) ? cjkTerms(word) : [word]);

function cjkTerms(run: string): readonly string[] {
  const pairs = splitPairs(run);
  return pairs.length === 0 ? [run] : pairs;
}
