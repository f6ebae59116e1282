/**
 * Blocks of a walk over a sort key's stored order: the start of the walk, the end of each block, and its members in order.
 *
 * A block is a slice of the docs by value that ends at the end of a run. A run that is longer than a block is a tie.
 * Elsewhere: the walk itself (page).
 */
import { choose } from '../../../content/choices/index.js';
import { COMBINE_STORED } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import { areCounted, type Members, siftingCost } from '../run/members.js';
import type { KeyColumn } from './key-column.js';
import { orderByKeys } from './order.js';

/** A slice of the docs by value; a tie has the docs of one value. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly tie: boolean;
}

/** The start of a walk: the number of docs already passed in its direction, and the number of members still to skip. */
interface WalkStart {
  readonly passed: number;
  readonly toSkip: number;
}

/** @param passed number of docs already passed in the walk's direction; these are whole runs */
export function blockAt({ column, postings, descending }: KeyColumn, passed: number, blockDocs: number): Block {
  const { docs, starts, populated } = postings;
  /** A block is extended to the end of its last run, but not to more docs than this, unless it has one run only. */
  const docsMaximum = blockDocs * 2;
  // The unpopulated docs are last in both directions.
  if (passed >= populated) {
    return { start: passed, end: docs.length, tie: docs.length - passed > docsMaximum };
  }
  if (descending) {
    const end = populated - passed;
    const term = column[docs[Math.max(0, end - blockDocs)]!]! - 1;
    let start = starts[term]!;
    if (end - start > docsMaximum && starts[term + 1]! < end) start = starts[term + 1]!;
    return { start, end, tie: end - start > docsMaximum };
  }
  const term = column[docs[Math.min(populated, passed + blockDocs) - 1]!]! - 1;
  let end = starts[term + 1]!;
  if (end - passed > docsMaximum && starts[term]! > passed) end = starts[term]!;
  return { start: passed, end, tie: end - passed > docsMaximum };
}

/** Sorts the positions `[from, to)` of a block's members. @param members by value, and ascending within a value */
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

/** @returns the start of the run that contains doc number `skip` of a walk over all docs */
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

/** Cost of finding a position by counting, per doc of the segment: about three counts. */
const seekCost = 3 * COMBINE_STORED;

/** @returns the cost of testing the docs up to the last skipped member */
const skipByWalkingCost = (members: Members, skip: number, size: number): number =>
  siftingCost(members, (skip * size) / members.count) - members.setupCost;

/** @returns the cost of passing the skipped members: by walking or by quantiles, whichever is cheaper */
export function skippingCost(members: Members, key: KeyColumn, skip: number, size: number): number {
  const walking = skipByWalkingCost(members, skip, size);
  if (members.isAll) return 0;
  if (key.quantiles === undefined) return walking;
  return Math.min(walking, members.bitsCost + seekCost * size + walking / 64);
}

/** As `startOfAll`, for some docs: by the quantiles of the key, if it has them and that is cheaper. */
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
