/**
 * Orders: by sort keys, then by doc id, which is the export's order.
 */
import { choose } from '../../../content/choices/index.js';
import { InvariantError } from '../../../content/errors/index.js';
import {
  haversine,
  type Location,
  latitudeUnits,
  longitudeUnits,
  type Origin,
  originOf,
  type TermId,
  type TermOrdinal,
  termOf,
  termOrdinal,
} from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import { COMBINE_STORED, MEASURE_DISTANCE, ORDER_DOC } from '../../../index/costs/index.js';
import { type Arena, type Interval, orderWindow, selectRank } from '../../../index/docset/index.js';
import type { SortableIndex, TypeSegment } from '../../../index/segment/index.js';
import type { NumberTerms } from '../../../index/termdict/index.js';
import type { ValueColumns } from '../../facets/index.js';
import type { SortKey } from '../query-tree.js';
import { areCounted, type Members, siftingCost } from './members.js';

export interface KeyColumn extends ValueColumns {
  readonly descending: boolean;
  /** Where distances order and not the values. */
  readonly near?: Nearness;
  /** Of a key behind relationships, whose column is filled for the docs that it is asked of. */
  readonly hop?: HopOrder;
}

/** The order of a field of related items (hop-order). */
export interface HopOrder {
  /** Writes the values of these docs into the column. */
  fill(docs: Uint32Array): void;
  /** What that costs a doc. */
  readonly fillCost: number;
  /** The docs that have the value, in any order, until others are asked for. */
  docsOf(term: TermId): Uint32Array;
  /** The same of those without a value. */
  others(): Uint32Array;
}

/** How far the places of a location field are from one. */
export interface Nearness {
  readonly from: Origin;
  readonly terms: NumberTerms;
  /** @param ordinal of a place. @returns what comes first as the smallest: the haversine, negative where descending */
  of(ordinal: TermOrdinal): number;
}

function nearness(terms: NumberTerms, place: Location, descending: boolean): Nearness {
  const from = originOf(place);
  const sign = descending ? -1 : 1;
  return {
    from,
    terms,
    of(ordinal) {
      const held = terms.at(termOf(ordinal));
      return sign * haversine(from, latitudeUnits(held), longitudeUnits(held));
    },
  };
}

/** @throws InvariantError when the field was not checked against the segment's model */
export function sortableIndex(segment: TypeSegment, field: string): SortableIndex {
  const index = segment.fields.get(field);
  if (index === undefined || index.kind === 'links' || index.kind === 'textLists')
    throw new InvariantError(`cannot sort by ${field}`);
  return index;
}

/** @param key of the segment's own fields */
export function keyColumn(segment: TypeSegment, { field, descending, from }: SortKey): KeyColumn {
  const index = sortableIndex(segment, field);
  if (index.kind === 'text' && index.natural !== undefined) {
    return { ...index.natural, quantiles: undefined, descending };
  }
  const { column, postings, quantiles } = index;
  if (from === undefined) return { column, postings, quantiles, descending };
  if (index.kind !== 'numbers') throw new InvariantError(`${field} has no distances`);
  return { column, postings, quantiles, descending, near: nearness(index.terms, from, descending) };
}

/** @returns an order by the keys, unpopulated values last in both directions, ties by doc id */
function orderBy(keys: readonly KeyColumn[]): (a: number, b: number) => number {
  return (a, b) => {
    for (let i = 0; i < keys.length; i += 1) {
      const { column, descending, near } = keys[i]!;
      const left = column[a]!;
      const right = column[b]!;
      if (left === right) continue;
      if (left === 0) return 1;
      if (right === 0) return -1;
      if (near === undefined) return descending ? right - left : left - right;
      const nearer = near.of(termOrdinal(left)) - near.of(termOrdinal(right));
      if (nearer !== 0) return nearer;
    }
    return a - b;
  };
}

/** Up to so many docs, comparing them is cheaper than writing their ranks. */
const fewDocs = 48;

/**
 * Writes the docs that belong to places `[start, end)` of the order there, in order. What stands at other places
 * afterwards is of no meaning.
 *
 * @param docs changed in place; unique
 * @param keys may be empty: the export's order
 * Cost: O(docs) expected for each key that ties are decided by, and sorting the window.
 */
