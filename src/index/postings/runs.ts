/**
 * Posting lists: term index → ascending, unique doc ids.
 *
 * A list is a run in the permutation of docs by value; nothing is decoded to read it. The docs whose field is not
 * populated come behind the last run, ascending too.
 * Invariants: starts[i] <= starts[i + 1]; within a run ids ascend; frozen after open.
 * Elsewhere: finding the term (termdict), combining lists (docset), writing them (build/columns).
 */
import { type OrderPlace, orderPlace, type TermId, termId } from '../../content/model/index.js';
import { firstAtLeast, firstIndexWithin } from '../../format/index.js';
import type { Bitset } from '../docset/index.js';

export class RunPostings {
  /** Every doc of the segment once (of a to-many relationship: once per distinct target, and no tail). */
  readonly docs: Uint32Array;
  /** Run of term i is `docs[starts[i], starts[i + 1])`; one more entry than terms. */
  readonly starts: Uint32Array;

  constructor(docs: Uint32Array, starts: Uint32Array) {
    this.docs = docs;
    this.starts = starts;
  }

  /** @returns how many docs the terms `[start, end)` have together, counting a doc once per term. Cost: O(1). */
  count(start: TermId, end: TermId): number {
    return this.starts[end]! - this.starts[start]!;
  }

  /** How many terms. */
  get termCount(): TermId {
    return termId(this.starts.length - 1);
  }

  /** @returns how many docs the term has. Cost: O(1). */
  countOf(term: TermId): number {
    return this.starts[term + 1]! - this.starts[term]!;
  }

  /** A view of the term's docs, ascending. Cost: O(1). */
  runOf(term: TermId): Uint32Array {
    return this.docs.subarray(this.starts[term]!, this.starts[term + 1]!);
  }

  /** How many docs are populated (of a to-many relationship: how many entries there are). */
  get populated(): number {
    return this.starts[this.starts.length - 1]!;
  }

  /** A view of the docs of the terms `[start, end)`; ascending where that is one term. Cost: O(1). */
  run(start: TermId, end: TermId): Uint32Array {
    return this.docs.subarray(this.starts[start]!, this.starts[end]!);
  }

  /** A view of the docs that are not populated, ascending. */
  unpopulated(): Uint32Array {
    return this.docs.subarray(this.populated);
  }
}

// Quantiles: the docs before certain places of the docs-by-value order, as bitsets.
//
// The docs of any run are then the difference of two stored bitsets, but for the few between the run's ends and the
// nearest stored places, which are toggled one by one.
// Invariants: places ascend, the first is 0 and the last the end of the populated docs.

/** Share of the docs that a walk may still have to pass where one count more would cost as much. */
const walkShare = 1 / 100;

export class Quantiles {
  readonly #places: Uint32Array;
  readonly #words: Uint32Array;
  readonly #wordsEach: number;
  readonly #docs: Uint32Array;

  /**
   * @param places at least two
   * @param words as many bitsets as places, one behind the other
   * @param docs the docs by value
   */
  constructor(places: Uint32Array, words: Uint32Array, docs: Uint32Array) {
    this.#places = places;
    this.#words = words;
    this.#wordsEach = words.length / places.length;
    this.#docs = docs;
  }

  /** Places of the docs-by-value order that have a bitset. */
  get places(): Uint32Array {
    return this.#places;
  }

  /** The words of the bitset at a place. @param index of the place */
  bitset(index: number): Uint32Array {
    return this.#words.subarray(index * this.#wordsEach, (index + 1) * this.#wordsEach);
  }

