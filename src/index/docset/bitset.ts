/**
 * Bitset: a set of docs with one bit per doc of the segment, for sets of more than a few percent of its docs.
 */
import { countOnes, plainRoutines } from './plain-routines.js';
import type { Routines } from './routines.js';

export class Bitset {
  readonly words: Uint32Array;
  readonly size: number;
  readonly #routines: Routines;

  /**
   * A set over the docs `[0, size)`.
   *
   * @param words initial words, ⌈size / 32⌉ of them; if absent, the set is empty. Cost then: O(size / 32).
   */
  constructor(
    size: number,
    words: Uint32Array = new Uint32Array(Math.ceil(size / 32)),
    routines: Routines = plainRoutines,
  ) {
    this.size = size;
    this.words = words;
    this.#routines = routines;
  }

  /** Creates the set of the listed docs. */
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
    this.#routines.addAll(this.words, docs);
  }

  /** Adds the docs `[start, end)`. Cost: O((end − start) / 32). */
  addRange(start: number, end: number): void {
    // Fill the whole words of the range, then add the docs before and after them one by one.
    const firstWord = Math.ceil(start / 32);
    const wordsEnd = Math.floor(end / 32);
    if (firstWord <= wordsEnd) this.#routines.fill(this.words.subarray(firstWord, wordsEnd), true);
    for (let doc = start; doc < Math.min(end, firstWord * 32); doc += 1) this.add(doc);
    for (let doc = Math.max(start, firstWord * 32, wordsEnd * 32); doc < end; doc += 1) this.add(doc);
  }

  has(doc: number): boolean {
    return ((this.words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
  }

  /** Adds the docs that are not in the set and removes the docs that are. @param docs distinct docs */
  toggleAll(docs: Uint32Array): void {
    this.#routines.toggleAll(this.words, docs);
  }

  /** Becomes the empty set. */
  clear(): void {
    this.#routines.fill(this.words, false);
  }

  /** Becomes the set of all docs. */
  setToAll(): void {
    this.#routines.fill(this.words, true);
    if (this.size % 32 !== 0) this.words[this.words.length - 1]! = 2 ** (this.size % 32) - 1;
  }

  /** Becomes the set of the words. @param words an array of the same length as the set's words */
  setTo(words: Uint32Array): void {
    this.#routines.copy(this.words, words);
  }

  /** Becomes the set of the docs in exactly one of two sets. @param left @param right words, arrays of the same length as the set's words */
  setToXor(left: Uint32Array, right: Uint32Array): void {
    this.#routines.xor(this.words, left, right);
  }

  /** Keeps the docs that are in the other set too. @param other of the same size */
  and(other: Bitset): void {
    this.#routines.and(this.words, this.words, other.words);
  }

  /** Removes the docs of the words. @param words an array of the same length as the set's words */
  removeAll(words: Uint32Array): void {
    this.#routines.andNot(this.words, this.words, words);
  }

  /** Adds the docs of the other set. @param other of the same size */
  or(other: Bitset): void {
    this.#routines.or(this.words, this.words, other.words);
  }

  /** @returns the number of docs in the set. Cost: O(size / 32). */
  count(): number {
    return this.#routines.countAnd(this.words, this.words);
  }

  /** @returns the number of docs in both this set and the words. @param words an array of the same length as the set's words */
  countCommon(words: Uint32Array): number {
    return this.#routines.countAnd(this.words, words);
  }

  /** @returns the ascending docs. @param count the result of count(). @param out at least `count` long */
  toList(count: number, out: Uint32Array = new Uint32Array(count)): Uint32Array {
    this.#routines.listBits(this.words, out);
    return out.length === count ? out : out.subarray(0, count);
  }

  /**
   * Writes the docs at places `[skip, skip + limit)` of the ascending order into `out`.
   *
   * @returns the number of docs written. Cost: O(size / 32 + limit).
   */
  writeWindow(skip: number, limit: number, out: Uint32Array): number {
    const { words } = this;
    let passed = 0;
    let written = 0;
    for (let index = 0; index < words.length && written < limit; index += 1) {
      let word = words[index]!;
      if (word === 0) continue;
      if (passed < skip) {
        const ones = countOnes(word);
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
