/**
 * Queries with a search: the docs that answer it and pass the filter, the best first, unless a sort says otherwise.
 *
 * Elsewhere: which docs answer and how well (src/index/search), what a filter selects (planner, combine), pages in a sort's
 * order (page).
 */

import { choose } from '../../../content/choices/index.js';
import { InvariantError } from '../../../content/errors/index.js';
import { type DocId, utf8 } from '../../../content/model/index.js';
import { FIND_ITEM, MATCH_DOC, SCORE_POSTING } from '../../../index/costs/index.js';
import type { Arena, Budget } from '../../../index/docset/index.js';
import {
  answeredAmong,
  bestOf,
  ENOUGH,
  either,
  evaluate,
  isDemanding,
  obeying,
  type PlannedSearch,
  planSearch,
  rankedFirst,
  type SearchIndex,
  type SearchQuery,
  SHOWN_WORDS,
  shownWords,
  type Weighed,
} from '../../../index/search/index.js';
import { findItem, type TypeSegment } from '../../../index/segment/index.js';
import type { Trace } from '../explain/trace.js';
import { tellSearch } from '../explain/trace.js';
import { membersCost } from '../plan/plan.js';
import type { ListQuery, Window } from '../query-tree.js';
import { membersOf } from './combine.js';
import { count, type OwnPlans, type OwnSelections, planOwn, selectedFor, selectOwn } from './counting.js';
import type { Found } from './execute.js';
import { type Candidate, executeAmong, type FoundAmong } from './execute.js';
import { listedMembers, type Members } from './members.js';
import { keyColumns, pageOf } from './page.js';

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

/**
 * @param trace is told what is decided
 * @throws InvariantError when the query was not checked against the segment's model
 */
export function executeSearch(
  segment: TypeSegment,
  search: SearchQuery,
  { filter, sort, page, counting }: ListQuery,
  trace?: Trace,
): Found & Searched {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plans = planOwn(segment, filter, counting?.facets ?? [], trace);
    const plan = plans.whole;
    trace?.planned(segment, plan);
    arena.budget.require(membersCost(plan, arena.size));
    const index = indexOf(segment);
    const planned = planSearch(index, search, arena.budget);
    if (trace !== undefined) tellSearch(segment, index, planned, search, trace);
    trace?.step('execute');
    const searched = {
      planned: new Map([[segment.type.name, planned]]),
      words: () => wordsOf(index, planned, arena.budget),
    };
    const first = docsFirst(segment, search);
    if (first.length === 0 && plan.kind === 'all' && sort.length === 0 && counting === undefined) {
      const ranked = rankedFirst(index, planned, page.skip + page.limit, arena);
      if (ranked !== undefined && choose('search.page', 'ranked') === 'ranked') {
        const docs = ranked.docs.slice(page.skip);
        trace?.step('order');
        trace?.page({ way: ranked.isStored ? 'stored' : 'best', walk: 0, take: 0 });
        trace?.found(ranked.total, docs.length);
        return { total: ranked.total, docs, ...searched };
      }
    }
    const hits = withFirst(evaluate(index, planned, arena), first, arena);
    const { kept, without } = selectHits(hits, plans, arena, trace);
    trace?.step('order');
    const docs =
      sort.length === 0
        ? bestPage(kept, page, arena, trace)
        : pageOf(listedMembers(kept.docs, true, arena), keyColumns(segment, sort), page, arena, trace);
    trace?.found(kept.docs.length, docs.length);
    const found = { total: kept.docs.length, docs, ...searched };
    if (counting === undefined) return found;
    const members = listedMembers(kept.docs, true, arena);
    return { ...found, counted: count(segment, counting, selectedFor(members, without), trace) };
  } finally {
    arena.release(mark);
  }
}

/** @returns the docs that the model puts first for the question, in their order; what is missing is passed over */
export function docsFirst(segment: TypeSegment, { first }: SearchQuery): readonly number[] {
  const ids = first?.get(segment.type.name) ?? [];
  segment.arena.budget.spend(ids.length * FIND_ITEM);
  return ids.flatMap((id) => findItem(segment, utf8(id)) ?? []);
}

