/**
 * Walking a sort key's stored order, block by block, until a window of the members is full.
 *
 * A block is a slice of the docs by value that ends where a run ends; its members are sifted out, and only those of
 * the block in which the window lies are put in order. A run too long for a block is a tie, paged by the next key.
 */
import type { Arena } from '../../docset/index.js';
import { PASS, SIFT_COLUMN, STORED } from '../plan/costs.js';
import { termRange, unpopulated } from '../plan/range-source.js';
import { bitMembers, listedMembers, type Members, sourceMembers } from './members.js';
import { type KeyColumn, orderByKeys } from './order.js';
import { pageOf } from './page.js';

const blockMinimum = 256;
const blockMaximum = 4096;
/** How many times the needed members a value must be likely to have to be walked without counting. */
const surelyEnough = 2;

/** A slice of the docs by value; the docs of one value where it is longer than a block. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly tie: boolean;
}

interface Walked {
  readonly docs: Uint32Array;
  readonly skipped: number;
}

/** Where a walk begins: how many docs lie behind it in its direction, and how many members are left to skip. */
interface Start {
  readonly passed: number;
  readonly toSkip: number;
}

/**
 * @param members whose count may be a guess where they have no bits: whether they are as many is found out by walking
 * @param keys at least one
 * @returns the docs of the window, in order, and how many members were skipped: fewer than asked for where there are no
 * more
 */
export function walk(members: Members, keys: readonly KeyColumn[], skip: number, wanted: number, arena: Arena): Walked {
  const [key, ...rest] = keys;
  const out = new Uint32Array(wanted);
  if (key === undefined) return { docs: out, skipped: 0 };
  const { docs } = key.postings;
  let written = 0;
  let { passed, toSkip } = members.all ? startOfAll(key, skip) : soughtStart(members, key, skip, arena);
  const likely = ((toSkip + wanted) * arena.size) / members.count;
  const blockDocs = Math.min(blockMaximum, Math.max(blockMinimum, Math.ceil(likely * 1.25)));
  const held = arena.list(3 * blockDocs);
  while (passed < arena.size && written < wanted) {
    const { start, end, tie } = blockAt(key, passed, blockDocs);
    passed += end - start;
    if (tie) {
      const page = tiedPage(members, key, rest, start, end, toSkip, wanted - written, arena);
      out.set(page.docs, written);
      written += page.docs.length;
      toSkip -= page.skipped;
      continue;
    }
    const count = members.sift(docs.subarray(start, end), held);
    if (count <= toSkip) {
      toSkip -= count;
      continue;
    }
    const last = Math.min(count, toSkip + wanted - written);
    arrange(held.subarray(0, count), key, rest, toSkip, last, arena);
    out.set(held.subarray(toSkip, last), written);
    written += last - toSkip;
    toSkip = 0;
  }
  return { docs: out.subarray(0, written), skipped: skip - toSkip };
}

