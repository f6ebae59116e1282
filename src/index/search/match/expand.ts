/**
 * Expands a word of a query: finds the posting lists that match it.
 *
 * The word's own stem counts in full. If the word may be unfinished, stems of words that begin with it (completions) count half;
 * if very many docs have completions, one stored list replaces the lists of the completions, with the same weight for each doc.
 * If the index has neither, words one or two typing errors away count half: the words with the fewest errors, at most the 32 most
 * frequent. A doubled or missing double letter is the likeliest error. In short queries, a rare word also matches the frequent
 * words that the build recorded as its corrections. Elsewhere: kinds and weights (matches), stems (stems), typing errors
 * (near-words).
 */
import { termId, type WordMark } from '../../../content/model/index.js';
import { FIND_TERM, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { countBelow, prefixEnd, prefixRange } from '../../termdict/index.js';
import { listPhraseStems } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchWord } from '../words/search-query.js';
import { type WordReader, withoutMark } from '../words/word-reader.js';
import { iterateWords } from './frequent-words.js';
import type { Expansion, Match } from './matches.js';
import { findNearestWords, matchTypos } from './near-words.js';
import { encodeUtf8, findPhraseStems, findUnlistedStem, listDistinctStems } from './stems.js';

/**
 * Expands a word, and adds its synonyms.
 *
 * @param isLong whether the query is long: similar words then mislead more than they help
 * @param budget is charged with the cost
 * @param allowsTypos whether similar words match if nothing else does
 * @returns      the matches of a word; none if no word is similar
 */
export function expand(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget?: Budget,
  allowsTypos = true,
): Expansion {
  const expansion = expandWord(index, word, reader, isLong, budget, allowsTypos);
  if (word.standIns === undefined) return expansion;
  const standIns = word.standIns.flatMap((words): readonly Match[] => {
    budget?.spend(2 * FIND_TERM * words.length);
    const phrase = findPhraseStems(index, words, reader);
    const [lists = []] = phrase === undefined ? [] : listPhraseStems(index, phrase);
    const text = words.map((phraseWord) => phraseWord.text).join(' ');
    const phraseOfText = phrase === undefined || phrase.length < 2 ? {} : { phrase };
    return lists.map((list) => ({ list, kind: 'synonym', text, ...phraseOfText }));
  });
  // A list must not be scored twice.
  const listKeys = new Set<number | string>(expansion.matches.map(({ list }) => list));
  const newMatches = standIns.filter(({ list, text = '', phrase }) => {
    const key = phrase === undefined ? list : `${list} ${text}`;
    return !listKeys.has(key) && listKeys.add(key);
  });
  return { ...expansion, matches: [...expansion.matches, ...newMatches] };
}

function expandWord(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
  allowsTypos: boolean,
): Expansion {
  const expansion = mergeByMark(
    index.tables.marks.map((mark) => expandInMark(index, mark, word, reader, isLong, budget)),
  );
  // Words of the model's tuning are spelt correctly.
  if (expansion.matches.length > 0 || !allowsTypos || word.standIns !== undefined || reader.isKeptWhole(word.text))
    return expansion;
  const nearWords = findNearestWords(index, word.text, isLong ? 1 : 2, reader, budget);
  return { ...expansion, matches: matchTypos(index, word.text, nearWords), words: nearWords };
}

/** @param expansions expansions of one word, one per field mark */
function mergeByMark(expansions: readonly Expansion[]): Expansion {
  const [first, ...otherExpansions] = expansions.filter(({ matches }) => matches.length > 0);
  if (first === undefined || otherExpansions.length === 0) return first ?? expansions[0]!;
  const nonEmpty = [first, ...otherExpansions];
  const matches = nonEmpty.flatMap((expansion) => expansion.matches);
  const isOwn = ({ kind }: Match): boolean => kind === 'word';
  return {
    word: first.word,
    matches: [...matches.filter(isOwn), ...matches.filter((match) => !isOwn(match))],
    isWord: nonEmpty.some(({ isWord }) => isWord),
    isWithinBeginning: false,
    words: nonEmpty.flatMap(({ words }) => ('start' in words ? [...iterateWords(words.start, words.end)] : words)),
  };
}

function expandInMark(
  index: SearchIndex,
  mark: WordMark,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
): Expansion {
  budget?.spend(2 * FIND_TERM);
  const markedText = mark + word.text;
  const bytes = encodeUtf8(markedText);
  const { words } = index.tables;
  const wordIndex = countBelow(words, bytes);
  const isWord = wordIndex < words.size && words.compare(wordIndex, bytes) === 0;
  const ownStem = isWord ? index.stemOf(wordIndex) : findUnlistedStem(index, markedText, reader);
  const ownMatch: readonly Match[] = ownStem === undefined ? [] : [{ list: ownStem, kind: 'word' }];
  // An existing stop word is complete: a query for "on" does not mean "one".
  const isPrefix = word.isPrefix && !(isWord && reader.isStopWord(word.text));
  const [start, end] = isPrefix
    ? findCompletionRange(index, markedText, bytes, wordIndex, ownStem, reader)
    : [wordIndex, wordIndex];
  const beginningList = end - start > 1 ? index.findPrefixList(start, end) : undefined;
  if (beginningList !== undefined) {
    // If the word itself exists, it is the first word of the beginning, whose list then contains its docs.
    const matches: Match[] = [...ownMatch, { list: beginningList, kind: 'beginning', words: { start, end } }];
    return { word, matches, isWord, isWithinBeginning: isWord, words: [] };
  }
  budget?.spend((end - start) * VISIT_COMPLETION);
  const hasNoCompletions = isWord && end - start <= 1;
  const completionStems = hasNoCompletions
    ? []
    : Array.from(listDistinctStems(index, start, end)).filter((stem) => stem !== ownStem);
  // A correction of a rare word has the weight of a frequent word, which would hide the rare word in a long query.
  const corrections = isWord && !isLong ? index.correctionsOf(wordIndex) : noWords;
  if (hasNoCompletions && corrections.length === 0)
    return { word, matches: ownMatch, isWord, isWithinBeginning: false, words: { start, end } };
  const typos = matchTypos(index, word.text, corrections).filter(
    ({ list }) => list !== ownStem && !completionStems.includes(list),
  );
  const matches = [...ownMatch, ...completionStems.map((list): Match => ({ list, kind: 'begun' })), ...typos];
  const expansion = { word, matches, isWord, isWithinBeginning: false, words: { start, end } };
  if (corrections.length === 0) return expansion;
  return {
    ...expansion,
    words: [...new Set([...iterateWords(start, end), ...corrections])].sort((a, b) => a - b),
  };
}

const noWords = new Uint32Array(0);

/** Minimum length of a stem to complete: shorter stems begin unrelated words, such as cars and carpets. */
const completedStemMinimum = 4;

/**
 * Finds the words that begin with a word or with its stem, so that typing an ending removes no results.
 *
 * @param wordIndex  index of the word in the dictionary, or of the first greater word
 * @param ownStem its stem, if it is in the index
 */
function findCompletionRange(
  { tables: { words } }: SearchIndex,
  text: string,
  bytes: Uint8Array,
  wordIndex: number,
  ownStem: number | undefined,
  reader: WordReader,
): [start: number, end: number] {
  const stem = ownStem === undefined ? text : reader.stem(text);
  const isShorter =
    withoutMark(stem).length >= completedStemMinimum && stem.length < text.length && text.startsWith(stem);
  return isShorter ? prefixRange(words, encodeUtf8(stem)) : [wordIndex, prefixEnd(words, termId(wordIndex), bytes)];
}