  /**
   * Makes `bits` the set of the docs at places `[start, end)`.
   *
   * @param bits over all docs; what it held is lost
   * Cost: O(docs / 32), and O(docs / places) toggles.
   */
  fill(bits: Bitset, start: OrderPlace, end: OrderPlace): void {
    const from = this.#nearest(start);
    const to = this.#nearest(end);
    const last = this.#places.length - 1;
    const full = to === last && this.#places[last] === this.#docs.length;
    // Of what is known to be empty or full, nothing is read: reading is what the time goes to.
    if (from === to) bits.clear();
    else if (from === 0 && full) bits.setToAll();
    else if (from === 0) bits.setTo(this.bitset(to));
    else if (full) {
      bits.setToAll();
      bits.takeOut(this.bitset(from));
    } else bits.setToDifference(this.bitset(from), this.bitset(to));
    this.#correct(bits, start, this.#places[from]!);
    this.#correct(bits, end, this.#places[to]!);
  }

  /** What `fill` would toggle one by one. Cost: O(log places). */
  toggles(start: OrderPlace, end: OrderPlace): number {
    const distance = (place: OrderPlace): number => Math.abs(place - this.#places[this.#nearest(place)]!);
    return distance(start) + distance(end);
  }

  /** @returns how many of the members lie before the place. Cost: O(docs / 32), and as many tests as `toggles`. */
  countBefore(members: Bitset, place: OrderPlace): number {
    const index = this.#nearest(place);
    const stored = this.#places[index]!;
    let count = index === 0 ? 0 : members.countCommon(this.bitset(index));
    for (let at: number = place; at < stored; at += 1) count -= Number(members.has(this.#docs[at]!));
    for (let at = stored; at < place; at += 1) count += Number(members.has(this.#docs[at]!));
    return count;
  }

  /**
   * Where a walk in value order may begin that has to pass `skip` of the members.
   *
   * @param count how many the members are
   * @param descending whether the walk goes from the last place to the first
   * @returns a stored place, and how many members lie before it in the walk's direction: at most `skip`
   * Cost: a few counts of O(docs / 32), as the members are guessed to be spread evenly between counted places.
   */
  seek(members: Bitset, count: number, skip: number, descending: boolean): { place: OrderPlace; passed: number } {
    const last = this.#places.length - 1;
    const before = (index: number): number => members.countCommon(this.bitset(index));
    const populated = this.#places[last] === this.#docs.length ? count : before(last);
    const placeAt = (step: number): number =>
      descending ? this.#places[last]! - this.#places[last - step]! : this.#places[step]!;
    const passedAt = (step: number): number => (descending ? populated - before(last - step) : before(step));
    let low = 0;
    let lowPassed = 0;
    let high = last;
    let highPassed = populated;
    if (populated <= skip) [low, lowPassed] = [last, populated];
    for (let probes = 0; high - low > 1; probes += 1) {
      const width = placeAt(high) - placeAt(low);
      const ahead = (width * (skip - lowPassed)) / (highPassed - lowPassed);
      if (ahead < this.#docs.length * walkShare) break;
      // Where the guesses do not close in, halving does.
      const guess = probes > 2 ? (low + high) >>> 1 : this.#stepBefore(placeAt, placeAt(low) + ahead, low, high);
      const passed = passedAt(guess);
      if (passed <= skip) [low, lowPassed] = [guess, passed];
      else [high, highPassed] = [guess, passed];
    }
    return { place: orderPlace(this.#places[descending ? last - low : low]!), passed: lowPassed };
  }

  /** The last step between low and high, without them, that begins at most at the place, or else the first. */
  #stepBefore(placeAt: (step: number) => number, place: number, low: number, high: number): number {
    return Math.max(low + 1, firstIndexWithin(low + 1, high, (step) => placeAt(step) > place) - 1);
  }

  #correct(bits: Bitset, wanted: number, stored: number): void {
    if (wanted !== stored) bits.toggleAll(this.#docs.subarray(Math.min(wanted, stored), Math.max(wanted, stored)));
  }

  /** The index of the stored place that is nearest. */
  #nearest(place: OrderPlace): number {
    const at = firstAtLeast(this.#places, place, 0, this.#places.length - 1);
    if (at === 0) return 0;
    return place - this.#places[at - 1]! < this.#places[at]! - place ? at - 1 : at;
  }
}
