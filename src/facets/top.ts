/**
 * The terms that are shown: the most frequent ones, or the first ones.
 */
import { firstAtLeast } from '../format/index.js';
import type { Tally } from './tally.js';

export interface Top {
  /** In the order they are shown. */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** How many terms have a count at all. */
  readonly total: number;
}

/**
 * @param shown the terms that may be shown: stretches `[from, to)`, ascending
 * @param limit how many are shown
 * @param isByValue whether in the order of terms; otherwise the most frequent first, ties in that order
 * Cost: O(terms · log limit), as a rule O(terms); memory: 8 bytes a term shown.
 */
export function topOf(
  { terms, counts }: Pick<Tally, 'terms' | 'counts'>,
  shown: readonly (readonly [from: number, to: number])[],
  limit: number,
  isByValue: boolean,
): Top {
  const heap = new Heap(Math.min(limit, counts.length));
  let total = 0;
  for (const [from, to] of shown) {
    const start = terms === undefined ? from : firstAtLeast(terms, from);
    const end = terms === undefined ? Math.min(to, counts.length) : firstAtLeast(terms, to, start);
    let i = start;
    for (; i < end && heap.size < heap.capacity; i += 1) {
      if (counts[i] === 0) continue;
      total += 1;
      if (isByValue) heap.append(terms?.[i] ?? i, counts[i]!);
      else heap.add(terms?.[i] ?? i, counts[i]!);
    }
    // As a rule nothing of the others is shown: most are few.
    let least = isByValue ? Number.MAX_SAFE_INTEGER : heap.least;
    for (; i < end; i += 1) {
      const count = counts[i]!;
      total += Number(count !== 0);
      if (count <= least) continue;
      heap.replace(terms?.[i] ?? i, count);
      least = heap.least;
    }
  }
  return { ...(isByValue ? heap.inTurn() : heap.sorted()), total };
}

/** The best so far, the worst of them at the root: of fewer docs, and of two alike the later term. */
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

  append(term: number, count: number): void {
    this.#terms[this.size] = term;
    this.#counts[this.size] = count;
    this.size += 1;
  }

  /** @param term greater than all before */
  add(term: number, count: number): void {
    this.append(term, count);
    this.#rise(this.size - 1);
  }

  /** What a term must have more of to be among a full heap. */
  get least(): number {
    return this.#counts[0] ?? Number.MAX_SAFE_INTEGER;
  }

  /** Puts a term in place of the worst. @param term greater than all before */
  replace(term: number, count: number): void {
    this.#terms[0] = term;
    this.#counts[0] = count;
    this.#sink(this.size);
  }

  inTurn(): Omit<Top, 'total'> {
    return { terms: this.#terms.subarray(0, this.size), counts: this.#counts.subarray(0, this.size) };
  }

  /** The best first. It is no heap afterwards. */
  sorted(): Omit<Top, 'total'> {
    for (let last = this.size - 1; last > 0; last -= 1) {
      this.#swap(0, last);
      this.#sink(last);
    }
    return this.inTurn();
  }

  #isWorse(a: number, b: number): boolean {
    const [one, other] = [this.#counts[a]!, this.#counts[b]!];
    return one < other || (one === other && this.#terms[a]! > this.#terms[b]!);
  }

  #swap(a: number, b: number): void {
    const [term, count] = [this.#terms[a]!, this.#counts[a]!];
    this.#terms[a] = this.#terms[b]!;
    this.#counts[a] = this.#counts[b]!;
    this.#terms[b] = term;
    this.#counts[b] = count;
  }

  #rise(at: number): void {
    for (let parent = (at - 1) >> 1; at > 0 && this.#isWorse(at, parent); parent = (at - 1) >> 1) {
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(size: number): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      let worst = at;
      if (left < size && this.#isWorse(left, worst)) worst = left;
      if (right < size && this.#isWorse(right, worst)) worst = right;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }
}
