/**
 * Selects the window `[skip, skip + limit)` of docs in some order without sorting the other docs: by doc id, or by ranks that are
 * given beside them.
 */
/**
 * Moves the docs at places `[start, end)` of the export's order there, sorted.
 *
 * @param docs reordered in place; unique
 * Cost: O(n + k log k) expected, k the window; allocates nothing.
 * Source: Hoare, "Algorithm 65: Find", 1961, with the median of three random values as pivot.
 */
export function orderWindow(docs: Uint32Array, start: number, end: number): void {
  const last = Math.min(end, docs.length);
  if (start >= last) return;
  if (start > 0) partition(docs, 0, start);
  if (last < docs.length) partition(docs, start, last);
  docs.subarray(start, last).sort();
}

/** From `low` on, moves the docs that are less than the one at place `nth` before it. */
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
      const swapped = docs[left]!;
      docs[left] = docs[right]!;
      docs[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (nth <= right) high = right;
    else if (nth >= left) low = left;
    else return;
  }
}

/** A half-open range of indexes. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves docs with a smaller rank than the nth before those with its rank, and these before docs with a greater rank.
 *
 * @param docs and @param ranks side by side, both reordered within `[from, to)`
 * @param nth `from <= nth < to`
 * @returns the range of the docs with the nth's rank
 * Cost: O(to - from) expected; allocates nothing. Source: Hoare, "Algorithm 65: Find", 1961, with the median of three
 * random values as pivot, and Dijkstra's three-way partition.
 */
export function selectRank(docs: Uint32Array, ranks: Uint32Array, from: number, to: number, nth: number): IndexRange {
  let [low, high] = [from, to];
  for (;;) {
    const pivot = pivotOf(ranks, low, high);
    let less = low;
    let greater = high;
    for (let at = low; at < greater; ) {
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
        greater -= 1;
        swap(docs, ranks, greater, at);
      }
    }
    if (nth < less) high = less;
    else if (nth >= greater) low = greater;
    else return { start: less, end: greater };
  }
}

const medianOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

let randomState = 1;

/**
 * The median of three random values. With fixed places, concatenated lists of links gave bad pivots again and again: a page took
 * 100 ms instead of 1 ms.
 */
function pivotOf(values: Uint32Array, low: number, high: number): number {
  const randomValue = (): number => {
    // Generator of Numerical Recipes; its state continues across requests.
    randomState = (Math.imul(randomState, 1664525) + 1013904223) >>> 0;
    return values[low + Math.floor((randomState / 2 ** 32) * (high - low))]!;
  };
  return medianOf(randomValue(), randomValue(), randomValue());
}

function swap(docs: Uint32Array, ranks: Uint32Array, left: number, right: number): void {
  const doc = docs[left]!;
  docs[left] = docs[right]!;
  docs[right] = doc;
  const rank = ranks[left]!;
  ranks[left] = ranks[right]!;
  ranks[right] = rank;
}
