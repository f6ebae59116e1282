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

/**
 * Ones in all words, eight words at a time: carry-save adders gather them, so that only one word in eight is counted.
 *
 * Source: Harley and Seal, in Warren, Hacker's Delight, 2nd ed., section 5-1.
 */
export function countOnes(words: Uint32Array): number {
  let eights = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  const whole = words.length - (words.length % 8);
  for (let i = 0; i < whole; i += 8) {
    let a = words[i]!;
    let b = words[i + 1]!;
    let u = ones ^ a;
    let twosA = (ones & a) | (u & b);
    ones = u ^ b;
    a = words[i + 2]!;
    b = words[i + 3]!;
    u = ones ^ a;
    let twosB = (ones & a) | (u & b);
    ones = u ^ b;
    u = twos ^ twosA;
    const foursA = (twos & twosA) | (u & twosB);
    twos = u ^ twosB;
    a = words[i + 4]!;
    b = words[i + 5]!;
    u = ones ^ a;
    twosA = (ones & a) | (u & b);
    ones = u ^ b;
    a = words[i + 6]!;
    b = words[i + 7]!;
    u = ones ^ a;
    twosB = (ones & a) | (u & b);
    ones = u ^ b;
    u = twos ^ twosA;
    const foursB = (twos & twosA) | (u & twosB);
    twos = u ^ twosB;
    u = fours ^ foursA;
    eights += onesIn((fours & foursA) | (u & foursB));
    fours = u ^ foursB;
  }
  let total = 8 * eights + 4 * onesIn(fours) + 2 * onesIn(twos) + onesIn(ones);
  for (let i = whole; i < words.length; i += 1) total += onesIn(words[i]!);
  return total;
}

/** Ones that two arrays of words have in common. @param left and @param right of the same length */
export function countCommon(left: Uint32Array, right: Uint32Array): number {
  let total = 0;
  for (let i = 0; i < left.length; i += 1) total += onesIn(left[i]! & right[i]!);
  return total;
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

  /** Takes the docs in that are not in, and out that are. @param docs unique */
  toggleAll(docs: Uint32Array): void {
    const { words } = this;
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      words[doc >>> 5]! ^= 1 << (doc & 31);
    }
  }

  /** Takes out what lies beyond the size, in the last word. */
  clearBeyond(): void {
    if (this.size % 32 !== 0) this.words[this.words.length - 1]! &= 2 ** (this.size % 32) - 1;
  }

  /** Keeps what the other has too. @param other of the same size */
  and(other: Bitset): void {
    const { words } = this;
    const others = other.words;
    for (let i = 0; i < words.length; i += 1) words[i]! &= others[i]!;
  }

  /** Adds what the other has. @param other of the same size */
  or(other: Bitset): void {
    const { words } = this;
    const others = other.words;
    for (let i = 0; i < words.length; i += 1) words[i]! |= others[i]!;
  }

  /** Becomes what exactly one of the two sets has. @param left and @param right as many words as this has */
  setToDifference(left: Uint32Array, right: Uint32Array): void {
    const { words } = this;
    for (let i = 0; i < words.length; i += 1) words[i] = left[i]! ^ right[i]!;
  }

  /** @returns how many docs are in the set. Cost: O(size / 32). */
  count(): number {
    return countOnes(this.words);
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
