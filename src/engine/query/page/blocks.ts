/**
 * Blocks of a walk over a sort key's stored order: where the walk begins, where each block ends, and its members in order.
 *
 * A block is a slice of the docs by value that ends where a run ends. A run that is longer than a block is a tie.
 */

import { choose } from '../../../content/choices/index.js';
import { COMBINE_STORED } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import { areCounted, type Members, siftingCost } from '../run/members.js';
import type { KeyColumn } from './key-column.js';
import { orderByKeys } from './order.js';

/** A slice of the docs by value; the docs of one value where it is longer than a block. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly tie: boolean;
}

/** Where a walk begins: how many docs lie behind it in its direction, and how many members are left to skip. */
interface WalkStart {
  readonly passed: number;
  readonly toSkip: number;
}

/** @param passed docs behind it in the walk's direction: whole runs */
export function blockAt({ column, postings, descending }: KeyColumn, passed: number, blockDocs: number): Block {
  const { docs, starts, populated } = postings;
  // The unpopulated docs are last in both directions.
  if (passed >= populated) {
    return { start: passed, end: docs.length, tie: docs.length - passed > blockDocs * 2 };
  }
  if (descending) {
    const end = populated - passed;
    const term = column[docs[Math.max(0, end - blockDocs)]!]! - 1;
    const start = end - starts[term]! > blockDocs * 2 && starts[term + 1]! < end ? starts[term + 1]! : starts[term]!;
    return { start, end, tie: end - start > blockDocs * 2 };
  }
  const term = column[docs[Math.min(populated, passed + blockDocs) - 1]!]! - 1;
  const end = starts[term + 1]! - passed > blockDocs * 2 && starts[term]! > passed ? starts[term]! : starts[term + 1]!;
  return { start: passed, end, tie: end - passed > blockDocs * 2 };
}

/** Puts the places `[from, to)` of a block's members in order. @param members by value, and within a value ascending */
export function arrange(
  members: Uint32Array,
  key: KeyColumn,
  rest: readonly KeyColumn[],
  from: number,
  to: number,
  arena: Arena,
): void {
  const { column, descending } = key;
  if (!descending && rest.length === 0) return;
  if (descending) members.reverse();
  let start = from;
  while (start > 0 && column[members[start - 1]!] === column[members[from]!]) start -= 1;
  while (start < to) {
    let end = start + 1;
    while (end < members.length && column[members[end]!] === column[members[start]!]) end += 1;
    if (end - start > 1) {
      const tied = members.subarray(start, end);
      if (descending) tied.reverse();
      if (rest.length > 0) orderByKeys(tied, Math.max(0, from - start), Math.min(end, to) - start, rest, arena);
    }
    start = end;
  }
}

/** Where the run begins in which the walk over all docs has passed `skip` of them. */
export function startOfAll({ column, postings, descending }: KeyColumn, skip: number): WalkStart {
  const { docs, starts, populated } = postings;
  if (skip >= populated) return { passed: populated, toSkip: skip - populated };
  if (descending) {
    const passed = populated - starts[column[docs[populated - 1 - skip]!]!]!;
    return { passed, toSkip: skip - passed };
  }
  const passed = starts[column[docs[skip]!]! - 1]!;
  return { passed, toSkip: skip - passed };
}

/** Cost of finding a place by counting, a doc of the segment: about three counts. */
const seekCost = 3 * COMBINE_STORED;

/** Testing the docs up to the last member that is skipped. */
const skipByWalkingCost = (members: Members, skip: number, size: number): number =>
  siftingCost(members, (skip * size) / members.count) - members.setupCost;

/** Cost of walking over the skipped members, by the cheaper way. */
export function skippingCost(members: Members, key: KeyColumn, skip: number, size: number): number {
  const walking = skipByWalkingCost(members, skip, size);
  if (members.isAll) return 0;
  if (key.quantiles === undefined) return walking;
  return Math.min(walking, members.bitsCost + seekCost * size + walking / 64);
}

/** As startOfAll, of some docs: by the quantiles of the key, where there are any and it pays. */
export function seekStart(members: Members, key: KeyColumn, skip: number, { size, budget }: Arena): WalkStart {
  const { quantiles, descending, postings } = key;
  const walking = skipByWalkingCost(members, skip, size);
  const fromStart = { passed: 0, toSkip: skip };
  if (quantiles === undefined || !areCounted(members)) return fromStart;
  const isSought = skippingCost(members, key, skip, size) < walking;
  if (choose('page.skip', isSought ? 'seek' : 'walk') === 'walk') return fromStart;
  budget.spend(seekCost * size);
  const { place, passed } = quantiles.seek(members.bits(), members.count, skip, descending);
  return { passed: descending ? postings.populated - place : place, toSkip: skip - passed };
}
