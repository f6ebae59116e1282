/**
 * Which words stand in the searched fields of some docs, and how often: the part of a search index that each batch of
 * docs makes for itself.
 *
 * What a batch makes depends on its docs alone, and a doc's entries do not depend on the batch it is in.
 */
import { GrowingRecords, GrowingU32, type RecordParts } from '../../../src/format/index.js';
import type { Language } from '../../../src/model/index.js';
import { type WordReader, wordReader } from '../../../src/search/index.js';
import { plainText } from './markdown.js';

/** The texts of one field, one per doc of the batch; empty where unpopulated. */
export interface FieldTexts {
  readonly isMarkdown: boolean;
  readonly bytes: Uint8Array;
  /** Of each text. */
  readonly lengths: Uint32Array;
}

export interface WordsInput {
  readonly language: Language | undefined;
  /** At least one. */
  readonly fields: readonly FieldTexts[];
}

/** What stands in a batch. Entries are ordered by stem, then by doc, then by field. */
export interface BatchWords {
  /** In the order first met. */
  readonly stems: RecordParts;
  /** In the order first met; none where words are their own stems. */
  readonly words: RecordParts;
  readonly wordStems: Uint32Array;
  /** Stem → its first entry; one more than there are stems. */
  readonly starts: Uint32Array;
  /** Entry → doc of the batch. */
  readonly docs: Uint32Array;
  readonly fields: Uint16Array;
  /** Entry → how often the stem stands in that field of that doc. */
  readonly frequencies: Uint32Array;
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

/** Cost: O(bytes of the texts), about a second for 10 MB. Memory: about 10 bytes an entry. */
export function batchWords({ language, fields }: WordsInput): BatchWords {
  const counter = new Counter(wordReader(language), language !== undefined);
  const docs = fields[0]?.lengths.length ?? 0;
  const ends = fields.map(() => 0);
  const lengths = fields.map(() => new Uint32Array(docs));
  for (let doc = 0; doc < docs; doc += 1) {
    for (const [number, { bytes, lengths: byteLengths, isMarkdown }] of fields.entries()) {
      const start = ends[number]!;
      const end = start + byteLengths[doc]!;
      ends[number] = end;
      if (end === start) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
      lengths[number]![doc] = counter.add(doc, number, isMarkdown ? plainText(text) : text);
    }
  }
  return { ...counter.finish(), lengths };
}

class Counter {
  readonly #reader: WordReader;
  readonly #stems = new Numbering();
  readonly #words = new Numbering();
  readonly #wordStems = new GrowingU32();
  readonly #isStemmed: boolean;
  readonly #entryStems = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #fields = new GrowingU32();
  readonly #frequencies = new GrowingU32();
  /** Word → stems of what is indexed for it, of what was met: a word comes many times. */
  readonly #known = new Map<string, readonly number[]>();
  /** Stem → how often it stands in the text at hand. */
  readonly #counts: number[] = [];
  /** Stems that stand in it. */
  readonly #touched: number[] = [];

  constructor(reader: WordReader, isStemmed: boolean) {
    this.#reader = reader;
    this.#isStemmed = isStemmed;
  }

  /** @returns how many words the text has */
  add(doc: number, field: number, text: string): number {
    let length = 0;
    for (const word of this.#reader.words(text)) {
      const stems = this.#known.get(word) ?? this.#meet(word);
      for (let i = 0; i < stems.length; i += 1) this.#count(stems[i]!);
      length += stems.length;
    }
    for (const stem of this.#touched) {
      this.#entryStems.push(stem);
      this.#docs.push(doc);
      this.#fields.push(field);
      this.#frequencies.push(this.#counts[stem]!);
      this.#counts[stem] = 0;
    }
    this.#touched.length = 0;
    return length;
  }

  #count(stem: number): void {
    const count = this.#counts[stem]!;
    if (count === 0) this.#touched.push(stem);
    this.#counts[stem] = count + 1;
  }

  /** @returns the stems of what is indexed for a word that was not met before */
  #meet(word: string): readonly number[] {
    const stems = this.#reader.indexed(word).map((term) => {
      const { number: stem, isNew } = this.#stems.of(this.#reader.stem(term));
      if (isNew) this.#counts.push(0);
      if (this.#isStemmed && this.#words.of(term).isNew) this.#wordStems.push(stem);
      return stem;
    });
    this.#known.set(word, stems);
    return stems;
  }

  finish(): Omit<BatchWords, 'lengths'> {
    const order = this.#entryStems.view();
    const stems = this.#stems.records;
    const starts = new Uint32Array(stems.count + 1);
    for (const stem of order) starts[stem + 1]! += 1;
    for (let stem = 0; stem < stems.count; stem += 1) starts[stem + 1]! += starts[stem]!;
    const next = starts.slice();
    const docs = new Uint32Array(order.length);
    const fields = new Uint16Array(order.length);
    const frequencies = new Uint32Array(order.length);
    for (let entry = 0; entry < order.length; entry += 1) {
      const place = next[order[entry]!]!++;
      docs[place] = this.#docs.at(entry);
      fields[place] = this.#fields.at(entry);
      frequencies[place] = this.#frequencies.at(entry);
    }
    return {
      stems: stems.parts,
      words: this.#words.records.parts,
      wordStems: this.#wordStems.view().slice(),
      starts,
      docs,
      fields,
      frequencies,
    };
  }
}
