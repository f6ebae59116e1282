/**
 * What somebody may be typing: words of the content, and titles of items, from what searches have anyway.
 *
 * A type's titles are the values of its searched text field of the greatest weight. They are looked for among the items
 * that answer what is typed so far, and that have it in their title: so words may stand anywhere in it.
 */

import { choose } from '../../../content/choices/index.js';
import { type ContentType, isIndexed, isListOfTexts, termId, termOf } from '../../../content/model/index.js';
import { COMPARE_SCORE, INCLUDE_LINK, SCORE_POSTING } from '../../../index/costs/index.js';
import {
  allOf,
  bestOf,
  completionsOf,
  type Expansion,
  isUnfinished,
  mendedFor,
  ownStems,
  type SearchIndex,
  type WordReader,
  wordReader,
} from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { Trace } from '../explain/trace.js';
import { indexOf, type SearchedSegment } from './execute-search.js';

/** So many are suggested at most. */
export const SUGGESTIONS = 10;
/** So many words at most, where there are titles enough. */
const wordsMaximum = 5;
/** So many items are looked at, of all completions together. */
const itemsOfAll = 24;
/** Of words of more items together only so many of the best items of the rarest one are looked at. */
const listedMaximum = 20_000;
const itemsOfRarest = 64;

export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  readonly type: string;
  /** Items that have the word in any form, or the title. */
  readonly count: number;
}

export interface Ranked extends Suggestion {
  readonly rank: number;
}

/**
 * @param segments that are searched, in the order of their types
 * @param text     what is typed so far
 * @returns the words by how many items have them, and behind them titles: those that begin so come first
 * Cost: for each type some dozens of titles, and where words are mistyped, all words with one mistake.
 */
export function suggest(segments: readonly TypeSegment[], text: string, trace?: Trace): readonly Suggestion[] {
  trace?.step('execute');
  // What one type has is not taken for a mistake in another.
  const exact = segments.flatMap((segment) => suggestIn(segment, text, false));
  const found = exact.length > 0 ? exact : segments.flatMap((segment) => suggestIn(segment, text, true));
  const all = shownOf(found);
  trace?.found(found.length, all.length);
  return all;
}

/** @param found of all types */
export function shownOf(found: readonly Ranked[]): readonly Suggestion[] {
  const words = found.filter(({ kind }) => kind === 'word').sort((a, b) => b.count - a.count);
  const titles = found.filter(({ kind }) => kind === 'title').sort((a, b) => a.rank - b.rank);
  const shown = Math.max(wordsMaximum, SUGGESTIONS - titles.length);
  return [...words.slice(0, shown), ...titles].slice(0, SUGGESTIONS).map(({ rank: _, ...suggestion }) => suggestion);
}

function suggestIn(segment: TypeSegment, text: string, forgives: boolean): readonly Ranked[] {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    const typed = typedIn(segment, text, forgives);
    if (typed === undefined) return [];
    const titles = segment.fields.get(typed.titles ?? '');
    if (titles?.kind !== 'text') return typed.words;
    const { column, terms, postings } = titles;
    const docs = itemsTyped(segment, typed);
    arena.budget.spend(docs.length * INCLUDE_LINK);
    const ordinals = new Set(docs.map((doc) => column[doc]!).filter((ordinal) => ordinal > 0));
    const all = Array.from(ordinals, (ordinal) => ({
      text: Buffer.from(terms.at(termOf(ordinal))).toString(),
      count: postings.count(termOf(ordinal), termId(ordinal)),
    }));
    return [...typed.words, ...titlesAmong(all, segment, typed)];
  } finally {
    arena.release(mark);
  }
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

const readerOf = ({ type }: Pick<SearchedSegment, 'type'>): WordReader =>
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

/** @returns the name of the field; undefined where the type has no such field, or its values have no index */
function titlesOf({ search }: ContentType): string | undefined {
  const texts = (search?.fields ?? []).filter(
    ({ field }) => field.type === 'text' && !isListOfTexts(field) && isIndexed(field),
  );
  return texts.toSorted((a, b) => b.weight - a.weight)[0]?.field.name;
}

/** @returns the items whose titles are looked at */
export function itemsTyped(segment: SearchedSegment, { all, stems }: Typed): readonly number[] {
  const { arena } = segment;
  const index = indexOf(segment);
  if (all.length > 1) return itemsWithAll(arena, index, stems);
  const some = [...stems[0]!].slice(0, wordsMaximum);
  return some.flatMap((stem) => bestOfStem(index, stem, Math.ceil(itemsOfAll / some.length), arena));
}

function bestOfStem(index: SearchIndex, stem: number, limit: number, arena: TypeSegment['arena']): readonly number[] {
  const top = index.top(stem);
  if (top !== undefined && choose('suggest.best', 'stored') === 'stored')
    return Array.from(top.docs.subarray(0, limit));
  arena.budget.spend(index.count(stem) * (SCORE_POSTING + COMPARE_SCORE));
  const { docs, impacts } = index.read(stem, arena);
  return Array.from(bestOf({ docs, scores: Uint32Array.from(impacts) }, 0, limit, arena).docs);
}

function itemsWithAll(
  arena: TypeSegment['arena'],
  index: SearchIndex,
  stems: readonly ReadonlySet<number>[],
): readonly number[] {
  const counts = stems.map((each) => [...each].reduce((sum, stem) => sum + index.count(stem), 0));
  if (counts.reduce((sum, count) => sum + count, 0) > listedMaximum) {
    const rarest = stems[counts.indexOf(Math.min(...counts))]!;
    const each = Math.ceil(itemsOfRarest / rarest.size);
    return [...rarest].flatMap((stem) => bestOfStem(index, stem, each, arena));
  }
  const expansions = stems.map((each): Expansion => {
    const matches = Array.from(each, (list) => ({ list, kind: 'word' as const }));
    const word = { text: '', isPrefix: false, times: 1, isQuoted: false };
    return { word, matches, isWord: true, isWithin: false, words: [] };
  });
  return Array.from(bestOf(allOf(index, expansions, arena), 0, itemsOfAll, arena).docs);
}

/** @param titles different ones of the items, in their order */
export function titlesAmong(
  titles: readonly Pick<Suggestion, 'text' | 'count'>[],
  segment: Pick<SearchedSegment, 'type'>,
  { all: typed, wanted }: Typed,
): readonly Ranked[] {
  const reader = readerOf(segment);
  const stems = typed.map((word) => reader.stem(word));
  const isMeant = (word: string | undefined, place: number): boolean =>
    word !== undefined &&
    (wanted[place]!.has(word) ||
      (place === typed.length - 1 && word.startsWith(typed[place]!)) ||
      reader.stem(word) === stems[place]);
  return titles.flatMap(({ text, count }): Ranked[] => {
    const words = reader.words(text);
    const start = words.findIndex((_, at) => typed.every((__, place) => isMeant(words[at + place], place)));
    if (start < 0 && !typed.every((_, place) => words.some((word) => isMeant(word, place)))) return [];
    const rank = start < 0 ? 2 : Math.min(start, 1);
    return [{ text, kind: 'title', type: segment.type.name, count, rank }];
  });
}
