/**
 * Reads a query: text typed by a client → the words, phrases and exclusions to search for.
 *
 * Elsewhere: quotation marks and `-` (marked-parts), cutting texts into words (word-reader), synonyms and pinned items (synonyms).
 */
import type { Language, SearchTuning } from '../../../content/model/index.js';
import { isCjk, visible } from './letters.js';
import { splitQuery } from './marked-parts.js';
import { type PhraseWord, searchTerms } from './phrase-words.js';
import { getSynonymTable, type Synonym } from './synonyms.js';
import { getWordReader, isUnfinished, type ReadText, type WordReader } from './word-reader.js';

export interface SearchWord {
  /** Lower case, without diacritics. */
  readonly text: string;
  /** Whether words that begin with it match too, because it may be unfinished. */
  readonly isPrefix: boolean;
  /** Weight: in a long query the number of its occurrences, else 1. */
  readonly times: number;
  /** Whether it occurs in phrases only. */
  readonly isQuoted: boolean;
  /** Absent if there are none. */
  readonly synonyms?: readonly Synonym[];
  /** Joined words that have it as a part: `wifi` for the words of `Wi-Fi`. Absent if there are none. */
  readonly joined?: readonly string[];
  /** Whether it is a joined word itself; it is ignored if no item has it, because its parts are searched too. */
  readonly isJoined?: boolean;
}

export interface SearchQuery {
  readonly language: Language | undefined;
  readonly tuning: SearchTuning | undefined;
  /** Content type → ids of the items that come first; absent if there are none. */
  readonly pinned?: ReadonlyMap<string, readonly string[]> | undefined;
  /** All typed words in order, including stop words and repeated words; without excluded ones. */
  readonly typed: readonly string[];
  /** Distinct words in query order; empty only if the text has no word. */
  readonly words: readonly SearchWord[];
  /** Whether the query has so many words that no single word is required. */
  readonly isLong: boolean;
  /** Whether an item must match every word. */
  readonly demandsAll: boolean;
  /** Phrases that an item must have; their words are among `words` too. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  /** Phrases of at least two words that count like one more word: the quotations of a long plain question. */
  readonly weighedPhrases: readonly (readonly PhraseWord[])[];
  /** Words and phrases that an item must not have. */
  readonly excluded: readonly (readonly PhraseWord[])[];
}

/** A query of at least this many distinct words is long. Two pairs of Chinese, Japanese or Korean characters count as a word. */
const longQueryWords = 5;

/** A query has at most this many joined words that are searched as words of their own. */
const joinedWordsMaximum = 4;

/** In longer queries, repeated words count once, so that sums of scores stay whole numbers of 32 bits. */
const countedWordsMaximum = 200;

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
  const reader = getWordReader(language, tuning);
  const { searchedText, phrases, excluded, unquotedTerms, unquotedJoined } = splitQuery(visible(typedText), reader);
  const read = reader.read(searchedText);
  const typedWords = read.words;
  const significantWords = typedWords.filter((word) => !reader.isStopWord(word));
  const terms = (significantWords.length > 0 ? significantWords : typedWords).flatMap(searchTerms);
  const termCounts = countTerms(terms);
  const isLong = countWords(termCounts.keys()) >= longQueryWords;
  const demandsPhrases = demandsAll || !isQuestion(unquotedTerms, reader);
  const countsRepeats = isLong && typedWords.length <= countedWordsMaximum;
  const unfinishedWord = isUnfinished(searchedText) ? typedWords.at(-1) : undefined;
  const words = Array.from(termCounts, ([term, count]): SearchWord => {
    const isPrefix = isCjk(term) ? isOneCharacter(term) : term === unfinishedWord;
    const isQuoted = demandsPhrases && unquotedTerms !== undefined && !unquotedTerms.has(term);
    return { text: term, isPrefix, times: countsRepeats ? count : 1, isQuoted };
  });
  const hasMarkedParts = phrases.length > 0 || excluded.length > 0;
  return {
    language,
    tuning,
    pinned: hasMarkedParts ? undefined : findPinned(terms, tuning, reader),
    typed: typedWords,
    words: addJoinedWords(
      attachSynonyms(words, terms, tuning, reader),
      read,
      demandsPhrases ? unquotedJoined : undefined,
      reader,
    ),
    isLong,
    demandsAll,
    phrases: demandsPhrases ? phrases : [],
    weighedPhrases: demandsPhrases ? [] : phrases.filter(({ length }) => length > 1),
    excluded,
  };
}

