/**
 * Searches among a given list of docs, possibly of several types, such as related items.
 *
 * Elsewhere: searches of whole types (execute-search, execute-together), filters among the docs (run/execute-among).
 */
import type { DocId } from '../../../content/model/index.js';
import {
  applyFilters,
  countMatchedWords,
  ENOUGH_DOCS,
  liftTitles,
  type PlannedSearch,
  planSearch,
  requiresPhrases,
  type SearchQuery,
} from '../../../index/search/index.js';
import { traceSearch } from '../explain/search-trace.js';
import type { Trace } from '../explain/trace.js';
import type { ListQuery } from '../query-tree.js';
import { type CandidateResult, executeAmong } from '../run/execute-among.js';
import type { Candidate } from '../run/sort-candidates.js';
import { type SearchDetails, type SearchedSegment, searchDetails, searchIndexOf } from './searched.js';

/**
 * Runs a query with a search among candidates. Ties keep the order of the candidates. Words may be missing from a hit if too
 * few candidates have all words, as in a collection of these candidates alone.
 *
 * Cost: finding the words in the dictionaries of each type, and O(candidates) for each matching posting list.
 */
export function searchAmong<C extends Candidate>(
  candidates: readonly C[],
  search: SearchQuery,
  query: ListQuery,
  trace?: Trace,
): CandidateResult<C> & SearchDetails {
  const plans = new Map<SearchedSegment, PlannedSearch>();
  for (const { segment } of candidates) {
    if (plans.has(segment)) continue;
    const index = searchIndexOf(segment);
    const planned = planSearch(index, search, segment.arena.budget);
    if (trace !== undefined) traceSearch(segment, index, planned, search, trace);
    plans.set(segment, planned);
  }
  const ranked = rankAmong(candidates, plans, search, query.sort.length === 0);
  return { ...executeAmong(ranked, query, trace), ...searchDetails(plans) };
}

/**
 * @param plans  of the candidates' segments
 * @param byRank whether the best come first; otherwise candidates keep their order
 * @returns the candidates that match
 */
export function rankAmong<C extends SearchedCandidate>(
  candidates: readonly C[],
  plans: ReadonlyMap<SearchedSegment, PlannedSearch>,
  search: SearchQuery,
  byRank: boolean,
): readonly C[] {
  const answers: SearchAnswer<C>[] = [];
  for (const [segment, planned] of plans) addAnswers(candidates, segment, planned, answers);
  const requiredWords = countRequiredWords(answers, search);
  const answering = answers.filter(({ words }) => words >= requiredWords).sort((a, b) => a.place - b.place);
  if (byRank) answering.sort((a, b) => b.rank - a.rank || b.score - a.score);
  return answering.map(({ candidate }) => candidate);
}

/** Rank of a candidate whose whole title was typed: more than any number of words. */
const wholeTitleRank = 2 ** 32;

interface SearchedCandidate {
  readonly segment: SearchedSegment;
  readonly doc: DocId;
}

/** A candidate that has at least one word, or the phrases. */
interface SearchAnswer<C> {
  readonly candidate: C;
  readonly place: number;
  readonly words: number;
  /**
   * Compared before the score: the number of words; for a long search, 1 if the candidate has all words that its type has;
   * `wholeTitleRank` if its whole title was typed.
   */
  readonly rank: number;
  readonly score: number;
}

/** Adds the matching candidates of one type to `answers`. */
function addAnswers<C extends SearchedCandidate>(
  candidates: readonly C[],
  segment: SearchedSegment,
  planned: PlannedSearch,
  answers: SearchAnswer<C>[],
): void {
  const ofSegment: { readonly candidate: C; readonly place: number }[] = [];
  for (const [place, candidate] of candidates.entries()) {
    if (candidate.segment === segment) ofSegment.push({ candidate, place });
  }
  ofSegment.sort((a, b) => a.candidate.doc - b.candidate.doc);
  const docs = Uint32Array.from(ofSegment, ({ candidate }) => candidate.doc);
  const { arena } = segment;
  const { filters } = planned;
  const mark = arena.mark();
  try {
    const searchIndex = searchIndexOf(segment);
    const matches = countMatchedWords(searchIndex, planned, docs, arena);
    const allowedDocs = filters === undefined ? undefined : new Set(applyFilters(searchIndex, filters, docs, arena));
    const hasPhrases = requiresPhrases(planned);
    const wholeTitles = new Set(planned.titles?.whole);
    if (planned.titles !== undefined) liftTitles({ docs, scores: matches.scores }, planned.titles, arena);
    for (const [index, { candidate, place }] of ofSegment.entries()) {
      if (allowedDocs?.has(candidate.doc) === false) continue;
      const words = matches.wordCounts[index]!;
      const hasAllWords = words === planned.matched.length;
      const isWholeTitle = wholeTitles.has(candidate.doc);
      const wordRank = planned.isLong || hasPhrases ? Number(hasAllWords) : words;
      const rank = isWholeTitle ? wholeTitleRank : wordRank;
      // A phrase may have only stop words, which are not words of the search.
      if (words > 0 || hasPhrases) answers.push({ candidate, place, words, rank, score: matches.scores[index]! });
    }
  } finally {
    arena.release(mark);
  }
}

/** @returns the number of words that a hit needs: the highest number that enough candidates have, unless the search says it */
function countRequiredWords(answers: readonly SearchAnswer<unknown>[], search: SearchQuery): number {
  if (search.demandsAll) return search.words.length;
  if (search.isLong || search.phrases.length > 0) return 0;
  const isEnough = (requiredWords: number): boolean =>
    answers.filter(({ words }) => words >= requiredWords).length >= ENOUGH_DOCS;
  let requiredWords = search.words.length;
  while (requiredWords > 1 && !isEnough(requiredWords)) requiredWords -= 1;
  return requiredWords;
}
