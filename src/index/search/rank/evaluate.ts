/**
 * Evaluates a search: the matching docs and their scores, BM25F over words.
 *
 * Scores are whole numbers, so that the order of additions changes none. Elsewhere: the lists that match a word (match/expand), the
 * docs of any of several words (any-word), phrases and exclusions (phrase-filters), first pages from stored results (rank-stored).
 */
import { choose } from '../../../content/choices/index.js';
import { SCORE_LISTED_DOC } from '../../costs/index.js';
import type { Arena, Budget } from '../../docset/index.js';
import { expand, expandPhrase } from '../match/expand.js';
import type { Expansion } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery } from '../words/search-query.js';
import { getWordReader } from '../words/word-reader.js';
import { ALL_WORDS, scoreAndCountWords, scoreAnyWord } from './any-word.js';
import { liftTitles } from './lift-titles.js';
import {
  applyFilters,
  filterScored,
  findPhraseCandidates,
  type PhraseFilters,
  readPhraseFilters,
} from './phrase-filters.js';
import { type PlannedTitles, planTitles } from './plan-titles.js';
import { scoreListed } from './score-listed.js';
import { manyLists, matchCountBound, scoreFactor, scoreWord, sortRarestFirst } from './score-word.js';
import { intersectScored, keepMostWords, type ScoredDocs } from './scored-docs.js';

/** If fewer items match all words, items that lack a word match too: the maximum of a page. */
export const ENOUGH_DOCS = 100;

/** A search with the expansions of its words. */
export interface PlannedSearch {
  /** Expansions of all words in query order, except joined words that no doc has. */
  readonly expansions: readonly Expansion[];
  /** Expansions with at least one match, also those of quotations of a long question. */
  readonly matched: readonly Expansion[];
  readonly isLong: boolean;
  /** Whether docs must match every word. */
  readonly demandsAll: boolean;
  /** Phrases and exclusions; undefined if there are none. */
  readonly filters: PhraseFilters | undefined;
  /** Undefined if titles have no influence on the order. */
  readonly titles: PlannedTitles | undefined;
}

/** @param budget is charged with the cost: finding words in the dictionaries, and thousands of steps per misspelt word. */
export function planSearch(index: SearchIndex, query: SearchQuery, budget?: Budget): PlannedSearch {
  const reader = getWordReader(query.language, query.tuning);
  const { isLong, demandsAll } = query;
  const filters = readPhraseFilters(index, query, reader);
  const context = { index, reader, isLong, budget };
  const expansions = query.words
    .map((word) => expand(context, word))
    .filter(({ word, matches }) => matches.length > 0 || word.isJoined !== true);
  const phrases = query.weighedPhrases.map((words) => expandPhrase(context, words));
  const matched = [...expansions, ...phrases].filter(({ matches }) => matches.length > 0);
  const titles = planTitles(index, query, expansions, reader, 0, budget);
  return { expansions, matched, isLong, demandsAll, filters, titles };
}

/** A content type that is searched, alone or together with others. */
export interface PlannedSegment {
  readonly index: SearchIndex;
  readonly plan: PlannedSearch;
  readonly arena: Arena;
}

/** @returns the result of evaluateAll for one type */
export function evaluate(index: SearchIndex, plan: PlannedSearch, arena: Arena): ScoredDocs {
  return evaluateAll([{ index, plan, arena }])[0]!;
}

/**
 * Finds the docs that match a search.
 *
 * Matching: a doc matches a word if it is in one of the word's lists. Words that no doc matches are ignored, unless all are. A short
 * query requires all other words; if fewer than 100 docs match, it requires one word fewer, and so on until 100 match, but always one
 * word. A long query requires one word: rarity decides which words count. `demandsAll` requires every word.
 *
 * Scores: per matched word, its rarity times the best of its matches in the doc, which is the impact times the weight of the match's
 * kind; in a long query times the number of its occurrences. Docs that match more words of a short query come first, as do docs that
 * match all words of a long one. Of docs that match as many words, docs whose title has the words side by side come first. Docs
 * whose whole title was typed come before all others.
 *
 * @param types planned together
 * @returns per type, the matching docs, ascending, with their scores, in its arena
 * Cost: O(docs of all lists + docs of the segments / 32).
 */
export function evaluateAll(types: readonly PlannedSegment[]): readonly ScoredDocs[] {
  const scoredTypes = evaluateMatches(types);
  for (const [typeIndex, { plan, arena }] of types.entries()) {
    if (plan.titles !== undefined) liftTitles(scoredTypes[typeIndex]!, plan.titles, arena);
  }
  return scoredTypes;
}

/** The result of evaluateAll without the influence of titles. */
function evaluateMatches(types: readonly PlannedSegment[]): readonly ScoredDocs[] {
  const demandsAll = types.some(({ plan }) => plan.demandsAll);
  if (!demandsAll && types.some(({ plan }) => requiresPhrases(plan))) return types.map(evaluatePhrases);
  return evaluateWords(types).map((scored, typeIndex) => {
    const { index, plan, arena } = types[typeIndex]!;
    return plan.filters === undefined ? scored : filterScored(index, plan.filters, scored, arena);
  });
}

