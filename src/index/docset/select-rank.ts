/**
 * The window of docs in the order of their ranks, found among numbers: no comparison is called.
 */

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
    const pivot = median(ranks[low]!, ranks[(low + high) >>> 1]!, ranks[high - 1]!);
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

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

function swap(docs: Uint32Array, ranks: Uint32Array, one: number, other: number): void {
  const doc = docs[one]!;
  docs[one] = docs[other]!;
  docs[other] = doc;
  const rank = ranks[one]!;
  ranks[one] = ranks[other]!;
  ranks[other] = rank;
}
