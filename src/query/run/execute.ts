/**
 * The executor's face: a checked query in, the exact total and one page of docs out. Another engine can stand here.
 */
import type { TypeSegment } from '../../segment/index.js';
import type { Trace } from '../explain/trace.js';
import { planFilter } from '../plan/planner.js';
import type { Filter, SortKey, Window } from '../tree.js';
import { membersOf } from './combine.js';
import { keyColumns } from './order.js';
import { pageOf } from './page.js';

export interface Found {
  /** Exactly how many docs the filter selects. */
  readonly total: number;
  /** The page's docs, in order. */
  readonly docs: Uint32Array;
}

/**
 * @param trace is told what is decided, and why
 * @throws InvariantError when filter or sort were not checked against the segment's model
 */
export function execute(
  segment: TypeSegment,
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
  trace?: Trace,
): Found {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plan = planFilter(segment, filter, trace);
    trace?.planned(segment, plan);
    trace?.step('execute');
    const members = membersOf(plan, arena, trace);
    trace?.step('order');
    const docs = pageOf(members, keyColumns(segment, sort), page, arena, trace);
    trace?.found(members.count, docs.length);
    return { total: members.count, docs };
  } finally {
    arena.release(mark);
  }
}
