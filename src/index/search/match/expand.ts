/**
 * Which lists answer a word, and how much each counts.
 *
 * The word's own stem counts in full. Of a word that may not be finished, the stems of all words that begin with it
 * count half; where those are in very many docs, one list stands for them, and any doc of it weighs the same. Only
 * where neither is there, words that are a typing mistake away stand in, for half: those with the fewest mistakes, of
 * these at most 32, the most frequent ones first; a letter doubled or not is the likeliest one. So do, but not in a long
 * question, those that a word of few docs is likely to be misspelt from, which the build has found.
 */
import { termId, type WordMark } from '../../../content/model/index.js';
import { FIND_ONE_TYPO, FIND_TERM, FIND_TWO_TYPOS, VISIT_COMPLETION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { countBelow, prefixEnd, prefixRange, termBounds } from '../../termdict/index.js';
import { type Phrase, stemsOfPhrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { PhraseWord } from '../words/phrase-words.js';
import type { SearchWord } from '../words/search-query.js';
import { forgives, unmarked, type WordReader } from '../words/word-reader.js';
import { wordsBetween } from './frequent-words.js';
import { eachNear, mistakesIn } from './typos.js';

/** `word`: its own stem. `begun`: a stem of a word that begins with it. `beginning`: the list of all of these.
 * `synonym`: of what the model has stand in
 * for it. `doubling`: of one with a letter doubled or not. `typo`: of one with any other mistake. */
export type MatchKind = 'word' | 'begun' | 'beginning' | 'synonym' | 'doubling' | 'typo';

/** How much a match counts, of 16. */
export const WEIGHTS: Readonly<Record<MatchKind, number>> = Object.freeze({
  word: 16,
  begun: 8,
  beginning: 8,
  synonym: 12,
  doubling: 12,
  typo: 8,
});

/** What a doc weighs in the list of a beginning: a little less than where the word stands once in a text as usual. */
export const BEGINNING_IMPACT = 96;

/** How many words may stand in for one. */
export const TYPOS_MAXIMUM = 32;

/** Of the dictionary, `[start, end)`. */
interface WordRange {
  readonly start: number;
  readonly end: number;
}

export interface Match {
  readonly list: number;
  readonly kind: MatchKind;
  /** Of a beginning the words that have it. */
  readonly words?: WordRange;
  /** Of a synonym what stands in. */
  readonly text?: string;
  /** Where that is several words: docs of the list answer if they have it. */
  readonly phrase?: Phrase;
}

/** Whether it would have to be mistyped. */
export const isMistake = ({ kind }: Match): boolean => kind === 'typo' || kind === 'doubling';

/** Whether it is another word than the one that was asked for. */
export const standsIn = (match: Match): boolean => match.kind === 'synonym' || isMistake(match);

export interface Expansion {
  readonly word: SearchWord;
  /** Each list once, the word's own first: one, unless fields keep their words apart. */
  readonly matches: readonly Match[];
  /** Whether docs have the word as it is typed; its own list may be of other forms only. */
  readonly isWord: boolean;
  /** Whether every doc of the word's own stem is in the list of the beginning too. */
  readonly isWithin: boolean;
  /** The words that were found, but for those of a beginning. */
  readonly words: WordRange | readonly number[];
  /** What an impact counts for the word, where that was decided over several types; else that follows from its docs. */
  readonly factor?: number;
}

const mistakesCost = [0, FIND_ONE_TYPO, FIND_TWO_TYPOS] as const;

/**
 * @param isLong whether the word is one of many, where what is only like it misleads sooner than it helps
 * @param budget is told what it takes
 * @param isNearEnough whether words that are only like it stand in where nothing else is there
 * @returns      the matches of a word; none where nothing is like it
 */
export function expand(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget?: Budget,
  isNearEnough = true,
): Expansion {
  const expansion = expandWord(index, word, reader, isLong, budget, isNearEnough);
  if (word.standIns === undefined) return expansion;
  const standIns = word.standIns.flatMap((words): readonly Match[] => {
    budget?.spend(2 * FIND_TERM * words.length);
    const phrase = knownPhrase(index, words, reader);
    const [lists = []] = phrase === undefined ? [] : stemsOfPhrase(index, phrase);
    const text = words.map((one) => one.text).join(' ');
    const several = phrase === undefined || phrase.length < 2 ? {} : { phrase };
    return lists.map((list) => ({ list, kind: 'synonym', text, ...several }));
  });
  // A list twice would be weighed twice: what is found anyhow needs nothing that stands in.
  const known = new Set<number | string>(expansion.matches.map(({ list }) => list));
  const added = standIns.filter(({ list, text = '', phrase }) => {
    const key = phrase === undefined ? list : `${list} ${text}`;
    return !known.has(key) && known.add(key);
  });
  return { ...expansion, matches: [...expansion.matches, ...added] };
}

/** @returns the stems of words that stand together; undefined where no doc has one of them */
export function knownPhrase(index: SearchIndex, words: readonly PhraseWord[], reader: WordReader): Phrase | undefined {
  const phrase = words.flatMap(({ text, offset }) => {
    const stems = ownStems(index, text, reader);
    return stems.length === 0 ? [] : [{ stems, offset }];
  });
  return phrase.length < words.length ? undefined : phrase;
}

function expandWord(
  index: SearchIndex,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
  isNearEnough: boolean,
): Expansion {
  const found = together(index.tables.marks.map((mark) => findWord(index, mark, word, reader, isLong, budget)));
  // What the model knows is not mistyped.
  if (found.matches.length > 0 || !isNearEnough || word.standIns !== undefined || reader.isWhole(word.text))
    return found;
  const near = nearWords(index, word.text, isLong ? 1 : 2, reader, budget);
  return { ...found, matches: typosOf(index, word.text, near), words: near };
}

/** @param all of the same word, by mark */
function together(all: readonly Expansion[]): Expansion {
  const [first, ...others] = all.filter(({ matches }) => matches.length > 0);
  if (first === undefined || others.length === 0) return first ?? all[0]!;
  const found = [first, ...others];
  const matches = found.flatMap((each) => each.matches);
  const isOwn = ({ kind }: Match): boolean => kind === 'word';
  return {
    word: first.word,
    matches: [...matches.filter(isOwn), ...matches.filter((match) => !isOwn(match))],
    isWord: found.some(({ isWord }) => isWord),
    isWithin: false,
    words: found.flatMap(({ words }) => ('start' in words ? [...wordsBetween(words.start, words.end)] : words)),
  };
}

function findWord(
  index: SearchIndex,
  mark: WordMark,
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
): Expansion {
  budget?.spend(2 * FIND_TERM);
  const written = mark + word.text;
  const bytes = bytesOf(written);
  const { words } = index.tables;
  const at = countBelow(words, bytes);
  const isWord = at < words.size && words.compare(at, bytes) === 0;
  const own = isWord ? index.stemOf(at) : stemOnly(index, written, reader);
  const ownMatch: readonly Match[] = own === undefined ? [] : [{ list: own, kind: 'word' }];
  // A stop word that is there is meant: nobody who types "on" looks for "one".
  const isBegun = word.isPrefix && !(isWord && reader.isStopWord(word.text));
  const [start, end] = isBegun ? begunBy(index, written, bytes, at, own, reader) : [at, at];
  const beginning = end - start > 1 ? index.prefixList(start, end) : undefined;
  if (beginning !== undefined) {
    // Its own stem is among those the list is made of where the word itself is there: then it is the first of them.
    const matches: Match[] = [...ownMatch, { list: beginning, kind: 'beginning', words: { start, end } }];
    return { word, matches, isWord, isWithin: isWord, words: [] };
  }
  budget?.spend((end - start) * VISIT_COMPLETION);
  const isAlone = isWord && end - start <= 1;
  const begun = isAlone ? [] : Array.from(stemsOf(index, start, end)).filter((stem) => stem !== own);
  // What would stand in for a rare word counts as the frequent one it is, which in a long question hides the rare one.
  const meant = isWord && !isLong ? index.meantBy(at) : nothing;
  if (isAlone && meant.length === 0) return { word, matches: ownMatch, isWord, isWithin: false, words: { start, end } };
  const typos = typosOf(index, word.text, meant).filter(({ list }) => list !== own && !begun.includes(list));
  const matches = [...ownMatch, ...begun.map((list): Match => ({ list, kind: 'begun' })), ...typos];
  const found = { word, matches, isWord, isWithin: false, words: { start, end } };
  if (meant.length === 0) return found;
  return { ...found, words: [...new Set([...wordsBetween(start, end), ...meant])].sort((a, b) => a - b) };
}

const nothing = new Uint32Array(0);

/** A shorter stem begins words that have nothing to do with it: cars and carpets. */
const stemMinimum = 4;

/**
 * The words that begin with one, or with its stem: who has typed an ending still sees what was seen before it.
 *
 * @param at  where the word is, or would be
 * @param own its stem, where that is there
 */
function begunBy(
  { tables: { words } }: SearchIndex,
  text: string,
  bytes: Uint8Array,
  at: number,
  own: number | undefined,
  reader: WordReader,
): [start: number, end: number] {
  const stem = own === undefined ? text : reader.stem(text);
  const isShorter = unmarked(stem).length >= stemMinimum && stem.length < text.length && text.startsWith(stem);
  return isShorter ? prefixRange(words, bytesOf(stem)) : [at, prefixEnd(words, termId(at), bytes)];
}

/** UTF-8, without a call into the engine for the short plain words that most are. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return Buffer.from(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** @returns the stems of a word by mark; none where no doc has the word in any form. Cost: O(log words) a mark. */
export const ownStems = (index: SearchIndex, text: string, reader: WordReader): readonly number[] =>
  index.tables.marks.flatMap((mark) => {
    const { below: at, upTo } = termBounds(index.tables.words, bytesOf(mark + text));
    return (upTo > at ? index.stemOf(at) : stemOnly(index, mark + text, reader)) ?? [];
  });

/** @returns the stem of a word that is not there itself */
function stemOnly(index: SearchIndex, text: string, reader: WordReader): number | undefined {
  const { stems, wordStems } = index.tables;
  // Without a language words are their own stems.
  if (wordStems === undefined) return undefined;
  const { below: at, upTo } = termBounds(stems, bytesOf(reader.stem(text)));
  return upTo > at ? at : undefined;
}

/** @returns the stems of words that a word may be mistyped for, ascending, each as its likeliest mistake */
function typosOf(index: SearchIndex, text: string, words: Iterable<number>): Match[] {
  const kinds = new Map<number, MatchKind>();
  const bare = withoutDoublings(text);
  for (const word of words) {
    const stem = index.stemOf(word);
    const isDoubling = withoutDoublings(index.textOf(word)) === bare;
    if (isDoubling || !kinds.has(stem)) kinds.set(stem, isDoubling ? 'doubling' : 'typo');
  }
  return Array.from(kinds, ([list, kind]) => ({ list, kind })).sort((a, b) => a.list - b.list);
}

const withoutDoublings = (text: string): string => text.replace(/(.)\1/gu, '$1');

/** @returns the stems of neighbouring words, ascending, each once */
function stemsOf(index: SearchIndex, start: number, end: number): Uint32Array {
  const stems = Uint32Array.from({ length: end - start }, (_, place) => index.stemOf(start + place)).sort();
  return stems.filter((stem, place) => place === 0 || stems[place - 1] !== stem);
}

/** @returns the words that are so many mistakes away, of fields that forgive them */
export function wordsNear(
  index: SearchIndex,
  text: string,
  mistakes: number,
  reader: WordReader,
  budget: Budget | undefined,
): number[] {
  const near: number[] = [];
  for (const mark of index.tables.marks.filter(forgives)) {
    budget?.spend(mistakesCost[mistakes] ?? 0);
    eachNear(index.tables.words, mark + text, mistakes, (word) => {
      const other = index.textOf(word);
      if (mark + other === index.writtenOf(word) && !reader.isWhole(other)) near.push(word);
    });
  }
  return near;
}

/** @param most mistakes that are forgiven in any word. @returns words ascending */
function nearWords(
  index: SearchIndex,
  text: string,
  most: number,
  reader: WordReader,
  budget: Budget | undefined,
): readonly number[] {
  const mistakes = Math.min(most, mistakesIn(text));
  for (let allowed = 1; allowed <= mistakes; allowed += 1) {
    const near = wordsNear(index, text, allowed, reader, budget);
    if (near.length === 0) continue;
    near.sort((a, b) => index.count(index.stemOf(b)) - index.count(index.stemOf(a)) || a - b);
    return near.slice(0, TYPOS_MAXIMUM).sort((a, b) => a - b);
  }
  return [];
}
