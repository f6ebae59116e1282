/**
 * Orders docs by sort keys, then by doc id, which is the export order; only the window is sorted completely.
 *
 * Elsewhere: the columns of a key (key-column), selecting by rank (index/docset).
 */
import { choose } from '../../../content/choices/index.js';
import { termOrdinal } from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import { MEASURE_DISTANCE, ORDER_DOC } from '../../../index/costs/index.js';
import { type Arena, type Interval, orderWindow, partitionByRank } from '../../../index/docset/index.js';
import type { DistanceOrder, KeyColumn } from './key-column.js';

/** @returns a comparison by the keys, unpopulated values last in both directions, ties by doc id */
function compareByKeys(keys: readonly KeyColumn[]): (a: number, b: number) => number {
  return (a, b) => {
    for (let i = 0; i < keys.length; i += 1) {
      const { column, descending, distance } = keys[i]!;
      const left = column[a]!;
      const right = column[b]!;
      if (left === right) continue;
      if (left === 0) return 1;
      if (right === 0) return -1;
      if (distance === undefined) return descending ? right - left : left - right;
      const nearer = distance.of(termOrdinal(left)) - distance.of(termOrdinal(right));
      if (nearer !== 0) return nearer;
    }
    return a - b;
  };
}

/** Up to this many docs, comparing them is cheaper than writing their ranks. */
const comparedMaximum = 48;

/**
 * Writes the docs at positions `[start, end)` of the order to these positions. Other positions are undefined afterwards.
 *
 * @param docs changed in place; unique
 * @param keys empty for export order
 * Cost: expected O(docs) for each key that is needed to break ties, and sorting the window.
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
  arena.budget.spend(docs.length * (key?.distance === undefined ? ORDER_DOC : ORDER_DOC + MEASURE_DISTANCE));
  if (key === undefined) {
    orderWindow(docs, start, last);
    return;
  }
  if (choose('order.ties', docs.length <= comparedMaximum ? 'compare' : 'rank') === 'compare') {
    docs.sort(compareByKeys(keys));
    return;
  }
  const mark = arena.mark();
  const aroundWindow = docsAroundWindow(docs, start, last, key, arena);
  if (aroundWindow !== undefined) {
    const { docs: nearby, before } = aroundWindow;
    orderFilled(nearby, start - before, last - before, keys, arena);
    docs.set(nearby.subarray(start - before, last - before), start);
    arena.release(mark);
    return;
  }
  const ranks = arena.list(docs.length);
  if (key.distance !== undefined && !writeDistanceRanks(docs, key.column, key.distance, ranks)) {
    arena.release(mark);
    orderFilled(docs, start, end, rest, arena);
    return;
  }
  if (key.distance === undefined) writeRanks(docs, key, ranks);
  // Distances that differ may have one rank, so such docs are ordered by all keys again.
  const tieKeys = key.distance === undefined ? rest : keys;
  // The docs with the rank at the start of the window, and the docs with the rank at its end.
  const firstTie = partitionByRank(docs, ranks, 0, docs.length, start);
  const lastTie = last > firstTie.end ? partitionByRank(docs, ranks, firstTie.end, docs.length, last - 1) : undefined;
  arena.release(mark);
  const firstTieDocs = docs.subarray(firstTie.start, firstTie.end);
  const firstTieEnd = Math.min(last, firstTie.end) - firstTie.start;
  orderFilled(firstTieDocs, start - firstTie.start, firstTieEnd, tieKeys, arena);
  if (lastTie === undefined) return;
  docs.subarray(firstTie.end, lastTie.start).sort(compareByKeys(keys));
  orderFilled(docs.subarray(lastTie.start, lastTie.end), 0, last - lastTie.start, tieKeys, arena);
}

/** From this many docs on, most docs outside of the window are first excluded by the values of a sample. */
const sampledMinimum = 1024;
const sampleDocs = 64;
/** Positions of the sample that the window may be away from its expected position: at least 2.5 standard deviations. */
const sampleMargin = 10;

