/**
 * Byte terms: the distinct values of a text-like field as ascending UTF-8; also ids, link targets and long decimals.
 *
 * The term with index i has ordinal i + 1. Nothing is decoded: comparisons run on the stored bytes.
 */
import { type TermId, termId } from '../../content/model/index.js';
import { firstIndexFrom, firstIndexWithin, type Records } from '../../format/index.js';
import { SEARCH_TERM, SEARCH_TERM_COMPILED, SEARCH_TEXT_BYTE } from '../costs/index.js';
import { compareBytes, compareReversed, containsBytes, startsWithBytes } from './bytes.js';
import { type Heads, prefixNumber } from './heads.js';
import type { Scratch } from './scratch.js';
import { siftTexts } from './sift-texts.js';

/** A term dictionary as searches use it, regardless of the place of its bytes. */
export interface Terms {
  readonly size: number;
  /** A binary search starts in the heads, if there are any. */
  readonly heads: Heads | undefined;
  /** The term's bytes: a view or a copy, not to be modified. */
  at(term: TermId): Uint8Array;
  /** < 0, 0 or > 0 as the term is less than, equal to or greater than the value. */
  compare(term: TermId, value: Uint8Array): number;
  startsWith(term: TermId, prefix: Uint8Array): boolean;
  /** Compares in the order of reversed values; a term that ends with the suffix compares >= 0. */
  compareReversed(term: TermId, suffix: Uint8Array): number;
  endsWith(term: TermId, suffix: Uint8Array): boolean;
  /** @returns a test for the pattern; work that depends on the pattern alone is done once */
  containing(pattern: Uint8Array): (term: TermId) => boolean;
  /** Nanoseconds that `sift` takes per term; undefined if it is not faster than `containing`. */
  readonly siftNs?: number | undefined;
  /**
   * Tests many terms at once.
   *
   * @param scratch memory for the routine; the caller releases it
   * @returns the terms that contain the pattern, in the given order; undefined if this is not faster than `containing`
   */
  sift?(indexes: Uint32Array, pattern: Uint8Array, scratch: Scratch): Uint32Array | undefined;
  /**
   * Reads a byte of each term ahead of its use: the processor waits for independent reads together.
   */
  prefetch(indexes: Uint32Array): void;
  /** Nanoseconds to test one term for a pattern, in addition to reading a column. */
  readonly searchCost: number;
  /** Nanoseconds to test these terms: some may be far longer than most. Cost: O(indexes). */
  searchCostOf(indexes: Uint32Array): number;
  /** Nanoseconds to add per term that is read from a file; 0 if the terms are in memory. */
  readonly readCost: number;
}

/** @returns the number of terms less than the value. Cost: O(log size) comparisons. */
export function countBelow(terms: Terms, value: Uint8Array): TermId {
  const [low, high] = terms.heads?.searchRange(prefixNumber(value, 0)) ?? [0, terms.size];
  return firstIndexWithin(termId(low), high, (term) => terms.compare(term, value) >= 0);
}

/** The number of terms less than a value, and of terms less than or equal to it. */
export interface TermBounds {
  readonly below: TermId;
  /** One more than `below` if the value is a term, else equal to it. */
  readonly upTo: TermId;
}

/** Cost: O(log size) comparisons. */
export function termBounds(terms: Terms, value: Uint8Array): TermBounds {
  const firstTerm = countBelow(terms, value);
  return {
    below: firstTerm,
    upTo: termId(firstTerm < terms.size && terms.compare(firstTerm, value) === 0 ? firstTerm + 1 : firstTerm),
  };
}

/** @returns the terms `[start, end)` that begin with the prefix. Cost: O(log size) comparisons. */
export function prefixRange(terms: Terms, prefix: Uint8Array): [start: TermId, end: TermId] {
  const start = countBelow(terms, prefix);
  return [start, prefixEnd(terms, start, prefix)];
}

/** @param start the result of `countBelow` for the prefix. @returns the end of the terms that begin with it. Cost: O(log of their number). */
export function prefixEnd(terms: Terms, start: TermId, prefix: Uint8Array): TermId {
  return firstIndexFrom(start, terms.size, (term) => !terms.startsWith(term, prefix));
}

