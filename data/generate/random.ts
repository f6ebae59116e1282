/**
 * Random numbers that are the same everywhere: seeded, and made with operations that IEEE 754 rounds in exactly one
 * way (integers, + - * /, square root; no log, pow or sin), so that one seed gives the same bytes on every machine.
 *
 * Generator: sfc32 ("small fast chaotic", 32 bits, 128 bits of state) by Chris Doty-Humphrey, from PractRand
 * (https://pracrand.sourceforge.net, public domain). Its counter guarantees a period of at least 2^32 from any state.
 * Elsewhere: skewed choices (weighted), words and text (words, prose).
 *
 * Skewed choices in constant time: an index drawn with a given weight, by Walker's alias method as M. D. Vose builds
 * it ("A linear algorithm for generating random numbers with a given distribution", 1991).
 *
 * Invariant: column i holds i with probability share[i], and alias[i] otherwise; all columns are equally likely.
 */

const TWO_TO_32 = 4_294_967_296;

/** FNV-1a over code units: folds a stream's name into the seed. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) value = Math.imul(value ^ name.charCodeAt(i), 0x01000193);
  return value;
}

export class Random {
  #a: number;
  #b: number;
  #c = 0x2545f491;
  #counter = 1;

  /**
   * @param seed   0 to 2^32 - 1
   * @param stream names an independent sequence of the same seed, so that one file's content does not depend on how
   *               much another file drew
   */
  constructor(seed: number, stream: string) {
    this.#a = seed | 0;
    this.#b = hash(stream);
    // PractRand mixes a fresh sfc32 state for 15 rounds before its first use.
    for (let i = 0; i < 15; i += 1) this.next();
  }

  /** @returns an integer, 0 to 2^32 - 1 */
  next(): number {
    const output = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + output) | 0;
    return output >>> 0;
  }

  /** @returns an integer, 0 to bound - 1; @param bound 1 to 2^32. Bias is at most bound / 2^32. */
  below(bound: number): number {
    return Math.floor((this.next() * bound) / TWO_TO_32);
  }

  /** @returns a number in (0, 1], so that it can be divided by; a multiple of 2^-32 */
  unit(): number {
    return (this.next() + 1) / TWO_TO_32;
  }

  /** @returns true in `share` of all calls */
  chance(share: number): boolean {
    return this.next() < share * TWO_TO_32;
  }

  /** @param items not empty; @returns one of them, each as likely */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
}

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
        // The remaining weights are 1, except for rounding.
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
