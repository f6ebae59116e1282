/**
 * Queries with a search: the docs that match it and pass the filter, the best first unless the query has a sort.
 *
 * Elsewhere: matching and scoring (index/search), filters (plan/, run/combine), sorted pages (page/).
 */
import { choose } from '../../../content/choices/index.js';
import { utf8 } from '../../../content/model/index.js';
import { FIND_ITEM, MATCH_DOC, SCORE_POSTING } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import {
  evaluate,
  type PlannedSearch,
  planSearch,
  rankStored,
  type ScoredDocs,
  type SearchIndex,
  type SearchQuery,
  selectBestWindow,
  uniteBest,
} from '../../../index/search/index.js';
import { findItem, type TypeSegment } from '../../../index/segment/index.js';
import { count } from '../count/counting.js';
import { type OwnPlans, planOwn } from '../count/own-plans.js';
import { type OwnSelections, selectedFor, selectOwn } from '../count/own-selections.js';
import { traceSearch } from '../explain/search-trace.js';
import type { Trace } from '../explain/trace.js';
import { keyColumns, pageOf } from '../page/page.js';
import { membersCost } from '../plan/plan.js';
import type { ListQuery, Window } from '../query-tree.js';
import { membersOf } from '../run/combine.js';
import type { QueryResult } from '../run/execute.js';
import { listedMembers, type Members } from '../run/members.js';
import { matchedWords, type SearchDetails, searchIndexOf } from './searched.js';

/**
 * @param trace receives the decisions
 * @throws InvariantError if the query was not checked against the segment's model
 */
export function executeSearch(
  segment: TypeSegment,
  search: SearchQuery,
  { filter, sort, page, counting }: ListQuery,
  trace?: Trace,
): QueryResult & SearchDetails {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plans = planOwn(segment, filter, counting?.facets ?? [], trace);
    const plan = plans.full;
    trace?.planned(segment, plan);
    arena.budget.require(membersCost(plan, arena.size));
    const index = searchIndexOf(segment);
    const planned = planSearch(index, search, arena.budget);
    if (trace !== undefined) traceSearch(segment, index, planned, search, trace);
    trace?.step('execute');
    const details = {
      planned: new Map([[segment.type.name, planned]]),
      words: () => matchedWords(index, planned, arena.budget),
    };
    const pinned = pinnedDocs(segment, search);
    const isSearchAlone = plan.kind === 'all' && sort.length === 0 && counting === undefined;
    if (isSearchAlone && pinned.length === 0) {
      const storedPage = findStoredPage(index, planned, page, arena, trace);
      if (storedPage !== undefined) return { ...storedPage, ...details };
    }
    const hits = withPinned(evaluate(index, planned, arena), pinned, arena);
    const { passing, without } = selectHits(hits, plans, arena, trace);
    trace?.step('order');
    const docs =
      sort.length === 0
        ? bestPage(passing, page, arena, trace)
        : pageOf(listedMembers(passing.docs, true, arena), keyColumns(segment, sort), page, arena, trace);
    trace?.result(passing.docs.length, docs.length);
    const result = { total: passing.docs.length, docs, ...details };
    if (counting === undefined) return result;
    const members = listedMembers(passing.docs, true, arena);
    return { ...result, counted: count(segment, counting, selectedFor(members, without), trace) };
  } finally {
    arena.release(mark);
  }
}

/** @returns the page from the stored best docs; undefined if they do not reach to its end */
function findStoredPage(
  index: SearchIndex,
  planned: PlannedSearch,
  { skip, limit }: Window,
  arena: Arena,
  trace: Trace | undefined,
): Pick<QueryResult, 'total' | 'docs'> | undefined {
  const ranked = rankStored(index, planned, skip + limit, arena);
  if (ranked === undefined || choose('search.page', 'ranked') !== 'ranked') return undefined;
  const docs = ranked.docs.slice(skip);
  trace?.step('order');
  trace?.page({ way: ranked.isStored ? 'stored' : 'best', walk: 0, take: 0 });
  trace?.result(ranked.total, docs.length);
  return { total: ranked.total, docs };
}

/** @returns the docs that the model pins to the top of this search, in their order; missing items are skipped */
export function pinnedDocs(segment: TypeSegment, { pinned }: SearchQuery): readonly number[] {
  const ids = pinned?.get(segment.type.name) ?? [];
  segment.arena.budget.spend(ids.length * FIND_ITEM);
  return ids.flatMap((id) => findItem(segment, utf8(id)) ?? []);
}

/** The score of the first pinned doc, higher than any other. */
const PINNED_SCORE = 2 ** 32 - 1;

/** @returns the hits with the pinned docs before them, whether these match or not. Cost: O(hits). */
export function withPinned(hits: ScoredDocs, pinned: readonly number[], arena: Arena): ScoredDocs {
  if (pinned.length === 0) return hits;
  const docs = arena.list(pinned.length).fill(0);
  docs.set(pinned.toSorted((a, b) => a - b));
  const scores = arena.list(pinned.length);
  for (const [i, doc] of docs.entries()) scores[i] = PINNED_SCORE - pinned.indexOf(doc);
  arena.budget.spend(hits.docs.length * SCORE_POSTING);
  return uniteBest(hits, { docs, scores }, arena);
}

/** @returns the hits that pass, with their scores */
function passingHits({ docs, scores }: ScoredDocs, members: Pick<Members, 'sift'>, arena: Arena): ScoredDocs {
  const passing = arena.list(docs.length);
  return withScores({ docs, scores }, passing.subarray(0, members.sift(docs, passing)), arena);
}

/**
 * @param passing some of the docs, in their order; every one is in `docs`, so the loop ends before the end of `docs`
 */
export function withScores({ docs, scores }: ScoredDocs, passing: Uint32Array, arena: Arena): ScoredDocs {
  arena.budget.spend(docs.length * MATCH_DOC);
  const passingScores = arena.list(passing.length);
  for (let hitIndex = 0, i = 0; i < passing.length; hitIndex += 1) {
    // No branch, because the processor cannot predict which docs pass.
    passingScores[i] = scores[hitIndex]!;
    i += Number(docs[hitIndex] === passing[i]);
  }
  return { docs: passing, scores: passingScores };
}

/** @returns the hits that the whole filter selects, and the hits that each facet counts */
export function selectHits(
  hits: ScoredDocs,
  plans: OwnPlans,
  arena: Arena,
  trace: Trace | undefined,
): { readonly passing: ScoredDocs; readonly without: OwnSelections['without'] } {
  const { base, own } = plans;
  const baseHits = base.kind === 'all' ? hits : passingHits(hits, membersOf(base, arena, trace), arena);
  if (own.length === 0) return { passing: baseHits, without: new Map() };
  const { members, without } = selectOwn(listedMembers(baseHits.docs, true, arena), plans, arena, trace);
  return { passing: withScores(baseHits, members.docs(), arena), without };
}

function bestPage(passing: ScoredDocs, { skip, limit }: Window, arena: Arena, trace: Trace | undefined): Uint32Array {
  trace?.page({ way: Math.min(limit, passing.docs.length - skip) > 0 ? 'best' : 'none', walk: 0, take: 0 });
  trace?.step('page');
  return selectBestWindow(passing, skip, skip + limit, arena).docs;
}
