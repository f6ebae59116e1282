/**
 * Queries among a given list of docs, possibly of several types: the targets of a to-many relationship.
 *
 * The list keeps its order unless the query sorts it; ties of a sort keep it too.
 * Elsewhere: queries on all docs of a type (execute), sorting (sort-candidates).
 */
import { TEST_DOC } from '../../../index/costs/index.js';
import type { FacetQuery } from '../../facets/index.js';
import { type Counted, countAmong } from '../count/counting.js';
import { planOwn } from '../count/own-plans.js';
import type { Trace } from '../explain/trace.js';
import { planHas, testCost } from '../plan/plan.js';
import type { Filter, ListQuery } from '../query-tree.js';
import { type Candidate, sortCandidates } from './sort-candidates.js';

/** The result of a query among candidates. */
export interface CandidateResult<C extends Candidate> {
  readonly total: number;
  readonly page: readonly C[];
  /** Present if the query counts facets or statistics. */
  readonly counted?: Counted;
}

/**
 * @param candidates in their stored order
 * @param trace      receives the decisions
 * Cost: O(candidates), and O(candidates · log candidates) comparisons when sorted.
 */
export function executeAmong<C extends Candidate>(
  candidates: readonly C[],
  { filter, sort, page: { skip, limit }, counting }: ListQuery,
  trace?: Trace,
): CandidateResult<C> {
  trace?.step('execute');
  const failed = filter === undefined ? undefined : failedFields(candidates, filter, counting?.facets ?? [], trace);
  const hasPassed = (candidate: C): boolean => failed === undefined || failed.get(candidate)?.length === 0;
  const passing = failed === undefined ? candidates : candidates.filter(hasPassed);
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  const ordered = sort.length === 0 ? passing : sortCandidates(passing, sort);
  trace?.step('page');
  const page = ordered.slice(skip, skip + limit);
  trace?.result(passing.length, page.length);
  if (counting === undefined) return { total: passing.length, page };
  const passingFor = (facet: FacetQuery | undefined): readonly C[] => {
    if (failed === undefined || facet?.ignoresOwnConditions !== true) return passing;
    const failsOnlyOwn = (candidate: C): boolean =>
      failed.get(candidate)?.every((field) => field === facet.field) === true;
    return candidates.filter(failsOnlyOwn);
  };
  return { total: passing.length, page, counted: countAmong(counting, passingFor, trace) };
}

/**
 * Returns a page of candidates without filter, sort and counts.
 *
 * @param page  the candidates of the page
 * @param total number of all candidates
 */
export function pageAmong<C extends Candidate>(page: readonly C[], total: number, trace?: Trace): CandidateResult<C> {
  trace?.step('execute');
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  trace?.step('page');
  trace?.result(total, page.length);
  return { total, page };
}

/**
 * Tests the candidates of each type against the plan of the type.
 *
 * @returns candidate → fields on which it fails a condition that their facet ignores; without candidates that fail a
 *          condition that no facet ignores
 */
function failedFields<C extends Candidate>(
  candidates: readonly C[],
  filter: Filter,
  facets: readonly FacetQuery[],
  trace: Trace | undefined,
): ReadonlyMap<C, readonly string[]> {
  const failed = new Map<C, readonly string[]>();
  for (const segment of new Set(candidates.map((candidate) => candidate.segment))) {
    const { arena } = segment;
    const mark = arena.mark();
    try {
      const { base, own, full } = planOwn(segment, filter, facets, trace);
      trace?.planned(segment, full, candidates.length);
      const ofSegment = candidates.filter((candidate) => candidate.segment === segment);
      arena.budget.spend(ofSegment.length * Math.max(TEST_DOC, testCost(full)));
      for (const candidate of ofSegment) {
        if (!planHas(base, candidate.doc)) continue;
        const failedPlans = own.filter(({ plan }) => !planHas(plan, candidate.doc));
        const fields = failedPlans.map(({ field }) => field);
        failed.set(candidate, fields);
      }
    } finally {
      arena.release(mark);
    }
  }
  return failed;
}
