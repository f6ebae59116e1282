/**
 * The window `[skip, skip + limit)` of docs in some order, without ordering what lies outside it; by a comparison, or by ranks
 * that are numbers, where no comparison is called.
 */

/** @returns < 0 when a comes first, > 0 when b does; never 0 for different docs */
export type DocOrder = (a: number, b: number) => number;

export const ascending: DocOrder = (a, b) => a - b;

/**
 * Moves the docs that belong to places `[start, end)` of the order there, in order.
 *
 * @param docs reordered in place; unique
 * Cost: O(n + k log k) expected, k the window; allocates nothing of the size of n.
 * Source: Hoare, "Algorithm 65: Find", 1961, with the median of three.
 */
export function orderWindow(docs: Uint32Array, start: number, end: number, order: DocOrder): void {
  const last = Math.min(end, docs.length);
  if (start >= last) return;
  if (start > 0) partition(docs, 0, docs.length, start, order);
  if (last < docs.length) partition(docs, start, docs.length, last, order);
  const window = docs.subarray(start, last);
  if (order === ascending) window.sort();
  else window.sort(order);
}

/** Moves the docs of places before `nth` before it, within `[from, to)`. */
function partition(docs: Uint32Array, from: number, to: number, nth: number, order: DocOrder): void {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = median(docs[low]!, docs[(low + high) >>> 1]!, docs[high]!, order);
    let left = low;
    let right = high;
    while (left <= right) {
      while (order(docs[left]!, pivot) < 0) left += 1;
      while (order(docs[right]!, pivot) > 0) right -= 1;
      if (left > right) break;
      const held = docs[left]!;
      docs[left] = docs[right]!;
      docs[right] = held;
      left += 1;
      right -= 1;
    }
    if (nth <= right) high = right;
    else if (nth >= left) low = left;
    else return;
  }
}

function median(a: number, b: number, c: number, order: DocOrder): number {
  if (order(a, b) < 0) {
    if (order(b, c) < 0) return b;
    return order(a, c) < 0 ? c : a;
  }
  if (order(a, c) < 0) return a;
  return order(b, c) < 0 ? c : b;
}

/** Half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves the docs of smaller rank than the nth before those of its rank, and these before the docs of greater rank.
 *
 * @param docs and @param ranks side by side, both reordered within `[from, to)`
 * @param nth `from <= nth < to`
 * @returns where the docs of the nth's rank stand
 * Cost: O(to - from) expected; allocates nothing. Source: Hoare, "Algorithm 65: Find", 1961, with the median of three
 * and Dijkstra's three-way partition.
 */
export function selectRank(docs: Uint32Array, ranks: Uint32Array, from: number, to: number, nth: number): Span {
  let [low, high] = [from, to];
  for (;;) {
    const pivot = medianRank(ranks[low]!, ranks[(low + high) >>> 1]!, ranks[high - 1]!);
    let less = low;
    let more = high;
    for (let at = low; at < more; ) {
      const rank = ranks[at]!;
      if (rank === pivot) {
        at += 1;
        continue;
      }
      if (rank < pivot) {
        swap(docs, ranks, less, at);
        less += 1;
        at += 1;
      } else {
        more -= 1;
        swap(docs, ranks, more, at);
      }
    }
    if (nth < less) high = less;
    else if (nth >= more) low = more;
    else return { start: less, end: more };
  }
}

const medianRank = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

function swap(docs: Uint32Array, ranks: Uint32Array, one: number, other: number): void {
  const doc = docs[one]!;
  docs[one] = docs[other]!;
  docs[other] = doc;
  const rank = ranks[one]!;
  ranks[one] = ranks[other]!;
  ranks[other] = rank;
}
