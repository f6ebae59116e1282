/**
 * Reads a query: text typed by a client → the words, phrases and exclusions to search for.
 */
import type { Language, SearchTuning } from '../../../content/model/index.js';
import { type PhraseWord, phraseWords, searchTerms } from './phrase-words.js';
import { getSynonymTable, type StandIn } from './synonyms.js';
import { getWordReader, isCjk, LETTER_APOSTROPHES, visible, type WordReader } from './word-reader.js';

export interface SearchWord {
  /** Lower case, without diacritics. */
  readonly text: string;
  /** Whether words that begin with it match too, because it may be unfinished. */
  readonly isPrefix: boolean;
  /** Weight: in a long query the number of its occurrences, else 1. */
  readonly times: number;
  /** Whether it occurs in phrases only. */
  readonly isQuoted: boolean;
  /** Its synonyms; absent if there are none. */
  readonly standIns?: readonly StandIn[];
}

export interface SearchQuery {
  readonly language: Language | undefined;
  readonly tuning: SearchTuning | undefined;
  /** Content type → ids of the items that come first; absent if there are none. */
  readonly first?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Distinct words in query order; empty only if the text has no word. */
  readonly words: readonly SearchWord[];
  /** Whether the query has so many words that no single word is required. */
  readonly isLong: boolean;
  /** Whether an item must match every word. */
  readonly demandsAll: boolean;
  /** Phrases that an item must have; their words are among `words` too. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  /** Words and phrases that an item must not have. */
  readonly excluded: readonly (readonly PhraseWord[])[];
}

/** Quotation marks of keyboards and languages. */
const quotes = '"“”„‟«»＂';
/**
 * A phrase in quotation marks; or `-` and an exclusion: a quoted phrase up to the space after it, a phrase without a closing mark
 * up to the end of the text, or a word up to the next space.
 */
const markedParts = new RegExp(
  `(?<=^|\\s)(?:[${quotes}]([^${quotes}]*)[${quotes}](?=\\s|$)|-([${quotes}][^${quotes}]*(?:[${quotes}]\\S*|$)|\\S+))`,
  'gu',
);
/** A phrase without its closing mark. */
const unendedPattern = new RegExp(`(?<=^|\\s)[${quotes}]([^${quotes}]*)$`, 'u');
/** Whether a text has quotation marks or exclusions; most queries have neither. */
const marksPattern = new RegExp(`[${quotes}]|(?:^|\\s)-`, 'u');

/** A query of at least this many distinct words is long. Two pairs of Chinese, Japanese or Korean characters count as a word. */
const longQueryWords = 5;

/** In longer queries, repeated words count once, so that sums of scores stay whole numbers of 32 bits. */
const countedWordsMaximum = 200;

const wordEndPattern = new RegExp(`(?![${LETTER_APOSTROPHES}])[\\p{L}\\p{N}\\p{M}]$`, 'u');

/** Whether the text ends within a word. */
export const isUnfinished = (text: string): boolean => wordEndPattern.test(text);

/** @returns a phrase with a letter or digit and without a closing mark, if there is one. Cost: O(length). */
export function findUnendedPhrase(typedText: string): string | undefined {
  const [phrase, text = ''] = unendedPattern.exec(visible(typedText).replaceAll(markedParts, ' ')) ?? [];
  return /[\p{L}\p{N}]/u.test(text) ? phrase : undefined;
}

/**
 * Stop words are ignored, unless the query has no other words. The last word may be unfinished if nothing follows it, not even a
 * space; so may a single Chinese, Japanese or Korean character. Text in quotation marks is a phrase; `-` excludes a word or phrase.
 *
 * @param tuning the model's tuning for the language
 */
