/**
 * The terms of a dictionary in the order of their reversed bytes, in which terms with the same ending are neighbours.
 *
 * `order[r]` is the index of the term at place r; `rank[i]` is the place of term i, its inverse:
 *
 *     terms     | axe | ice | lid |      reversed: exa, eci, dil
 *     order     | 2 | 1 | 0 |            lid, ice, axe
 *     rank      | 2 | 1 | 0 |
 */
import { type OrderPlace, orderPlace, type TermId, termId } from '../../content/model/index.js';
import { firstIndexFrom, firstIndexWithin } from '../../format/index.js';
import { type Heads, suffixNumber } from './heads.js';
import type { Terms } from './terms.js';

export class ReversedOrder {
  readonly #terms: Terms;
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly heads: Heads;

  /**
   * @param order and @param rank permutations of the term indexes, one the inverse of the other
   * @param heads of the reversed terms
   */
  constructor(terms: Terms, order: Uint32Array, rank: Uint32Array, heads: Heads) {
    this.#terms = terms;
    this.heads = heads;
    this.order = order;
    this.rank = rank;
  }

  /** @returns the places `[start, end)` of the terms that end with the suffix. Cost: O(log size) comparisons. */
  suffixRange(suffix: Uint8Array): [start: OrderPlace, end: OrderPlace] {
    const size = this.order.length;
    const [low, high] = this.heads.searchRange(suffixNumber(suffix, 0));
    const terms = this.#terms;
    const termAt = (rank: OrderPlace): TermId => termId(this.order[rank]!);
    const start = firstIndexWithin(orderPlace(low), high, (rank) => terms.compareReversed(termAt(rank), suffix) >= 0);
    return [start, firstIndexFrom(start, size, (rank) => !terms.endsWith(termAt(rank), suffix))];
  }
}
