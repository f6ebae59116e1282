/**
 * Counts stems text by text, and numbers stems and words in the order they are met.
 */
import type { DocId, WordMark } from '../../../src/content/model/index.js';
import { GrowingRecords, GrowingU32 } from '../../../src/format/index.js';
import type { WordReader } from '../../../src/index/search/index.js';
import { buildDictionary, concatenatedRecords, type Dictionary, type NumberedRun } from '../../sorting/index.js';
import { entryBytes } from './entries.js';

/** The words of a batch, and the entries of their stems. */
export interface CountedWords {
  /** The stems, ascending, each with the byte length of its entries. */
  readonly stems: NumberedRun;
  /** The words, ascending; empty if words are their own stems. */
  readonly words: NumberedRun;
  /** The entries of the stems, stem by stem (entries.ts). */
  readonly entries: Uint8Array;
}

/** Texts numbered in the order they are first met. */
export class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly records = new GrowingRecords();

  /** @returns the text's number, and whether it is new */
  of(text: string): { readonly number: number; readonly isNew: boolean } {
    const existing = this.#numbers.get(text);
    if (existing !== undefined) return { number: existing, isNew: false };
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    this.records.pushText(text);
    return { number, isNew: true };
  }
}

/** Where each stem stands in a text: of each place of a stem the next one. */
class Chains {
  /** Stem → its first place and its last. */
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];
  readonly #nexts = new GrowingU32();

  /** The next place is one of this stem. @param isFirst whether it is the first of it */
  add(stem: number, isFirst: boolean): void {
    const place = this.#nexts.length;
    this.#nexts.push(0);
    if (isFirst) this.#firsts[stem] = place;
    else this.#nexts.set(this.#lasts[stem]!, place);
    this.#lasts[stem] = place;
  }

  /** Adds the places of a stem, ascending, each with `base` on top. */
  gather(stem: number, base: number, out: GrowingU32): void {
    const last = this.#lasts[stem]!;
    let place = this.#firsts[stem]!;
    for (; place !== last; place = this.#nexts.at(place)) out.push(base + place);
    out.push(base + last);
  }

  clear(): void {
    this.#nexts.length = 0;
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
  /** Word behind its mark → stems of what is indexed for it, of what was met: a word comes many times. */
  readonly #stemsByWord = new Map<string, readonly number[]>();
  /** Stem → how often it stands in the text at hand. */
  readonly #counts: number[] = [];
  /** Stems that stand in it. */
  readonly #touched: number[] = [];
  /** The doc at hand, and its first place that is free. */
  #doc = -1;
  #next = 0;
  readonly #chains = new Chains();

  /** @param keepsPlaces field → whether it keeps where words stand */
  constructor(reader: WordReader, isStemmed: boolean, keepsPlaces: readonly boolean[]) {
    this.#reader = reader;
    this.#isStemmed = isStemmed;
    this.#keepsPlaces = keepsPlaces;
  }

  /** To be called doc by doc, and field by field. @returns how many words the text has */
  add(doc: DocId, field: number, text: string, mark: WordMark): number {
    let length = 0;
    const keepsPlaces = this.#keepsPlaces[field]!;
    if (doc !== this.#doc) this.#next = 0;
    this.#doc = doc;
    for (const word of this.#reader.words(text)) {
      const stems = this.#stemsByWord.get(mark + word) ?? this.#addWord(word, mark);
      for (let i = 0; i < stems.length; i += 1) {
        this.#count(stems[i]!);
        if (keepsPlaces) this.#chains.add(stems[i]!, this.#counts[stems[i]!] === 1);
      }
      length += stems.length;
    }
    for (const stem of this.#touched) {
      if (keepsPlaces) this.#chains.gather(stem, this.#next, this.#places);
      this.#entryStems.push(stem);
      this.#docs.push(doc);
      this.#fields.push(field);
      this.#frequencies.push(this.#counts[stem]!);
      this.#counts[stem] = 0;
    }
    this.#touched.length = 0;
    this.#chains.clear();
    // No phrase goes on in the next field.
    this.#next += length + 1;
    return length;
  }

  #count(stem: number): void {
    const count = this.#counts[stem]!;
    if (count === 0) this.#touched.push(stem);
    this.#counts[stem] = count + 1;
  }

  /** @returns the stems of what is indexed for a word that was not met before */
  #addWord(word: string, mark: WordMark): readonly number[] {
    const stems = this.#reader.indexTerms(word).map((each) => {
      const term = mark + each;
      const { number: stem, isNew } = this.#stems.of(this.#reader.stem(term));
      if (isNew) this.#counts.push(0);
      if (this.#isStemmed) this.#words.of(term);
      return stem;
    });
    this.#stemsByWord.set(mark + word, stems);
    return stems;
  }

  finish(): CountedWords {
    const { terms, ordinals } = sorted(this.#stems.records);
    const entries = {
      stems: this.#entryStems.view(),
      docs: this.#docs.view(),
      fields: this.#fields.view(),
      frequencies: this.#frequencies.view(),
      places: this.#places.view(),
    };
    const { bytes, sizes } = entryBytes(entries, ordinals, terms.count, this.#keepsPlaces);
    return {
      stems: { ...concatenatedRecords(terms), numbers: sizes },
      words: concatenatedRecords(sorted(this.#words.records).terms),
      entries: bytes,
    };
  }
}

const sorted = (records: GrowingRecords): Dictionary =>
  buildDictionary(
    records,
    Uint32Array.from({ length: records.count }, (_, index) => index),
  );
