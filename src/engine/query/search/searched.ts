/**
 * Results of a search beside its docs: how each type was planned, and the words of the content that answered.
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { Budget } from '../../../index/docset/index.js';
import { expansionWords, type PlannedSearch, type SearchIndex, SHOWN_WORDS } from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';

/** A word that was looked for, and the words it was found as: at most ten, the most frequent ones. */
export interface SearchedWord {
  readonly word: string;
  readonly matches: readonly string[];
}

/** The parts of a segment that a search needs. */
export type SearchedSegment = Pick<TypeSegment, 'type' | 'search' | 'arena'>;

/** Details of a search beside its docs. */
export interface SearchDetails {
  /** By content type, how it was planned: which lists answer its words. */
  readonly planned: ReadonlyMap<string, PlannedSearch>;
  /** Computed on demand: for a prefix it takes longer than the search. */
  readonly words: () => readonly SearchedWord[];
}

export function searchIndexOf({ search, type }: Pick<TypeSegment, 'search' | 'type'>): SearchIndex {
  if (search === undefined) throw new InvariantError(`${type.name} has no searched fields`);
  return search;
}

export const matchedWords = (
  index: SearchIndex,
  { expansions }: PlannedSearch,
  budget: Budget,
): readonly SearchedWord[] =>
  expansions.map((expansion) => ({ word: expansion.word.text, matches: expansionWords(index, expansion, budget) }));

/** How types were searched each by itself. */
export const searchDetails = (plans: ReadonlyMap<SearchedSegment, PlannedSearch>): SearchDetails => ({
  planned: new Map(Array.from(plans, ([{ type }, planned]) => [type.name, planned])),
  words: () =>
    mergeWords(
      Array.from(plans, ([segment, planned]) => matchedWords(searchIndexOf(segment), planned, segment.arena.budget)),
    ),
});

export function mergeWords(searched: readonly (readonly SearchedWord[])[]): readonly SearchedWord[] {
  const words = new Map<string, SearchedWord>();
  for (const word of searched.flat()) words.set(word.word, mergeMatches(words.get(word.word), word));
  return [...words.values()];
}

const mergeMatches = (known: SearchedWord | undefined, { word, matches }: SearchedWord): SearchedWord => ({
  word,
  matches: [...new Set([...(known?.matches ?? []), ...matches])].slice(0, SHOWN_WORDS),
});
