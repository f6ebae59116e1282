/**
 * Skewed choices in constant time: an index drawn with a given weight, by Walker's alias method as M. D. Vose builds
 * it ("A linear algorithm for generating random numbers with a given distribution", 1991).
 *
 * Invariant: column i holds i with probability share[i], and alias[i] otherwise; all columns are equally likely.
 */
import type { Random } from './random.js';

/** Zipf–Mandelbrot weights with exponent 1: rank k, from 0, weighs 1 / (k + 1 + flattening). */
export const zipfWeights = (count: number, flattening = 0): Float64Array =>
  Float64Array.from({ length: count }, (_, rank) => 1 / (rank + 1 + flattening));

export class Weighted {
  readonly #share: Float64Array;
  readonly #alias: Uint32Array;

  /** @param weights at least one, each positive, in any unit. Cost: O(weights), once. */
  constructor(weights: ArrayLike<number>) {
    const count = weights.length;
    let total = 0;
    for (let i = 0; i < count; i += 1) total += weights[i]!;
    this.#share = Float64Array.from({ length: count }, (_, i) => (weights[i]! * count) / total);
    this.#alias = Uint32Array.from({ length: count }, (_, i) => i);
    const small: number[] = [];
    const large: number[] = [];
    for (let i = 0; i < count; i += 1) (this.#share[i]! < 1 ? small : large).push(i);
    for (;;) {
      const poor = small.pop();
      const rich = large.pop();
      if (poor === undefined || rich === undefined) {
        // What is left over is 1 but for rounding.
        for (const column of [poor, rich, ...small, ...large]) if (column !== undefined) this.#share[column] = 1;
        return;
      }
      this.#alias[poor] = rich;
      this.#share[rich] = this.#share[rich]! + this.#share[poor]! - 1;
      (this.#share[rich]! < 1 ? small : large).push(rich);
    }
  }

  /** @returns an index, 0 to weights.length - 1. Cost: O(1), two random numbers. */
  draw(random: Random): number {
    const column = random.below(this.#share.length);
    return random.chance(this.#share[column]!) ? column : this.#alias[column]!;
  }
}
