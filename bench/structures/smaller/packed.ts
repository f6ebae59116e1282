/**
 * Numbers of as many bits each as the greatest needs, one behind the other.
 */
export class Packed {
  readonly #words: Uint32Array;
  readonly #bits: number;
  readonly #mask: number;
  readonly length: number;

  /** @param numbers below 2^31 */
  constructor(numbers: ArrayLike<number>) {
    this.length = numbers.length;
    this.#bits = bitsFor(numbers);
    this.#mask = 2 ** this.#bits - 1;
    // One word more than needed, so that the second of two can always be read.
    this.#words = new Uint32Array(Math.ceil((numbers.length * this.#bits) / 32) + 1);
    for (let i = 0; i < numbers.length; i += 1) {
      const bit = i * this.#bits;
      const word = Math.floor(bit / 32);
      const shift = bit % 32;
      this.#words[word]! |= numbers[i]! << shift;
      if (shift + this.#bits > 32) this.#words[word + 1]! |= numbers[i]! >>> (32 - shift);
    }
  }

  get byteLength(): number {
    return this.#words.byteLength;
  }

  /** Cost: two reads. */
  at(index: number): number {
    const bit = index * this.#bits;
    const word = Math.floor(bit / 32);
    const shift = bit & 31;
    // Shifted in two steps, as a shift by 32 is none.
    const high = (this.#words[word + 1]! << (31 - shift)) << 1;
    return ((this.#words[word]! >>> shift) | high) & this.#mask;
  }
}

/** @returns how many bits the greatest of the numbers takes, at least one */
export function bitsFor(numbers: ArrayLike<number>): number {
  let greatest = 1;
  for (let i = 0; i < numbers.length; i += 1) greatest = Math.max(greatest, numbers[i]!);
  return 32 - Math.clz32(greatest);
}

export const packedBytes = (numbers: ArrayLike<number>): number => Math.ceil((numbers.length * bitsFor(numbers)) / 8);
