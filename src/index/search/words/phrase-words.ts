/**
 * Words of a text → the words that are looked for, and where each stands.
 */
import { isCjk, pairsOf } from './word-reader.js';

/** A word of a phrase. */
export interface PhraseWord {
  readonly text: string;
  /** How many places it stands behind the phrase's first word: each character of Chinese, Japanese and Korean is a place. */
  readonly offset: number;
}

/** @param words in their order. @returns where what is indexed for each of them stands */
export function phraseOf(words: readonly string[]): PhraseWord[] {
  let next = 0;
  return words.flatMap((word) => {
    const start = next;
    next += isCjk(word) ? [...word].length : 1;
    return termsOf(word).map((text, place) => ({ text, offset: start + place }));
  });
}

export const termsOf = (word: string): readonly string[] => (isCjk(word) ? cjkTerms(word) : [word]);

function cjkTerms(run: string): readonly string[] {
  const pairs = pairsOf(run);
  return pairs.length === 0 ? [run] : pairs;
}
