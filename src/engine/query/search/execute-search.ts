/**
 * Queries with a search: the docs that answer it and pass the filter, the best first, unless a sort says otherwise.
 *
 * Elsewhere: which docs answer and how well (src/index/search), what a filter selects (planner, combine), pages in a sort's
 * order (page).
 */

import { choose } from '../../../content/choices/index.js';
import { utf8 } from '../../../content/model/index.js';
import { FIND_ITEM, MATCH_DOC, SCORE_POSTING } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import {
  bestOf,
  either,
  evaluate,
  planSearch,
  rankedFirst,
  type SearchQuery,
  type Weighed,
} from '../../../index/search/index.js';
import { findItem, type TypeSegment } from '../../../index/segment/index.js';
import { count } from '../count/counting.js';
import { type OwnPlans, planOwn } from '../count/own-plans.js';
import { type OwnSelections, selectedFor, selectOwn } from '../count/own-selections.js';
import { tellSearch } from '../explain/search-trace.js';
import type { Trace } from '../explain/trace.js';
import { keyColumns, pageOf } from '../page/page.js';
import { membersCost } from '../plan/plan.js';
import type { ListQuery, Window } from '../query-tree.js';
import { membersOf } from '../run/combine.js';
import type { Found } from '../run/execute.js';
import { listedMembers, type Members } from '../run/members.js';
import { indexOf, type Searched, wordsOf } from './searched.js';

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
