/**
 * Suggested titles: values of the title field, from items that contain the typed words.
 *
 * A type's title field is its searched text field of the highest weight. The typed words may be anywhere in a title.
 * Elsewhere: suggested words (typed-text), combining both (suggest).
 */
import { choose } from '../../../content/choices/index.js';
import { COMPARE_SCORE, SCORE_POSTING } from '../../../index/costs/index.js';
import {
  docsWithTitle,
  type Expansion,
  type SearchIndex,
  scoreAllWords,
  selectBestWindow,
  wholeTitleCheck,
  wholeTitleKey,
} from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { type SearchedSegment, searchIndexOf } from './searched.js';
import { type RankedSuggestion, type Suggestion, suggestedWordsMaximum } from './suggestion.js';
import { readerOf, type TypedText } from './typed-text.js';

/** @returns the items whose titles are compared with the typed words */
export function itemsWithTypedWords(segment: SearchedSegment, { all, stems }: TypedText): readonly number[] {
  const { arena } = segment;
  const index = searchIndexOf(segment);
  const wholeTitles = docsWithWholeTitle(index, all);
  if (all.length > 1) return [...wholeTitles, ...itemsWithAll(arena, index, stems)];
  const stemsTried = [...stems[0]!].slice(0, suggestedWordsMaximum);
  const limit = Math.ceil(completionItems / stemsTried.length);
  return [...wholeTitles, ...stemsTried.flatMap((stem) => bestOfStem(index, stem, limit, arena))];
}

/** @returns some items whose whole title was typed; the spelling of their titles may differ */
const docsWithWholeTitle = ({ tables: { titles } }: SearchIndex, typed: readonly string[]): Uint32Array =>
  titles === undefined
    ? new Uint32Array(0)
    : docsWithTitle(titles, wholeTitleKey(typed), wholeTitleCheck(typed)).subarray(0, wholeTitleItems);

function bestOfStem(index: SearchIndex, stem: number, limit: number, arena: TypeSegment['arena']): readonly number[] {
  const top = index.topDocsOf(stem);
  if (top !== undefined && choose('suggest.best', 'stored') === 'stored')
    return Array.from(top.docs.subarray(0, limit));
  arena.budget.spend(index.count(stem) * (SCORE_POSTING + COMPARE_SCORE));
  const { docs, impacts } = index.readList(stem, arena);
  return Array.from(selectBestWindow({ docs, scores: Uint32Array.from(impacts) }, 0, limit, arena).docs);
}

function itemsWithAll(
  arena: TypeSegment['arena'],
  index: SearchIndex,
  stems: readonly ReadonlySet<number>[],
): readonly number[] {
  /** Typed word → number of items with its stems. */
  const counts: number[] = [];
  let countOfAll = 0;
  for (const stemsOfWord of stems) {
    let count = 0;
    for (const stem of stemsOfWord) count += index.count(stem);
    counts.push(count);
    countOfAll += count;
  }
  if (countOfAll > listedItemsMaximum) {
    const rarest = stems[counts.indexOf(Math.min(...counts))]!;
    const itemsPerStem = Math.ceil(rarestWordItems / rarest.size);
    return [...rarest].flatMap((stem) => bestOfStem(index, stem, itemsPerStem, arena));
  }
  const expansions = stems.map((stemsOfWord): Expansion => {
    const matches = Array.from(stemsOfWord, (list) => ({ list, kind: 'word' as const }));
    const word = { text: '', isPrefix: false, times: 1, isQuoted: false };
    return { word, matches, isWord: true, isWithinBeginning: false, words: [] };
  });
  return Array.from(selectBestWindow(scoreAllWords(index, expansions, arena), 0, completionItems, arena).docs);
}

/** @param titles distinct titles, in the order of their items. @returns the titles with the typed words, ranked */
export function matchingTitles(
  titles: readonly Pick<Suggestion, 'text' | 'count'>[],
  segment: Pick<SearchedSegment, 'type'>,
  { all: typed, possibleWords }: TypedText,
): readonly RankedSuggestion[] {
  const reader = readerOf(segment);
  const typedStems = typed.map((word) => reader.stem(word));
  const lastPlace = typed.length - 1;
  const wholeTyped = typed.join('');
  /** Whether a word of a title may be the typed word at the place. */
  const isPossibleWord = (word: string | undefined, place: number): boolean => {
    if (word === undefined) return false;
    if (possibleWords[place]!.has(word)) return true;
    if (place === lastPlace && word.startsWith(typed[place]!)) return true;
    return reader.stem(word) === typedStems[place];
  };
  const suggestions: RankedSuggestion[] = [];
  for (const { text, count } of titles) {
    const { words, joined } = reader.read(text);
    /** Whether the typed words from `place` on are at a word of the title; a joined word is as long as its parts. */
    const hasTypedAt = (index: number, place: number): boolean => {
      if (place === typed.length) return true;
      if (isPossibleWord(words[index], place) && hasTypedAt(index + 1, place + 1)) return true;
      return joined.some(
        (word) => word.start === index && isPossibleWord(word.text, place) && hasTypedAt(word.end, place + 1),
      );
    };
    const titleWords = [...words, ...joined.map((word) => word.text)];
    const hasTypedAnywhere = (): boolean =>
      typed.every((_, place) => titleWords.some((word) => isPossibleWord(word, place)));
    const start = words.findIndex((_, index) => hasTypedAt(index, 0));
    if (start < 0 && !hasTypedAnywhere()) continue;
    const rank = words.join('') === wholeTyped ? titleRanks.whole : rankConsecutive(start);
    suggestions.push({ text, kind: 'title', type: segment.type.name, count, rank });
  }
  return suggestions;
}

/** Order of suggested titles: the smallest rank comes first. */
const titleRanks = { whole: -1, beginning: 0, consecutive: 1, anywhere: 2 };

/** @param start place of the typed words in the title, if they are consecutive; below 0 otherwise */
function rankConsecutive(start: number): number {
  if (start < 0) return titleRanks.anywhere;
  return start === 0 ? titleRanks.beginning : titleRanks.consecutive;
}

/** Number of items whose titles are compared, for all completions together. */
export const completionItems = 24;

/** Number of items with the typed title that are compared in addition. */
const wholeTitleItems = 8;

/** If the typed words have more items than this, only the best items of the rarest word are compared. */
export const listedItemsMaximum = 20_000;

/** Number of best items of the rarest word that are compared. */
export const rarestWordItems = 64;
