/**
 * The executor: a checked query in, the exact total and one page of docs out.
 *
 * Elsewhere: the plan (plan/), members of the plan (combine), pages (page/), counts (count/).
 */
import type { TypeSegment } from '../../../index/segment/index.js';
import { type Counted, count } from '../count/counting.js';
import { planOwn } from '../count/own-plans.js';
import { selectedFor, selectPlanned } from '../count/own-selections.js';
import type { Trace } from '../explain/trace.js';
import { keyColumns, pageOf } from '../page/page.js';
import { membersCost } from '../plan/plan.js';
import type { ListQuery } from '../query-tree.js';

/** The result of a query on one segment. */
export interface QueryResult {
  /** Exact number of docs that the filter selects. */
  readonly total: number;
  /** The page's docs, in order. */
  readonly docs: Uint32Array;
  /** Present if the query counts facets or statistics. */
  readonly counted?: Counted;
}

/**
 * @param trace receives the decisions
 * @throws InvariantError if filter or sort were not checked against the segment's model
 */
export function execute(segment: TypeSegment, { filter, sort, page, counting }: ListQuery, trace?: Trace): QueryResult {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plans = planOwn(segment, filter, counting?.facets ?? [], trace);
    trace?.planned(segment, plans.full);
    arena.budget.require(membersCost(plans.full, arena.size));
    trace?.step('execute');
    const { members, without } = selectPlanned(plans, arena, trace);
    trace?.step('order');
    const docs = pageOf(members, keyColumns(segment, sort), page, arena, trace);
    trace?.result(members.count, docs.length);
    const result = { total: members.count, docs };
    if (counting === undefined) return result;
    return { ...result, counted: count(segment, counting, selectedFor(members, without), trace) };
  } finally {
    arena.release(mark);
  }
}
