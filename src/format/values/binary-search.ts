/**
 * Binary search in ascending sections.
 *
 * Elsewhere: walking two ascending lists at once (docset, search/rank).
 */

/** @param reached false, then true from some index on. @returns the first index in `[0, size)` where it is true; else `size` */
export const firstIndex = (size: number, reached: (index: number) => boolean): number =>
  firstIndexWithin<number>(0, size, reached);

/**
 * As firstIndex, for a result near `start`; `reached` is false before `start`. Steps double until `reached` is true, then the last
 * step is searched.
 *
 * Cost: O(log(result − start)).
 */
export function firstIndexFrom<Index extends number>(
  start: Index,
  size: number,
  reached: (index: Index) => boolean,
): Index {
  let low: number = start;
  let step = 1;
  while (low + step <= size && !reached((low + step - 1) as Index)) {
    low += step;
    step *= 2;
  }
  return firstIndexWithin(low as Index, Math.min(size, low + step - 1), reached);
}

/** As firstIndex in `[low, high)`; `high` if there is none. The result has the branded type of `low`. */
export function firstIndexWithin<Index extends number>(
  low: Index,
  high: number,
  reached: (index: Index) => boolean,
): Index {
  let first: number = low;
  let last = high;
  while (first < last) {
    const middle = first + Math.floor((last - first) / 2);
    if (reached(middle as Index)) last = middle;
    else first = middle + 1;
  }
  return first as Index;
}

/**
 * As firstIndex for ascending numbers, without a callback.
 *
 * @returns the first index in `[low, high)` whose number is at least `value`; `high` if there is none
 */
export function firstAtLeast(values: Uint32Array, value: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the ascending numbers contain the value. */
export const containsAscending = (values: Uint32Array, value: number): boolean =>
  values[firstAtLeast(values, value)] === value;

/** @returns the first index whose byte is above `value`. A function of its own, so that each loop has one array type. */
export function firstAbove(values: Uint8Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
