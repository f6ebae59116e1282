/**
 * The distinct values of a text-like field as UTF-8, ascending; also ids, link targets and long decimals.
 *
 * Term i has ordinal i + 1. Nothing is decoded to search it: comparisons run on the stored bytes.
 */
import { type TermId, termId } from '../../content/model/index.js';
import { firstIndexFrom, firstIndexWithin, type Records } from '../../format/index.js';
import { SEARCH_TERM, SEARCH_TERM_COMPILED, SEARCH_TEXT_BYTE } from '../costs/index.js';
import { compareBytes, compareReversed, containsBytes, startsWithBytes } from './bytes.js';
import { type Heads, prefixNumber } from './heads.js';
import { type Scratch, siftTexts } from './search-routine.js';

/** What a search asks of a dictionary, wherever its bytes are stored. */
export interface Terms {
  readonly size: number;
  /** Where there are some, a search begins in them. */
  readonly heads: Heads | undefined;
  /** The term's bytes; a view or a copy, not to be changed. */
  at(term: TermId): Uint8Array;
  /** < 0, 0 or > 0 as the term is less than, equal to or greater than the value. */
  compare(term: TermId, value: Uint8Array): number;
  startsWith(term: TermId, prefix: Uint8Array): boolean;
  /** As compare, of the last bytes: the order of reversed values, in which what ends with the suffix compares > 0. */
  compareReversed(term: TermId, suffix: Uint8Array): number;
  endsWith(term: TermId, suffix: Uint8Array): boolean;
  /** Tests terms for the pattern; what depends on the pattern alone is done once. */
  containing(pattern: Uint8Array): (term: TermId) => boolean;
  /** What `sift` takes for each of many terms, in nanoseconds; undefined where it has no quicker way. */
  readonly siftNs?: number | undefined;
  /**
   * Tests many terms at once.
   *
   * @param scratch is written to, and given back by the caller
   * @returns those that hold the pattern, in their order; undefined where there is no quicker way than `containing`
   */
  sift?(indexes: Uint32Array, pattern: Uint8Array, scratch: Scratch): Uint32Array | undefined;
  /**
   * Reads where these terms are kept, for what is to be looked at next: reads that do not depend on each other are
   * waited for together.
   */
  fetch(indexes: Uint32Array): void;
  /** What testing one term for a pattern costs beside reading a column, in nanoseconds. */
  readonly searchCost: number;
  /** What testing these terms costs, in nanoseconds: some may be far longer than most. Cost: O(indexes). */
  searchCostOf(indexes: Uint32Array): number;
  /** What looking at a term costs more where it stays in a file, in nanoseconds; 0 where it is in memory. */
  readonly readCost: number;
}

/** @returns how many terms are less than the value. Cost: O(log size) comparisons. */
export function below(terms: Terms, value: Uint8Array): TermId {
  const [low, high] = terms.heads?.around(prefixNumber(value, 0)) ?? [0, terms.size];
  return firstIndexWithin(termId(low), high, (term) => terms.compare(term, value) >= 0);
}

/** How many terms are less than a value, and how many are at most it. */
export interface TermBounds {
  readonly below: TermId;
  /** The same as `below` where the value is no term, one more where it is. */
  readonly upTo: TermId;
}

/** Cost: O(log size) comparisons. */
export function boundsIn(terms: Terms, value: Uint8Array): TermBounds {
  const first = below(terms, value);
  return { below: first, upTo: termId(first < terms.size && terms.compare(first, value) === 0 ? first + 1 : first) };
}

/** @returns the terms `[start, end)` that begin with the prefix. Cost: O(log size) comparisons. */
export function prefixRange(terms: Terms, prefix: Uint8Array): [start: TermId, end: TermId] {
  const start = below(terms, prefix);
  return [start, endOfPrefix(terms, start, prefix)];
}

/** @param start what `below` says of the prefix. @returns one past the last term that begins with it. Cost: O(log of these). */
export function endOfPrefix(terms: Terms, start: TermId, prefix: Uint8Array): TermId {
  return firstIndexFrom(start, terms.size, (term) => !terms.startsWith(term, prefix));
}

/** Terms stored one behind the other. */
export class ByteTerms implements Terms {
  readonly records: Records;
  readonly heads: Heads | undefined;
  /** What was read ahead: of no meaning, but what is not kept is not read. */
  fetched = 0;

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
    const place = blob.placeAt(offset);
    return compareBytes(blob.chunkAt(offset), place, place + blob.lengthOf(offset, offsets.at(term + 1)), value);
  }

  startsWith(term: TermId, prefix: Uint8Array): boolean {
    const { blob, offsets } = this.records;
    const offset = offsets.at(term);
    const place = blob.placeAt(offset);
    return startsWithBytes(blob.chunkAt(offset), place, place + blob.lengthOf(offset, offsets.at(term + 1)), prefix);
  }

  compareReversed(term: TermId, suffix: Uint8Array): number {
    const { blob, offsets } = this.records;
    const offset = offsets.at(term);
    const place = blob.placeAt(offset);
    return compareReversed(blob.chunkAt(offset), place, place + blob.lengthOf(offset, offsets.at(term + 1)), suffix);
  }

  endsWith(term: TermId, suffix: Uint8Array): boolean {
    const bytes = this.at(term);
    return bytes.byteLength >= suffix.byteLength && this.#endsAlike(bytes, suffix);
  }

  #endsAlike(bytes: Uint8Array, suffix: Uint8Array): boolean {
    const shift = bytes.byteLength - suffix.byteLength;
    return suffix.every((byte, i) => bytes[shift + i] === byte);
  }

  fetch(indexes: Uint32Array): void {
    const { blob, offsets } = this.records;
    let read = 0;
    for (let i = 0; i < indexes.length; i += 1) read += offsets.at(indexes[i]!);
    for (let i = 0; i < indexes.length; i += 1) {
      const offset = offsets.at(indexes[i]!);
      read += blob.chunkAt(offset)[blob.placeAt(offset)]!;
    }
    this.fetched = read;
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
    let read = 0;
    for (let i = 0; i < indexes.length; i += 1) {
      const term = indexes[i]!;
      const offset = offsets.at(term);
      const chunk = blob.chunkAt(offset);
      const place = blob.placeAt(offset);
      const start = chunk.byteOffset + place;
      read += chunk[place]!;
      pairs[2 * i] = start;
      pairs[2 * i + 1] = start + blob.lengthOf(offset, offsets.at(term + 1));
    }
    this.fetched = read;
  }

  containing(pattern: Uint8Array): (term: TermId) => boolean {
    const { blob, offsets } = this.records;
    return (term) => {
      const offset = offsets.at(term);
      const place = blob.placeAt(offset);
      const end = place + blob.lengthOf(offset, offsets.at(term + 1));
      return containsBytes(blob.chunkAt(offset), place, end, pattern);
    };
  }
}