export function orderByKeys(
  docs: Uint32Array,
  start: number,
  end: number,
  keys: readonly KeyColumn[],
  arena: Arena,
): void {
  for (const { hop } of keys) {
    if (hop === undefined) continue;
    arena.budget.spend(docs.length * hop.fillCost);
    hop.fill(docs);
  }
  orderFilled(docs, start, end, keys, arena);
}

function orderFilled(docs: Uint32Array, start: number, end: number, keys: readonly KeyColumn[], arena: Arena): void {
  const last = Math.min(end, docs.length);
  if (start >= last) return;
  const [key, ...rest] = keys;
  arena.budget.spend(docs.length * (key?.near === undefined ? ORDER_DOC : ORDER_DOC + MEASURE_DISTANCE));
  if (key === undefined) {
    orderWindow(docs, start, last);
    return;
  }
  if (choose('order.ties', docs.length <= fewDocs ? 'compare' : 'rank') === 'compare') {
    docs.sort(orderBy(keys));
    return;
  }
  const mark = arena.mark();
  const near = docsNear(docs, start, last, key, arena);
  if (near !== undefined) {
    const { kept, before } = near;
    orderFilled(kept, start - before, last - before, keys, arena);
    docs.set(kept.subarray(start - before, last - before), start);
    arena.release(mark);
    return;
  }
  const ranks = arena.list(docs.length);
  if (key.near !== undefined && !rankByDistance(docs, key.column, key.near, ranks)) {
    arena.release(mark);
    orderFilled(docs, start, end, rest, arena);
    return;
  }
  if (key.near === undefined) rank(docs, key, ranks);
  // Distances that differ may have one rank.
  const next = key.near === undefined ? rest : keys;
  const first = selectRank(docs, ranks, 0, docs.length, start);
  const lastTie = last > first.end ? selectRank(docs, ranks, first.end, docs.length, last - 1) : undefined;
  arena.release(mark);
  orderFilled(
    docs.subarray(first.start, first.end),
    start - first.start,
    Math.min(last, first.end) - first.start,
    next,
    arena,
  );
  if (lastTie === undefined) return;
  docs.subarray(first.end, lastTie.start).sort(orderBy(keys));
  orderFilled(docs.subarray(lastTie.start, lastTie.end), 0, last - lastTie.start, next, arena);
}

/** From so many docs on, most of those that are not in the window are left out first, by values of a sample. */
const manyDocs = 1024;
const sampleDocs = 64;
/** How many places of the sample the window may stand away from where it is likely: two and a half deviations at least. */
const sampleMargin = 10;

/** Some of the docs, the window among them, and how many come before them all. */
interface Near {
  readonly kept: Uint32Array;
  readonly before: number;
}

/**
 * @returns undefined where there is nothing to gain, or the sample misled
 * Cost: reading the value of each doc twice, by compiled loops.
 */
function docsNear(docs: Uint32Array, start: number, end: number, key: KeyColumn, arena: Arena): Near | undefined {
  const { postings, column, descending, near } = key;
  if (near !== undefined) return undefined;
  const isGain = docs.length >= manyDocs && end - start <= docs.length / 4;
  if (choose('order.window', isGain ? 'sample' : 'all') === 'all') return undefined;
  const terms = postings.termCount;
  const sample = new Uint32Array(sampleDocs);
  const step = docs.length / sampleDocs;
  rank(
    sample.map((_, place) => docs[Math.floor((place + 0.5) * step)]!),
    key,
    sample,
  );
  sample.sort();
  const from = Math.floor(start / step) - sampleMargin;
  const to = Math.ceil(end / step) + sampleMargin;
  const low = from < 0 ? 0 : sample[from]!;
  const high = to < sampleDocs ? sample[to]! : terms;
  // Docs without a value come last, and their ordinal is 0: they are in no interval with the values before.
  const hasUnpopulated = postings.populated < postings.docs.length;
  if (low >= terms || (high >= terms && hasUnpopulated)) return undefined;
  const ranked = (first: number, behind: number): Interval => ({
    low: descending ? terms - behind + 1 : first + 1,
    span: behind - first,
  });
  const kept = arena.list(docs.length);
  const before = low === 0 ? 0 : arena.routines.siftColumn(docs, column, ranked(0, low), kept);
  if (before > start) return undefined;
  const count = arena.routines.siftColumn(docs, column, ranked(low, Math.min(terms, high + 1)), kept);
  // Where many docs share a value, leaving out few of them would be no gain.
  if (before + count < end || count > docs.length / 2) return undefined;
  return { kept: kept.subarray(0, count), before };
}

