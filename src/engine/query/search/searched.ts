/**
 * Results of a search beside its docs: how each type was planned, and the words of the content that answered.
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { Budget } from '../../../index/docset/index.js';
import { type PlannedSearch, type SearchIndex, SHOWN_WORDS, shownWords } from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';

/** A word that was looked for, and the words it was found as: at most ten, the most frequent ones. */
export interface SearchedWord {
  readonly word: string;
  readonly matches: readonly string[];
}

/** What of a segment a search needs. */
export type SearchedSegment = Pick<TypeSegment, 'type' | 'search' | 'arena'>;

/** What a search came to. */
export interface Searched {
  /** By content type, how it was planned: which lists answer its words. */
  readonly planned: ReadonlyMap<string, PlannedSearch>;
  /** Made when asked for: of a beginning it takes longer than the search. */
  readonly words: () => readonly SearchedWord[];
}

export function indexOf({ search, type }: Pick<TypeSegment, 'search' | 'type'>): SearchIndex {
  if (search === undefined) throw new InvariantError(`${type.name} has no searched fields`);
  return search;
}

export const wordsOf = (index: SearchIndex, { expansions }: PlannedSearch, budget: Budget): readonly SearchedWord[] =>
  expansions.map((expansion) => ({ word: expansion.word.text, matches: shownWords(index, expansion, budget) }));

/** How types were searched each by itself. */
export const searchedIn = (plans: ReadonlyMap<SearchedSegment, PlannedSearch>): Searched => ({
  planned: new Map(Array.from(plans, ([{ type }, planned]) => [type.name, planned])),
  words: () =>
    mergedWords(Array.from(plans, ([segment, planned]) => wordsOf(indexOf(segment), planned, segment.arena.budget))),
});

export function mergedWords(searched: readonly (readonly SearchedWord[])[]): readonly SearchedWord[] {
  const words = new Map<string, SearchedWord>();
  for (const one of searched.flat()) words.set(one.word, merged(words.get(one.word), one));
  return [...words.values()];
}

const merged = (one: SearchedWord | undefined, { word, matches }: SearchedWord): SearchedWord => ({
  word,
  matches: [...new Set([...(one?.matches ?? []), ...matches])].slice(0, SHOWN_WORDS),
});
