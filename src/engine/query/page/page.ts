/**
 * Pages: the window `[skip, skip + limit)` of the members in an order, by the cheaper of two strategies: walk the stored
 * order of a sort key block by block and test each doc until the window is full; or select the window among all members.
 *
 * A walk reads about `(skip + limit) · docs / members` docs, a selection reads all members. A walk sorts only the members of
 * the blocks that contain the window. A run that is too long for a block is a tie and is paged by the next key, so walks and
 * pages call each other. Elsewhere: blocks (blocks), selections (select-window), other orders (export-order, nearest,
 * hop-order).
 */

import { choose, threshold } from '../../../content/choices/index.js';
import { isRelatedPath, termId, termOf } from '../../../content/model/index.js';
import { COMBINE_STORED, PASS_BITS, SIFT_COLUMN, WALK_BLOCK } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { Trace } from '../explain/trace.js';
import type { SortKey, Window } from '../query-tree.js';
import { areCounted, bitMembers, listedMembers, type Members, sourceMembers } from '../run/members.js';
import { termRange, unpopulated } from '../sources/range-source.js';
import type { ColumnInterval } from '../sources/source.js';
import { arrange, blockAt, seekStart, skippingCost, startOfAll } from './blocks.js';
import { inExportOrder } from './export-order.js';
import { hopKey, hopPage } from './hop-order.js';
import { type KeyColumn, keyColumn } from './key-column.js';
import { pageByDistance } from './nearest.js';
import { selectCost, selectWindow } from './select-window.js';

const blockMinimum = 256;
const blockMaximum = 4096;
const minimumBlock = (): number => threshold('page.block', blockMinimum);
/** A tie is walked without counting if it is expected to have this many times the needed members. */
const uncountedMargin = 2;

interface WalkResult {
  readonly docs: Uint32Array;
  readonly skipped: number;
}

/** @throws InvariantError if a field was not checked against the segment's model */
export const keyColumns = (segment: TypeSegment, keys: readonly SortKey[]): KeyColumn[] =>
  keys.map((key) => (isRelatedPath(key.field) ? hopKey(segment, key) : keyColumn(segment, key)));

/**
 * @param keys  empty for export order
 * @param trace receives the decisions
 * @returns the docs of the window, in order; not in the arena
 */
export function pageOf(
  members: Members,
  keys: readonly KeyColumn[],
  { skip, limit }: Window,
  arena: Arena,
  trace?: Trace,
): Uint32Array {
  const wanted = Math.max(0, Math.min(limit, members.count - skip));
  if (wanted === 0) {
    trace?.page({ way: 'none', walk: 0, take: 0 });
    return new Uint32Array(0);
  }
  const [key] = keys;
  if (key === undefined) return inExportOrder(members, skip, wanted, arena, trace);
  if (key.hop !== undefined) return hopPage(members, keys, skip, wanted, arena, trace);
  if (key.distance !== undefined) {
    trace?.page({ way: 'nearest', walk: 0, take: 0 });
    trace?.step('page');
    return pageByDistance(members, { ...key, distance: key.distance }, keys, skip, wanted, arena);
  }
  const walkNs = members.setupCost + skippingCost(members, key, skip, arena.size) + walkCost(members, wanted, arena);
  const take = selectCost(members, skip + wanted);
  const walks = choose('page.key', members.isAll || walkNs < take ? 'walk' : 'select') === 'walk';
  trace?.page({ way: walks ? 'walkKey' : 'select', walk: walkNs, take });
  trace?.step('page');
  return walks ? walk(members, keys, skip, wanted, arena).docs : selectWindow(members, keys, skip, wanted, arena);
}

const walkCost = (members: Members, wanted: number, { size }: Arena): number =>
  ((wanted * size) / members.count) * (members.testCost + 1);

/**
 * @param members their count may be an estimate if they have no bits
 * @param keys    at least one
 * @returns the docs of the window, in order, and the number of members skipped; fewer than requested if there are no more
 */
export function walk(
  members: Members,
  keys: readonly KeyColumn[],
  skip: number,
  wanted: number,
  arena: Arena,
): WalkResult {
  const [key, ...rest] = keys;
  const out = new Uint32Array(wanted);
  if (key === undefined) return { docs: out, skipped: 0 };
  const { docs } = key.postings;
  let written = 0;
  let { passed, toSkip } = members.isAll ? startOfAll(key, skip) : seekStart(members, key, skip, arena);
  const expectedDocs = ((toSkip + wanted) * arena.size) / members.count;
  let blockDocs = Math.min(blockMaximum, Math.max(minimumBlock(), Math.ceil(expectedDocs * 1.25)));
  const sifted = arena.list(3 * blockMaximum);
  let walked = 0;
  while (passed < arena.size && written < wanted) {
    const { start, end, tie } = blockAt(key, passed, blockDocs);
    passed += end - start;
    walked += end - start;
    arena.budget.spend(WALK_BLOCK + end - start);
    // There are fewer members than expected, so larger blocks save calls.
    if (walked > 2 * expectedDocs) blockDocs = Math.min(blockMaximum, 2 * blockDocs);
    if (tie) {
      const page = tiedPage(members, [key, ...rest], { start, end }, { skip: toSkip, limit: wanted - written }, arena);
      out.set(page.docs, written);
      written += page.docs.length;
      toSkip -= page.skipped;
      continue;
    }
    const count = members.sift(docs.subarray(start, end), sifted);
    if (count <= toSkip) {
      toSkip -= count;
      continue;
    }
    const last = Math.min(count, toSkip + wanted - written);
    arrange(sifted.subarray(0, count), key, rest, toSkip, last, arena);
    out.set(sifted.subarray(toSkip, last), written);
    written += last - toSkip;
    toSkip = 0;
  }
  return { docs: out.subarray(0, written), skipped: skip - toSkip };
}

