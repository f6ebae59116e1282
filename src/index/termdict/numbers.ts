/**
 * The distinct values of a boolean, integer, dateTime or (short) decimal field: ascending 64-bit floats, each exact.
 *
 * Booleans are 0 and 1, dates milliseconds, decimals units of 10^-precision; all lie within ±(2^53 − 1).
 */
import { firstIndex } from '../../format/index.js';

export class NumberTerms {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  get size(): number {
    return this.#values.length;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** @returns how many terms are less than the value. Cost: O(log size). */
  below(value: number): number {
    return firstIndex(this.#values.length, (index) => this.#values[index]! >= value);
  }

  /** @returns how many terms are at most the value. Cost: O(log size). */
  upTo(value: number): number {
    return firstIndex(this.#values.length, (index) => this.#values[index]! > value);
  }
}
