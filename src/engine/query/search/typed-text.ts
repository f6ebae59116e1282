/**
 * The typed text, as the words of one type: which words of the content it may stand for, with completions and corrections.
 */
import { type ContentType, isIndexed, isListOfTexts } from '../../../content/model/index.js';
import {
  completionsOf,
  isUnfinished,
  mendedFor,
  ownStems,
  type SearchIndex,
  type WordReader,
  wordReader,
} from '../../../index/search/index.js';
import { indexOf, type SearchedSegment } from './searched.js';
import type { Ranked } from './suggestion.js';

/** @returns the name of the field; undefined where the type has no such field, or its values have no index */
export function titlesOf({ search }: ContentType): string | undefined {
  const texts = (search?.fields ?? []).filter(
    ({ field }) => field.type === 'text' && !isListOfTexts(field) && isIndexed(field),
  );
  return texts.toSorted((a, b) => b.weight - a.weight)[0]?.field.name;
}

/** What is typed, as the words of one type have it. */
export interface Typed {
  /** The words it consists of. */
  readonly all: readonly string[];
  /** For each of them the words that it stands for, and their stems. */
  readonly wanted: readonly ReadonlySet<string>[];
  readonly stems: readonly ReadonlySet<number>[];
  /** Words that are suggested. */
  readonly words: readonly Ranked[];
  /** The field whose values are looked at for titles; undefined where there is none, or a word is in no item. */
  readonly titles: string | undefined;
}

/** @param forgives whether one word may be mistyped. @returns undefined where nothing is there */
export function typedIn(segment: SearchedSegment, text: string, forgives: boolean): Typed | undefined {
  const { arena, type } = segment;
  const index = indexOf(segment);
  const reader = readerOf(segment);
  const typed = reader.words(text);
  const last = typed.pop();
  if (last === undefined) return undefined;
  const all = [...typed, last];
  const goesOn = (place: number): boolean => place === typed.length && isUnfinished(text);
  const found = all.map((word, place) => completionsOf(index, word, goesOn(place), arena.budget));
  // Another form of a word may be there without the word itself.
  const own = all.map((word) => ownStems(index, word, reader));
  const missing = found.flatMap((words, place) => (words.length + own[place]!.length > 0 ? [] : [place]));
  const [mistyped] = missing;
  if (mistyped !== undefined) {
    // Of more than one nothing is told: each is looked for among all words.
    if (!forgives || missing.length > 1) return undefined;
    found[mistyped] = mendedFor(index, all[mistyped]!, goesOn(mistyped), reader, arena.budget);
  }
  const stems = found.map((words, place) => new Set([...words.map((word) => index.stemOf(word)), ...own[place]!]));
  return {
    all,
    wanted: found.map((of) => new Set(of.map((word) => index.textOf(word)))),
    stems,
    words: typed.length > 0 ? [] : wordsOf(segment, index, found[0]!),
    titles: stems.some(({ size }) => size === 0) ? undefined : titlesOf(type),
  };
}

export const readerOf = ({ type }: Pick<SearchedSegment, 'type'>): WordReader =>
  wordReader(type.search?.language, type.search?.tuning);

/** Each text once: fields may keep the same word apart. */
function wordsOf({ type }: SearchedSegment, index: SearchIndex, words: readonly number[]): readonly Ranked[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    const text = index.textOf(word);
    counts.set(text, Math.max(counts.get(text) ?? 0, index.count(index.stemOf(word))));
  }
  return Array.from(counts, ([text, count]) => ({ text, kind: 'word', type: type.name, count, rank: 0 }));
}
