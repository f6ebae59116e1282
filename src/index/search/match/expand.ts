/**
 * Expands a word of a query: finds the posting lists that match it.
 *
 * The word's own stem counts in full. If the word may be unfinished, stems of words that begin with it (completions) count half.
 * If the index has neither, words one or two typing errors away count half: the words with the fewest errors, at most the 32 most
 * frequent. A doubled or missing double letter is the likeliest error. Joined words, compounds and synonyms of the model are added.
 * Elsewhere: fields with the same word mark (expand-in-mark), kinds and weights (matches), stems (stems), typing errors (near-words).
 */
import { FIND_TERM, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { listPhraseStems } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { PhraseWord } from '../words/phrase-words.js';
import type { SearchWord } from '../words/search-query.js';
import type { Synonym } from '../words/synonyms.js';
import type { WordReader } from '../words/word-reader.js';
import { JOINED_MARK } from '../words/word-reader.js';
import { findJoinedCompletions } from './complete.js';
import { type ExpandContext, expandInMark } from './expand-in-mark.js';
import { iterateWords } from './frequent-words.js';
import type { Expansion, Match } from './matches.js';
import { findNearestWords, matchTypos } from './near-words.js';
import { completedJoinedMinimum, findPhraseStems, findSpellings, findStems } from './stems.js';

/** Whether similar words match: only if nothing else does, or never. */
export type TypoMatching = 'if unmatched' | 'never';

/** @returns the matches of a word and of its synonyms; none if no word is similar */
export function expand(context: ExpandContext, word: SearchWord, typos: TypoMatching = 'if unmatched'): Expansion {
  const expansion = expandWord(context, word, typos);
  if (word.synonyms === undefined) return expansion;
  const synonymMatches = word.synonyms.flatMap((synonym) => matchSynonym(context, synonym));
  return { ...expansion, matches: addNewMatches(expansion.matches, synonymMatches) };
}

function expandWord(context: ExpandContext, word: SearchWord, typos: TypoMatching): Expansion {
  const { index, reader, isLong, budget } = context;
  if (word.isJoined === true) return expandJoinedWord(context, word);
  const writtenExpansion = mergeByMark(index.tables.marks.map((mark) => expandInMark(context, mark, word)));
  const expansion = addCompounds(context, addJoinedSpellings(context, writtenExpansion));
  if (expansion.matches.length > 0 || typos === 'never') return expansion;
  // Words of the model's tuning are spelt correctly.
  if (word.synonyms !== undefined || reader.isKeptWhole(word.text)) return expansion;
  const nearWords = findNearestWords(index, word.text, isLong ? 1 : 2, reader, budget);
  return { ...expansion, matches: matchTypos(index, word.text, nearWords), words: nearWords };
}

/** Expands a joined word of the query: written as one word, in parts, or with its sign. */
function expandJoinedWord({ index, reader, budget }: ExpandContext, word: SearchWord): Expansion {
  budget?.spend(4 * FIND_TERM * index.tables.marks.length);
  // A stop word that the parts happen to make is another word, as `us` for `U.S.`
  const writtenStems = reader.isStopWord(word.text) ? [] : findStems(index, word.text, reader);
  const stems = [...writtenStems, ...findStems(index, JOINED_MARK + word.text, reader)];
  const matches = stems.map((list): Match => ({ list, kind: 'joined' }));
  return { word, matches, isWord: matches.length > 0, isWithinBeginning: false, words: [] };
}

/** Adds the lists of the word written in parts, of its parts written as one, and of joined words that begin with it. */
function addJoinedSpellings({ index, reader, budget }: ExpandContext, expansion: Expansion): Expansion {
  const { word, matches } = expansion;
  const { joined = [] } = word;
  if (!index.hasJoinedWords && joined.length === 0) return expansion;
  budget?.spend(FIND_TERM * index.tables.marks.length * (1 + joined.length));
  const ownStems = index.hasJoinedWords ? findStems(index, JOINED_MARK + word.text, reader) : [];
  const joinedMatches = [
    ...ownStems.map((list): Match => ({ list, kind: 'joined' })),
    ...joined.flatMap((text) => findStems(index, text, reader).map((list): Match => ({ list, kind: 'joined', text }))),
  ];
  if (joinedMatches.length === 0) return completeJoined(index, expansion, reader, budget);
  const isWord = expansion.isWord || ownStems.length > 0;
  const writtenMatches = matches.filter(({ kind }) => kind === 'word');
  const allMatches = addNewMatches(addNewMatches(writtenMatches, joinedMatches), matches);
  return completeJoined(index, { ...expansion, matches: allMatches, isWord }, reader, budget);
}

/** Adds the lists of compounds that have the word as a part. */
function addCompounds({ index, budget }: ExpandContext, expansion: Expansion): Expansion {
  if (index.tables.compounds.length === 0) return expansion;
  const { matches } = expansion;
  const compoundMatches: Match[] = [];
  for (const { kind, list } of matches) {
    if (kind !== 'word') continue;
    const compounds = index.compoundsOf(list);
    budget?.spend(FIND_TERM + compounds.length * VISIT_COMPLETION);
    for (const compound of compounds) compoundMatches.push({ list: compound, kind: 'compound' });
  }
  if (compoundMatches.length === 0) return expansion;
  return { ...expansion, matches: addNewMatches(matches, compoundMatches) };
}

/** Adds joined words that begin with an unfinished word, unless one stored list has the docs of very many other words. */
function completeJoined(
  index: SearchIndex,
  expansion: Expansion,
  reader: WordReader,
  budget: Budget | undefined,
): Expansion {
  const { word, matches, isWord, words } = expansion;
  const isFinished = !word.isPrefix || (isWord && reader.isStopWord(word.text));
  // Shorter beginnings are not completed if another word begins so.
  const isTooShort = matches.length > 0 && word.text.length < completedJoinedMinimum;
  if (isFinished || isTooShort || matches.some(({ kind }) => kind === 'beginning')) return expansion;
  const completions = findJoinedCompletions(index, word.text, budget);
  if (completions.length === 0) return expansion;
  const stems = new Set(completions.map((completion) => index.stemOf(completion)));
  const begun = Array.from(stems, (list): Match => ({ list, kind: 'begun' }));
  const otherWords = 'start' in words ? [...iterateWords(words.start, words.end)] : words;
  return { ...expansion, matches: addNewMatches(matches, begun), words: [...otherWords, ...completions] };
}

/** @param expansions expansions of one word, one per field mark */
function mergeByMark(expansions: readonly Expansion[]): Expansion {
  const matchedExpansions = expansions.filter(({ matches }) => matches.length > 0);
  const [first] = matchedExpansions;
  if (first === undefined) return expansions[0]!;
  if (matchedExpansions.length === 1) return first;
  const matches = matchedExpansions.flatMap((expansion) => expansion.matches);
  const ownMatches = matches.filter(({ kind }) => kind === 'word');
  const otherMatches = matches.filter(({ kind }) => kind !== 'word');
  return {
    word: first.word,
    matches: [...ownMatches, ...otherMatches],
    isWord: matchedExpansions.some(({ isWord }) => isWord),
    isWithinBeginning: false,
    words: matchedExpansions.flatMap(({ words }) =>
      'start' in words ? [...iterateWords(words.start, words.end)] : words,
    ),
  };
}

/** @returns the lists of a synonym's rarest word; a doc of a list matches only if it has all words of the synonym */
function matchSynonym({ index, reader, budget }: ExpandContext, synonym: Synonym): Match[] {
  budget?.spend(2 * FIND_TERM * synonym.length);
  const phrase = findPhraseStems(index, synonym, reader);
  if (phrase === undefined) return [];
  const [rarestStems = []] = listPhraseStems(index, phrase);
  const text = synonym.map((word) => word.text).join(' ');
  return rarestStems.map((list): Match => {
    const match: Match = { list, kind: 'synonym', text };
    return phrase.length < 2 ? match : { ...match, phrase };
  });
}

/**
 * Expands a quotation of a long question.
 *
 * @returns for each spelling the lists of its rarest word, in which docs match only if they have the whole phrase; none if a word
 *          of each spelling is in no doc
 */
export function expandPhrase({ index, reader, budget }: ExpandContext, words: readonly PhraseWord[]): Expansion {
  budget?.spend(2 * FIND_TERM * words.length);
  const matches = findSpellings(index, words, reader).flatMap((phrase) => {
    const [rarestStems = []] = listPhraseStems(index, phrase);
    return rarestStems.map((list): Match => ({ list, kind: 'phrase', phrase }));
  });
  const text = words.map((word) => word.text).join(' ');
  const word = { text, isPrefix: false, times: 1, isQuoted: true };
  return { word, matches, isWord: false, isWithinBeginning: false, words: [] };
}

/** Adds matches with other lists or phrases, because a list must not be scored twice. */
function addNewMatches(matches: readonly Match[], addedMatches: readonly Match[]): readonly Match[] {
  const keys = new Set<number | string>(matches.map(({ list }) => list));
  const merged = [...matches];
  for (const match of addedMatches) {
    const key = match.phrase === undefined ? match.list : `${match.list} ${match.text}`;
    if (keys.has(key)) continue;
    keys.add(key);
    merged.push(match);
  }
  return merged;
}