export function readSearch(
  typedText: string,
  language: Language | undefined,
  tuning?: SearchTuning,
  demandsAll = false,
): SearchQuery {
  const text = visible(typedText);
  const reader = getWordReader(language, tuning);
  const { searchedText, phrases, excluded, unquoted } = marksPattern.test(text)
    ? splitMarks(text, reader)
    : { ...noMarks, searchedText: text };
  const typedWords = reader.words(searchedText);
  const unfinishedWord = isUnfinished(searchedText) ? typedWords.at(-1) : undefined;
  const addStandIns = (words: readonly SearchWord[], terms?: readonly string[]): readonly SearchWord[] =>
    tuning?.synonyms === undefined ? words : attachStandIns(words, terms ?? typedWords, tuning, reader);
  const significant = typedWords.filter((word) => !reader.isStopWord(word));
  const searched = significant.length > 0 ? significant : typedWords;
  // Items are pinned only for queries without phrases and exclusions.
  const isPlain = tuning?.first !== undefined && phrases.length + excluded.length === 0;
  const first = isPlain ? getSynonymTable(tuning, reader).findPinned(searched.flatMap(searchTerms), reader) : undefined;
  const common = { language, tuning, ...(first && { first }), demandsAll, phrases, excluded };
  const [singleWord] = typedWords;
  if (singleWord !== undefined && typedWords.length === 1 && !isCjk(singleWord)) {
    return {
      ...common,
      words: addStandIns([
        {
          text: singleWord,
          isPrefix: unfinishedWord !== undefined,
          times: 1,
          isQuoted: unquoted?.has(singleWord) === false,
        },
      ]),
      isLong: false,
    };
  }
  /** Term → number of occurrences. */
  const terms = new Map<string, number>();
  const typedTerms = searched.flatMap(searchTerms);
  for (const term of typedTerms) terms.set(term, (terms.get(term) ?? 0) + 1);
  const isLong = Array.from(terms.keys()).reduce((sum, term) => sum + (isCjk(term) ? 0.5 : 1), 0) >= longQueryWords;
  const countsRepeats = isLong && typedWords.length <= countedWordsMaximum;
  const words = Array.from(terms, ([term, times]): SearchWord => {
    const isPrefix = isCjk(term) ? term.length === characterLength(term) : term === unfinishedWord;
    return { text: term, isPrefix, times: countsRepeats ? times : 1, isQuoted: unquoted?.has(term) === false };
  });
  return { ...common, words: addStandIns(words, typedTerms), isLong };
}

/** @param terms in query order. @returns the words with their synonyms, except words that occur in phrases only */
function attachStandIns(
  words: readonly SearchWord[],
  terms: readonly string[],
  tuning: SearchTuning,
  reader: WordReader,
): readonly SearchWord[] {
  const standInsByTerm = getSynonymTable(tuning, reader).findStandIns(terms, reader);
  return words.map((word) => {
    const standIns = word.isQuoted ? undefined : standInsByTerm.get(word.text);
    return standIns === undefined ? word : { ...word, standIns: [...standIns] };
  });
}

const noMarks = { phrases: [], excluded: [], unquoted: undefined } as const;

/** A query split into phrases, exclusions and the rest. */
interface SplitMarks extends Pick<SearchQuery, 'phrases' | 'excluded'> {
  /** The text without exclusions. */
  readonly searchedText: string;
  /** Words outside of phrases. */
  readonly unquoted: ReadonlySet<string>;
}

/** Splits a query. A quotation mark without a closing one is ignored, except after `-`. */
function splitMarks(text: string, reader: WordReader): SplitMarks {
  const phrases: (readonly PhraseWord[])[] = [];
  const excluded: (readonly PhraseWord[])[] = [];
  const replacements: string[] = [];
  const placeholderText = text
    .replaceAll(placeholder, ' ')
    .replace(markedParts, (part: string, quoted: string | undefined, exclusion: string | undefined) => {
      const words = phraseWords(reader.words(quoted ?? exclusion ?? ''));
      if (words.length === 0) return part;
      if (exclusion === undefined) phrases.push(words);
      else excluded.push(words);
      // The full stop marks the phrase's last word as finished; exclusions are not searched for.
      replacements.push(exclusion === undefined ? `${quoted} .` : '');
      return placeholder;
    });
  const searchedText = placeholderText.replaceAll(placeholder, () => replacements.shift() ?? '');
  return { searchedText, phrases, excluded, unquoted: new Set(reader.words(placeholderText).flatMap(searchTerms)) };
}

/** Replaces a removed phrase or exclusion; part of no word. */
const placeholder = '\u0000';

/** @returns the number of UTF-16 units of the first character */
const characterLength = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
