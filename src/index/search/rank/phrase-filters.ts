/**
 * Phrases that docs must have, and words and phrases that they must not have, as a query marks them with quotes and `-`.
 */
import { ALIGN_PHRASE_WORD, MATCH_DOC } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { phraseInIndex } from '../match/stems.js';
import { docCountBound, docsWithPhrase, type Phrase, stemsOfPhrase } from '../phrases/phrase.js';
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
export function phraseFiltersOf(
  index: SearchIndex,
  { phrases, excluded }: SearchQuery,
  reader: WordReader,
): PhraseFilters | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const read = (words: readonly PhraseWord[]): Phrase | undefined => phraseInIndex(index, words, reader);
  const known = phrases.map(read).filter((phrase) => phrase !== undefined);
  return { required: known.length < phrases.length ? undefined : known, excluded: excluded.map(read) };
}

/** @returns the docs of the phrases' rarest word, ascending, in the arena. Cost: O(these). */
export function phraseCandidates(index: SearchIndex, { required }: PhraseFilters, arena: Arena): Uint32Array {
  const words = (required ?? []).flatMap((phrase) => stemsOfPhrase(index, phrase));
  const [rarest = []] = words.sort((a, b) => docCountBound(index, a) - docCountBound(index, b));
  const [first = arena.list(0), ...otherLists] = rarest.map((stem) => index.readList(stem, arena).docs);
  return otherLists.reduce(
    (united, docs) => uniteBest({ docs: united, scores: united }, { docs, scores: docs }, arena).docs,
    first,
  );
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
  const exclusions = [...distinctPhrases(excluded.filter((one) => one !== undefined))];
  for (const phrase of distinctPhrases(required)) remaining = docsWithPhrase(index, phrase, remaining, arena);
  arena.budget.require(minimumCost(index, exclusions, remaining.length));
  for (const phrase of exclusions) {
    const matching = docsWithPhrase(index, phrase, remaining, arena);
    if (matching.length === 0) continue;
    arena.budget.spend(remaining.length * MATCH_DOC);
    const withoutPhrase = arena.list(remaining.length - matching.length);
    for (let i = 0, at = 0; i < remaining.length; i += 1) {
      if (matching[at] === remaining[i]) at += 1;
      else withoutPhrase[i - at] = remaining[i]!;
    }
    remaining = withoutPhrase;
  }
  return remaining;
}

/**
 * @param count number of docs
 * @returns the minimum cost of excluding the phrases: assumes that each removes all its docs before the next is tested
 */
function minimumCost(index: SearchIndex, phrases: readonly Phrase[], count: number): number {
  let cost = 0;
  let docsLeft = count;
  for (const phrase of phrases) {
    const [rarest = []] = stemsOfPhrase(index, phrase);
    cost += Math.max(0, docsLeft) * rarest.length * ALIGN_PHRASE_WORD;
    docsLeft -= docCountBound(index, rarest);
  }
  return cost;
}

/** Ignores duplicate phrases. */
const distinctPhrases = (phrases: readonly Phrase[]): Iterable<Phrase> =>
  new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values();

/** Keeps the matching docs that pass the filters, in place. */
export function filterScored(
  index: SearchIndex,
  marks: PhraseFilters,
  { docs, scores }: ScoredDocs,
  arena: Arena,
): ScoredDocs {
  const remaining = applyFilters(index, marks, docs, arena);
  for (let from = 0, i = 0; i < remaining.length; i += 1) {
    while (docs[from] !== remaining[i]) from += 1;
    scores[i] = scores[from]!;
  }
  return { docs: remaining, scores: scores.subarray(0, remaining.length) };
}