/** @returns the window of the members that have one value, or the number of these members if all are skipped */
function tiedPage(
  members: Members,
  [key, ...rest]: readonly [KeyColumn, ...KeyColumn[]],
  { start, end }: { readonly start: number; readonly end: number },
  { skip, limit: wanted }: Window,
  arena: Arena,
): WalkResult {
  const { column, postings } = key;
  const ordinal = column[postings.docs[start]!]!;
  const expectedMembers = ((end - start) * members.count) / arena.size;
  const source = ordinal === 0 ? unpopulated(key) : termRange(key, termOf(ordinal), termId(ordinal));
  const listCost = members.setupCost + (end - start) * members.testCost;
  const bitsCost = members.bitsCost + source.fillCost + (COMBINE_STORED + 2 * PASS_BITS) * arena.size;
  const needed = skip + wanted;
  const walkNs = (needed / expectedMembers) * (arena.size * SIFT_COLUMN + (end - start) * members.testCost);
  // If enough members are expected, the order of the next key is walked without counting them first.
  const isLikely = expectedMembers > needed * uncountedMargin && walkNs < Math.min(listCost, bitsCost);
  const canBeUncounted = !members.isAll && rest[0]?.distance === undefined && rest[0]?.hop === undefined;
  if (canBeUncounted && choose('tie.count', isLikely ? 'walk' : 'count') === 'walk') {
    if (rest.length === 0) return pageInListOrder(members, postings.docs.subarray(start, end), skip, wanted, arena);
    const share = (end - start) / arena.size;
    const uncounted = uncountedMembers(members, { column, ordinals: { low: ordinal, span: 1 } }, share, arena);
    return walk(uncounted, rest, skip, wanted, arena);
  }
  let tied: Members;
  if (members.isAll) tied = sourceMembers(source, arena);
  else if (!areCounted(members) || choose('tie.members', listCost <= bitsCost ? 'list' : 'bits') === 'list') {
    const passing = arena.list(end - start);
    const count = members.sift(postings.docs.subarray(start, end), passing);
    tied = listedMembers(passing.subarray(0, count), true, arena);
  } else {
    arena.budget.spend(source.fillCost + 2 * PASS_BITS * arena.size);
    const bits = arena.bitset();
    source.fill(bits, arena);
    bits.and(members.bits());
    tied = bitMembers(bits, bits.count(), arena);
  }
  if (tied.count <= skip) return { docs: new Uint32Array(0), skipped: tied.count };
  return { docs: pageOf(tied, rest, { skip, limit: wanted }, arena), skipped: skip };
}

/** @param share of the docs that have the value. @returns the members with that value, whose count is an estimate */
function uncountedMembers(
  members: Members,
  { column, ordinals }: ColumnInterval,
  share: number,
  arena: Arena,
): Members {
  return {
    ...members,
    count: Math.max(1, Math.floor(members.count * share)),
    isAll: false,
    ascends: false,
    testCost: SIFT_COLUMN + members.testCost * share,
    listCost: Number.POSITIVE_INFINITY,
    bitsCost: Number.POSITIVE_INFINITY,
    sift(docs, out) {
      arena.budget.spend(docs.length * SIFT_COLUMN);
      return members.sift(out.subarray(0, arena.routines.siftColumn(docs, column, ordinals, out)), out);
    },
  };
}

/** @returns the window of the members among listed docs, in the order of the list */
function pageInListOrder(members: Members, docs: Uint32Array, skip: number, wanted: number, arena: Arena): WalkResult {
  const out = new Uint32Array(wanted);
  const blockDocs = minimumBlock();
  const sifted = arena.list(blockDocs);
  let written = 0;
  let toSkip = skip;
  for (let start = 0; start < docs.length && written < wanted; start += blockDocs) {
    const count = members.sift(docs.subarray(start, start + blockDocs), sifted);
    const from = Math.min(count, toSkip);
    const copiedCount = Math.min(count - from, wanted - written);
    out.set(sifted.subarray(from, from + copiedCount), written);
    written += copiedCount;
    toSkip -= from;
  }
  return { docs: out.subarray(0, written), skipped: skip - toSkip };
}
