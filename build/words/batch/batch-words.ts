/**
 * Which words stand in the searched fields of some docs, and how often: the part of a search index that each batch of
 * docs makes for itself.
 *
 * What a batch makes depends on its docs alone, and a doc's entries do not depend on the batch it is in.
 */

import { type DocId, docId, type Language, type WordMark, type WordTuning } from '../../../src/content/model/index.js';
import { GrowingRecords, GrowingU32 } from '../../../src/format/index.js';
import { plainText, type WordReader, wordReader } from '../../../src/index/search/index.js';
import { buildDictionary, type Dictionary, type NumberedRun, oneBehindTheOther } from '../../sorting/index.js';
import type { Job } from '../../work/index.js';
import { entryBytes } from './entries.js';

/** The texts of one field, one per doc of the batch; empty where unpopulated. */
export interface FieldTexts {
  readonly isMarkdown: boolean;
  /** Whether the index keeps where words stand in it. */
  readonly hasPositions: boolean;
  /** Of its words. */
  readonly mark: WordMark;
  readonly bytes: Uint8Array;
  /** Of each text. */
  readonly lengths: Uint32Array;
}

export interface WordsInput {
  readonly language: Language | undefined;
  readonly tuning?: WordTuning | undefined;
  /** At least one. */
  readonly fields: readonly FieldTexts[];
}

/** What stands in a batch. */
export interface BatchWords {
  /** The stems, ascending; with each goes how many bytes of `entries` are its. */
  readonly stems: NumberedRun;
  /** The words, ascending; none where words are their own stems. */
  readonly words: NumberedRun;
  /** Where each stem stands, one stem's behind the other's, as entries.ts writes them. */
  readonly entries: Uint8Array;
  /** Field → doc of the batch → how many words it has there. */
  readonly lengths: readonly Uint32Array[];
}

/** Texts numbered in the order they are first met. */
class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly records = new GrowingRecords();

  /** @returns the text's number, and whether it is new */
  of(text: string): { readonly number: number; readonly isNew: boolean } {
    const known = this.#numbers.get(text);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    this.records.pushText(text);
    return { number, isNew: true };
  }
}

/** Cost: O(bytes of the texts), about a second for 10 MB. Memory: about 30 bytes an entry. */
function batchWords({ language, tuning, fields }: WordsInput): BatchWords {
  const counter = new Counter(
    wordReader(language, tuning),
    language !== undefined,
    fields.map(({ hasPositions }) => hasPositions),
  );
  const docs = fields[0]?.lengths.length ?? 0;
  const ends = fields.map(() => 0);
  const lengths = fields.map(() => new Uint32Array(docs));
  for (let doc = 0; doc < docs; doc += 1) {
    for (const [number, { bytes, lengths: byteLengths, isMarkdown, mark }] of fields.entries()) {
      const start = ends[number]!;
      const end = start + byteLengths[doc]!;
      ends[number] = end;
      if (end === start) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
      lengths[number]![doc] = counter.add(docId(doc), number, isMarkdown ? plainText(text) : text, mark);
    }
  }
  return { ...counter.finish(), lengths };
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

class Counter {
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
  readonly #known = new Map<string, readonly number[]>();
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
      const stems = this.#known.get(mark + word) ?? this.#meet(word, mark);
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
  #meet(word: string, mark: WordMark): readonly number[] {
    const stems = this.#reader.indexed(word).map((each) => {
      const term = mark + each;
      const { number: stem, isNew } = this.#stems.of(this.#reader.stem(term));
      if (isNew) this.#counts.push(0);
      if (this.#isStemmed) this.#words.of(term);
      return stem;
    });
    this.#known.set(mark + word, stems);
    return stems;
  }

  finish(): Omit<BatchWords, 'lengths'> {
    const { terms, ordinals } = sorted(this.#stems.records);
    const found = {
      stems: this.#entryStems.view(),
      docs: this.#docs.view(),
      fields: this.#fields.view(),
      frequencies: this.#frequencies.view(),
      places: this.#places.view(),
    };
    const { bytes, sizes } = entryBytes(found, ordinals, terms.count, this.#keepsPlaces);
    return {
      stems: { ...oneBehindTheOther(terms), numbers: sizes },
      words: oneBehindTheOther(sorted(this.#words.records).terms),
      entries: bytes,
    };
  }
}

const sorted = (records: GrowingRecords): Dictionary =>
  buildDictionary(
    records,
    Uint32Array.from({ length: records.count }, (_, index) => index),
  );

export const wordsJob: Job<WordsInput, BatchWords> = {
  name: 'words',
  structure: 'search',
  beginsColumn: true,
  work: batchWords,
};