/** Whether phrases decide which docs match, so that no word is required in addition. */
export const requiresPhrases = ({ filters }: PlannedSearch): boolean =>
  filters !== undefined && filters.required?.length !== 0;

/** Finds the docs with the phrases; docs that also match all other words get a greater score. */
function evaluatePhrases({ index, plan, arena }: PlannedSegment): ScoredDocs {
  const { filters } = plan;
  if (filters === undefined) return { docs: arena.list(0), scores: arena.list(0) };
  const docs = applyFilters(index, filters, findPhraseCandidates(index, filters, arena), arena);
  const { wordCounts, scores } = countMatchedWords(index, plan, docs, arena);
  for (let i = 0; i < docs.length; i += 1) if (wordCounts[i] === plan.matched.length) scores[i]! += ALL_WORDS;
  return { docs, scores };
}

function evaluateWords(types: readonly PlannedSegment[]): readonly ScoredDocs[] {
  const { matched, expansions, isLong, demandsAll } = types[0]!.plan;
  if (demandsAll && matched.length < expansions.length) {
    return types.map(({ arena }) => ({ docs: arena.list(0), scores: arena.list(0) }));
  }
  if (matched.length < 2 || demandsAll)
    return types.map(({ index, plan, arena }) => scoreAllWords(index, plan.matched, arena));
  if (isLong) return types.map(({ index, plan, arena }) => scoreAnyWord(index, plan.matched, arena));
  // If one type is searched, the search for docs with all words can stop when too few are left.
  const minimumDocs = types.length === 1 && choose('search.enough', 'stop') === 'stop' ? ENOUGH_DOCS : 0;
  const withAllWords = types.map(({ index, plan, arena }) => scoreAllWords(index, plan.matched, arena, minimumDocs));
  let docsWithAllWords = 0;
  for (const { docs } of withAllWords) docsWithAllWords += docs.length;
  if (docsWithAllWords >= ENOUGH_DOCS) return withAllWords;
  const counted = types.map(({ index, plan, arena }) => scoreAndCountWords(index, plan.matched, arena));
  return keepMostWords(counted, matched.length, ENOUGH_DOCS);
}

/**
 * @param minimumDocs once fewer docs are left, the search stops, and the docs may lack some words
 * @returns the docs that match every word, ascending, with their scores, in the arena
 * Cost: O(docs of all words), of the rarest word first.
 */
export function scoreAllWords(
  index: SearchIndex,
  matched: readonly Expansion[],
  arena: Arena,
  minimumDocs = 0,
): ScoredDocs {
  const [first, ...otherExpansions] = sortRarestFirst(index, matched);
  if (first === undefined || (otherExpansions.length > 0 && matchCountBound(index, first) < minimumDocs)) {
    return { docs: arena.list(0), scores: arena.list(0) };
  }
  let scored = scoreWord(index, first, arena);
  for (const expansion of otherExpansions) {
    if (scored.docs.length < minimumDocs) break;
    const isNarrow =
      expansion.matches.length < manyLists ||
      expansion.matches.length * scored.docs.length < matchCountBound(index, expansion);
    scored =
      choose('search.all', isNarrow ? 'narrow' : 'common') === 'narrow'
        ? keepMatching(index, scored, expansion, arena)
        : intersectScored(scored, scoreWord(index, expansion, arena), arena);
  }
  return scored;
}

/** Keeps the docs that match the word, in place, and adds its scores. */
function keepMatching(
  index: SearchIndex,
  { docs, scores }: ScoredDocs,
  expansion: Expansion,
  arena: Arena,
): ScoredDocs {
  const mark = arena.mark();
  const bestScores = arena.list(docs.length);
  scoreListed(index, expansion.matches, scoreFactor(index, expansion), docs, bestScores, arena);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (bestScores[i] === 0) continue;
    docs[count] = docs[i]!;
    scores[count] = scores[i]! + bestScores[i]!;
    count += 1;
  }
  arena.release(mark);
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}

/** Per given doc, the number of matched words and the sum of their scores; in the arena. */
export interface WordMatches {
  readonly wordCounts: Uint32Array;
  readonly scores: Uint32Array;
}

/** @param docs ascending. Cost: O(docs) per list, and skipping through the list's bytes. */
export function countMatchedWords(
  index: SearchIndex,
  { matched }: PlannedSearch,
  docs: Uint32Array,
  arena: Arena,
): WordMatches {
  const wordCounts = arena.list(docs.length);
  const scores = arena.list(docs.length);
  arena.routines.fill(wordCounts, false);
  arena.routines.fill(scores, false);
  const bestScores = arena.list(docs.length);
  // Charged step by step below; checked in advance, so that a refusal comes before the work.
  const listCount = matched.reduce((sum, { matches }) => sum + matches.length, 0);
  arena.budget.require(listCount * docs.length * SCORE_LISTED_DOC);
  for (const expansion of matched) {
    scoreListed(index, expansion.matches, scoreFactor(index, expansion), docs, bestScores, arena);
    for (let i = 0; i < docs.length; i += 1) {
      wordCounts[i]! += Number(bestScores[i]! > 0);
      scores[i]! += bestScores[i]!;
    }
  }
  return { wordCounts, scores };
}
