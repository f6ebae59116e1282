/**
 * Distinct strings of bytes, numbered in the order they came: what finds an id among millions.
 *
 * A string takes its bytes, one more for its length, four to be found by its number, and 5 to 11 for its number to be
 * found: a Map would hold an object for each, and with it whatever the string was cut from.
 *
 * Strings lie one behind the other in pages, of which only a small first one is ever copied to a larger. An
 * open-addressing table has their numbers, and beside each as many bits of its hash as there is room for, so that hardly
 * ever another string is looked at than the one that is meant.
 *
 * Invariants: no string crosses pages; at most three quarters of the slots are taken; the slots are as if the strings
 * had been added to as many in the order of their numbers.
 */
import { ExportError, InvariantError } from '../../../src/content/errors/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import { hashBytes } from '../../../src/index/termdict/index.js';

/** The byte before each string is its length less one. */
export const internedBytesMaximum = 256;
/** Places are 32 bits. */
const allBytesMaximum = 2 ** 32;
const usualPageBytes = 2 ** 20;
const firstPageBytes = 2 ** 12;
const firstSlots = 2 ** 10;

export class InternTable {
  readonly #owner: string;
  readonly #pageBytes: number;
  readonly #pagesMaximum: number;
  #pages: Uint8Array[] = [];
  /** Behind the last string, in the last page. */
  #end = 0;
  /** Of each string: its place, which is `page · pageBytes + place in the page`. */
  #places = new GrowingU32();
  #count = 0;
  /** At the slot of the string's hash or the next free one: number + 1, and above it what it leaves of the hash; 0 is free. */
  #slots = new Int32Array(firstSlots);

  /**
   * @param owner whose strings they are, for the error that there are too many
   * @param pageBytes a power of two, 512 or more
   * @param bytesMaximum of all strings together, about: a number of pages
   */
  constructor(owner: string, pageBytes = usualPageBytes, bytesMaximum = allBytesMaximum) {
    this.#owner = owner;
    this.#pageBytes = pageBytes;
    this.#pagesMaximum = bytesMaximum / pageBytes;
  }

  get size(): number {
    return this.#count;
  }

  /** What it holds now. */
  get byteLength(): number {
    const pages = this.#pages.reduce((sum, page) => sum + page.byteLength, 0);
    return pages + this.#places.length * Uint32Array.BYTES_PER_ELEMENT + this.#slots.byteLength;
  }

