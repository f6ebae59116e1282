/**
 * Phrase words: the indexed terms of a phrase, with their distances from its start.
 */
import { isCjk, type ReadText, splitPairs } from './word-reader.js';

/** A word of a phrase. */
export interface PhraseWord {
  readonly text: string;
  /** Positions after the phrase's first word; each Chinese, Japanese or Korean character is a position. */
  readonly offset: number;
  /** The word with its sign, such as `c++`; it replaces the word in an index that has it. */
  readonly signed?: string;
  /** Whether words that begin with it match too, because the phrase may be unfinished. */
  readonly isPrefix?: boolean;
}

/** @returns the phrase with its last word unfinished */
export function unfinishedPhrase(words: readonly PhraseWord[]): readonly PhraseWord[] {
  const last = words.at(-1);
  return last === undefined ? words : [...words.slice(0, -1), { ...last, isPrefix: true }];
}

/** @param text of a phrase, as it was read. @returns the terms that are indexed for its words, in order */
export function phraseWords({ words, joined }: ReadText): PhraseWord[] {
  let nextOffset = 0;
  return words.flatMap((word, wordIndex): PhraseWord[] => {
    const start = nextOffset;
    nextOffset += isCjk(word) ? [...word].length : 1;
    const signed = joined.find((other) => other.hasSign && other.start === wordIndex && other.end === wordIndex + 1);
    if (signed !== undefined) return [{ text: word, offset: start, signed: signed.text }];
    return searchTerms(word).map((text, place) => ({ text, offset: start + place }));
  });
}

/** @returns the joined word of a text that is one group of words, such as `wifi` for `Wi-Fi` */
export const joinedWordOf = ({ words, joined }: ReadText): string | undefined =>
  joined.find(({ start, end, hasSign }) => start === 0 && end === words.length && end > 1 && !hasSign)?.text;

/** @returns the indexed terms to search for a word */
export const searchTerms = (word: string): readonly string[] => (isCjk(word) ? cjkTerms(word) : [word]);

function cjkTerms(run: string): readonly string[] {
  const pairs = splitPairs(run);
  return pairs.length === 0 ? [run] : pairs;
}
