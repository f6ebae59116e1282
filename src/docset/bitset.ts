/**
 * A set of docs as one bit each: for sets that hold more than a few percent of a segment.
 */

/** Ones in a 32-bit word. Source: Warren, Hacker's Delight, 2nd ed., section 5-1. */
export function onesIn(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  word = (word + (word >>> 4)) & 0x0f0f0f0f;
  return Math.imul(word, 0x01010101) >>> 24;
}

export class Bitset {
  readonly words: Uint32Array;
  readonly size: number;

  /** An empty set over the docs `[0, size)`. Cost: O(size / 32). */
  constructor(size: number) {
    this.size = size;
    this.words = new Uint32Array(Math.ceil(size / 32));
  }

  /** The set of the listed docs. */
  static of(size: number, docs: Uint32Array): Bitset {
    const bits = new Bitset(size);
    bits.addAll(docs);
    return bits;
  }

  add(doc: number): void {
    this.words[doc >>> 5]! |= 1 << (doc & 31);
  }

  /** Adds every doc of the list, in any order, with repetitions. */
  addAll(docs: Uint32Array): void {
    const { words } = this;
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      words[doc >>> 5]! |= 1 << (doc & 31);
    }
  }

  has(doc: number): boolean {
    return ((this.words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
  }

  /** @returns how many docs are in the set. Cost: O(size / 32). */
  count(): number {
    let ones = 0;
    for (const word of this.words) ones += onesIn(word);
    return ones;
  }

  /** @returns the docs, ascending. @param count what count() says */
  toList(count: number): Uint32Array {
    const out = new Uint32Array(count);
    this.window(0, count, out);
    return out;
  }

  /**
   * Writes the docs at places `[skip, skip + limit)` of the ascending order into `out`.
   *
   * @returns how many were written. Cost: O(size / 32 + limit).
   */
  window(skip: number, limit: number, out: Uint32Array): number {
    const { words } = this;
    let passed = 0;
    let written = 0;
    for (let index = 0; index < words.length && written < limit; index += 1) {
      let word = words[index]!;
      if (word === 0) continue;
      if (passed < skip) {
        const ones = onesIn(word);
        if (passed + ones <= skip) {
          passed += ones;
          continue;
        }
        for (; passed < skip; passed += 1) word &= word - 1;
      }
      for (; word !== 0 && written < limit; word &= word - 1) {
        out[written] = index * 32 + 31 - Math.clz32(word & -word);
        written += 1;
      }
    }
    return written;
  }
}