/** Writes where each doc's value stands in the key's order: a smaller number comes first. */
function rank(docs: Uint32Array, { column, postings, descending }: KeyColumn, ranks: Uint32Array): void {
  const terms = postings.termCount;
  for (let i = 0; i < docs.length; i += 1) {
    const ordinal = column[docs[i]!]!;
    ranks[i] = ordinal === 0 ? terms : descending ? terms - ordinal : ordinal - 1;
  }
}

const lastRank = 2 ** 32 - 1;

/**
 * Writes numbers that ascend as distances do; different ones may have the same, but those of the extremes.
 *
 * @returns whether there are different ones
 */
function rankByDistance(docs: Uint32Array, column: OrdinalColumn, near: Nearness, ranks: Uint32Array): boolean {
  const distances = new Float64Array(docs.length);
  let [least, most, unpopulated] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < docs.length; i += 1) {
    const ordinal = column[docs[i]!]!;
    if (ordinal === 0) {
      distances[i] = Number.POSITIVE_INFINITY;
      unpopulated += 1;
      continue;
    }
    const distance = near.of(termOrdinal(ordinal));
    distances[i] = distance;
    if (distance < least) least = distance;
    if (distance > most) most = distance;
  }
  const step = most > least ? (lastRank - 1) / (most - least) : 0;
  for (let i = 0; i < docs.length; i += 1) {
    const distance = distances[i]!;
    ranks[i] = distance === Number.POSITIVE_INFINITY ? lastRank : Math.floor((distance - least) * step);
  }
  return most > least || (unpopulated > 0 && unpopulated < docs.length);
}

/*
 * The blocks of a walk over a sort key's stored order: where it begins, where each ends, and its members in order.
 *
 * A block is a slice of the docs by value that ends where a run ends. A run too long for a block is a tie.
 */

/** A slice of the docs by value; the docs of one value where it is longer than a block. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly tie: boolean;
}

/** Where a walk begins: how many docs lie behind it in its direction, and how many members are left to skip. */
interface Start {
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

/** Puts the places `[from, to)` of a block's members in order. @param held by value, and within a value ascending */
export function arrange(
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

/** Where the run begins in which the walk over all docs has passed `skip` of them. */
export function startOfAll({ column, postings, descending }: KeyColumn, skip: number): Start {
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
const seekCost = 3 * COMBINE_STORED;

/** Testing the docs up to the last member that is skipped. */
const walkedOver = (members: Members, skip: number, size: number): number =>
  siftingCost(members, (skip * size) / members.count) - members.readyCost;

/** What walking over the skipped members costs, by the cheaper way. */
export function skippingCost(members: Members, key: KeyColumn, skip: number, size: number): number {
  const walking = walkedOver(members, skip, size);
  if (members.all) return 0;
  if (key.quantiles === undefined) return walking;
  return Math.min(walking, members.bitsCost + seekCost * size + walking / 64);
}

/** As startOfAll, of some docs: by the quantiles of the key, where there are any and it pays. */
export function soughtStart(members: Members, key: KeyColumn, skip: number, { size, budget }: Arena): Start {
  const { quantiles, descending, postings } = key;
  const walking = walkedOver(members, skip, size);
  const fromStart = { passed: 0, toSkip: skip };
  if (quantiles === undefined || !areCounted(members)) return fromStart;
  const isSought = skippingCost(members, key, skip, size) < walking;
  if (choose('page.skip', isSought ? 'seek' : 'walk') === 'walk') return fromStart;
  budget.spend(seekCost * size);
  const { place, passed } = quantiles.seek(members.bits(), members.count, skip, descending);
  return { passed: descending ? postings.populated - place : place, toSkip: skip - passed };
}
