/**
 * Where something begins in what ascends, such as most sections do: found by halving.
 *
 * Elsewhere: walking two lists that ascend at once (docset, search/rank).
 */

/** @returns the first index in `[0, size)` for which `reached` holds, `size` where none does; it holds from there on. */
export const firstIndex = (size: number, reached: (index: number) => boolean): number =>
  firstIndexWithin<number>(0, size, reached);

/** As firstIndex, beginning at an index before which nothing is reached: for what is near. Cost: O(log(result − from)). */
export function firstIndexFrom<Index extends number>(
  from: Index,
  size: number,
  reached: (index: Index) => boolean,
): Index {
  let low: number = from;
  let step = 1;
  for (; low + step <= size && !reached((low + step - 1) as Index); step *= 2) low += step;
  return firstIndexWithin(low as Index, Math.min(size, low + step - 1), reached);
}

/** As firstIndex, of `[low, high)`, which is `high` where none is reached; of whatever kind of number `low` is. */
export function firstIndexWithin<Index extends number>(
  low: Index,
  high: number,
  reached: (index: Index) => boolean,
): Index {
  let [first, last]: [number, number] = [low, high];
  while (first < last) {
    const middle = first + Math.floor((last - first) / 2);
    if (reached(middle as Index)) last = middle;
    else first = middle + 1;
  }
  return first as Index;
}

/**
 * The same for ascending numbers, without a call for each that is looked at.
 *
 * @returns the first index in `[low, high)` whose number is at least `value`, `high` where none is
 */
export function firstAtLeast(values: Uint32Array, value: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns whether one of the ascending numbers is the value */
export const holds = (values: Uint32Array, value: number): boolean => values[firstAtLeast(values, value)] === value;

/** As firstAtLeast, of ascending bytes, apart so that each loop meets one kind of array: the first byte above `value`. */
export function firstAbove(values: Uint8Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
