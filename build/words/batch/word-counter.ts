/**
 * Counts the stems of texts. Stems and words are numbered in the order of their first occurrence.
 *
 * Elsewhere: cutting a text into words (src/index/search/words), encoding the counts (entries).
 */
import type { DocId, WordMark } from '../../../src/content/model/index.js';
import { GrowingRecords, GrowingU32 } from '../../../src/format/index.js';
import { JOINED_MARK, packJoinedPosition, type ReadText, type WordReader } from '../../../src/index/search/index.js';
import { buildDictionary, concatenatedRecords, type Dictionary, type NumberedRun } from '../../sorting/index.js';
import { encodeEntries } from './entries.js';

/** The words of a batch, and the entries of their stems. */
export interface CountedWords {
  /** The stems, ascending, each with the byte length of its entries. */
  readonly stems: NumberedRun;
  /** The words, ascending; empty if words are their own stems. */
  readonly words: NumberedRun;
  /** The entries of the stems, stem by stem (entries). */
  readonly entries: Uint8Array;
}

/** Numbers texts in the order of their first occurrence. */
export class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly records = new GrowingRecords();

  /** @returns the text's number, and whether it is new */
  numberOf(text: string): { readonly number: number; readonly isNew: boolean } {
    const existing = this.#numbers.get(text);
    if (existing !== undefined) return { number: existing, isNew: false };
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    this.records.pushText(text);
    return { number, isNew: true };
  }
}

/** The places of each stem in a text, as linked lists of entries. The place of a joined word has its number of parts too. */
class PlaceChains {
  /** Stem → its first entry. */
  readonly #firsts: number[] = [];
  /** Stem → its last entry. */
  readonly #lasts: number[] = [];
  /** Entry → the next entry of the same stem. */
  readonly #nexts = new GrowingU32();
  /** Entry → its place. */
  readonly #places = new GrowingU32();

  /** Adds a place, not less than the last one. @param isFirst whether it is the first place of this stem in the text */
  add(stem: number, place: number, isFirst: boolean): void {
    const entry = this.#nexts.length;
    this.#nexts.push(0);
    this.#places.push(place);
    if (isFirst) this.#firsts[stem] = entry;
    else this.#nexts.set(this.#lasts[stem]!, entry);
    this.#lasts[stem] = entry;
  }

