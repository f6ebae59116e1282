/**
 * Phrases that docs must have, and words and phrases that they must not have, as a query marks them with quotes and `-`.
 */
import { ALIGN_PHRASE_WORD, MATCH_DOC } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { findSpellings } from '../match/stems.js';
import { docCountBound, findDocsWithPhrase, listPhraseStems, type Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';
import { type ScoredDocs, uniteBest } from './scored-docs.js';

export interface PhraseFilters {
  /** Required phrase → its spellings, at least one; undefined if a phrase has none, because a word of it is in no doc. */
  readonly required: readonly (readonly Phrase[])[] | undefined;
  /** Excluded phrase in query order → its spellings; none if a word of it is in no doc. */
  readonly excluded: readonly (readonly Phrase[])[];
}

/** @returns undefined if the query has neither phrases nor exclusions */
export function readPhraseFilters(
  index: SearchIndex,
  { phrases, excluded }: SearchQuery,
  reader: WordReader,
): PhraseFilters | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const required = phrases.map((words) => findSpellings(index, words, reader));
  return {
    required: required.some((spellings) => spellings.length === 0) ? undefined : required,
    excluded: excluded.map((words) => findSpellings(index, words, reader)),
  };
}

/** @returns the docs with the rarest words of one phrase's spellings, ascending, in the arena. Cost: O(these). */
export function findPhraseCandidates(index: SearchIndex, { required }: PhraseFilters, arena: Arena): Uint32Array {
  const rarestWords = (required ?? []).map((spellings) => {
    const stems = spellings.flatMap((phrase) => listPhraseStems(index, phrase)[0] ?? []);
    return spellings.length === 1 ? stems : [...new Set(stems)];
  });
  const [rarest = []] = rarestWords.sort((a, b) => docCountBound(index, a) - docCountBound(index, b));
  const [first = arena.list(0), ...otherLists] = rarest.map((stem) => index.readList(stem, arena).docs);
  let united = first;
  for (const docs of otherLists) united = unite(united, docs, arena);
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
  const exclusions = listDistinct(excluded.flat());
  for (const spellings of listDistinct(required)) remaining = findDocsWithSpellings(index, spellings, remaining, arena);
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

/** @param docs ascending. @returns the docs with any of the spellings, ascending */
function findDocsWithSpellings(
  index: SearchIndex,
  spellings: readonly Phrase[],
  docs: Uint32Array,
  arena: Arena,
): Uint32Array {
  const [first, ...otherSpellings] = spellings;
  let united = first === undefined ? arena.list(0) : findDocsWithPhrase(index, first, docs, arena);
  for (const phrase of otherSpellings) {
    const matching = findDocsWithPhrase(index, phrase, docs, arena);
    arena.budget.spend((united.length + matching.length) * MATCH_DOC);
    united = unite(united, matching, arena);
  }
  return united;
}

/** Scores have no meaning here; the docs take their place. */
const unite = (docs: Uint32Array, otherDocs: Uint32Array, arena: Arena): Uint32Array =>
  uniteBest({ docs, scores: docs }, { docs: otherDocs, scores: otherDocs }, arena).docs;

/** Ignores duplicate phrases. */
const listDistinct = <Phrases>(phrases: readonly Phrases[]): readonly Phrases[] => [
  ...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values(),
];

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
