/**
 * The terms of a dictionary in the order of their reversed bytes: what ends alike stands together.
 *
 * Place r of the order holds term index `order[r]`; `rank[i]` is the place of term i, its inverse.
 */
import { compareReversed, endsWithBytes, firstIndex } from './bytes.js';
import type { ByteTerms } from './terms.js';

export class ReversedOrder {
  readonly #terms: ByteTerms;
  readonly order: Uint32Array;
  readonly rank: Uint32Array;

  /** @param order and @param rank permutations of the term indexes, one the inverse of the other */
  constructor(terms: ByteTerms, order: Uint32Array, rank: Uint32Array) {
    this.#terms = terms;
    this.order = order;
    this.rank = rank;
  }

  /** @returns the places `[start, end)` of the terms that end with the suffix. Cost: O(log size · length). */
  suffixRange(suffix: Uint8Array): [start: number, end: number] {
    const start = firstIndex(this.order.length, (place) => this.#compare(place, suffix) >= 0);
    const end = firstIndex(
      this.order.length,
      (place) => this.#compare(place, suffix) > 0 && !this.#ends(place, suffix),
    );
    return [start, end];
  }

  #compare(place: number, suffix: Uint8Array): number {
    const { blob, offsets } = this.#terms.records;
    const offset = offsets.at(this.order[place]!);
    const start = blob.placeAt(offset);
    const end = start + blob.lengthOf(offset, offsets.at(this.order[place]! + 1));
    return compareReversed(blob.chunkAt(offset), start, end, suffix);
  }

  #ends(place: number, suffix: Uint8Array): boolean {
    const { blob, offsets } = this.#terms.records;
    const offset = offsets.at(this.order[place]!);
    const start = blob.placeAt(offset);
    const end = start + blob.lengthOf(offset, offsets.at(this.order[place]! + 1));
    return endsWithBytes(blob.chunkAt(offset), start, end, suffix);
  }
}
