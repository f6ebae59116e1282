/**
 * Queries among a given list of docs, possibly of several types: the targets of a to-many relationship.
 *
 * The list keeps its order unless the query sorts it; ties of a sort keep it too.
 */

import { TEST_DOC } from '../../../index/costs/index.js';
import type { FacetQuery } from '../../facets/index.js';
import { type Counted, countAmong } from '../count/counting.js';
import { planOwn } from '../count/own-plans.js';
import type { Trace } from '../explain/trace.js';
import { planHas, testCost } from '../plan/plan.js';
import type { Filter, ListQuery } from '../query-tree.js';
import { type Candidate, sorted } from './sort-candidates.js';

export interface FoundAmong<C extends Candidate> {
  readonly total: number;
  readonly page: readonly C[];
  /** Where something is to be counted. */
  readonly counted?: Counted;
}

/**
 * @param candidates in their stored order
 * @param trace is told what is decided
 * Cost: O(candidates), and O(candidates · log candidates) comparisons when sorted.
 */
export function executeAmong<C extends Candidate>(
  candidates: readonly C[],
  { filter, sort, page: { skip, limit }, counting }: ListQuery,
  trace?: Trace,
): FoundAmong<C> {
  trace?.step('execute');
  const missed = filter === undefined ? undefined : missedBy(candidates, filter, counting?.facets ?? [], trace);
  const kept = missed === undefined ? candidates : candidates.filter((one) => missed.get(one)?.length === 0);
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  const ordered = sort.length === 0 ? kept : sorted(kept, sort);
  trace?.step('page');
  const page = ordered.slice(skip, skip + limit);
  trace?.found(kept.length, page.length);
  if (counting === undefined) return { total: kept.length, page };
  const keptFor = (facet: FacetQuery | undefined): readonly C[] =>
    missed === undefined || facet?.ignoresOwn !== true
      ? kept
      : candidates.filter((one) => missed.get(one)?.every((field) => field === facet.field) === true);
  return { total: kept.length, page, counted: countAmong(counting, keptFor, trace) };
}

/**
 * The same where the candidates are neither chosen nor ordered nor counted.
 *
 * @param page those of the page. @param total of all candidates
 */
export function pageAmong<C extends Candidate>(page: readonly C[], total: number, trace?: Trace): FoundAmong<C> {
  trace?.step('execute');
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  trace?.step('page');
  trace?.found(total, page.length);
  return { total, page };
}

/**
 * Type by type, as each has a plan.
 *
 * @returns of each candidate the fields whose facets ignore a condition on them that it fails; absent where it fails
 *          what no facet ignores
 */
function missedBy<C extends Candidate>(
  candidates: readonly C[],
  filter: Filter,
  facets: readonly FacetQuery[],
  trace: Trace | undefined,
): ReadonlyMap<C, readonly string[]> {
  const missed = new Map<C, readonly string[]>();
  for (const segment of new Set(candidates.map((candidate) => candidate.segment))) {
    const { arena } = segment;
    const mark = arena.mark();
    try {
      const { base, own, whole } = planOwn(segment, filter, facets, trace);
      trace?.planned(segment, whole, candidates.length);
      const these = candidates.filter((candidate) => candidate.segment === segment);
      arena.budget.spend(these.length * Math.max(TEST_DOC, testCost(whole)));
      for (const one of these) {
        if (!planHas(base, one.doc)) continue;
        missed.set(
          one,
          own.filter(({ plan }) => !planHas(plan, one.doc)).map(({ field }) => field),
        );
      }
    } finally {
      arena.release(mark);
    }
  }
  return missed;
}