  /**
   * Adds `bytes[start, end)` where it is not there.
   *
   * @param bytes of which 1 to 256 are meant
   * @returns its number, which was `size` before where it is new
   * @throws ExportError where all together are too long; InvariantError after `keepStrings` and `release`
   * Cost: O(length), on average; now and then all are hashed anew.
   */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end);
    const slot = this.#findSlot(hash, bytes, start, end);
    const entry = this.#slots[slot]!;
    const mask = this.#slots.length - 1;
    if (entry !== 0) return (entry & mask) - 1;
    this.#append(bytes, start, end);
    const number = this.#count;
    this.#count += 1;
    this.#slots[slot] = (hash & ~mask) | this.#count;
    if (this.#count * 4 >= this.#slots.length * 3) this.#grow();
    return number;
  }

  /** @returns the number of `bytes[start, end)`, or undefined where it is not there. Cost and errors: as `intern`. */
  find(bytes: Uint8Array, start: number, end: number): number | undefined {
    const entry = this.#slots[this.#findSlot(hashBytes(bytes, start, end), bytes, start, end)]!;
    return entry === 0 ? undefined : (entry & (this.#slots.length - 1)) - 1;
  }

  /**
   * @returns a view of the string with the number
   * @throws InvariantError where there is none, and after `release`
   */
  bytes(number: number): Uint8Array {
    if (number >= this.#count || this.#pages.length === 0) throw new InvariantError(`no string has number ${number}`);
    const place = this.#places.at(number);
    const page = this.#pages[Math.floor(place / this.#pageBytes)]!;
    const start = (place & (this.#pageBytes - 1)) + 1;
    return page.subarray(start, start + page[start - 1]! + 1);
  }

  /** Forgets the strings that were added after the first `count`. */
  forgetAfter(count: number): void {
    if (count >= this.#count) return;
    const mask = this.#slots.length - 1;
    // The last that was added stands in nobody's way.
    for (let number = this.#count - 1; number >= count; number -= 1) {
      const bytes = this.bytes(number);
      let slot = hashBytes(bytes, 0, bytes.length) & mask;
      while ((this.#slots[slot]! & mask) !== number + 1) slot = (slot + 1) & mask;
      this.#slots[slot] = 0;
    }
    const place = this.#places.at(count);
    this.#end = place & (this.#pageBytes - 1);
    this.#pages.length = Math.floor(place / this.#pageBytes) + 1;
    this.#places.length = count;
    this.#count = count;
  }

  /**
   * Lets go of what finds a string's number, once none is to be found or added any more.
   *
   * @returns what it does not hold any more, for whoever can give memory back at once
   */
  releaseLookup(): readonly ArrayBufferView[] {
    const slots = this.#slots;
    this.#slots = new Int32Array(0);
    return [slots];
  }

  /** Lets go of everything but `size`. @returns as `keepStrings` */
  release(): readonly ArrayBufferView[] {
    const released = [...this.#pages, ...this.releaseLookup()];
    this.#pages = [];
    this.#places = new GrowingU32();
    return released;
  }

  /** @returns the slot that has the string, or the free one it would go to */
  #findSlot(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    if (mask < 0) throw new InvariantError('the strings are not to be found by their bytes any more');
    let slot = hash & mask;
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      const isLikely = ((entry ^ hash) & ~mask) === 0;
      if (isLikely && this.#isSame((entry & mask) - 1, bytes, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isSame(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const place = this.#places.at(number);
    const page = this.#pages[Math.floor(place / this.#pageBytes)]!;
    let at = place & (this.#pageBytes - 1);
    if (page[at] !== end - start - 1) return false;
    at += 1;
    for (let i = start; i < end; i += 1, at += 1) if (page[at] !== bytes[i]) return false;
    return true;
  }

  #append(bytes: Uint8Array, start: number, end: number): void {
    const byteLength = end - start;
    if (byteLength < 1 || byteLength > internedBytesMaximum) {
      throw new InvariantError(`a string of ${byteLength} bytes cannot be interned`);
    }
    const page = this.#pageFor(byteLength + 1);
    this.#places.push((this.#pages.length - 1) * this.#pageBytes + this.#end);
    page[this.#end] = byteLength - 1;
    let at = this.#end + 1;
    for (let i = start; i < end; i += 1, at += 1) page[at] = bytes[i]!;
    this.#end = at;
  }

  /** @returns the last page, with room for so many bytes behind `#end` */
  #pageFor(byteLength: number): Uint8Array {
    const last = this.#pages.at(-1);
    const wanted = this.#end + byteLength;
    if (last !== undefined && wanted <= last.byteLength) return last;
    if (last !== undefined && wanted <= this.#pageBytes) {
      // Of a type with few items, this is all there is.
      const larger = new Uint8Array(Math.min(this.#pageBytes, last.byteLength * 2));
      larger.set(last.subarray(0, this.#end));
      this.#pages[this.#pages.length - 1] = larger;
      return larger;
    }
    if (this.#pages.length === this.#pagesMaximum) {
      throw new ExportError(`the ids of ${this.#owner} take more than 4 GiB; split the type`);
    }
    const page = new Uint8Array(last === undefined ? Math.min(this.#pageBytes, firstPageBytes) : this.#pageBytes);
    this.#pages.push(page);
    this.#end = 0;
    return page;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number += 1) {
      const place = this.#places.at(number);
      const page = this.#pages[Math.floor(place / this.#pageBytes)]!;
      const start = (place & (this.#pageBytes - 1)) + 1;
      const hash = hashBytes(page, start, start + page[start - 1]! + 1);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~mask) | (number + 1);
    }
    this.#slots = slots;
  }
}
