/**
 * The executor's face: a checked query in, the exact total and one page of docs out. Another engine can stand here.
 */
import type { TypeSegment } from '../../../index/segment/index.js';
import { type Counted, type Counting, count } from '../count/counting.js';
import { planOwn, selectedFor, selectPlanned } from '../count/own.js';
import type { Trace } from '../explain/trace.js';
import { membersCost } from '../plan/strategy.js';
import type { Filter, SortKey, Window } from '../query-tree.js';
import { keyColumns } from './order.js';
import { pageOf } from './page.js';

export interface Found {
  /** Exactly how many docs the filter selects. */
  readonly total: number;
  /** The page's docs, in order. */
  readonly docs: Uint32Array;
  /** Where something is to be counted. */
  readonly counted?: Counted;
}

/**
 * @param trace is told what is decided, and why
 * @param counting what is counted beside
 * @throws InvariantError when filter or sort were not checked against the segment's model
 */
export function execute(
  segment: TypeSegment,
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
  trace?: Trace,
  counting?: Counting,
): Found {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plans = planOwn(segment, filter, counting?.facets ?? [], trace);
    trace?.planned(segment, plans.whole);
    arena.budget.require(membersCost(plans.whole, arena.size));
    trace?.step('execute');
    const { members, without } = selectPlanned(plans, arena, trace);
    trace?.step('order');
    const docs = pageOf(members, keyColumns(segment, sort), page, arena, trace);
    trace?.found(members.count, docs.length);
    const found = { total: members.count, docs };
    if (counting === undefined) return found;
    return { ...found, counted: count(segment, counting, selectedFor(members, without), trace) };
  } finally {
    arena.release(mark);
  }
}
