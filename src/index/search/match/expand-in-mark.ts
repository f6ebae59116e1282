/**
 * Expands a word of a query within the fields that share a word mark: its own stem, its completions and stored corrections.
 *
 * If very many docs have completions, one stored list of the beginning replaces the lists of the completions, with the same weight
 * for each doc. In short queries, a rare word also matches the frequent words that the build recorded as its corrections.
 */
import { termId, type WordMark } from '../../../content/model/index.js';
import { FIND_TERM, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { countBelow, prefixEnd, prefixRange } from '../../termdict/index.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchWord } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';
import { withoutMark } from '../words/word-reader.js';
import { iterateWords } from './frequent-words.js';
import type { Expansion, Match, WordRange } from './matches.js';
import { matchTypos } from './near-words.js';
import { encodeUtf8, findUnlistedStem, listDistinctStems } from './stems.js';

/** The index and the query for which words are expanded. */
export interface ExpandContext {
  readonly index: SearchIndex;
  readonly reader: WordReader;
  /** Whether the query is long: similar words then mislead more than they help. */
  readonly isLong: boolean;
  /** Charged with the cost. */
  readonly budget?: Budget | undefined;
}

/** A typed word as the dictionary of one word mark has it. */
interface MarkedWord {
  /** With the mark. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Index of the word in the dictionary, or of the first greater word. */
  readonly wordIndex: number;
  readonly isWord: boolean;
  /** Undefined if no doc has any form of the word. */
  readonly stem: number | undefined;
}

const noWords = new Uint32Array(0);

/** @returns the matches of the word in fields with the mark */
export function expandInMark(context: ExpandContext, mark: WordMark, word: SearchWord): Expansion {
  const { index, reader, isLong, budget } = context;
  budget?.spend(2 * FIND_TERM);
  const markedWord = findMarkedWord(index, mark + word.text, reader);
  const { wordIndex, isWord, stem } = markedWord;
  const ownMatches: readonly Match[] = stem === undefined ? [] : [{ list: stem, kind: 'word' }];
  // An existing stop word is complete: a query for "on" does not mean "one".
  const isPrefix = word.isPrefix && !(isWord && reader.isStopWord(word.text));
  const words = isPrefix ? findCompletions(index, markedWord, reader) : { start: wordIndex, end: wordIndex };
  const wordCount = words.end - words.start;
  const beginningList = wordCount > 1 ? index.findPrefixList(words.start, words.end) : undefined;
  if (beginningList !== undefined) {
    // If the word itself exists, it is the first word of the beginning, whose list then contains its docs.
    const matches: Match[] = [...ownMatches, { list: beginningList, kind: 'beginning', words }];
    return { word, matches, isWord, isWithinBeginning: isWord, words: [] };
  }
  budget?.spend(wordCount * VISIT_COMPLETION);
  const hasNoCompletions = isWord && wordCount <= 1;
  const completionStems = hasNoCompletions ? [] : listOtherStems(index, words, stem);
  // A correction of a rare word has the weight of a frequent word, which would hide the rare word in a long query.
  const corrections = isWord && !isLong ? index.correctionsOf(wordIndex) : noWords;
  const matches = [...ownMatches, ...completionStems.map((list): Match => ({ list, kind: 'begun' }))];
  if (corrections.length === 0) return { word, matches, isWord, isWithinBeginning: false, words };
  for (const correction of matchTypos(index, word.text, corrections)) {
    if (!matches.some(({ list }) => list === correction.list)) matches.push(correction);
  }
  const matchedWords = new Set([...iterateWords(words.start, words.end), ...corrections]);
  return { word, matches, isWord, isWithinBeginning: false, words: [...matchedWords].sort((a, b) => a - b) };
}

function findMarkedWord(index: SearchIndex, text: string, reader: WordReader): MarkedWord {
  const { words } = index.tables;
  const bytes = encodeUtf8(text);
  const wordIndex = countBelow(words, bytes);
  const isWord = wordIndex < words.size && words.compare(wordIndex, bytes) === 0;
  const stem = isWord ? index.stemOf(wordIndex) : findUnlistedStem(index, text, reader);
  return { text, bytes, wordIndex, isWord, stem };
}

/** @returns the distinct stems of the words, ascending, without the stem of the typed word */
const listOtherStems = (index: SearchIndex, { start, end }: WordRange, ownStem: number | undefined): number[] =>
  Array.from(listDistinctStems(index, start, end)).filter((stem) => stem !== ownStem);

/** Minimum length of a stem to complete: shorter stems begin unrelated words, such as cars and carpets. */
const completedStemMinimum = 4;

/** Finds the words that begin with the word or with its stem, so that typing an ending removes no results. */
function findCompletions(
  { tables: { words } }: SearchIndex,
  { text, bytes, wordIndex, stem }: MarkedWord,
  reader: WordReader,
): WordRange {
  const stemText = stem === undefined ? text : reader.stem(text);
  const completesStem =
    withoutMark(stemText).length >= completedStemMinimum && stemText.length < text.length && text.startsWith(stemText);
  if (!completesStem) return { start: wordIndex, end: prefixEnd(words, termId(wordIndex), bytes) };
  const [start, end] = prefixRange(words, encodeUtf8(stemText));
  return { start, end };
}
