/**
 * The window `[skip, skip + limit)` of docs in some order, without ordering what lies outside it.
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
