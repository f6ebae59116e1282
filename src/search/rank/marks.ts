/**
 * What is marked in a question: phrases that docs must have, and words and phrases that they must not have.
 *
 * A phrase is had by a doc that has all its words, each in any of its forms; where the words stand is not stored. Words
 * that are only like one, or begin with it, do not count here.
 */
import type { Arena } from '../../docset/index.js';
import { ownStem } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';
import { findPlaces, NOWHERE } from './places.js';
import type { Weighed } from './weighed.js';

/** Stems, each list of them for a phrase or word. */
export interface Marks {
  /** Undefined where one has a word that no doc has. */
  readonly wanted: readonly number[] | undefined;
  readonly excluded: readonly (readonly number[])[];
}

/** @returns undefined where nothing is marked */
export function readMarkedStems(
  index: SearchIndex,
  { phrases, excluded }: SearchQuery,
  reader: WordReader,
): Marks | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const stemsOf = (words: readonly string[]): readonly number[] | undefined => {
    const stems = words.map((word) => ownStem(index, word, reader));
    return stems.includes(undefined) ? undefined : [...new Set(stems.filter((stem) => stem !== undefined))];
  };
  return {
    wanted: stemsOf(phrases.flat()),
    // What no doc has need not be excluded.
    excluded: excluded.map(stemsOf).filter((stems) => stems !== undefined),
  };
}

/** @returns the docs of the phrases, ascending, in the arena. Cost: O(docs of the rarest word), and a pass over the lists of the others. */
export function docsOfPhrases(index: SearchIndex, { wanted }: Marks, arena: Arena): Uint32Array {
  const [rarest] = (wanted ?? []).toSorted((a, b) => index.count(a) - index.count(b));
  return rarest === undefined ? arena.list(0) : index.read(rarest, arena).docs;
}

/** @param docs ascending. @returns those that have what is wanted and nothing that is excluded. Cost: a pass over each list. */
export function obeying(index: SearchIndex, { wanted, excluded }: Marks, docs: Uint32Array, arena: Arena): Uint32Array {
  if (wanted === undefined) return arena.list(0);
  const places = arena.list(docs.length);
  const having = (stem: number, some: Uint32Array): Uint32Array => {
    findPlaces(index.tables.postings.view(stem), index.count(stem), index.docCount, some, places);
    return some.filter((_, at) => places[at] !== NOWHERE);
  };
  let kept = docs;
  for (const stem of wanted) kept = having(stem, kept);
  for (const stems of excluded) {
    const left = stems.reduce((some, stem) => having(stem, some), kept);
    if (left.length === 0) continue;
    let at = 0;
    kept = kept.filter((doc) => {
      if (left[at] !== doc) return true;
      at += 1;
      return false;
    });
  }
  return kept;
}

/** @returns of what answers those docs that obey, where they lie */
export function obeyingOf(index: SearchIndex, marks: Marks, { docs, scores }: Weighed, arena: Arena): Weighed {
  const kept = obeying(index, marks, docs, arena);
  for (let from = 0, i = 0; i < kept.length; i += 1) {
    while (docs[from] !== kept[i]) from += 1;
    scores[i] = scores[from]!;
  }
  return { docs: kept, scores: scores.subarray(0, kept.length) };
}
