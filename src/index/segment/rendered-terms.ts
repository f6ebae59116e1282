/**
 * Rendered terms: a dictionary of long texts, whose bytes are stored only in the rendered items.
 *
 * The term with index i is the value of the first doc of its run, read from that doc's JSON string. If several locales share
 * the terms, it is the first doc in the first column with docs of the term. A pattern is searched for in its JSON form; a
 * match that begins inside an escape sequence does not count.
 */
import { docId, type TermId, termId } from '../../content/model/index.js';
import {
  READ_TEXT_BLOCK,
  SEARCH_TEXT,
  SEARCH_TEXT_BYTE,
  SEARCH_TEXT_BYTE_COMPILED,
  SEARCH_TEXT_COMPILED,
} from '../costs/index.js';
import { type DocumentStore, type RecordPlaces, RecordRange } from '../documents/index.js';
import type { RunPostings } from '../postings/index.js';
import {
  compareBytes,
  compareReversed,
  type Heads,
  type Scratch,
  siftTexts,
  startsWithBytes,
  type Terms,
} from '../termdict/index.js';
import { decodeEscapes, ESCAPE_MAXIMUM, escapePattern, findOutsideEscapes } from './json-escapes.js';

/** A source of the texts: the rendered items of a locale, and the docs of each term. */
export interface TextSource {
  readonly documents: DocumentStore;
  readonly postings: RunPostings;
}

const hasDocs = ({ starts }: RunPostings, term: TermId): boolean => starts[term]! < starts[term + 1]!;

export class RenderedTerms implements Terms {
  readonly #sources: readonly [TextSource, ...TextSource[]];
  readonly #attribute: number;
  readonly #places: RecordPlaces;
  /** Byte length of `"name":"` before the text. */
  readonly #prefixBytes: number;
  /** Whether all texts are in memory and in one document store, so that one compiled loop can search many. */
  readonly #isSingleStore: boolean;
  readonly #range = new RecordRange();
  readonly heads: Heads;
  /** Sum of the bytes read ahead. It has no meaning, but without a use the compiler would drop the reads. */
  prefetchSum = 0;
  readonly size: number;
  /** Finding the text, and reading its item's bytes. */
  readonly searchCost: number;
  readonly readCost: number;
  /** Whether the items are in a file. */
  readonly #isPaged: boolean;

  /**
   * @param sources     at least one; all have the same number of terms, and each term has docs in one of them
   * @param attribute index of the field among the type's attributes
   */
  constructor(sources: readonly [TextSource, ...TextSource[]], attribute: number, name: string, heads: Heads) {
    const [{ documents, postings }] = sources;
    this.heads = heads;
    this.#sources = sources;
    this.#attribute = attribute;
    this.#places = documents.newPlaces();
    this.#prefixBytes = Buffer.byteLength(name) + 4;
    this.#isSingleStore = sources.length === 1 && !documents.isPaged && documents.local === undefined;
    this.size = postings.termCount;
    this.#isPaged = documents.isPaged;
    this.readCost = documents.isPaged ? READ_TEXT_BLOCK : 0;
    this.searchCost = SEARCH_TEXT + Math.max(...sources.map((source) => source.documents.meanBytes)) * SEARCH_TEXT_BYTE;
  }

  at(term: TermId): Uint8Array {
    const { bytes, start, end } = this.#locate(term);
    return decodeEscapes(bytes, start, end);
  }

  compare(term: TermId, value: Uint8Array): number {
    const beginning = this.#firstBytes(term, value.byteLength);
    return compareBytes(beginning, 0, beginning.byteLength, value);
  }

  startsWith(term: TermId, prefix: Uint8Array): boolean {
    const beginning = this.#firstBytes(term, prefix.byteLength);
    return startsWithBytes(beginning, 0, beginning.byteLength, prefix);
  }

  compareReversed(term: TermId, suffix: Uint8Array): number {
    const ending = this.#lastBytes(term, suffix.byteLength);
    return compareReversed(ending, 0, ending.byteLength, suffix);
  }

  endsWith(term: TermId, suffix: Uint8Array): boolean {
    const ending = this.#lastBytes(term, suffix.byteLength);
    return (
      ending.byteLength >= suffix.byteLength &&
      startsWithBytes(ending, ending.byteLength - suffix.byteLength, ending.byteLength, suffix)
    );
  }

  searchCostOf(indexes: Uint32Array): number {
    let byteLength = 0;
    for (const { documents, postings } of this.#sources) {
      const { docs, starts } = postings;
      for (let i = 0; i < indexes.length; i += 1) {
        const first = starts[indexes[i]!]!;
        if (first < starts[indexes[i]! + 1]!) byteLength += documents.byteLengthOf(docId(docs[first]!));
      }
    }
    return indexes.length * SEARCH_TEXT + byteLength * SEARCH_TEXT_BYTE;
  }

