/**
 * Search index: the words of a content type's searched fields, and the docs with each of them.
 *
 * It has two dictionaries, words as written and their stems; without a language every word is its own stem, and words are stored
 * once. A stem has a posting list with an impact per doc, 1 to 255 (build/words/impacts). The lists of stems are followed by lists
 * of beginnings that many docs have, without impacts.
 *
 *     list of a stem        | docs (doc-lists) | impact of each doc, one byte |
 *     list of a beginning   | docs |
 *     best docs of a stem   topDocs | 64 docs |   topImpacts | 64 bytes |          the greatest impact first
 *
 * Invariants: words and stems ascend; every list has at least one doc; docs ascend; frozen after opening.
 * Elsewhere: the lists that match a word (match/expand), combining the lists of several words (rank/evaluate).
 */
import { termId, type WordMark } from '../../content/model/index.js';
import { firstAtLeast, firstIndex, type Records } from '../../format/index.js';
import type { Arena } from '../docset/index.js';
import { type ByteTerms, prefixRange } from '../termdict/index.js';
import { readDocs, readFirstDocs } from './doc-lists.js';
import { NO_WORD, SHOWN_WORDS } from './match/frequent-words.js';
import type { TitleIndex } from './titles/title-index.js';
import { JOINED_MARK, withoutMark } from './words/word-reader.js';

export interface SearchTables {
  /** Distinct word marks of the fields. */
  readonly marks: readonly WordMark[];
  readonly stems: ByteTerms;
  /** The same object as `stems` if every word is its own stem. */
  readonly words: ByteTerms;
  /** Word → stem; undefined if every word is its own stem. */
  readonly wordStems: Uint32Array | undefined;
  /** List → number of docs. */
  readonly counts: Uint32Array;
  /** List → its docs, followed by one impact per doc in a stem's list. */
  readonly postings: Records;
  /** Stem → its positions in each doc of its list (phrases/positions); undefined if no field stores positions. */
  readonly positions: Records | undefined;
  /** Beginning → its words `[prefixStarts, prefixEnds)`, by ascending start, longer ranges first. */
  readonly prefixStarts: Uint32Array;
  readonly prefixEnds: Uint32Array;
  /** Beginning → its most frequent words, SHOWN_WORDS each (frequent-words). */
  readonly prefixWords: Uint32Array;
  /** Rare words that are one typing error away from a frequent word, ascending; one entry per frequent word. */
  readonly misspellings: Uint32Array;
  /** Entry of `misspellings` → the frequent word. */
  readonly corrections: Uint32Array;
  /** Stems that are parts of compounds, ascending; one entry per compound. Empty unless the model asks for compounds. */
  readonly compoundParts: Uint32Array;
  /** Entry of `compoundParts` → the compound's stem, ascending within a part. */
  readonly compounds: Uint32Array;
  /** Stems with stored best docs, ascending. */
  readonly topStems: Uint32Array;
  /** Entry of `topStems` → TOP_DOCS docs, the greatest impact first, and their impacts. */
  readonly topDocs: Uint32Array;
  readonly topImpacts: Uint8Array;
  /** Undefined if the type has no title field, or in files of older versions. */
  readonly titles: TitleIndex | undefined;
}

/** Number of best docs stored for a stem. */
export const TOP_DOCS = 64;

/** A decoded posting list. */
export interface PostingList {
  /** In the arena. */
  readonly docs: Uint32Array;
  /** One per doc, 1 to 255; none in the list of a beginning. */
  readonly impacts: Uint8Array;
  /** Byte length of the encoded docs. */
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
  #hasJoinedWords: boolean | undefined;

  constructor(tables: SearchTables, docCount: number) {
    this.tables = tables;
    this.docCount = docCount;
  }

  /** Whether the texts have joined words. */
  get hasJoinedWords(): boolean {
    this.#hasJoinedWords ??= this.tables.marks.some((mark) => {
      const [start, end] = prefixRange(this.tables.words, Buffer.from(mark + JOINED_MARK));
      return end > start;
    });
    return this.#hasJoinedWords;
  }

  stemOf(word: number): number {
    const { wordStems } = this.tables;
    return wordStems === undefined ? word : wordStems[word]!;
  }

  /** @returns the word without its field mark */
  textOf(word: number): string {
    return withoutMark(this.markedTextOf(word));
  }

  /** @returns the word with its field mark */
  markedTextOf(word: number): string {
    return Buffer.from(this.tables.words.at(termId(word))).toString();
  }

  /** @returns the stem with its marks */
  textOfStem(stem: number): string {
    return Buffer.from(this.tables.stems.at(termId(stem))).toString();
  }

  /** @returns the number of docs of a list */
  count(list: number): number {
    return this.tables.counts[list]!;
  }

  /** @returns the list of the docs with any of the words `[start, end)`, or undefined if none is stored. Cost: O(log lists). */
  findPrefixList(start: number, end: number): number | undefined {
    const { prefixStarts, prefixEnds, stems } = this.tables;
    const index = firstIndex(prefixStarts.length, (beginning) => {
      return prefixStarts[beginning]! > start || (prefixStarts[beginning] === start && prefixEnds[beginning]! <= end);
    });
    return prefixStarts[index] === start && prefixEnds[index] === end ? stems.size + index : undefined;
  }

  /** @param list from `findPrefixList`. @returns the most frequent words of the beginning. Cost: O(1). */
  frequentCompletions(list: number): Uint32Array {
    const { prefixWords, stems } = this.tables;
    const start = (list - stems.size) * SHOWN_WORDS;
    const words = prefixWords.subarray(start, start + SHOWN_WORDS);
    const count = words.indexOf(NO_WORD);
    return count < 0 ? words : words.subarray(0, count);
  }

  /** @returns the frequent words that a rare word may be a misspelling of. Cost: O(log misspelt words). */
  correctionsOf(word: number): Uint32Array {
    const { misspellings, corrections } = this.tables;
    const start = firstAtLeast(misspellings, word);
    let end = start;
    while (misspellings[end] === word) end += 1;
    return corrections.subarray(start, end);
  }

  /** @returns the stems of the compounds that a stem is a part of. Cost: O(log compounds). */
  compoundsOf(stem: number): Uint32Array {
    const { compoundParts, compounds } = this.tables;
    return compounds.subarray(firstAtLeast(compoundParts, stem), firstAtLeast(compoundParts, stem + 1));
  }

  /** @returns the stem's best docs, or undefined if they are not stored. Cost: O(log stems). */
  topDocsOf(stem: number): TopDocs | undefined {
    const { topStems, topDocs, topImpacts } = this.tables;
    const topIndex = firstAtLeast(topStems, stem);
    if (topStems[topIndex] !== stem) return undefined;
    const start = topIndex * TOP_DOCS;
    return { docs: topDocs.subarray(start, start + TOP_DOCS), impacts: topImpacts.subarray(start, start + TOP_DOCS) };
  }

  /** @returns the first docs of a list, in the arena. Cost: O(limit), and O(docs / 32) if they are stored as bits. */
  readFirst(list: number, limit: number, arena: Arena): Uint32Array {
    return readFirstDocs(this.tables.postings.view(list), this.count(list), limit, arena);
  }

  /** Cost: O(docs of the list). */
  readList(list: number, arena: Arena): PostingList {
    const bytes = this.tables.postings.view(list);
    const { docs, end } = readDocs(bytes, this.count(list), arena);
    return { docs, impacts: bytes.subarray(end, end + docs.length), byteLength: end };
  }
}
