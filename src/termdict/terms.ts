/**
 * The distinct values of a text-like field as UTF-8, ascending; also ids, link targets and long decimals.
 *
 * Term i has ordinal i + 1. Nothing is decoded to search it: comparisons run on the stored bytes.
 */
import type { Records } from '../format/index.js';
import { compareBytes, firstIndex, startsWithBytes } from './bytes.js';

export class ByteTerms {
  readonly records: Records;

  constructor(records: Records) {
    this.records = records;
  }

  get size(): number {
    return this.records.count;
  }

  /** A view of the term's bytes. */
  at(index: number): Uint8Array {
    return this.records.view(index);
  }

  /** @returns as compareBytes, of the term and the value */
  compare(index: number, value: Uint8Array): number {
    const { blob, offsets } = this.records;
    const offset = offsets.at(index);
    const place = blob.placeAt(offset);
    return compareBytes(blob.chunkAt(offset), place, place + blob.lengthOf(offset, offsets.at(index + 1)), value);
  }

  /** @returns how many terms are less than the value. Cost: O(log size · length). */
  below(value: Uint8Array): number {
    return firstIndex(this.size, (index) => this.compare(index, value) >= 0);
  }

  /** @returns how many terms are at most the value. Cost: O(log size · length). */
  upTo(value: Uint8Array): number {
    const below = this.below(value);
    return below < this.size && this.compare(below, value) === 0 ? below + 1 : below;
  }

  /** @returns how many terms are less than the prefix or begin with it. Cost: O(log size · length). */
  upToPrefix(prefix: Uint8Array): number {
    const { blob, offsets } = this.records;
    return firstIndex(this.size, (index) => {
      const offset = offsets.at(index);
      const chunk = blob.chunkAt(offset);
      const start = blob.placeAt(offset);
      const end = start + blob.lengthOf(offset, offsets.at(index + 1));
      return compareBytes(chunk, start, end, prefix) > 0 && !startsWithBytes(chunk, start, end, prefix);
    });
  }
}
