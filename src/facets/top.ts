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
    const end = terms === undefined ? Math.min(to, counts.length) : counts.length;
    for (let i = start; i < end; i += 1) {
      const count = counts[i]!;
      if (count === 0) continue;
      const term = terms === undefined ? i : terms[i]!;
      if (term >= to) break;
      total += 1;
      if (!isByValue) heap.offer(term, count);
      else if (heap.size < heap.capacity) heap.append(term, count);
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
  offer(term: number, count: number): void {
    if (this.size < this.capacity) {
      this.append(term, count);
      this.#rise(this.size - 1);
    } else if (this.capacity > 0 && count > this.#counts[0]!) {
      this.#terms[0] = term;
      this.#counts[0] = count;
      this.#sink();
    }
  }

  inTurn(): Omit<Top, 'total'> {
    return { terms: this.#terms.subarray(0, this.size), counts: this.#counts.subarray(0, this.size) };
  }

  sorted(): Omit<Top, 'total'> {
    const places = Uint32Array.from({ length: this.size }, (_, place) => place);
    places.sort((a, b) => this.#counts[b]! - this.#counts[a]! || this.#terms[a]! - this.#terms[b]!);
    return { terms: places.map((place) => this.#terms[place]!), counts: places.map((place) => this.#counts[place]!) };
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

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      let worst = at;
      if (left < this.size && this.#isWorse(left, worst)) worst = left;
      if (right < this.size && this.#isWorse(right, worst)) worst = right;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }
}
