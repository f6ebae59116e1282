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
import { type Plan, planHas, testCost } from '../plan/plan.js';
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
  const tested = filter === undefined ? undefined : testCandidates(candidates, filter, counting?.facets ?? [], trace);
  const passing = tested === undefined ? candidates : candidates.filter((one) => tested.passing.has(one));
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  const ordered = sort.length === 0 ? passing : sortCandidates(passing, sort);
  trace?.step('page');
  const page = ordered.slice(skip, skip + limit);
  trace?.result(passing.length, page.length);
  if (counting === undefined) return { total: passing.length, page };
  const passingFor = (facet: FacetQuery | undefined): readonly C[] => {
    const selected = facet?.ignoresOwnConditions === true ? tested?.without.get(facet.field) : undefined;
    return selected === undefined ? passing : candidates.filter((candidate) => selected.has(candidate));
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

/** The candidates that the whole filter selects, and by field those that it selects without the conditions on the field. */
interface Tested<C> {
  readonly passing: ReadonlySet<C>;
  readonly without: ReadonlyMap<string, ReadonlySet<C>>;
}

/** Tests the candidates of each type against the plans of the type. */
function testCandidates<C extends Candidate>(
  candidates: readonly C[],
  filter: Filter,
  facets: readonly FacetQuery[],
  trace: Trace | undefined,
): Tested<C> {
  const passing = new Set<C>();
  const without = new Map<string, Set<C>>();
  for (const segment of new Set(candidates.map((candidate) => candidate.segment))) {
    const { arena } = segment;
    const mark = arena.mark();
    try {
      const { base, own, shared, full } = planOwn(segment, filter, facets, trace);
      trace?.planned(segment, full, candidates.length);
      const ofSegment = candidates.filter((candidate) => candidate.segment === segment);
      const restCost = own.reduce((sum, { rest }) => sum + testCost(rest), 0);
      arena.budget.spend(ofSegment.length * Math.max(TEST_DOC, testCost(full) + restCost));
      for (const { field } of own) without.set(field, without.get(field) ?? new Set());
      for (const candidate of ofSegment) {
        const has = (plan: Plan): boolean => planHas(plan, candidate.doc);
        if (!has(base)) continue;
        const failed = own.filter(({ plan }) => !has(plan));
        if (failed.length === 0 && has(shared)) passing.add(candidate);
        for (const { field, rest } of own)
          if (failed.every((ownPlan) => ownPlan.field === field) && has(rest)) without.get(field)?.add(candidate);
      }
    } finally {
      arena.release(mark);
    }
  }
  return { passing, without };
}
