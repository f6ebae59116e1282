/**
 * The top terms of a tally: the most frequent ones, or the first ones in the order of terms.
 */
import type { TermId } from '../../content/model/index.js';
import { firstAtLeast } from '../../format/index.js';
import type { Tally } from './tally.js';

/** The terms that a facet shows. */
export interface Top {
  /** In the order of the response. */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Number of terms with a count above 0. */
  readonly total: number;
}

/**
 * @param intervals the terms that may be shown: intervals `[from, to)`, ascending
 * @param limit     maximum number of terms
 * @param isByValue whether terms are shown in their own order; otherwise the most frequent first, ties in term order
 * Cost: O(terms · log limit), usually O(terms); memory: 8 bytes per shown term.
 */
export function topOf(
  { terms, counts }: Pick<Tally, 'terms' | 'counts'>,
  intervals: readonly (readonly [from: TermId, to: TermId])[],
  limit: number,
  isByValue: boolean,
): Top {
  const heap = new Heap(Math.min(limit, counts.length));
  let total = 0;
  let countToBeat = heap.countToBeat(isByValue);
  for (const [from, to] of intervals) {
    const start = terms === undefined ? Math.min(from, counts.length) : firstAtLeast(terms, from);
    const end = terms === undefined ? Math.min(to, counts.length) : firstAtLeast(terms, to, start);
    for (let term = start; term < end; term += 1) {
      const count = counts[term]!;
      if (count === 0) continue;
      total += 1;
      if (count > countToBeat) countToBeat = heap.offer(terms === undefined ? term : terms[term]!, count, isByValue);
    }
  }
  return { ...(isByValue ? heap.entries() : heap.sorted()), total };
}

/** No count is greater. */
const maximumCount = 2 ** 32 - 1;

/** The best terms so far, the worst at the root: the one with the fewest docs, and among equals the later term. */
class Heap {
  readonly capacity: number;
  readonly #terms: Uint32Array;
  readonly #counts: Uint32Array;
  size = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#terms = new Uint32Array(capacity);
    this.#counts = new Uint32Array(capacity);
  }

  get isFull(): boolean {
    return this.size === this.capacity;
  }

  /** @returns the count that a term must exceed to be added. @param isByValue whether a full heap accepts no more terms */
  countToBeat(isByValue: boolean): number {
    if (!this.isFull) return 0;
    return isByValue ? maximumCount : (this.#counts[0] ?? maximumCount);
  }

  /**
   * Adds a term; a full heap drops its worst one.
   *
   * @param term greater than all terms before
   * @returns the next `countToBeat`
   */
  offer(term: number, count: number, isByValue: boolean): number {
    const at = this.isFull ? 0 : this.size;
    this.#terms[at] = term;
    this.#counts[at] = count;
    if (this.isFull) this.#sink(this.size);
    else {
      this.size += 1;
      if (!isByValue) this.#rise(at);
    }
    return this.countToBeat(isByValue);
  }

  entries(): Omit<Top, 'total'> {
    return { terms: this.#terms.subarray(0, this.size), counts: this.#counts.subarray(0, this.size) };
  }

  /** @returns the terms, the best first. Afterwards the heap is unusable. */
  sorted(): Omit<Top, 'total'> {
    for (let last = this.size - 1; last > 0; last -= 1) {
      this.#swap(0, last);
      this.#sink(last);
    }
    return this.entries();
  }

  #isWorse(a: number, b: number): boolean {
    const countA = this.#counts[a]!;
    const countB = this.#counts[b]!;
    return countA === countB ? this.#terms[a]! > this.#terms[b]! : countA < countB;
  }

  #swap(a: number, b: number): void {
    const term = this.#terms[a]!;
    const count = this.#counts[a]!;
    this.#terms[a] = this.#terms[b]!;
    this.#counts[a] = this.#counts[b]!;
    this.#terms[b] = term;
    this.#counts[b] = count;
  }

  /** Moves an entry up until its parent is worse. The children of an entry are at twice its place, plus 1 and plus 2. */
  #rise(start: number): void {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isWorse(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Moves the root down until both its children are better. @param size number of entries */
  #sink(size: number): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let worst = place;
      if (left < size && this.#isWorse(left, worst)) worst = left;
      if (right < size && this.#isWorse(right, worst)) worst = right;
      if (worst === place) return;
      this.#swap(place, worst);
      place = worst;
    }
  }
}
