/**
 * A dictionary whose bytes are stored once, in the rendered items: for long texts, which are nearly all distinct.
 *
 * Term i is the value of the first doc of its run, read out of that doc's JSON string. Where columns of several locales
 * share the terms, that is the run of the first column that has docs of it. JSON escapes quotes,
 * backslashes and control characters; everything else stands as it is. So a pattern is looked for as it would be
 * rendered, and a match counts unless it begins inside an escape sequence.
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

const BACKSLASH = 0x5c;
/** The longest escape sequence: `\u001f`. */
const escapeMaximum = 6;

/** Where values stand: the items of a locale, and which of them have which value. */
export interface Home {
  readonly documents: DocumentStore;
  readonly postings: RunPostings;
}

const hasDocs = ({ starts }: RunPostings, term: TermId): boolean => starts[term]! < starts[term + 1]!;

export class RenderedTerms implements Terms {
  readonly #homes: readonly [Home, ...Home[]];
  readonly #attribute: number;
  readonly #places: RecordPlaces;
  /** Bytes of `"name":"` before the text. */
  readonly #lead: number;
  /** Whether all texts stand in memory and in one place, where many are looked at by one compiled loop. */
  readonly #isOnePlace: boolean;
  readonly #range = new RecordRange();
  readonly heads: Heads;
  /** What was read ahead: of no meaning, but what is not kept is not read. */
  fetched = 0;
  readonly size: number;
  /** Reading where the text stands, and looking at some of its item's bytes. */
  readonly searchCost: number;
  readonly readCost: number;
  /** Whether items stay in a file. */
  readonly #isPaged: boolean;

  /**
   * @param homes     at least one; each has as many terms, and each term has docs in one of them
   * @param attribute place of the field among the type's attributes
   */
  constructor(homes: readonly [Home, ...Home[]], attribute: number, name: string, heads: Heads) {
    const [{ documents, postings }] = homes;
    this.heads = heads;
    this.#homes = homes;
    this.#attribute = attribute;
    this.#places = documents.places();
    this.#lead = Buffer.byteLength(name) + 4;
    this.#isOnePlace = homes.length === 1 && !documents.isPaged && documents.local === undefined;
    this.size = postings.termCount;
    this.#isPaged = documents.isPaged;
    this.readCost = documents.isPaged ? READ_TEXT_BLOCK : 0;
    this.searchCost = SEARCH_TEXT + Math.max(...homes.map((home) => home.documents.meanBytes)) * SEARCH_TEXT_BYTE;
  }

  at(term: TermId): Uint8Array {
    const { bytes, start, end } = this.#locate(term);
    return unescaped(bytes, start, end);
  }

  compare(term: TermId, value: Uint8Array): number {
    const { bytes, start, end } = this.#locate(term);
    // A byte of text takes at most six when escaped: so many decide.
    const head = unescaped(
      bytes,
      start,
      aligned(bytes, start, Math.min(end, start + (value.byteLength + 4) * escapeMaximum)),
    );
    return compareBytes(head, 0, head.byteLength, value);
  }

  startsWith(term: TermId, prefix: Uint8Array): boolean {
    const { bytes, start, end } = this.#locate(term);
    const head = unescaped(
      bytes,
      start,
      aligned(bytes, start, Math.min(end, start + (prefix.byteLength + 4) * escapeMaximum)),
    );
    return startsWithBytes(head, 0, head.byteLength, prefix);
  }

  compareReversed(term: TermId, suffix: Uint8Array): number {
    const tail = this.#tail(term, suffix.byteLength);
    return compareReversed(tail, 0, tail.byteLength, suffix);
  }

  endsWith(term: TermId, suffix: Uint8Array): boolean {
    const tail = this.#tail(term, suffix.byteLength);
    return (
      tail.byteLength >= suffix.byteLength &&
      startsWithBytes(tail, tail.byteLength - suffix.byteLength, tail.byteLength, suffix)
    );
  }

  searchCostOf(indexes: Uint32Array): number {
    let byteLength = 0;
    for (const { documents, postings } of this.#homes) {
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
      for (let i = 0; i < indexes.length; i += 1) this.#want(termId(indexes[i]!));
      return;
    }
    for (const { documents, postings } of this.#homes) {
      const { docs, starts } = postings;
      const own =
        this.#homes.length === 1 ? indexes.slice() : indexes.filter((term) => hasDocs(postings, termId(term)));
      for (let i = 0; i < own.length; i += 1) own[i] = docs[starts[own[i]!]!]!;
      this.fetched = documents.fetchPlaces(own) + documents.fetchRecords(own);
    }
  }

