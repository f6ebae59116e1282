/**
 * Typed text, interpreted with the words of one type: for each typed word the words of the content that it may become, by
 * completion or correction.
 */
import { type ContentType, isIndexed, isListOfTexts } from '../../../content/model/index.js';
import {
  findCompletions,
  findCorrections,
  findJoinedCompletions,
  findOwnStems,
  getWordReader,
  isUnfinished,
  type SearchIndex,
  type WordReader,
} from '../../../index/search/index.js';
import { type SearchedSegment, searchIndexOf } from './searched.js';
import type { RankedSuggestion } from './suggestion.js';

/** @returns the name of the title field; undefined if the type has none, or its values have no index */
export function titleFieldOf({ search }: ContentType): string | undefined {
  const texts = (search?.fields ?? []).filter(
    ({ field }) => field.type === 'text' && !isListOfTexts(field) && isIndexed(field),
  );
  return texts.toSorted((a, b) => b.weight - a.weight)[0]?.field.name;
}

/** Typed text, interpreted with the words of one type. */
export interface TypedText {
  /** The typed words. */
  readonly all: readonly string[];
  /** For each typed word, the words of the content that it may become; `stems` has their stems. */
  readonly possibleWords: readonly ReadonlySet<string>[];
  readonly stems: readonly ReadonlySet<number>[];
  /** The suggested words. */
  readonly words: readonly RankedSuggestion[];
  /** The title field; undefined if there is none, or a typed word is in no item. */
  readonly titles: string | undefined;
}

/** @param allowsTypo whether one word may be mistyped. @returns undefined if a typed word matches nothing */
export function readTyped(segment: SearchedSegment, text: string, allowsTypo: boolean): TypedText | undefined {
  const typed = interpret(segment, text, false);
  if (typed !== undefined) return typed;
  // The content may write `wi-fi` as one word.
  const joinedText = readerOf(segment).joinGroups(text);
  const joined = joinedText === text ? undefined : interpret(segment, joinedText, false);
  return joined ?? (allowsTypo ? interpret(segment, text, true) : undefined);
}

function interpret(segment: SearchedSegment, text: string, allowsTypo: boolean): TypedText | undefined {
  const { arena, type } = segment;
  const index = searchIndexOf(segment);
  const reader = readerOf(segment);
  const typed = reader.words(text);
  const last = typed.pop();
  if (last === undefined) return undefined;
  const all = [...typed, last];
  const lastPlace = typed.length;
  const isUnfinishedAt = (place: number): boolean => place === lastPlace && isUnfinished(text);
  /** Typed word → the words of the content that it may become. */
  const meanings = all.map((word, place) => {
    const completions = findCompletions(index, word, isUnfinishedAt(place), arena.budget);
    const hasJoinedOnly = completions.length === 0 && isUnfinishedAt(place);
    return hasJoinedOnly ? findJoinedCompletions(index, word, arena.budget) : completions;
  });
  // The content may have another form of a word without the word itself.
  const ownStemsOfWord = all.map((word) => findOwnStems(index, word, reader));
  const isMissing = (place: number): boolean => meanings[place]!.length === 0 && ownStemsOfWord[place]!.length === 0;
  const missingPlaces = [...all.keys()].filter(isMissing);
  const [mistyped] = missingPlaces;
  if (mistyped !== undefined) {
    // Only one misspelt word is corrected: each correction searches all words.
    if (!allowsTypo || missingPlaces.length > 1) return undefined;
    meanings[mistyped] = findCorrections(index, all[mistyped]!, isUnfinishedAt(mistyped), reader, arena.budget);
  }
  const stems = meanings.map(
    (words, place) => new Set([...words.map((word) => index.stemOf(word)), ...ownStemsOfWord[place]!]),
  );
  return {
    all,
    possibleWords: meanings.map((words) => new Set(words.map((word) => index.textOf(word)))),
    stems,
    words: typed.length > 0 ? [] : suggestedWords(segment, index, meanings[0]!),
    titles: stems.some(({ size }) => size === 0) ? undefined : titleFieldOf(type),
  };
}

export const readerOf = ({ type }: Pick<SearchedSegment, 'type'>): WordReader =>
  getWordReader(type.search?.language, type.search?.tuning);

/** @returns each text once; fields may have separate entries for the same word */
function suggestedWords(
  { type }: SearchedSegment,
  index: SearchIndex,
  words: readonly number[],
): readonly RankedSuggestion[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    const text = index.textOf(word);
    counts.set(text, Math.max(counts.get(text) ?? 0, index.count(index.stemOf(word))));
  }
  return Array.from(counts, ([text, count]) => ({ text, kind: 'word', type: type.name, count, rank: 0 }));
}
