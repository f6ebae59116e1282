/**
 * Number terms: the distinct values of a boolean, integer, dateTime, location or short decimal field.
 *
 * They are ascending 64-bit floats, each exact: booleans are 0 and 1, dates are milliseconds, decimals are units of
 * 10^-precision, locations are Z-order numbers. All lie within ±(2^53 − 1).
 */
import { type TermId, termId } from '../../content/model/index.js';
import { firstIndexWithin } from '../../format/index.js';

export class NumberTerms {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  get size(): number {
    return this.#values.length;
  }

  at(term: TermId): number {
    return this.#values[term]!;
  }

  /** @returns the number of terms less than the value. Cost: O(log size). */
  countBelow(value: number): TermId {
    return firstIndexWithin(termId(0), this.size, (term) => this.at(term) >= value);
  }

  /** @returns the number of terms less than or equal to the value. Cost: O(log size). */
  countUpTo(value: number): TermId {
    return firstIndexWithin(termId(0), this.size, (term) => this.at(term) > value);
  }
}
