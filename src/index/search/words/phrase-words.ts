/**
 * Phrase words: the indexed terms of a phrase, with their distances from its start.
 */
import { isCjk, splitPairs } from './letters.js';
import type { ReadText } from './word-reader.js';

/** A word that a phrase writes in parts, such as `wifi` for `Wi-Fi`. */
interface JoinedPhraseWord {
  readonly text: string;
  /** Number of its parts. */
  readonly partCount: number;
}

/** A word of a phrase. */
export interface PhraseWord {
  readonly text: string;
  /** Positions after the phrase's first word; each Chinese, Japanese or Korean character is a position. */
  readonly offset: number;
  /** The word with its sign, such as `c++`; it replaces the word in an index that has it. */
  readonly signed?: string;
  /** Joined words that begin with it. Absent if there are none. */
  readonly joined?: readonly JoinedPhraseWord[];
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
    if (joined.length === 0 || isCjk(word)) {
      return searchTerms(word).map((text, place) => ({ text, offset: start + place }));
    }
    const joinedHere = joined.filter((other) => other.start === wordIndex);
    const signed = joinedHere.find((other) => other.hasSign && other.end === wordIndex + 1);
    const inParts = joinedHere
      .filter((other) => !other.hasSign && other.end > wordIndex + 1)
      .map((other) => ({ text: other.text, partCount: other.end - wordIndex }));
    return [
      {
        text: word,
        offset: start,
        ...(signed !== undefined && { signed: signed.text }),
        ...(inParts.length > 0 && { joined: inParts }),
      },
    ];
  });
}

/** A phrase with many joined words is searched in its first spellings. */
const spellingsMaximum = 8;

/**
 * Lists the spellings of a phrase: as typed, then with joined words in place of their parts.
 *
 *     free wi fi router   →   free wi fi router · free wifi router
 *
 * @returns at least one, at most eight
 */
export function listSpellings(words: readonly PhraseWord[]): readonly (readonly PhraseWord[])[] {
  if (words.every(({ joined }) => joined === undefined)) return [words];
  const spellings: (readonly PhraseWord[])[] = [];
  /** @param removedParts number of parts that the joined words of `spelling` replace, without one for each joined word */
  const addSpellings = (spelling: readonly PhraseWord[], next: number, removedParts: number): void => {
    if (spellings.length === spellingsMaximum) return;
    const word = words[next];
    if (word === undefined) {
      spellings.push(spelling);
      return;
    }
    const { joined = [], ...written } = word;
    const offset = word.offset - removedParts;
    addSpellings([...spelling, { ...written, offset }], next + 1, removedParts);
    for (const { text, partCount } of joined) {
      const isPrefix = words[next + partCount - 1]?.isPrefix;
      const joinedWord = { text, offset, ...(isPrefix !== undefined && { isPrefix }) };
      addSpellings([...spelling, joinedWord], next + partCount, removedParts + partCount - 1);
    }
  };
  addSpellings([], 0, 0);
  return spellings;
}

/** @returns the indexed terms to search for a word */
export const searchTerms = (word: string): readonly string[] => (isCjk(word) ? cjkTerms(word) : [word]);

function cjkTerms(run: string): readonly string[] {
  const pairs = splitPairs(run);
  return pairs.length === 0 ? [run] : pairs;
}