  prefetch(indexes: Uint32Array): void {
    if (this.#isPaged) {
      for (let i = 0; i < indexes.length; i += 1) this.#request(termId(indexes[i]!));
      return;
    }
    for (const { documents, postings } of this.#sources) {
      const { docs, starts } = postings;
      const docsOfTerms =
        this.#sources.length === 1 ? indexes.slice() : indexes.filter((term) => hasDocs(postings, termId(term)));
      for (let i = 0; i < docsOfTerms.length; i += 1) docsOfTerms[i] = docs[starts[docsOfTerms[i]!]!]!;
      this.prefetchSum = documents.prefetchOffsets(docsOfTerms) + documents.prefetchRecords(docsOfTerms);
    }
  }

  containing(pattern: Uint8Array): (term: TermId) => boolean {
    const rendered = escapePattern(pattern);
    return (term) => {
      if (this.#isPaged && !this.#request(term)) return this.#assumeAbsent();
      const { bytes, start, end } = this.#locate(term);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      // Continue from the last checked position: otherwise a text of backslashes is read again for each match.
      let checkedStart = 0;
      let matchStart = text.indexOf(rendered);
      while (matchStart >= 0) {
        checkedStart = findOutsideEscapes(text, checkedStart, matchStart);
        if (checkedStart === matchStart) return true;
        matchStart = text.indexOf(rendered, matchStart + 1);
      }
      return false;
    };
  }

  /** Three reads that wait for memory, the lengths of all attributes, and part of the item; measured on items of 700 and 3,400 bytes. */
  get siftNs(): number | undefined {
    return this.#isSingleStore
      ? SEARCH_TEXT_COMPILED + this.#sources[0].documents.meanBytes * SEARCH_TEXT_BYTE_COMPILED
      : undefined;
  }

  sift(indexes: Uint32Array, pattern: Uint8Array, scratch: Scratch): Uint32Array | undefined {
    if (!this.#isSingleStore) return undefined;
    const { records, attributeCount } = this.#sources[0].documents;
    const attribute = this.#attribute;
    return siftTexts(indexes, escapePattern(pattern), scratch, {
      chunks: records.blob.chunks,
      attribute: {
        attributesBefore: attribute,
        attributesAfter: attributeCount - attribute - 1,
        textOffset: this.#prefixBytes,
      },
      locate: (terms, addresses) => this.#locateAll(terms, addresses),
      containing: () => this.containing(pattern),
    });
  }

  /** Writes the addresses of the terms' records. In two passes, as the processor waits for independent reads together. */
  #locateAll(indexes: Uint32Array, addresses: Uint32Array): void {
    const { documents, postings } = this.#sources[0];
    const { docs, starts } = postings;
    const { blob, offsets } = documents.records;
    for (let i = 0; i < indexes.length; i += 1) addresses[i] = docs[starts[indexes[i]!]!]!;
    let sum = 0;
    for (let i = 0; i < indexes.length; i += 1) {
      const offset = offsets.at(addresses[i]!);
      const chunk = blob.chunkAt(offset);
      const position = blob.placeAt(offset);
      sum += chunk[position]!;
      addresses[i] = chunk.byteOffset + position;
    }
    this.prefetchSum = sum;
  }

  /** @returns the first bytes of the text: more than `byteLength`, or all if there are fewer */
  #firstBytes(term: TermId, byteLength: number): Uint8Array {
    const { bytes, start, end } = this.#locate(term);
    // A byte of text takes at most six bytes when escaped.
    const limit = Math.min(end, start + (byteLength + 4) * ESCAPE_MAXIMUM);
    return decodeEscapes(bytes, start, findOutsideEscapes(bytes, start, limit));
  }

  /** @returns the last bytes of the text: more than `byteLength`, or all if there are fewer */
  #lastBytes(term: TermId, byteLength: number): Uint8Array {
    const { bytes, start, end } = this.#locate(term);
    const limit = Math.max(start, end - (byteLength + 4) * ESCAPE_MAXIMUM);
    return decodeEscapes(bytes, findOutsideEscapes(bytes, start, limit), end);
  }

  /** Requests the item with the term for the next round of reads. @returns whether it is in memory already */
  #request(term: TermId): boolean {
    const { documents, postings } = this.#findSource(term);
    return documents.request(docId(postings.docs[postings.starts[term]!]!));
  }

  /** Answers as if the term did not contain the pattern, to collect the other items that must be read. */
  #assumeAbsent(): false {
    this.#sources[0]!.documents.records.blob.guess();
    return false;
  }

  #findSource(term: TermId): TextSource {
    let index = 0;
    while (index < this.#sources.length - 1 && !hasDocs(this.#sources[index]!.postings, term)) index += 1;
    return this.#sources[index]!;
  }

  /** @returns the range of the term's JSON string, without its quotes */
  #locate(term: TermId): RecordRange {
    const { documents, postings } = this.#findSource(term);
    documents.attribute(docId(postings.docs[postings.starts[term]!]!), this.#attribute, this.#places, this.#range);
    this.#range.start += this.#prefixBytes;
    this.#range.end -= 1;
    return this.#range;
  }
}