  containing(pattern: Uint8Array): (term: TermId) => boolean {
    const rendered = renderedPattern(pattern);
    return (term) => {
      if (this.#isPaged && !this.#want(term)) return this.#guess();
      const { bytes, start, end } = this.#locate(term);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      // From the last place that begins no escape sequence on: a text of backslashes would be read again from each.
      let from = 0;
      for (let at = text.indexOf(rendered); at >= 0; at = text.indexOf(rendered, at + 1)) {
        from = aligned(text, from, at);
        if (from === at) return true;
      }
      return false;
    };
  }

  /** Three reads that wait for memory, the lengths of all attributes, and part of the item: measured on items of 700 and 3,400 bytes. */
  get siftNs(): number | undefined {
    return this.#isOnePlace
      ? SEARCH_TEXT_COMPILED + this.#homes[0].documents.meanBytes * SEARCH_TEXT_BYTE_COMPILED
      : undefined;
  }

  sift(indexes: Uint32Array, pattern: Uint8Array, scratch: Scratch): Uint32Array | undefined {
    if (!this.#isOnePlace) return undefined;
    const { records, attributeCount } = this.#homes[0].documents;
    const place = this.#attribute;
    return siftTexts(indexes, renderedPattern(pattern), scratch, {
      chunks: records.blob.chunks,
      attribute: { place, behind: attributeCount - place - 1, lead: this.#lead },
      locate: (terms, addresses) => this.#locateAll(terms, addresses),
      containing: () => this.containing(pattern),
    });
  }

  /** Where the terms' records begin. In passes: reads that do not depend on each other are waited for together. */
  #locateAll(indexes: Uint32Array, addresses: Uint32Array): void {
    const { documents, postings } = this.#homes[0];
    const { docs, starts } = postings;
    const { blob, offsets } = documents.records;
    for (let i = 0; i < indexes.length; i += 1) addresses[i] = docs[starts[indexes[i]!]!]!;
    let read = 0;
    for (let i = 0; i < indexes.length; i += 1) {
      const offset = offsets.at(addresses[i]!);
      const chunk = blob.chunkAt(offset);
      const place = blob.placeAt(offset);
      read += chunk[place]!;
      addresses[i] = chunk.byteOffset + place;
    }
    this.fetched = read;
  }

  /** The last bytes of the text, at least `byteLength` + 4 of them where there are so many. */
  #tail(term: TermId, byteLength: number): Uint8Array {
    const { bytes, start, end } = this.#locate(term);
    return unescaped(bytes, aligned(bytes, start, Math.max(start, end - (byteLength + 4) * escapeMaximum)), end);
  }

  /** Whether the item in which the term stands is in memory; says that it will be looked at. */
  #want(term: TermId): boolean {
    const { documents, postings } = this.#homeOf(term);
    return documents.want(docId(postings.docs[postings.starts[term]!]!));
  }

  /** Goes on as if the term did not contain what is looked for, to see what else will be looked at. */
  #guess(): false {
    this.#homes[0]!.documents.records.blob.guess();
    return false;
  }

  #homeOf(term: TermId): Home {
    let home = 0;
    while (home < this.#homes.length - 1 && !hasDocs(this.#homes[home]!.postings, term)) home += 1;
    return this.#homes[home]!;
  }

  /** Where the term's JSON string stands, without its quotes. */
  #locate(term: TermId): RecordRange {
    const { documents, postings } = this.#homeOf(term);
    documents.attribute(docId(postings.docs[postings.starts[term]!]!), this.#attribute, this.#places, this.#range);
    this.#range.start += this.#lead;
    this.#range.end -= 1;
    return this.#range;
  }
}

/** @returns the pattern as it stands in rendered items */
const renderedPattern = (pattern: Uint8Array): Buffer =>
  Buffer.from(JSON.stringify(Buffer.from(pattern).toString()).slice(1, -1));

/** @returns the last position in `[start, at]` that is not inside an escape sequence */
function aligned(bytes: Uint8Array, start: number, at: number): number {
  // Six bytes without a backslash: whatever escape began before them has ended behind them.
  let safe = at;
  let clear = 0;
  for (; safe > start && clear < escapeMaximum; safe -= 1) clear = bytes[safe - 1] === BACKSLASH ? 0 : clear + 1;
  let next = clear === escapeMaximum ? safe + escapeMaximum : safe;
  while (next < at) {
    safe = next;
    next += bytes[next] !== BACKSLASH ? 1 : bytes[next + 1] === 0x75 ? escapeMaximum : 2;
  }
  return next === at ? at : safe;
}

const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** @returns the text of `[start, end)`, which begins and ends between escape sequences; a view where none occurs */
function unescaped(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const range = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  let backslash = range.indexOf(BACKSLASH);
  if (backslash < 0) return range;
  const out = Buffer.allocUnsafe(range.byteLength);
  let from = 0;
  let length = 0;
  while (backslash >= 0) {
    length += range.copy(out, length, from, backslash);
    const kind = range[backslash + 1]!;
    if (kind === 0x75) {
      out[length] = Number.parseInt(range.toString('latin1', backslash + 2, backslash + escapeMaximum), 16);
      from = backslash + escapeMaximum;
    } else {
      out[length] = simpleEscapes.get(kind) ?? kind;
      from = backslash + 2;
    }
    length += 1;
    backslash = range.indexOf(BACKSLASH, from);
  }
  length += range.copy(out, length, from);
  return out.subarray(0, length);
}