/** The greatest score: that of the first. */
const FIRST_SCORE = 2 ** 32 - 1;

/** @returns the hits with others, that come before all whether they answer or not. Cost: O(hits). */
export function withFirst(hits: Weighed, first: readonly number[], arena: Arena): Weighed {
  if (first.length === 0) return hits;
  const docs = arena.list(first.length).fill(0);
  docs.set(first.toSorted((a, b) => a - b));
  const scores = arena.list(first.length);
  for (const [i, doc] of docs.entries()) scores[i] = FIRST_SCORE - first.indexOf(doc);
  arena.budget.spend(hits.docs.length * SCORE_POSTING);
  return either(hits, { docs, scores }, arena);
}

export function indexOf({ search, type }: Pick<TypeSegment, 'search' | 'type'>): SearchIndex {
  if (search === undefined) throw new InvariantError(`${type.name} has no searched fields`);
  return search;
}

export const wordsOf = (index: SearchIndex, { expansions }: PlannedSearch, budget: Budget): readonly SearchedWord[] =>
  expansions.map((expansion) => ({ word: expansion.word.text, matches: shownWords(index, expansion, budget) }));

/** The hits that pass, with their scores. */
function passing({ docs, scores }: Weighed, members: Pick<Members, 'sift'>, arena: Arena): Weighed {
  const kept = arena.list(docs.length);
  return withScores({ docs, scores }, kept.subarray(0, members.sift(docs, kept)), arena);
}

/** @param kept some of the docs, in their order */
export function withScores({ docs, scores }: Weighed, kept: Uint32Array, arena: Arena): Weighed {
  arena.budget.spend(docs.length * MATCH_DOC);
  const keptScores = arena.list(kept.length);
  for (let from = 0, i = 0; i < kept.length; from += 1) {
    // No branch: whether a doc is kept cannot be foretold.
    keptScores[i] = scores[from]!;
    i += Number(docs[from] === kept[i]);
  }
  return { docs: kept, scores: keptScores };
}

/** The hits that the whole filter selects, and those that are counted without conditions of their own. */
export function selectHits(
  hits: Weighed,
  plans: OwnPlans,
  arena: Arena,
  trace: Trace | undefined,
): { readonly kept: Weighed; readonly without: OwnSelections['without'] } {
  const { base, own } = plans;
  const from = base.kind === 'all' ? hits : passing(hits, membersOf(base, arena, trace), arena);
  if (own.length === 0) return { kept: from, without: new Map() };
  const { members, without } = selectOwn(listedMembers(from.docs, true, arena), plans, arena, trace);
  return { kept: withScores(from, members.docs(), arena), without };
}

function bestPage(kept: Weighed, { skip, limit }: Window, arena: Arena, trace: Trace | undefined): Uint32Array {
  trace?.page({ way: Math.min(limit, kept.docs.length - skip) > 0 ? 'best' : 'none', walk: 0, take: 0 });
  trace?.step('page');
  return bestOf(kept, skip, skip + limit, arena).docs;
}

/**
 * The same among given candidates, whose order decides between those that answer alike. How many of them answer decides
 * whether words may be missing, as in a collection of these alone.
 *
 * Cost: that of finding the words in the dictionaries of their types, and O(candidates) a list that answers a word.
 */
export function searchAmong<C extends Candidate>(
  candidates: readonly C[],
  search: SearchQuery,
  query: ListQuery,
  trace?: Trace,
): FoundAmong<C> & Searched {
  const plans = new Map<SearchedSegment, PlannedSearch>();
  for (const { segment } of candidates) {
    if (plans.has(segment)) continue;
    const index = indexOf(segment);
    const planned = planSearch(index, search, segment.arena.budget);
    if (trace !== undefined) tellSearch(segment, index, planned, search, trace);
    plans.set(segment, planned);
  }
  const ranked = rankAmong(candidates, plans, search, query.sort.length === 0);
  return { ...executeAmong(ranked, query, trace), ...searchedIn(plans) };
}

