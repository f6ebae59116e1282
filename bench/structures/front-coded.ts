/**
 * A front-coded dictionary: sorted values in blocks, the first of a block whole, the others as what they share with
 * the one before and what follows.
 *
 * Source: Witten, Moffat, Bell, Managing Gigabytes, 2nd ed., section 4.1.
 */
import { compareBytes, firstIndex } from '../../src/termdict/index.js';

export class FrontCoded {
  readonly #blob: Buffer;
  /** Where each block begins. */
  readonly #blocks: Uint32Array;
  readonly #blockSize: number;
  readonly #size: number;
  /** The value decoded last. */
  readonly #scratch: Buffer;

  /** @param values ascending, distinct, together less than 4 GiB; @param blockSize values in a block, at least 1 */
  constructor(values: readonly Uint8Array[], blockSize: number) {
    this.#blockSize = blockSize;
    this.#size = values.length;
    this.#blocks = new Uint32Array(Math.ceil(values.length / blockSize));
    const parts: number[] = [];
    let longest = 0;
    let blob = Buffer.alloc(1024);
    let end = 0;
    for (const [index, value] of values.entries()) {
      longest = Math.max(longest, value.byteLength);
      const isFirst = index % blockSize === 0;
      if (isFirst) this.#blocks[index / blockSize] = end;
      const shared = isFirst ? 0 : sharedLength(values[index - 1]!, value);
      parts.length = 0;
      if (!isFirst) pushVarint(parts, shared);
      pushVarint(parts, value.byteLength - shared);
      const needed = end + parts.length + value.byteLength - shared;
      if (needed > blob.byteLength) blob = Buffer.concat([blob, Buffer.alloc(needed)]);
      blob.set(parts, end);
      blob.set(value.subarray(shared), end + parts.length);
      end = needed;
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
    const [length, start] = this.#varint(this.#blocks[block]!);
    return compareBytes(this.#blob, start, start + length, value);
  }

  /** Decodes value by value while `more` says so. @param more place in the block, length of the decoded value */
  #walk(block: number, more: (place: number, length: number) => boolean): void {
    const values = Math.min(this.#blockSize, this.#size - block * this.#blockSize);
    let at = this.#blocks[block]!;
    for (let place = 0; place < values; place += 1) {
      const [shared, afterShared] = place === 0 ? [0, at] : this.#varint(at);
      const [rest, start] = this.#varint(afterShared);
      for (let i = 0; i < rest; i += 1) this.#scratch[shared + i] = this.#blob[start + i]!;
      at = start + rest;
      if (!more(place, shared + rest)) return;
    }
  }

  #varint(at: number): [value: number, next: number] {
    const first = this.#blob[at]!;
    if (first < 0x80) return [first, at + 1];
    let value = first & 0x7f;
    for (let shift = 7; ; shift += 7) {
      at += 1;
      const byte = this.#blob[at]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return [value, at + 1];
    }
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let i = 0;
  while (i < a.byteLength && i < b.byteLength && a[i] === b[i]) i += 1;
  return i;
}

/** LEB128. */
function pushVarint(out: number[], value: number): void {
  for (; value >= 0x80; value = Math.floor(value / 0x80)) out.push((value & 0x7f) | 0x80);
  out.push(value);
}