/** @param passed docs behind it in the walk's direction: whole runs */
function blockAt({ column, postings, descending }: KeyColumn, passed: number, blockDocs: number): Block {
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

/** Puts the places `[from, to)` of a block's members in order. @param held by value, and within a value ascending */
function arrange(
  held: Uint32Array,
  key: KeyColumn,
  rest: readonly KeyColumn[],
  from: number,
  to: number,
  arena: Arena,
): void {
  const { column, descending } = key;
  if (!descending && rest.length === 0) return;
  if (descending) held.reverse();
  let start = from;
  while (start > 0 && column[held[start - 1]!] === column[held[from]!]) start -= 1;
  while (start < to) {
    let end = start + 1;
    while (end < held.length && column[held[end]!] === column[held[start]!]) end += 1;
    if (end - start > 1) {
      const tied = held.subarray(start, end);
      if (descending) tied.reverse();
      if (rest.length > 0) orderByKeys(tied, Math.max(0, from - start), Math.min(end, to) - start, rest, arena);
    }
    start = end;
  }
}

/** The window of the members that have one value. @returns its docs, or how many there were to skip */
function tiedPage(
  members: Members,
  key: KeyColumn,
  rest: readonly KeyColumn[],
  start: number,
  end: number,
  skip: number,
  wanted: number,
  arena: Arena,
): Walked {
  const { column, postings } = key;
  const ordinal = column[postings.docs[start]!]!;
  const likely = ((end - start) * members.count) / arena.size;
  const source = ordinal === 0 ? unpopulated(key) : termRange(key, ordinal - 1, ordinal);
  const listCost = members.readyCost + (end - start) * members.testCost;
  const bitsCost = members.bitsCost + source.fillCost + (STORED + 2 * PASS) * arena.size;
  const needed = skip + wanted;
  const walking = (needed / likely) * (arena.size * SIFT_COLUMN + (end - start) * members.testCost);
  if (!members.all && likely > needed * surelyEnough && walking < Math.min(listCost, bitsCost)) {
    // So many are likely to be members that the next order is walked without counting them first.
    const share = (end - start) / arena.size;
    const tied = uncounted(members, { column, ordinals: { low: ordinal, span: 1 } }, share, arena);
    return rest.length > 0
      ? walk(tied, rest, skip, wanted, arena)
      : inTurn(members, postings.docs.subarray(start, end), skip, wanted, arena);
  }
  let tied: Members;
  if (members.all) tied = sourceMembers(source, arena);
  else if (listCost <= bitsCost) {
    const kept = arena.list(end - start);
    const count = members.sift(postings.docs.subarray(start, end), kept);
    tied = listedMembers(kept.subarray(0, count), true, arena);
  } else {
    const bits = arena.bitset();
    source.fill(bits, arena);
    bits.and(members.bits());
    tied = bitMembers(bits, bits.count(), arena);
  }
  if (tied.count <= skip) return { docs: new Uint32Array(0), skipped: tied.count };
  return { docs: pageOf(tied, rest, { skip, limit: wanted }, arena), skipped: skip };
}

/** The members among docs of one value, not looked for yet. @param share of all docs that have the value */
function uncounted(
  members: Members,
  { column, ordinals }: NonNullable<Members['interval']>,
  share: number,
  arena: Arena,
): Members {
  return {
    ...members,
    count: Math.max(1, Math.floor(members.count * share)),
    all: false,
    ascends: false,
    testCost: SIFT_COLUMN + members.testCost * share,
    listCost: Number.POSITIVE_INFINITY,
    bitsCost: Number.POSITIVE_INFINITY,
    sift: (docs, out) => members.sift(out.subarray(0, arena.routines.siftColumn(docs, column, ordinals, out)), out),
  };
}

/** The window of the members of a list, in its order. */
function inTurn(members: Members, docs: Uint32Array, skip: number, wanted: number, arena: Arena): Walked {
  const out = new Uint32Array(wanted);
  const held = arena.list(blockMinimum);
  let [written, toSkip] = [0, skip];
  for (let at = 0; at < docs.length && written < wanted; at += blockMinimum) {
    const count = members.sift(docs.subarray(at, at + blockMinimum), held);
    const from = Math.min(count, toSkip);
    const taken = Math.min(count - from, wanted - written);
    out.set(held.subarray(from, from + taken), written);
    written += taken;
    toSkip -= from;
  }
  return { docs: out.subarray(0, written), skipped: skip - toSkip };
}

/** Where the run begins in which the walk over all docs has passed `skip` of them. */
function startOfAll({ column, postings, descending }: KeyColumn, skip: number): Start {
  const { docs, starts, populated } = postings;
  if (skip >= populated) return { passed: populated, toSkip: skip - populated };
  if (descending) {
    const passed = populated - starts[column[docs[populated - 1 - skip]!]!]!;
    return { passed, toSkip: skip - passed };
  }
  const passed = starts[column[docs[skip]!]! - 1]!;
  return { passed, toSkip: skip - passed };
}

/** What finding a place by counting costs, a doc of the segment: about three counts. */
const seekCost = 3 * STORED;

/** What walking over the skipped members costs, by the cheaper way. */
export function skippingCost(members: Members, key: KeyColumn, skip: number, size: number): number {
  const walking = ((skip * size) / members.count) * members.testCost;
  if (members.all) return 0;
  if (key.quantiles === undefined) return walking;
  return Math.min(walking, members.bitsCost + seekCost * size + walking / 64);
}

/** As startOfAll, of some docs: by the quantiles of the key, where there are any and it pays. */
function soughtStart(members: Members, key: KeyColumn, skip: number, { size }: Arena): Start {
  const { quantiles, descending, postings } = key;
  const walking = ((skip * size) / members.count) * members.testCost;
  if (quantiles === undefined || skippingCost(members, key, skip, size) >= walking) return { passed: 0, toSkip: skip };
  const { place, passed } = quantiles.seek(members.bits(), members.count, skip, descending);
  return { passed: descending ? postings.populated - place : place, toSkip: skip - passed };
}