/** Terms stored as concatenated records. */
export class ByteTerms implements Terms {
  readonly records: Records;
  readonly heads: Heads | undefined;
  /** Sum of the bytes read ahead. It has no meaning, but without a use the compiler would drop the reads. */
  prefetchSum = 0;

  constructor(records: Records, heads?: Heads) {
    this.records = records;
    this.heads = heads;
  }

  get size(): number {
    return this.records.count;
  }

  get searchCost(): number {
    return SEARCH_TERM;
  }

  searchCostOf(indexes: Uint32Array): number {
    let byteLength = 0;
    for (let i = 0; i < indexes.length; i += 1) byteLength += this.records.lengthOf(indexes[i]!);
    return indexes.length * SEARCH_TERM + byteLength * SEARCH_TEXT_BYTE;
  }

  get readCost(): number {
    return 0;
  }

  at(term: TermId): Uint8Array {
    return this.records.view(term);
  }

  compare(term: TermId, value: Uint8Array): number {
    const { blob, offsets } = this.records;
    const offset = offsets.at(term);
    const start = blob.placeAt(offset);
    return compareBytes(blob.chunkAt(offset), start, start + blob.lengthOf(offset, offsets.at(term + 1)), value);
  }

  startsWith(term: TermId, prefix: Uint8Array): boolean {
    const { blob, offsets } = this.records;
    const offset = offsets.at(term);
    const start = blob.placeAt(offset);
    return startsWithBytes(blob.chunkAt(offset), start, start + blob.lengthOf(offset, offsets.at(term + 1)), prefix);
  }

  compareReversed(term: TermId, suffix: Uint8Array): number {
    const { blob, offsets } = this.records;
    const offset = offsets.at(term);
    const start = blob.placeAt(offset);
    return compareReversed(blob.chunkAt(offset), start, start + blob.lengthOf(offset, offsets.at(term + 1)), suffix);
  }

  endsWith(term: TermId, suffix: Uint8Array): boolean {
    const bytes = this.at(term);
    const suffixStart = bytes.byteLength - suffix.byteLength;
    return suffixStart >= 0 && suffix.every((byte, i) => bytes[suffixStart + i] === byte);
  }

  prefetch(indexes: Uint32Array): void {
    const { blob, offsets } = this.records;
    let sum = 0;
    for (let i = 0; i < indexes.length; i += 1) sum += offsets.at(indexes[i]!);
    for (let i = 0; i < indexes.length; i += 1) {
      const offset = offsets.at(indexes[i]!);
      sum += blob.chunkAt(offset)[blob.placeAt(offset)]!;
    }
    this.prefetchSum = sum;
  }

  get siftNs(): number {
    return SEARCH_TERM_COMPILED;
  }

  sift(indexes: Uint32Array, pattern: Uint8Array, scratch: Scratch): Uint32Array | undefined {
    return siftTexts(indexes, pattern, scratch, {
      chunks: this.records.blob.chunks,
      attribute: undefined,
      locate: (terms, pairs) => this.#locate(terms, pairs),
      containing: () => this.containing(pattern),
    });
  }

  #locate(indexes: Uint32Array, pairs: Uint32Array): void {
    const { blob, offsets } = this.records;
    let sum = 0;
    for (let i = 0; i < indexes.length; i += 1) {
      const term = indexes[i]!;
      const offset = offsets.at(term);
      const chunk = blob.chunkAt(offset);
      const place = blob.placeAt(offset);
      const start = chunk.byteOffset + place;
      sum += chunk[place]!;
      pairs[2 * i] = start;
      pairs[2 * i + 1] = start + blob.lengthOf(offset, offsets.at(term + 1));
    }
    this.prefetchSum = sum;
  }

  containing(pattern: Uint8Array): (term: TermId) => boolean {
    const { blob, offsets } = this.records;
    return (term) => {
      const offset = offsets.at(term);
      const start = blob.placeAt(offset);
      const end = start + blob.lengthOf(offset, offsets.at(term + 1));
      return containsBytes(blob.chunkAt(offset), start, end, pattern);
    };
  }
}
