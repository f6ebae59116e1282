/**
 * Quantiles: bitsets of the docs before chosen places of the docs-by-value order.
 *
 * The docs of any range of places are the difference of two stored bitsets, except the few docs between an end of the range
 * and the nearest stored place, which are toggled one by one.
 *
 *     places   | 0 | p1 | p2 | … | end of the populated docs |
 *     words    | no doc | docs before p1 | docs before p2 | … | populated docs |      a bitset of ⌈docs / 32⌉ words each
 *
 * Invariants: places ascend; the first is 0 and the last is the end of the populated docs.
 */
import { type OrderPlace, orderPlace } from '../../content/model/index.js';
import { firstAtLeast, firstIndexWithin } from '../../format/index.js';
import type { Bitset } from '../docset/index.js';

/** A walk over this share of the docs costs as much as another count. */
const walkedShare = 1 / 100;

/** A place at which a walk in value order can start. */
export interface WalkStart {
  readonly place: OrderPlace;
  /** Number of members before the place, in the walk's direction. */
  readonly passed: number;
}

export class Quantiles {
  readonly #places: Uint32Array;
  readonly #words: Uint32Array;
  readonly #wordsPerSet: number;
  readonly #docs: Uint32Array;

  /**
   * @param places at least two
   * @param words a bitset per place, concatenated
   * @param docs docs in value order
   */
  constructor(places: Uint32Array, words: Uint32Array, docs: Uint32Array) {
    this.#places = places;
    this.#words = words;
    this.#wordsPerSet = words.length / places.length;
    this.#docs = docs;
  }

  /** Places of the docs-by-value order that have a bitset. */
  get places(): Uint32Array {
    return this.#places;
  }

  /** @returns the words of the bitset of `places[index]` */
  bitset(index: number): Uint32Array {
    return this.#words.subarray(index * this.#wordsPerSet, (index + 1) * this.#wordsPerSet);
  }

  /**
   * Fills `bits` with the docs at places `[start, end)`.
   *
   * @param bits over all docs; its content is overwritten
   * Cost: O(docs / 32), and O(docs / places) toggles.
   */
  fill(bits: Bitset, start: OrderPlace, end: OrderPlace): void {
    const startIndex = this.#nearest(start);
    const endIndex = this.#nearest(end);
    const last = this.#places.length - 1;
    const isFullAtEnd = endIndex === last && this.#places[last] === this.#docs.length;
    // Empty and full bitsets are not read, because reading takes most of the time.
    if (startIndex === endIndex) bits.clear();
    else if (startIndex === 0 && isFullAtEnd) bits.setToAll();
    else if (startIndex === 0) bits.setTo(this.bitset(endIndex));
    else if (isFullAtEnd) {
      bits.setToAll();
      bits.removeAll(this.bitset(startIndex));
    } else bits.setToXor(this.bitset(startIndex), this.bitset(endIndex));
    this.#toggleBetween(bits, start, this.#places[startIndex]!);
    this.#toggleBetween(bits, end, this.#places[endIndex]!);
  }

  /** @returns the number of docs that `fill` would toggle one by one. Cost: O(log places). */
  toggleCount(start: OrderPlace, end: OrderPlace): number {
    const distanceToStored = (place: OrderPlace): number => Math.abs(place - this.#places[this.#nearest(place)]!);
    return distanceToStored(start) + distanceToStored(end);
  }

  /** @returns the number of members before the place. Cost: O(docs / 32), and one test per doc that `toggleCount` counts. */
  countBefore(members: Bitset, place: OrderPlace): number {
    const index = this.#nearest(place);
    const stored = this.#places[index]!;
    let count = index === 0 ? 0 : members.countCommon(this.bitset(index));
    for (let orderIndex: number = place; orderIndex < stored; orderIndex += 1)
      count -= Number(members.has(this.#docs[orderIndex]!));
    for (let orderIndex = stored; orderIndex < place; orderIndex += 1)
      count += Number(members.has(this.#docs[orderIndex]!));
    return count;
  }

  /**
   * Finds a place at which a walk in value order can start if it has to skip `skip` members.
   *
   * @param count number of members
   * @param descending whether the walk runs from the last place to the first
   * @returns a stored place with at most `skip` members before it
   * Cost: a few counts of O(docs / 32), because members are assumed to be spread evenly between counted places.
   */
  seek(members: Bitset, count: number, skip: number, descending: boolean): WalkStart {
    const last = this.#places.length - 1;
    const countBeforeIndex = (index: number): number => members.countCommon(this.bitset(index));
    const populated = this.#places[last] === this.#docs.length ? count : countBeforeIndex(last);
    // A step is the number of stored places that the walk has passed.
    const placeAt = (step: number): number =>
      descending ? this.#places[last]! - this.#places[last - step]! : this.#places[step]!;
    const passedAt = (step: number): number =>
      descending ? populated - countBeforeIndex(last - step) : countBeforeIndex(step);
    if (populated <= skip) {
      const endIndex = descending ? 0 : last;
      return { place: orderPlace(this.#places[endIndex]!), passed: populated };
    }
    let low = 0;
    let lowPassed = 0;
    let high = last;
    let highPassed = populated;
    for (let probes = 0; high - low > 1; probes += 1) {
      const distance = placeAt(high) - placeAt(low);
      const expectedDistance = (distance * (skip - lowPassed)) / (highPassed - lowPassed);
      if (expectedDistance < this.#docs.length * walkedShare) break;
      // After three guesses, halve the range: it shrinks even if members are not spread evenly.
      const guess =
        probes > 2 ? (low + high) >>> 1 : this.#stepBefore(placeAt, placeAt(low) + expectedDistance, low, high);
      const passed = passedAt(guess);
      if (passed <= skip) {
        low = guess;
        lowPassed = passed;
      } else {
        high = guess;
        highPassed = passed;
      }
    }
    return { place: orderPlace(this.#places[descending ? last - low : low]!), passed: lowPassed };
  }

  /** @returns the last step strictly between `low` and `high` at or before the place; the first such step if there is none */
  #stepBefore(placeAt: (step: number) => number, place: number, low: number, high: number): number {
    return Math.max(low + 1, firstIndexWithin(low + 1, high, (step) => placeAt(step) > place) - 1);
  }

  #toggleBetween(bits: Bitset, target: number, stored: number): void {
    if (target !== stored) bits.toggleAll(this.#docs.subarray(Math.min(target, stored), Math.max(target, stored)));
  }

  /** @returns the index of the nearest stored place */
  #nearest(place: OrderPlace): number {
    const index = firstAtLeast(this.#places, place, 0, this.#places.length - 1);
    if (index === 0) return 0;
    return place - this.#places[index - 1]! < this.#places[index]! - place ? index - 1 : index;
  }
}
