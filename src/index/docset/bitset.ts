/**
 * A set of docs as one bit each: for sets that hold more than a few percent of a segment.
 */
import { onesIn, plainRoutines } from './plain-routines.js';
import type { Routines } from './routines.js';

export class Bitset {
  readonly words: Uint32Array;
  readonly size: number;
  readonly #routines: Routines;

  /**
   * A set over the docs `[0, size)`.
   *
   * @param words those it begins with, ⌈size / 32⌉; without them it is empty. Cost then: O(size / 32).
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
    this.#routines.addAll(this.words, docs);
  }

  /** Adds the docs `[start, end)`. Cost: O((end − start) / 32). */
  addRange(start: number, end: number): void {
    const [first, last] = [Math.ceil(start / 32), Math.floor(end / 32)];
    if (first <= last) this.#routines.fill(this.words.subarray(first, last), true);
    for (let doc = start; doc < Math.min(end, first * 32); doc += 1) this.add(doc);
    for (let doc = Math.max(start, first * 32, last * 32); doc < end; doc += 1) this.add(doc);
  }

  has(doc: number): boolean {
    return ((this.words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
  }

  /** Takes the docs in that are not in, and out that are. @param docs unique */
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

  /** Becomes what the words say. @param words as many as this has */
  setTo(words: Uint32Array): void {
    this.#routines.copy(this.words, words);
  }

  /** Becomes what exactly one of the two sets has. @param left and @param right as many words as this has */
  setToDifference(left: Uint32Array, right: Uint32Array): void {
    this.#routines.xor(this.words, left, right);
  }

  /** Keeps what the other has too. @param other of the same size */
  and(other: Bitset): void {
    this.#routines.and(this.words, this.words, other.words);
  }

  /** Takes out what the words have. @param words as many as this has */
  takeOut(words: Uint32Array): void {
    this.#routines.andNot(this.words, this.words, words);
  }

  /** Adds what the other has. @param other of the same size */
  or(other: Bitset): void {
    this.#routines.or(this.words, this.words, other.words);
  }

  /** @returns how many docs are in the set. Cost: O(size / 32). */
  count(): number {
    return this.#routines.countAnd(this.words, this.words);
  }

  /** @returns how many docs the words have too. @param words as many as this has */
  countCommon(words: Uint32Array): number {
    return this.#routines.countAnd(this.words, words);
  }

  /** @returns the docs, ascending. @param count what count() says. @param out at least as long */
  toList(count: number, out: Uint32Array = new Uint32Array(count)): Uint32Array {
    this.#routines.listBits(this.words, out);
    return out.length === count ? out : out.subarray(0, count);
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
