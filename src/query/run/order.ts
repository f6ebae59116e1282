/**
 * Orders: by sort keys, then by doc id, which is the export's order.
 */
import type { OrdinalColumn } from '../../column/index.js';
import { type Arena, ascending, type DocOrder, orderWindow, selectRank } from '../../docset/index.js';
import { InvariantError } from '../../errors/index.js';
import type { Quantiles, RunPostings } from '../../postings/index.js';
import type { TypeSegment } from '../../segment/index.js';
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
 * Moves the docs that belong to places `[start, end)` of the order there, in order.
 *
 * @param docs reordered in place; unique
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

/** Writes where each doc's value stands in the key's order: a smaller number comes first. */
function rank(docs: Uint32Array, { column, postings, descending }: KeyColumn, ranks: Uint32Array): void {
  const terms = postings.starts.length - 1;
  for (let i = 0; i < docs.length; i += 1) {
    const ordinal = column[docs[i]!]!;
    ranks[i] = ordinal === 0 ? terms : descending ? terms - ordinal : ordinal - 1;
  }
}