/** How types were searched each by itself. */
export const searchedIn = (plans: ReadonlyMap<SearchedSegment, PlannedSearch>): Searched => ({
  planned: new Map(Array.from(plans, ([{ type }, planned]) => [type.name, planned])),
  words: () =>
    mergedWords(Array.from(plans, ([segment, planned]) => wordsOf(indexOf(segment), planned, segment.arena.budget))),
});

/**
 * @param plans  of the candidates' segments
 * @param byRank whether the best come first; else they keep their order
 * @returns the candidates that answer
 */
export function rankAmong<C extends SearchedCandidate>(
  candidates: readonly C[],
  plans: ReadonlyMap<SearchedSegment, PlannedSearch>,
  search: SearchQuery,
  byRank: boolean,
): readonly C[] {
  const answers: Answer<C>[] = [];
  for (const [segment, planned] of plans) addAnswers(candidates, segment, planned, answers);
  const least = search.demandsAll
    ? search.words.length
    : search.isLong || search.phrases.length > 0
      ? 0
      : leastWords(answers, search.words.length);
  const answering = answers.filter(({ words }) => words >= least).sort((a, b) => a.place - b.place);
  if (byRank) answering.sort((a, b) => b.rank - a.rank || b.score - a.score);
  return answering.map(({ candidate }) => candidate);
}

interface SearchedCandidate {
  readonly segment: SearchedSegment;
  readonly doc: DocId;
}

/** A candidate that answers a word at least, or has the phrases. */
interface Answer<C> {
  readonly candidate: C;
  readonly place: number;
  readonly words: number;
  /** Before the score counts: the words, or of a long search whether it answers all that its type does. */
  readonly rank: number;
  readonly score: number;
}

/** Adds what the candidates of one type answer. */
function addAnswers<C extends SearchedCandidate>(
  candidates: readonly C[],
  segment: SearchedSegment,
  planned: PlannedSearch,
  answers: Answer<C>[],
): void {
  const own = Array.from(candidates.entries()).filter(([, candidate]) => candidate.segment === segment);
  own.sort(([, a], [, b]) => a.doc - b.doc);
  const docs = Uint32Array.from(own, ([, { doc }]) => doc);
  const { arena } = segment;
  const { marks } = planned;
  const mark = arena.mark();
  try {
    const index = indexOf(segment);
    const found = answeredAmong(index, planned, docs, arena);
    const obedient = marks === undefined ? undefined : new Set(obeying(index, marks, docs, arena));
    for (const [at, [place, candidate]] of own.entries()) {
      if (obedient?.has(candidate.doc) === false) continue;
      const words = found.words[at]!;
      const rank = planned.isLong || isDemanding(planned) ? Number(words === planned.answered.length) : words;
      // A phrase may be of stop words alone, which are no words of the question.
      if (words > 0 || isDemanding(planned)) answers.push({ candidate, place, words, rank, score: found.scores[at]! });
    }
  } finally {
    arena.release(mark);
  }
}

/** @returns how many words must be answered, so that enough candidates answer: all of them, if it can be */
function leastWords(answers: readonly Answer<unknown>[], words: number): number {
  let least = words;
  while (least > 1 && answers.filter((answer) => answer.words >= least).length < ENOUGH) least -= 1;
  return least;
}

export function mergedWords(searched: readonly (readonly SearchedWord[])[]): readonly SearchedWord[] {
  const words = new Map<string, SearchedWord>();
  for (const one of searched.flat()) words.set(one.word, merged(words.get(one.word), one));
  return [...words.values()];
}

const merged = (one: SearchedWord | undefined, { word, matches }: SearchedWord): SearchedWord => ({
  word,
  matches: [...new Set([...(one?.matches ?? []), ...matches])].slice(0, SHOWN_WORDS),
});
