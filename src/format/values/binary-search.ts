/**
 * Where something begins in what ascends, such as most sections do: found by halving.
 *
 * Elsewhere: walking two lists that ascend at once (docset, search/rank).
 */

/** @returns the first index in `[0, size)` for which `reached` holds, `size` where none does; it holds from there on. */
export const firstIndex = (size: number, reached: (index: number) => boolean): number =>
  firstIndexWithin(0, size, reached);

/** As firstIndex, beginning at an index before which nothing is reached: for what is near. Cost: O(log(result − from)). */
export function firstIndexFrom(from: number, size: number, reached: (index: number) => boolean): number {
  let low = from;
  let step = 1;
  for (; low + step <= size && !reached(low + step - 1); step *= 2) low += step;
  return firstIndexWithin(low, Math.min(size, low + step - 1), reached);
}

/** As firstIndex, of `[low, high)`, which is `high` where none is reached. */
export function firstIndexWithin(low: number, high: number, reached: (index: number) => boolean): number {
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
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
