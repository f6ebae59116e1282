/**
 * Random numbers that are the same everywhere: seeded, and made with operations that IEEE 754 rounds in exactly one
 * way (integers, + - * /, square root; no log, pow or sin), so that one seed gives the same bytes on every machine.
 *
 * Generator: sfc32 ("small fast chaotic", 32 bits, 128 bits of state) by Chris Doty-Humphrey, from PractRand
 * (https://pracrand.sourceforge.net, public domain). Its counter guarantees a period of at least 2^32 from any state.
 * Elsewhere: skewed choices (weighted), words and text (words, prose).
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