  /** Appends the places of a stem to `out`, ascending, each plus `base`. */
  gather(stem: number, base: number, out: GrowingU32): void {
    const last = this.#lasts[stem]!;
    let entry = this.#firsts[stem]!;
    for (; entry !== last; entry = this.#nexts.at(entry)) out.push(base + this.#places.at(entry));
    out.push(base + this.#places.at(last));
  }

  clear(): void {
    this.#nexts.length = 0;
    this.#places.length = 0;
  }
}

export class WordCounter {
  readonly #reader: WordReader;
  readonly #stems = new Numbering();
  readonly #words = new Numbering();
  readonly #isStemmed: boolean;
  readonly #entryStems = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #fields = new GrowingU32();
  readonly #frequencies = new GrowingU32();
  readonly #keepsPlaces: readonly boolean[];
  readonly #places = new GrowingU32();
  /** Mark and word → stems that are indexed for it. A cache, as words occur many times. */
  readonly #stemsByWord = new Map<string, readonly number[]>();
  /** Stems of joined words. */
  readonly #joinedStems = new Set<number>();
  /** Stem → number of its occurrences in the current text. */
  readonly #counts: number[] = [];
  /** Stems of the current text. */
  readonly #touched: number[] = [];
  /** The current doc. */
  #doc = -1;
  /** The first place of the current field within the doc. */
  #next = 0;
  readonly #chains = new PlaceChains();

  /** @param keepsPlaces field → whether the index stores the positions of its words */
  constructor(reader: WordReader, isStemmed: boolean, keepsPlaces: readonly boolean[]) {
    this.#reader = reader;
    this.#isStemmed = isStemmed;
    this.#keepsPlaces = keepsPlaces;
  }

  /**
   * Counts the stems of a text. Call it doc by doc, and field by field.
   *
   * @param text as it was read. @returns the number of indexed terms, without joined words
   */
  add(doc: DocId, field: number, { words, joined }: ReadText, mark: WordMark): number {
    let length = 0;
    const keepsPlaces = this.#keepsPlaces[field]!;
    if (doc !== this.#doc) this.#next = 0;
    this.#doc = doc;
    let nextJoined = 0;
    for (let wordIndex = 0; wordIndex < words.length; wordIndex += 1) {
      const word = words[wordIndex]!;
      const stems = this.#stemsByWord.get(mark + word) ?? this.#addWord(word, mark);
      for (let i = 0; i < stems.length; i += 1) this.#count(stems[i]!, length + i, keepsPlaces);
      length += stems.length;
      // A joined word adds nothing to the length of the text.
      for (; nextJoined < joined.length && joined[nextJoined]!.end === wordIndex + 1; nextJoined += 1) {
        const { text, start, end } = joined[nextJoined]!;
        const place = packJoinedPosition(length - 1, end - start);
        this.#count(this.#findJoinedStem(text, mark), place, keepsPlaces);
      }
    }
    for (const stem of this.#touched) {
      if (keepsPlaces) this.#chains.gather(stem, this.#fieldStart(stem), this.#places);
      this.#entryStems.push(stem);
      this.#docs.push(doc);
      this.#fields.push(field);
      this.#frequencies.push(this.#counts[stem]!);
      this.#counts[stem] = 0;
    }
    this.#touched.length = 0;
    this.#chains.clear();
    // The gap of one place prevents phrases across two fields.
    this.#next += length + 1;
    return length;
  }

  /** @returns the first place of the current field, as places of the stem are written */
  #fieldStart(stem: number): number {
    return this.#joinedStems.has(stem) ? packJoinedPosition(this.#next, 1) : this.#next;
  }

  #count(stem: number, place: number, keepsPlace: boolean): void {
    const count = this.#counts[stem]!;
    if (count === 0) this.#touched.push(stem);
    this.#counts[stem] = count + 1;
    if (keepsPlace) this.#chains.add(stem, place, count === 0);
  }

  /** @returns the stems that are indexed for a new word */
  #addWord(word: string, mark: WordMark): readonly number[] {
    const stems = this.#reader.indexTerms(word).map((term) => this.#addTerm(mark + term));
    this.#stemsByWord.set(mark + word, stems);
    return stems;
  }

  #findJoinedStem(word: string, mark: WordMark): number {
    const term = mark + JOINED_MARK + word;
    const [stem] = this.#stemsByWord.get(term) ?? [];
    if (stem !== undefined) return stem;
    const newStem = this.#addTerm(term);
    this.#stemsByWord.set(term, [newStem]);
    this.#joinedStems.add(newStem);
    return newStem;
  }

  /** @param term with its marks. @returns its stem */
  #addTerm(term: string): number {
    const { number: stem, isNew } = this.#stems.numberOf(this.#reader.stem(term));
    if (isNew) this.#counts.push(0);
    if (this.#isStemmed) this.#words.numberOf(term);
    return stem;
  }

  finish(): CountedWords {
    const { terms, ordinals } = sortRecords(this.#stems.records);
    const entries = {
      stems: this.#entryStems.view(),
      docs: this.#docs.view(),
      fields: this.#fields.view(),
      frequencies: this.#frequencies.view(),
      places: this.#places.view(),
    };
    const { bytes, sizes } = encodeEntries(entries, ordinals, terms.count, this.#keepsPlaces);
    return {
      stems: { ...concatenatedRecords(terms), numbers: sizes },
      words: concatenatedRecords(sortRecords(this.#words.records).terms),
      entries: bytes,
    };
  }
}

const sortRecords = (records: GrowingRecords): Dictionary =>
  buildDictionary(
    records,
    Uint32Array.from({ length: records.count }, (_, index) => index),
  );