/** A part of the docs that contains the window, and the number of docs before that part. */
interface WindowDocs {
  readonly docs: Uint32Array;
  readonly before: number;
}

/**
 * @returns undefined if nothing is gained, or the sample was misleading
 * Cost: reading the value of each doc twice, by compiled loops.
 */
function docsAroundWindow(
  docs: Uint32Array,
  start: number,
  end: number,
  key: KeyColumn,
  arena: Arena,
): WindowDocs | undefined {
  const { postings, column, descending, distance } = key;
  if (distance !== undefined) return undefined;
  const isGain = docs.length >= sampledMinimum && end - start <= docs.length / 4;
  if (choose('order.window', isGain ? 'sample' : 'all') === 'all') return undefined;
  const terms = postings.termCount;
  const step = docs.length / sampleDocs;
  const sampledDocs = Uint32Array.from({ length: sampleDocs }, (_, place) => docs[Math.floor((place + 0.5) * step)]!);
  /** The ranks of the sampled docs, ascending. */
  const sample = new Uint32Array(sampleDocs);
  writeRanks(sampledDocs, key, sample);
  sample.sort();
  const from = Math.floor(start / step) - sampleMargin;
  const to = Math.ceil(end / step) + sampleMargin;
  const low = from < 0 ? 0 : sample[from]!;
  const high = to < sampleDocs ? sample[to]! : terms;
  // Docs without a value come last, and their ordinal is 0: they are in no interval with the values before.
  const hasUnpopulated = postings.populated < postings.docs.length;
  if (low >= terms || (high >= terms && hasUnpopulated)) return undefined;
  /** Returns the ordinals of the values with the ranks `[first, end)`. */
  const toOrdinals = (first: number, end: number): Interval => ({
    low: descending ? terms - end + 1 : first + 1,
    span: end - first,
  });
  const selected = arena.list(docs.length);
  const countBefore = low === 0 ? 0 : arena.routines.siftColumn(docs, column, toOrdinals(0, low), selected);
  if (countBefore > start) return undefined;
  const windowOrdinals = toOrdinals(low, Math.min(terms, high + 1));
  const count = arena.routines.siftColumn(docs, column, windowOrdinals, selected);
  // Where many docs share a value, leaving out few of them would be no gain.
  if (countBefore + count < end || count > docs.length / 2) return undefined;
  return { docs: selected.subarray(0, count), before: countBefore };
}

/** Writes the rank of each doc's value in the key's order: the smallest comes first. */
function writeRanks(docs: Uint32Array, { column, postings, descending }: KeyColumn, ranks: Uint32Array): void {
  const terms = postings.termCount;
  for (let i = 0; i < docs.length; i += 1) {
    const ordinal = column[docs[i]!]!;
    if (ordinal === 0) ranks[i] = terms;
    else ranks[i] = descending ? terms - ordinal : ordinal - 1;
  }
}

const lastRank = 2 ** 32 - 1;

/**
 * Writes ranks that ascend with the distances. Different distances may have the same rank, except the least and the greatest.
 *
 * @returns whether there are at least two ranks
 */
function writeDistanceRanks(
  docs: Uint32Array,
  column: OrdinalColumn,
  near: DistanceOrder,
  ranks: Uint32Array,
): boolean {
  const distances = new Float64Array(docs.length);
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let unpopulated = 0;
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
    if (distance > greatest) greatest = distance;
  }
  const step = greatest > least ? (lastRank - 1) / (greatest - least) : 0;
  for (let i = 0; i < docs.length; i += 1) {
    const distance = distances[i]!;
    ranks[i] = distance === Number.POSITIVE_INFINITY ? lastRank : Math.floor((distance - least) * step);
  }
  return greatest > least || (unpopulated > 0 && unpopulated < docs.length);
}
