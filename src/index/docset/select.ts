/**
 * The window `[skip, skip + limit)` of docs in some order, without ordering what lies outside it: by their numbers, or by
 * ranks beside them.
 */

/**
 * Moves the docs that belong to places `[start, end)` of the export's order there, in order.
 *
 * @param docs reordered in place; unique
 * Cost: O(n + k log k) expected, k the window; allocates nothing of the size of n.
 * Source: Hoare, "Algorithm 65: Find", 1961, with the median of three at places by chance.
 */
export function orderWindow(docs: Uint32Array, start: number, end: number): void {
  const last = Math.min(end, docs.length);
  if (start >= last) return;
  if (start > 0) partition(docs, 0, start);
  if (last < docs.length) partition(docs, start, last);
  docs.subarray(start, last).sort();
}

/** Moves the docs of places before `nth` before it, from `low` on. */
function partition(docs: Uint32Array, low: number, nth: number): void {
  let high = docs.length - 1;
  while (low < high) {
    const pivot = pivotOf(docs, low, high + 1);
    let left = low;
    let right = high;
    while (left <= right) {
      while (docs[left]! < pivot) left += 1;
      while (docs[right]! > pivot) right -= 1;
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
 * at places by chance, and Dijkstra's three-way partition.
 */
export function selectRank(docs: Uint32Array, ranks: Uint32Array, from: number, to: number, nth: number): Span {
  let [low, high] = [from, to];
  for (;;) {
    const pivot = pivotOf(ranks, low, high);
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

const medianOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

let chance = 1;

/**
 * The median of three by chance: where lists of links stand one behind the other, those at the ends and in the middle are
 * among the least again and again, and a page took 100 ms in place of one.
 */
function pivotOf(values: Uint32Array, low: number, high: number): number {
  const any = (): number => {
    // Numerical Recipes' generator: that of no request repeats.
    chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0;
    return values[low + Math.floor((chance / 2 ** 32) * (high - low))]!;
  };
  return medianOf(any(), any(), any());
}

function swap(docs: Uint32Array, ranks: Uint32Array, one: number, other: number): void {
  const doc = docs[one]!;
  docs[one] = docs[other]!;
  docs[other] = doc;
  const rank = ranks[one]!;
  ranks[one] = ranks[other]!;
  ranks[other] = rank;
}
