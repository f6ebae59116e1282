/**
 * A front-coded dictionary: sorted values in blocks, the first of a block whole, the others as what they share with
 * the one before and what follows.
 *
 * Source: Witten, Moffat, Bell, Managing Gigabytes, 2nd ed., section 4.1.
 */
import { firstIndex, VarintCursor, varintLength, writeVarint } from '../../src/format/index.js';
import { compareBytes } from '../../src/termdict/index.js';

export class FrontCoded {
  readonly #blob: Buffer;
  /** Where each block begins. */
  readonly #blocks: Uint32Array;
  readonly #blockSize: number;
  readonly #size: number;
  /** The value decoded last. */
  readonly #scratch: Buffer;
  readonly #cursor = new VarintCursor();

  /** @param values ascending, distinct, together less than 4 GiB; @param blockSize values in a block, at least 1 */
  constructor(values: readonly Uint8Array[], blockSize: number) {
    this.#blockSize = blockSize;
    this.#size = values.length;
    this.#blocks = new Uint32Array(Math.ceil(values.length / blockSize));
    let longest = 0;
    let blob = Buffer.alloc(1024);
    let end = 0;
    for (const [index, value] of values.entries()) {
      longest = Math.max(longest, value.byteLength);
      const isFirst = index % blockSize === 0;
      if (isFirst) this.#blocks[index / blockSize] = end;
      const shared = isFirst ? 0 : sharedLength(values[index - 1]!, value);
      const rest = value.byteLength - shared;
      const needed = end + varintLength(shared) + varintLength(rest) + rest;
      if (needed > blob.byteLength) blob = Buffer.concat([blob, Buffer.alloc(needed)]);
      if (!isFirst) end = writeVarint(blob, end, shared);
      end = writeVarint(blob, end, rest);
      blob.set(value.subarray(shared), end);
      end += rest;
    }
    this.#blob = Buffer.from(blob.subarray(0, end));
    this.#scratch = Buffer.alloc(longest);
  }

  get byteLength(): number {
    return this.#blob.byteLength + this.#blocks.byteLength;
  }

  /** @returns a copy of the value. Cost: O(block). */
  at(index: number): Uint8Array {
    let length = 0;
    this.#walk(Math.floor(index / this.#blockSize), (place, decoded) => {
      length = decoded;
      return place < index % this.#blockSize;
    });
    return Uint8Array.prototype.slice.call(this.#scratch, 0, length);
  }

  /** @returns how many values are less than the given one. Cost: O(log blocks + block). */
  below(value: Uint8Array): number {
    const next = firstIndex(this.#blocks.length, (block) => this.#compareFirst(block, value) >= 0);
    if (next === 0) return 0;
    let found = this.#blockSize;
    this.#walk(next - 1, (place, length) => {
      if (compareBytes(this.#scratch, 0, length, value) < 0) return true;
      found = place;
      return false;
    });
    return Math.min(this.#size, (next - 1) * this.#blockSize + found);
  }

  #compareFirst(block: number, value: Uint8Array): number {
    const cursor = this.#cursor;
    cursor.at = this.#blocks[block]!;
    const length = cursor.varint(this.#blob);
    return compareBytes(this.#blob, cursor.at, cursor.at + length, value);
  }

  /** Decodes value by value while `more` says so. @param more place in the block, length of the decoded value */
  #walk(block: number, more: (place: number, length: number) => boolean): void {
    const values = Math.min(this.#blockSize, this.#size - block * this.#blockSize);
    const cursor = this.#cursor;
    cursor.at = this.#blocks[block]!;
    for (let place = 0; place < values; place += 1) {
      const shared = place === 0 ? 0 : cursor.varint(this.#blob);
      const rest = cursor.varint(this.#blob);
      for (let i = 0; i < rest; i += 1) this.#scratch[shared + i] = this.#blob[cursor.at + i]!;
      cursor.at += rest;
      if (!more(place, shared + rest)) return;
    }
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let i = 0;
  while (i < a.byteLength && i < b.byteLength && a[i] === b[i]) i += 1;
  return i;
}
