/**
 * Quantiles: the docs before certain places of the docs-by-value order, as bitsets.
 *
 * The docs of any run are then the difference of two stored bitsets, but for the few between the run's ends and the
 * nearest stored places, which are toggled one by one.
 * Invariants: places ascend, the first is 0 and the last the end of the populated docs.
 */
import { type Bitset, countCommon } from '../docset/index.js';

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
  fill(bits: Bitset, start: number, end: number): void {
    const from = this.#nearest(start);
    const to = this.#nearest(end);
    bits.setToDifference(this.bitset(from), this.bitset(to));
    this.#correct(bits, start, this.#places[from]!);
    this.#correct(bits, end, this.#places[to]!);
  }

  /**
   * Where a walk in value order may begin that has to pass `skip` of the members.
   *
   * @param descending whether the walk goes from the last place to the first
   * @returns a stored place, and how many members lie before it in the walk's direction: at most `skip`
   * Cost: O(docs / 32 · log places).
   */
  seek(members: Bitset, skip: number, descending: boolean): { place: number; passed: number } {
    const before = (index: number): number => countCommon(this.bitset(index), members.words);
    const last = this.#places.length - 1;
    const all = descending ? before(last) : 0;
    const passed = (step: number): number => (descending ? all - before(last - step) : before(step));
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (passed(middle) <= skip) low = middle;
      else high = middle - 1;
    }
    return { place: this.#places[descending ? last - low : low]!, passed: passed(low) };
  }

  #correct(bits: Bitset, wanted: number, stored: number): void {
    bits.toggleAll(this.#docs.subarray(Math.min(wanted, stored), Math.max(wanted, stored)));
  }

  /** The index of the stored place that is nearest. */
  #nearest(place: number): number {
    let low = 0;
    let high = this.#places.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#places[middle]! < place) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    return place - this.#places[low - 1]! < this.#places[low]! - place ? low - 1 : low;
  }
}
