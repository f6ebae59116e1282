/**
 * A search of several types: one ranking of all items that match and pass the filter. Ties are in the order of the types,
 * then in export order. Elsewhere: the search of one type (execute-search).
 */
import { choose } from '../../../content/choices/index.js';
import { type DocId, docId } from '../../../content/model/index.js';
import { COPY_DOC } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import {
  evaluateAll,
  type PlannedSegment,
  planTogether,
  rankStored,
  type ScoredDocs,
  type SearchQuery,
  selectBestWindow,
} from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { FacetResult } from '../../facets/index.js';
import { planOwn } from '../count/own-plans.js';
import { traceSearch } from '../explain/search-trace.js';
import type { Trace } from '../explain/trace.js';
import { membersCost } from '../plan/plan.js';
import type { Filter, ListQuery, Window } from '../query-tree.js';
import type { CandidateResult } from '../run/execute-among.js';
import type { Candidate } from '../run/sort-candidates.js';
import { pinnedDocs, selectHits, withPinned } from './execute-search.js';
import { matchedWords, mergeWords, type SearchDetails, searchIndexOf } from './searched.js';

/** The facet that counts items by type; no field has this name. */
export const TYPE_FACET = 'type';

/** The hits of one type: all, or the best ones that can be on the page. */
export interface Hits extends ScoredDocs {
  readonly total: number;
}

/**
 * @param segments at least one, in the order of their types
 * @param trace    receives the decisions
 * @throws InvariantError if the query was not checked against the segments' models
 * Cost: the search of each type, and O(hits).
 */
export function executeTogether(
  segments: readonly TypeSegment[],
  search: SearchQuery,
  { filter, page, counting }: ListQuery,
  trace?: Trace,
): CandidateResult<Candidate> & SearchDetails {
  const arenas = segments.map(({ arena }) => arena);
  const marks = arenas.map((arena) => arena.mark());
  const arena = arenas[0]!;
  try {
    trace?.step('plan');
    const searched = segments.map((segment) => ({
      index: searchIndexOf(segment),
      weight: segment.type.search?.weight ?? 1,
    }));
    const plans = planTogether(searched, search, arena.budget);
    const types = segments.map((segment, place): PlannedType => {
      const { index } = searched[place]!;
      const planned = plans[place]!;
      if (trace !== undefined) traceSearch(segment, index, planned, search, trace);
      return { segment, index, plan: planned, arena: segment.arena };
    });
    trace?.step('execute');
    const end = page.skip + page.limit;
    const pinned = segments.map((segment) => pinnedDocs(segment, search));
    const isPlain = filter === undefined && pinned.every(({ length }) => length === 0);
    const ranked = isPlain ? storedHits(types, end) : undefined;
    const isRanked = ranked !== undefined && choose('search.together', 'ranked') === 'ranked';
    const hits = isRanked ? ranked : allHits(types, pinned, filter, trace);
    trace?.step('order');
    const total = hits.reduce((sum, segment) => sum + segment.total, 0);
    trace?.page({ way: 'best', walk: 0, take: 0 });
    trace?.step('page');
    const pageItems = bestOfAll(segments, hits, page, arena);
    trace?.result(total, pageItems.length);
    const [facet] = counting?.facets ?? [];
    return {
      total,
      page: pageItems,
      ...(facet && { counted: { facets: [countTypes(segments, hits, facet.limit)], statistics: [] } }),
      planned: new Map(types.map(({ segment, plan }) => [segment.type.name, plan])),
      words: () => mergeWords(types.map(({ index, plan }) => matchedWords(index, plan, arena.budget))),
    };
  } finally {
    arenas.forEach((segmentArena, place) => {
      segmentArena.release(marks[place]!);
    });
  }
}

interface PlannedType extends PlannedSegment {
  readonly segment: TypeSegment;
}

/** @returns the best hits of a search for one word, from stored lists; undefined if all hits have to be scored */
export function storedHits(types: readonly PlannedSegment[], end: number): readonly Hits[] | undefined {
  if (types.some(({ plan }) => plan.matched.length !== 1)) return undefined;
  const ranked = types.map(({ index, plan, arena }) => rankStored(index, plan, end, arena));
  const stored = ranked.filter((segmentHits) => segmentHits !== undefined);
  return stored.length === types.length ? stored : undefined;
}

function allHits(
  types: readonly PlannedType[],
  pinned: readonly (readonly number[])[],
  filter: Filter | undefined,
  trace: Trace | undefined,
): readonly Hits[] {
  const plans = types.map(({ segment, arena }) => {
    const planned = planOwn(segment, filter, [], trace);
    trace?.planned(segment, planned.full);
    arena.budget.require(membersCost(planned.full, arena.size));
    return planned;
  });
  return evaluateAll(types).map((hits, place) => {
    const { arena } = types[place]!;
    const { passing } = selectHits(withPinned(hits, pinned[place]!, arena), plans[place]!, arena, trace);
    return { ...passing, total: passing.docs.length };
  });
}

/** @returns the page of the best hits of all types. Docs are numbered across all types while they are compared. */
export function bestOfAll<S extends Pick<TypeSegment, 'size'>>(
  segments: readonly S[],
  hits: readonly Hits[],
  { skip, limit }: Window,
  arena: Arena,
): readonly { readonly segment: S; readonly doc: DocId }[] {
  const count = hits.reduce((sum, { docs }) => sum + docs.length, 0);
  arena.budget.spend(count * COPY_DOC);
  const combined = { docs: arena.list(count), scores: arena.list(count) };
  /** Segment → number of its first doc across all types. */
  const firstNumbers: number[] = [];
  let firstNumber = 0;
  let written = 0;
  for (const [place, { docs, scores }] of hits.entries()) {
    firstNumbers.push(firstNumber);
    for (let i = 0; i < docs.length; i += 1) combined.docs[written + i] = docs[i]! + firstNumber;
    combined.scores.set(scores, written);
    written += docs.length;
    firstNumber += segments[place]!.size;
  }
  const best = selectBestWindow(combined, skip, skip + limit, arena);
  return Array.from(best.docs, (number) => {
    const place = firstNumbers.findLastIndex((first) => first <= number);
    return { segment: segments[place]!, doc: docId(number - firstNumbers[place]!) };
  });
}

export function countTypes(
  segments: readonly Pick<TypeSegment, 'type'>[],
  hits: readonly Pick<Hits, 'total'>[],
  limit: number,
): FacetResult {
  const values = segments
    .map(({ type }, place) => ({ value: type.name, sortKey: place, count: hits[place]!.total }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return { field: TYPE_FACET, values: values.slice(0, limit), total: values.length, missing: 0 };
}
