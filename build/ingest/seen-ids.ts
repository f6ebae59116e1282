/**
 * The ids met so far in one content type, and the line each stood on, or another number: what tells a duplicate.
 *
 * An id costs its UTF-8 bytes and some 20 more, in four buffers: a Map would hold an object per item, and with it the
 * whole line each id was cut from. Ids go into a blob, one behind the other; an open-addressing table finds them.
 */
import { ExportError } from '../../src/errors/index.js';

/** Ids are bounded by 255 bytes, which one byte before each tells. */
const idBytesMaximum = 255;
/** Node's buffers end at 4 GiB; offsets are 32 bits. */
const blobBytesMaximum = 2 ** 32 - 1;

export class SeenIds {
  /** Per id: its byte length, then its bytes. */
  private blob = Buffer.allocUnsafe(1 << 16);
  private blobByteLength = 0;
  /** By rank of arrival: where the id lies in the blob, and its line. */
  private offsets = new Uint32Array(1 << 10);
  private lines = new Uint32Array(1 << 10);
  private count = 0;
  /** Rank + 1 at the slot of the id's hash or the next free one; 0 is free. At most half full, a power of two long. */
  private slots = new Uint32Array(1 << 11);

  get size(): number {
    return this.count;
  }

  /**
   * Remembers the id.
   *
   * @param id   what `isItemId` accepts
   * @param line from 1
   * @returns the line where the id stood before, or undefined when it is new
   * Cost: O(length), on average; a doubling of the buffers now and then.
   */
  add(id: string, line: number): number | undefined {
    return this.remember(this.write(id), line);
  }

  /** As `add`, of the id that is `bytes[start, end)` in UTF-8. */
  addBytes(bytes: Uint8Array, start: number, end: number, line: number): number | undefined {
    this.reserve();
    const blob = this.blob;
    let at = this.blobByteLength;
    blob[at] = end - start;
    at += 1;
    for (let i = start; i < end; i += 1, at += 1) blob[at] = bytes[i]!;
    return this.remember(at, line);
  }

  /** Forgets the ids that were added after the first `count`. */
  forgetAfter(count: number): void {
    for (let rank = this.count; rank > count; rank -= 1) {
      // The last that was added stands in nobody's way.
      const offset = this.offsets[rank - 1]!;
      let slot = this.firstSlot(offset, offset + 1 + this.blob[offset]!);
      while (this.slots[slot] !== rank) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = 0;
      this.blobByteLength = offset;
    }
    this.count = count;
  }

  /** @param rank of arrival, from 0. @returns the line it was added with */
  lineOf(rank: number): number {
    return this.lines[rank]!;
  }

  /** @param end of the id that was written behind the others */
  private remember(end: number, line: number): number | undefined {
    const offset = this.blobByteLength;
    let slot = this.firstSlot(offset, end);
    for (let rank = this.slots[slot]!; rank !== 0; rank = this.slots[slot]!) {
      if (this.isSame(this.offsets[rank - 1]!, offset, end)) return this.lines[rank - 1];
      slot = (slot + 1) & (this.slots.length - 1);
    }
    this.offsets[this.count] = offset;
    this.lines[this.count] = line;
    this.count += 1;
    this.slots[slot] = this.count;
    this.blobByteLength = end;
    if (this.count === this.offsets.length) this.grow();
    return undefined;
  }

  /**
   * @param id what `isItemId` accepts
   * @returns the line it was added with, or undefined where it was not
   * Cost: O(length), on average.
   */
  find(id: string): number | undefined {
    const rank = this.rankOf(id);
    return rank === undefined ? undefined : this.lines[rank];
  }

  /** @returns how many ids were added before it, or undefined where it was not. Cost: as `find`. */
  rankOf(id: string): number | undefined {
    const offset = this.blobByteLength;
    const end = this.write(id);
    for (let slot = this.firstSlot(offset, end); ; slot = (slot + 1) & (this.slots.length - 1)) {
      const rank = this.slots[slot]!;
      if (rank === 0) return undefined;
      if (this.isSame(this.offsets[rank - 1]!, offset, end)) return rank - 1;
    }
  }

  /** Writes the id behind the others, where it stays if it proves new. @returns where it ends */
  private write(id: string): number {
    this.reserve();
    const offset = this.blobByteLength;
    const byteLength = this.blob.write(id, offset + 1, 'utf8');
    this.blob[offset] = byteLength;
    return offset + 1 + byteLength;
  }

  /** Makes room for one more. */
  private reserve(): void {
    const offset = this.blobByteLength;
    if (offset + 1 + idBytesMaximum > this.blob.byteLength) {
      const byteLength = Math.min(this.blob.byteLength * 2, blobBytesMaximum);
      if (offset + 1 + idBytesMaximum > byteLength) {
        throw new ExportError('the ids of one content type take more than 4 GiB; split the type');
      }
      const larger = Buffer.allocUnsafe(byteLength);
      this.blob.copy(larger, 0, 0, offset);
      this.blob = larger;
    }
  }

  private isSame(known: number, offset: number, end: number): boolean {
    const blob = this.blob;
    // The length stands first, so equal bytes up to `end` are equal ids.
    for (let i = offset; i < end; i += 1, known += 1) if (blob[i] !== blob[known]) return false;
    return true;
  }

  /** FNV-1a, and the finisher of MurmurHash3, which spreads it over the low bits. */
  private firstSlot(offset: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = offset + 1; i < end; i += 1) hash = Math.imul(hash ^ this.blob[i]!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) & (this.slots.length - 1);
  }

  private grow(): void {
    const offsets = new Uint32Array(this.offsets.length * 2);
    offsets.set(this.offsets);
    this.offsets = offsets;
    const lines = new Uint32Array(this.lines.length * 2);
    lines.set(this.lines);
    this.lines = lines;
    this.slots = new Uint32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let rank = 1; rank <= this.count; rank += 1) {
      const offset = this.offsets[rank - 1]!;
      let slot = this.firstSlot(offset, offset + 1 + this.blob[offset]!);
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = rank;
    }
  }
}
