/**
 * A hash table of distinct byte strings, numbered in the order they were added; finds an id among millions.
 *
 *     page    │ length − 1 (1 byte) │ bytes │ length − 1 │ bytes │ …      a string never crosses pages
 *     places  │ page · pageBytes + place in the page │ …                  one per string, 4 bytes
 *     slots   │ high bits: part of the hash │ low bits: number + 1 │ …    open addressing; 0 is free
 *
 * A string takes its bytes and 10 to 16 more. At most three quarters of the slots are taken. The hash bits in a slot avoid
 * nearly all comparisons with other strings. Invariant: slots are filled in the order of the numbers, so that the last
 * strings can be removed by clearing their slots.
 */
import { ExportError, InvariantError } from '../../../src/content/errors/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import { hashBytes } from '../../../src/index/termdict/index.js';

/** The length of a string, less 1, is stored in one byte. */
export const internedBytesMaximum = 256;
/** A place has 32 bits. */
const allBytesMaximum = 2 ** 32;
const usualPageBytes = 2 ** 20;
const firstPageBytes = 2 ** 12;
const firstSlots = 2 ** 10;

export class InternTable {
  readonly #owner: string;
  readonly #pageBytes: number;
  readonly #pagesMaximum: number;
  #pages: Uint8Array[] = [];
  /** Place after the last string, in the last page. */
  #end = 0;
  #places = new GrowingU32();
  #count = 0;
  #slots = new Int32Array(firstSlots);

  /**
   * @param owner        the strings in the plural, as the error for too many of them names them: `the ids of …`
   * @param pageBytes    a power of two, at least 512
   * @param bytesMaximum about the maximum of all strings together; a multiple of `pageBytes`
   */
  constructor(owner: string, pageBytes = usualPageBytes, bytesMaximum = allBytesMaximum) {
    this.#owner = owner;
    this.#pageBytes = pageBytes;
    this.#pagesMaximum = bytesMaximum / pageBytes;
  }

  get size(): number {
    return this.#count;
  }

  /** Memory in use. */
  get byteLength(): number {
    const pages = this.#pages.reduce((sum, page) => sum + page.byteLength, 0);
    return pages + this.#places.length * Uint32Array.BYTES_PER_ELEMENT + this.#slots.byteLength;
  }

  /**
   * Adds `bytes[start, end)`, 1 to 256 bytes, unless the table has it.
   *
   * @returns the number of the string; a new string gets the previous `size`
   * @throws ExportError if the strings take too much memory; InvariantError after `releaseLookup` or `release`
   * Cost: O(length) on average; sometimes the table grows, and all strings are hashed again.
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

  /** @returns the number of `bytes[start, end)`, or undefined if the table does not have it. Cost and errors: as `intern`. */
  find(bytes: Uint8Array, start: number, end: number): number | undefined {
    const entry = this.#slots[this.#findSlot(hashBytes(bytes, start, end), bytes, start, end)]!;
    return entry === 0 ? undefined : (entry & (this.#slots.length - 1)) - 1;
  }

  /**
   * @returns a view of the string with this number
   * @throws InvariantError if there is none, and after `release`
   */
  bytes(number: number): Uint8Array {
    if (number >= this.#count || this.#pages.length === 0) throw new InvariantError(`no string has number ${number}`);
    const place = this.#places.at(number);
    const page = this.#pages[Math.floor(place / this.#pageBytes)]!;
    const start = (place & (this.#pageBytes - 1)) + 1;
    return page.subarray(start, start + page[start - 1]! + 1);
  }

  /** Removes all strings except the first `count`. */
  truncate(count: number): void {
    if (count >= this.#count) return;
    const mask = this.#slots.length - 1;
    // From the last string backwards: no other string was moved to a later slot because of it.
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
   * Releases the slots. Afterwards `intern` and `find` throw; `bytes` still works.
   *
   * @returns the released arrays, for callers that can free memory at once
   */
  releaseLookup(): readonly ArrayBufferView[] {
    const slots = this.#slots;
    this.#slots = new Int32Array(0);
    return [slots];
  }

  /** Releases everything except `size`. @returns the released arrays */
  release(): readonly ArrayBufferView[] {
    const released = [...this.#pages, ...this.releaseLookup()];
    this.#pages = [];
    this.#places = new GrowingU32();
    return released;
  }

  /** @returns the slot of the string, or the free slot for it */
  #findSlot(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    if (mask < 0) throw new InvariantError('the slots were released, so strings cannot be found by their bytes');
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

  /** @returns the last page, with room for so many bytes after `#end` */
  #pageFor(byteLength: number): Uint8Array {
    const last = this.#pages.at(-1);
    const wanted = this.#end + byteLength;
    if (last !== undefined && wanted <= last.byteLength) return last;
    if (last !== undefined && wanted <= this.#pageBytes) {
      // Only the first page is smaller than `pageBytes`, which saves memory for types with few items.
      const larger = new Uint8Array(Math.min(this.#pageBytes, last.byteLength * 2));
      larger.set(last.subarray(0, this.#end));
      this.#pages[this.#pages.length - 1] = larger;
      return larger;
    }
    if (this.#pages.length === this.#pagesMaximum) {
      throw new ExportError(`${this.#owner} take more than 4 GiB; split the type`);
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
