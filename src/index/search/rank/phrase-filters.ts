/**
 * Phrases that docs must have, and words and phrases that they must not have, as a query marks them with quotes and `-`.
 */
import { ALIGN_PHRASE_WORD, MATCH_DOC } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { findPhraseStems } from '../match/stems.js';
import { docCountBound, findDocsWithPhrase, listPhraseStems, type Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { PhraseWord } from '../words/phrase-words.js';
import type { SearchQuery } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';
import { type ScoredDocs, uniteBest } from './scored-docs.js';

export interface PhraseFilters {
  /** Required phrases; undefined if one has a word that no doc has. */
  readonly required: readonly Phrase[] | undefined;
  /** Excluded phrases in query order; an entry is undefined if it has a word that no doc has. */
  readonly excluded: readonly (Phrase | undefined)[];
}

/** @returns undefined if the query has neither phrases nor exclusions */
export function readPhraseFilters(
  index: SearchIndex,
  { phrases, excluded }: SearchQuery,
  reader: WordReader,
): PhraseFilters | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const readPhrase = (words: readonly PhraseWord[]): Phrase | undefined => findPhraseStems(index, words, reader);
  const knownPhrases = phrases.map(readPhrase).filter((phrase) => phrase !== undefined);
  return {
    required: knownPhrases.length < phrases.length ? undefined : knownPhrases,
    excluded: excluded.map(readPhrase),
  };
}

/** @returns the docs of the phrases' rarest word, ascending, in the arena. Cost: O(these). */
export function findPhraseCandidates(index: SearchIndex, { required }: PhraseFilters, arena: Arena): Uint32Array {
  const words = (required ?? []).flatMap((phrase) => listPhraseStems(index, phrase));
  const [rarest = []] = words.sort((a, b) => docCountBound(index, a) - docCountBound(index, b));
  const [first = arena.list(0), ...otherLists] = rarest.map((stem) => index.readList(stem, arena).docs);
  let united = first;
  // Scores have no meaning here; the docs take their place.
  for (const docs of otherLists)
    united = uniteBest({ docs: united, scores: united }, { docs, scores: docs }, arena).docs;
  return united;
}

/** @param docs ascending. @returns the docs with all required and no excluded phrases. Cost: the cost of the phrases. */
export function applyFilters(
  index: SearchIndex,
  { required, excluded }: PhraseFilters,
  docs: Uint32Array,
  arena: Arena,
): Uint32Array {
  if (required === undefined) return arena.list(0);
  let remaining = docs;
  const foundExclusions = excluded.filter((phrase) => phrase !== undefined);
  const exclusions = [...listDistinctPhrases(foundExclusions)];
  for (const phrase of listDistinctPhrases(required)) remaining = findDocsWithPhrase(index, phrase, remaining, arena);
  arena.budget.require(estimateMinimumCost(index, exclusions, remaining.length));
  for (const phrase of exclusions) {
    const matching = findDocsWithPhrase(index, phrase, remaining, arena);
    if (matching.length === 0) continue;
    arena.budget.spend(remaining.length * MATCH_DOC);
    const withoutPhrase = arena.list(remaining.length - matching.length);
    for (let i = 0, matchingIndex = 0; i < remaining.length; i += 1) {
      if (matching[matchingIndex] === remaining[i]) matchingIndex += 1;
      else withoutPhrase[i - matchingIndex] = remaining[i]!;
    }
    remaining = withoutPhrase;
  }
  return remaining;
}

/**
 * @param count number of docs
 * @returns the minimum cost of excluding the phrases: assumes that each removes all its docs before the next is tested
 */
function estimateMinimumCost(index: SearchIndex, phrases: readonly Phrase[], count: number): number {
  let cost = 0;
  let remainingDocs = count;
  for (const phrase of phrases) {
    const [rarest = []] = listPhraseStems(index, phrase);
    cost += Math.max(0, remainingDocs) * rarest.length * ALIGN_PHRASE_WORD;
    remainingDocs -= docCountBound(index, rarest);
  }
  return cost;
}

/** Ignores duplicate phrases. */
const listDistinctPhrases = (phrases: readonly Phrase[]): Iterable<Phrase> =>
  new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values();

/** Keeps the matching docs that pass the filters, in place. */
export function filterScored(
  index: SearchIndex,
  filters: PhraseFilters,
  { docs, scores }: ScoredDocs,
  arena: Arena,
): ScoredDocs {
  const remaining = applyFilters(index, filters, docs, arena);
  for (let sourceIndex = 0, i = 0; i < remaining.length; i += 1) {
    while (docs[sourceIndex] !== remaining[i]) sourceIndex += 1;
    scores[i] = scores[sourceIndex]!;
  }
  return { docs: remaining, scores: scores.subarray(0, remaining.length) };
}