/** Whether so many words are outside of phrases that the phrases are quotations of a long plain question. */
function isQuestion(unquotedTerms: ReadonlySet<string> | undefined, reader: WordReader): boolean {
  const terms = [...(unquotedTerms ?? [])].filter((term) => !reader.isStopWord(term));
  return countWords(terms) >= longQueryWords;
}

/**
 * Adds the joined words of a query: to the words that are their parts, and as words of their own if the parts alone say little.
 *
 * @param unquotedJoined joined words outside of required phrases; undefined if there are no required phrases
 */
function addJoinedWords(
  words: readonly SearchWord[],
  { words: typedWords, joined }: ReadText,
  unquotedJoined: ReadonlySet<string> | undefined,
  reader: WordReader,
): readonly SearchWord[] {
  if (joined.length === 0) return words;
  const joinedByPart = new Map<string, Set<string>>();
  /** Joined words that are searched as words of their own. */
  const ownWords = new Set<string>();
  for (const word of joined) {
    const parts = typedWords.slice(word.start, word.end);
    if (word.hasSign || parts.some((part) => part.length === 1 || reader.isStopWord(part))) ownWords.add(word.text);
    if (word.hasSign || reader.isStopWord(word.text)) continue;
    for (const part of parts) {
      const joinedOfPart = joinedByPart.get(part) ?? new Set<string>();
      joinedByPart.set(part, joinedOfPart.add(word.text));
    }
  }
  for (const { text } of words) ownWords.delete(text);
  const withJoined = words.map((word) => {
    const joinedWords = joinedByPart.get(word.text);
    return joinedWords === undefined ? word : { ...word, joined: [...joinedWords] };
  });
  const added = [...ownWords].slice(0, joinedWordsMaximum).map((text): SearchWord => {
    const isQuoted = unquotedJoined !== undefined && !unquotedJoined.has(text);
    return { text, isPrefix: false, times: 1, isQuoted, isJoined: true };
  });
  return [...withJoined, ...added];
}

/** @returns term → number of occurrences, in query order */
function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** @returns the number of words that terms are worth: pairs of Chinese, Japanese or Korean characters count half */
function countWords(terms: Iterable<string>): number {
  let count = 0;
  for (const term of terms) count += isCjk(term) ? 0.5 : 1;
  return count;
}

function findPinned(
  terms: readonly string[],
  tuning: SearchTuning | undefined,
  reader: WordReader,
): SearchQuery['pinned'] {
  return tuning?.first === undefined ? undefined : getSynonymTable(tuning, reader).findPinned(terms, reader);
}

/** @param terms in query order. @returns the words with their synonyms, except words that occur in phrases only */
function attachSynonyms(
  words: readonly SearchWord[],
  terms: readonly string[],
  tuning: SearchTuning | undefined,
  reader: WordReader,
): readonly SearchWord[] {
  if (tuning?.synonyms === undefined) return words;
  const synonymsByTerm = getSynonymTable(tuning, reader).findSynonyms(terms, reader);
  return words.map((word) => {
    const synonyms = word.isQuoted ? undefined : synonymsByTerm.get(word.text);
    return synonyms === undefined ? word : { ...word, synonyms: [...synonyms] };
  });
}

const isOneCharacter = (text: string): boolean => text.length === ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
