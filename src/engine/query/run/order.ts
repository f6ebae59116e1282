/**
 * Orders: by sort keys, then by doc id, which is the export's order.
 */

import { InvariantError } from '../../../content/errors/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import {
  type Arena,
  ascending,
  type DocOrder,
  type Interval,
  orderWindow,
  selectRank,
} from '../../../index/docset/index.js';
import type { Quantiles, RunPostings } from '../../../index/postings/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { ORDER } from '../plan/costs.js';
import type { SortKey } from '../query-tree.js';

export interface KeyColumn {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
  readonly descending: boolean;
}

/** @throws InvariantError when a key was not checked against the segment's model */
export function keyColumns(segment: TypeSegment, keys: readonly SortKey[]): KeyColumn[] {
  return keys.map(({ field, descending }) => {
    const index = segment.fields.get(field);
    if (index === undefined || index.kind === 'links' || index.kind === 'textLists')
      throw new InvariantError(`cannot sort by ${field}`);
    if (index.kind === 'text' && index.natural !== undefined) {
      return { ...index.natural, quantiles: undefined, descending };
    }
    return { column: index.column, postings: index.postings, quantiles: index.quantiles, descending };
  });
}

/** @returns an order by the keys, unpopulated values last in both directions, ties by doc id */
function orderBy(keys: readonly KeyColumn[]): DocOrder {
  return (a, b) => {
    for (let i = 0; i < keys.length; i += 1) {
      const { column, descending } = keys[i]!;
      const left = column[a]!;
      const right = column[b]!;
      if (left === right) continue;
      if (left === 0) return 1;
      if (right === 0) return -1;
      return descending ? right - left : left - right;
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
  const last = Math.min(end, docs.length);
  if (start >= last) return;
  arena.budget.spend(docs.length * ORDER);
  const [key, ...rest] = keys;
  if (key === undefined || docs.length <= fewDocs) {
    orderWindow(docs, start, last, key === undefined ? ascending : orderBy(keys));
    return;
  }
  const mark = arena.mark();
  const near = docsNear(docs, start, last, key, arena);
  if (near !== undefined) {
    const { kept, before } = near;
    orderByKeys(kept, start - before, last - before, keys, arena);
    docs.set(kept.subarray(start - before, last - before), start);
    arena.release(mark);
    return;
  }
  const ranks = arena.list(docs.length);
  rank(docs, key, ranks);
  const first = selectRank(docs, ranks, 0, docs.length, start);
  const lastTie = last > first.end ? selectRank(docs, ranks, first.end, docs.length, last - 1) : undefined;
  arena.release(mark);
  orderByKeys(
    docs.subarray(first.start, first.end),
    start - first.start,
    Math.min(last, first.end) - first.start,
    rest,
    arena,
  );
  if (lastTie === undefined) return;
  docs.subarray(first.end, lastTie.start).sort(orderBy(keys));
  orderByKeys(docs.subarray(lastTie.start, lastTie.end), 0, last - lastTie.start, rest, arena);
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
  const { postings, column, descending } = key;
  if (docs.length < manyDocs || end - start > docs.length / 4) return undefined;
  const terms = postings.starts.length - 1;
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
  const terms = postings.starts.length - 1;
  for (let i = 0; i < docs.length; i += 1) {
    const ordinal = column[docs[i]!]!;
    ranks[i] = ordinal === 0 ? terms : descending ? terms - ordinal : ordinal - 1;
  }
}
