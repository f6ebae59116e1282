/**
 * The words of a content type's searched fields, and which docs have them.
 *
 * Two dictionaries: the words as they are written, and their stems. A word has a stem; a stem has a posting list, which
 * says for each doc how much the stem weighs in it, from 1 to 255 (build/words/impact). Without a language words
 * are their own stems and are not stored twice. Behind the stems' lists come those of beginnings that many docs have a
 * word of: these say which docs, and no more.
 * Invariants: words and stems ascend; every list has at least one doc; docs ascend; frozen after open.
 * Elsewhere: which lists answer a word (expand), what follows from several (evaluate).
 */

import { termId, type WordMark } from '../../content/model/index.js';
import { firstAtLeast, firstIndex, type Records } from '../../format/index.js';
import type { Arena } from '../docset/index.js';
import type { ByteTerms } from '../termdict/index.js';
import { readDocs, readFirst } from './doc-lists.js';
import { NO_WORD, SHOWN_WORDS } from './match/frequent-words.js';
import { unmarked } from './words/word-reader.js';

export interface SearchTables {
  /** Of its fields, each once. */
  readonly marks: readonly WordMark[];
  readonly stems: ByteTerms;
  /** The same as `stems` where words are their own. */
  readonly words: ByteTerms;
  /** Word → stem; undefined where words are their own. */
  readonly wordStems: Uint32Array | undefined;
  /** List → how many docs it has. */
  readonly counts: Uint32Array;
  /** List → its docs, and behind those of a stem's list one impact each. */
  readonly postings: Records;
  /** Stem → where it stands in each doc of its list (phrases/positions); undefined where no field keeps that. */
  readonly positions: Records | undefined;
  /** Beginning → the words that have it: from `starts` up to `ends`. By start, and from the same one the longer first. */
  readonly prefixStarts: Uint32Array;
  readonly prefixEnds: Uint32Array;
  /** Of each beginning its most frequent words, ten each (shown). */
  readonly prefixWords: Uint32Array;
  /** Words that few docs have and that are a mistake away from one of many docs, ascending; several times for several. */
  readonly misspelt: Uint32Array;
  /** Of each of them the word of many docs. */
  readonly meant: Uint32Array;
  /** Stems whose best docs are stored, ascending. */
  readonly topStems: Uint32Array;
  /** Of each of them so many docs, the greatest impact first, and their impacts. */
  readonly topDocs: Uint32Array;
  readonly topImpacts: Uint8Array;
}

/** How many of a stem's best docs are stored. */
export const TOP_DOCS = 64;

/** One list, decoded. */
export interface PostingList {
  /** In the arena. */
  readonly docs: Uint32Array;
  /** One per doc, 1 to 255; none of a beginning. */
  readonly impacts: Uint8Array;
  /** What the docs take in the list's bytes. */
  readonly byteLength: number;
}

/** A list's best docs. */
export interface TopDocs {
  readonly docs: Uint32Array;
  readonly impacts: Uint8Array;
}

export class SearchIndex {
  readonly tables: SearchTables;
  /** Docs of the segment. */
  readonly docCount: number;

  constructor(tables: SearchTables, docCount: number) {
    this.tables = tables;
    this.docCount = docCount;
  }

  stemOf(word: number): number {
    const { wordStems } = this.tables;
    return wordStems === undefined ? word : wordStems[word]!;
  }

  /** @returns the word as it is typed */
  textOf(word: number): string {
    return unmarked(this.writtenOf(word));
  }

  /** @returns the word behind its mark */
  writtenOf(word: number): string {
    return Buffer.from(this.tables.words.at(termId(word))).toString();
  }

  /** How many docs a list has. */
  count(list: number): number {
    return this.tables.counts[list]!;
  }

  /** @returns the list of the docs with any of these words, or undefined where none is stored. Cost: O(log lists). */
  prefixList(start: number, end: number): number | undefined {
    const { prefixStarts, prefixEnds, stems } = this.tables;
    const place = firstIndex(prefixStarts.length, (at) => {
      return prefixStarts[at]! > start || (prefixStarts[at] === start && prefixEnds[at]! <= end);
    });
    return prefixStarts[place] === start && prefixEnds[place] === end ? stems.size + place : undefined;
  }

  /** @returns the most frequent words of a stored beginning. @param list of `prefixList`. Cost: O(1). */
  shownFor(list: number): Uint32Array {
    const { prefixWords, stems } = this.tables;
    const from = (list - stems.size) * SHOWN_WORDS;
    const shown = prefixWords.subarray(from, from + SHOWN_WORDS);
    const count = shown.indexOf(NO_WORD);
    return count < 0 ? shown : shown.subarray(0, count);
  }

  /** @returns the words that a word may be misspelt from. Cost: O(log misspelt words). */
  meantBy(word: number): Uint32Array {
    const { misspelt, meant } = this.tables;
    const start = firstAtLeast(misspelt, word);
    let end = start;
    while (misspelt[end] === word) end += 1;
    return meant.subarray(start, end);
  }

  /** @returns the stem's best docs, or undefined where they are not stored. Cost: O(log stems). */
  top(stem: number): TopDocs | undefined {
    const { topStems, topDocs, topImpacts } = this.tables;
    const place = firstAtLeast(topStems, stem);
    if (topStems[place] !== stem) return undefined;
    const from = place * TOP_DOCS;
    return { docs: topDocs.subarray(from, from + TOP_DOCS), impacts: topImpacts.subarray(from, from + TOP_DOCS) };
  }

  /** @returns the first docs of a list, in the arena. Cost: O(limit), and O(docs / 32) where they are stored as bits. */
  first(list: number, limit: number, arena: Arena): Uint32Array {
    return readFirst(this.tables.postings.view(list), this.count(list), limit, arena);
  }

  /** Cost: O(docs of the list). */
  read(list: number, arena: Arena): PostingList {
    const bytes = this.tables.postings.view(list);
    const { docs, end } = readDocs(bytes, this.count(list), arena);
    return { docs, impacts: bytes.subarray(end, end + docs.length), byteLength: end };
  }
}
