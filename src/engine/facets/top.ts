/**
 * The terms that are shown: the most frequent ones, or the first ones.
 */
import { choose, threshold } from '../../content/choices/index.js';
import type { TermId } from '../../content/model/index.js';
import { firstAtLeast } from '../../format/index.js';
import { SIFT_BITS_FAR } from '../../index/costs/index.js';
import type { Arena, Bitset } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';
import type { Selected } from './facet.js';
import { counterIn, type Tally } from './tally.js';

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
  shown: readonly (readonly [from: TermId, to: TermId])[],
  limit: number,
  isByValue: boolean,
): Top {
  const heap = new Heap(Math.min(limit, counts.length));
  let total = 0;
  let least = heap.least(isByValue);
  for (const [from, to] of shown) {
    const start = terms === undefined ? Math.min(from, counts.length) : firstAtLeast(terms, from);
    const end = terms === undefined ? Math.min(to, counts.length) : firstAtLeast(terms, to, start);
    for (let term = start; term < end; term += 1) {
      const count = counts[term]!;
      if (count === 0) continue;
      total += 1;
      if (count > least) least = heap.offer(terms === undefined ? term : terms[term]!, count, isByValue);
    }
  }
  return { ...(isByValue ? heap.inTurn() : heap.sorted()), total };
}

/** No count is greater. */
const greatest = 2 ** 32 - 1;

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

  get isFull(): boolean {
    return this.size === this.capacity;
  }

  /** What a term must have more of to be taken. @param inTurn whether none is once it is full */
  least(inTurn: boolean): number {
    if (!this.isFull) return 0;
    return inTurn ? greatest : (this.#counts[0] ?? greatest);
  }

  /** Takes a term, in place of the worst where it is full. @param term greater than all before. @returns `least` */
  offer(term: number, count: number, inTurn: boolean): number {
    const at = this.isFull ? 0 : this.size;
    this.#terms[at] = term;
    this.#counts[at] = count;
    if (this.isFull) this.#sink(this.size);
    else {
      this.size += 1;
      if (!inTurn) this.#rise(at);
    }
    return this.least(inTurn);
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

/*
 * Facets of fields whose every value is that of one item, such as a title or a number of an order: nothing is counted by
 * value. How many values there are is how many of the selected docs have one, and all are as frequent: those that are
 * shown are the first ones of the stored order.
 */

/** Of so many docs of the stored order it is looked at once whether they are in a set. */
const atOnce = 1024;
/** With fewer values, counting them is as quick. */
const fewValues = 64;

export interface UniqueTop extends Top {
  /** Selected docs without a value. */
  readonly missing: number;
}

/** Whether each term is that of one doc: place p of the docs by value is the doc of term p. */
export const isUnique = ({ starts, populated }: RunPostings): boolean =>
  starts.length - 1 === populated && populated > threshold('facet.unique', fewValues);

/** Half-open, of terms. */
type Stretch = readonly [from: TermId, to: TermId];

/** Docs of the stored order that are likely to be looked at until so many are found. */
const walked = ([from, to]: Stretch, limit: number, { count }: Selected, size: number): number =>
  Math.min(Math.max(0, to - from), ((limit + 1) * size * 1.5) / Math.max(1, count) + atOnce);

/** @param stretch the terms that may be shown, of which there are. @returns what `topOfUnique` is likely to cost */
export function uniqueCost(postings: RunPostings, stretch: Stretch, limit: number, selected: Selected): number {
  const size = postings.docs.length;
  if (selected.all) return limit;
  const { populated } = postings;
  const [from, to] = stretch;
  const counted = Math.min(to - from, populated - (to - from)) * SIFT_BITS_FAR;
  const unpopulated = (size - populated) * SIFT_BITS_FAR;
  return selected.bitsCost + counted + unpopulated + walked(stretch, limit, selected, size) * SIFT_BITS_FAR;
}

/**
 * @param stretch the terms that may be shown, of which there are
 * @param limit how many are shown
 * Cost: `uniqueCost`; more where the selected docs stand far behind in the stored order, and then it is charged.
 */
export function topOfUnique(
  postings: RunPostings,
  [from, to]: Stretch,
  limit: number,
  selected: Selected,
  arena: Arena,
): UniqueTop {
  const { docs, populated } = postings;
  if (selected.all) {
    const terms = Uint32Array.from({ length: Math.min(limit, to - from) }, (_, place) => from + place);
    return { terms, counts: new Uint32Array(terms.length).fill(1), total: to - from, missing: docs.length - populated };
  }
  const bits = selected.bits();
  const mark = arena.mark();
  const held = arena.list(atOnce);
  const countIn = counterIn(docs, bits, held, arena);
  const missing = countIn(populated, docs.length);
  // Of the shorter part the docs are looked at.
  const inside = choose('facet.total', to - from <= populated / 2 ? 'inside' : 'outside') === 'inside';
  const total = inside ? countIn(from, to) : selected.count - missing - countIn(0, from) - countIn(to, populated);
  const terms = firstOf(docs, from, Math.min(limit, total), bits, held, arena);
  arena.release(mark);
  return { terms, counts: new Uint32Array(terms.length).fill(1), total, missing };
}

/** @returns the places of the first so many docs from a place on that are in the set, which there are */
function firstOf(
  docs: Uint32Array,
  from: number,
  wanted: number,
  { words }: Bitset,
  held: Uint32Array,
  { budget, routines }: Arena,
): Uint32Array {
  const places = new Uint32Array(wanted);
  let found = 0;
  for (let at = from; found < wanted; at += atOnce) {
    const some = docs.subarray(at, at + atOnce);
    budget.spend(some.length * SIFT_BITS_FAR);
    const count = Math.min(wanted - found, routines.siftBits(some, words, held));
    for (let i = 0, place = 0; i < count; place += 1) {
      if (some[place] !== held[i]) continue;
      places[found] = at + place;
      found += 1;
      i += 1;
    }
  }
  return places;
}
