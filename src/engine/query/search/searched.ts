/**
 * Details of a search in addition to its docs: the plan of each type, and the words of the content that matched.
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { Budget } from '../../../index/docset/index.js';
import { listExpansionWords, type PlannedSearch, type SearchIndex, SHOWN_WORDS } from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';

/** A searched word, and the words of the content that it matched: the most frequent ones, at most ten. */
export interface SearchedWord {
  readonly word: string;
  readonly matches: readonly string[];
}

/** The parts of a segment that a search needs. */
export type SearchedSegment = Pick<TypeSegment, 'type' | 'search' | 'arena'>;

/** Details of a search in addition to its docs. */
export interface SearchDetails {
  /** Content type → the planned search, with the posting lists of its words. */
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
  expansions.map((expansion) => ({ word: expansion.word.text, matches: listExpansionWords(index, expansion, budget) }));

/** @returns the details of searches that were planned separately for each type */
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

const mergeMatches = (earlier: SearchedWord | undefined, { word, matches }: SearchedWord): SearchedWord => ({
  word,
  matches: [...new Set([...(earlier?.matches ?? []), ...matches])].slice(0, SHOWN_WORDS),
});
