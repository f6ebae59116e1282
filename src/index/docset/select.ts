/**
 * Selects the window `[skip, skip + limit)` of docs in some order without sorting the other docs: by doc id, or by a rank for each
 * doc.
 */

/**
 * Moves the docs with the ranks `[start, end)` by doc id to these indexes, sorted.
 *
 * @param docs reordered in place; unique
 * Cost: O(n + k log k) expected, k the window; allocates nothing.
 * Source: Hoare, "Algorithm 65: Find", 1961, with the median of three random values as pivot.
 */
export function orderWindow(docs: Uint32Array, start: number, end: number): void {
  const windowEnd = Math.min(end, docs.length);
  if (start >= windowEnd) return;
  if (start > 0) partition(docs, 0, start);
  if (windowEnd < docs.length) partition(docs, start, windowEnd);
  docs.subarray(start, windowEnd).sort();
}

/** Reorders the docs from index `low` on: smaller docs than the nth smallest come before index `nth`, greater docs after it. */
function partition(docs: Uint32Array, low: number, nth: number): void {
  let high = docs.length - 1;
  while (low < high) {
    const pivot = choosePivot(docs, low, high + 1);
    let left = low;
    let right = high;
    while (left <= right) {
      while (docs[left]! < pivot) left += 1;
      while (docs[right]! > pivot) right -= 1;
      if (left > right) break;
      const doc = docs[left]!;
      docs[left] = docs[right]!;
      docs[right] = doc;
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
 * Partitions docs by the nth rank: docs with a smaller rank come first, then docs with the nth rank, then docs with a greater
 * rank.
 *
 * @param docs and @param ranks parallel arrays, both reordered within `[rangeStart, rangeEnd)`
 * @param nth `rangeStart <= nth < rangeEnd`
 * @returns the range of the docs with the nth's rank
 * Cost: O(rangeEnd − rangeStart) expected; allocates nothing. Source: Hoare, "Algorithm 65: Find", 1961, with the median of three
 * random values as pivot, and Dijkstra's three-way partition.
 */
export function partitionByRank(
  docs: Uint32Array,
  ranks: Uint32Array,
  rangeStart: number,
  rangeEnd: number,
  nth: number,
): IndexRange {
  let low = rangeStart;
  let high = rangeEnd;
  for (;;) {
    const pivot = choosePivot(ranks, low, high);
    // Ranks below the pivot are in `[low, less)`, ranks above it in `[greater, high)`.
    let less = low;
    let greater = high;
    for (let index = low; index < greater; ) {
      const rank = ranks[index]!;
      if (rank === pivot) {
        index += 1;
        continue;
      }
      if (rank < pivot) {
        swap(docs, ranks, less, index);
        less += 1;
        index += 1;
      } else {
        greater -= 1;
        swap(docs, ranks, greater, index);
      }
    }
    if (nth < less) high = less;
    else if (nth >= greater) low = greater;
    else return { start: less, end: greater };
  }
}

const computeMedian = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

let randomState = 1;

/**
 * Chooses a pivot: the median of three random values. Fixed positions gave bad pivots for concatenated lists of links: a page
 * took 100 ms instead of 1 ms.
 */
function choosePivot(values: Uint32Array, low: number, high: number): number {
  const randomValue = (): number => {
    // Generator of Numerical Recipes; its state continues across requests.
    randomState = (Math.imul(randomState, 1664525) + 1013904223) >>> 0;
    return values[low + Math.floor((randomState / 2 ** 32) * (high - low))]!;
  };
  return computeMedian(randomValue(), randomValue(), randomValue());
}

function swap(docs: Uint32Array, ranks: Uint32Array, left: number, right: number): void {
  const doc = docs[left]!;
  docs[left] = docs[right]!;
  docs[right] = doc;
  const rank = ranks[left]!;
  ranks[left] = ranks[right]!;
  ranks[right] = rank;
}
