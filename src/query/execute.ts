/**
 * The executor's face: a checked query in, the exact total and one page of docs out. Another engine can stand here.
 */
import type { TypeSegment } from '../segment/index.js';
import { membersOf } from './members.js';
import { keyColumns } from './order.js';
import { pageOf } from './page.js';
import { planFilter } from './plan.js';
import type { Filter, SortKey, Window } from './tree.js';

export interface Found {
  /** Exactly how many docs the filter selects. */
  readonly total: number;
  /** The page's docs, in order. */
  readonly docs: Uint32Array;
}

/** @throws InvariantError when filter or sort were not checked against the segment's model */
export function execute(
  segment: TypeSegment,
  filter: Filter | undefined,
  sort: readonly SortKey[],
  page: Window,
): Found {
  const members = membersOf(planFilter(segment, filter), segment.size);
  return { total: members.count, docs: pageOf(members, segment.size, keyColumns(segment, sort), page) };
}
