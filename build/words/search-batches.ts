/**
 * Stores the results of all batches in scratch files, and merges their words and stems into dictionaries.
 *
 * Stems are merged in parts; a thread then builds the posting lists of a part (stem-lists). Memory: the distinct words and
 * stems, 4 bytes per doc and searched field, and 8 bytes per key of a title, 24 while the keys are sorted.
 */
import type { SearchedField } from '../../src/content/model/index.js';
import { GrowingRecords, type SectionInput } from '../../src/format/index.js';
import { RunFile, type RunReader, visitInOrder, windowBytesPerRun } from '../sorting/index.js';
import { NumberSpool, type ScratchFolder, Spool, type WorkClock } from '../work/index.js';
import type { BatchWords } from './batch/batch-words.js';
import type { FieldLengths, ListsInput } from './stem-lists.js';
import { TitleEntries } from './title-entries.js';

/** The structure that the clock counts the work for. */
const workStructure = 'search';
/** Maximum number of parts; each part reads from every batch. */
const partsMaximum = 2 ** 9;

/** Consecutive stems, and the places of their entries. */
export interface StemPart {
  /** Range of the part in the file of occurrences (ListsInput.occurrences). */
  readonly occurrencesStart: number;
  readonly occurrencesEnd: number;
  /** Batch → `[starts, ends)` in the file of entries. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export class SearchBatches {
  readonly #stems: RunFile;
  readonly #words: RunFile;
  readonly #entries: Spool;
  readonly #occurrences: NumberSpool;
  /** Batch → start of its entries in the file of entries. */
  readonly #entryStarts: number[] = [];
  /** Batch → its first doc. */
  readonly #firstDocs: number[] = [];
  /** Field → number of words in all docs. */
  readonly #fieldWords: number[];
  /** Field → number of docs with words. */
  readonly #fieldDocs: number[];
  /** Field → doc → number of words. In shared memory, because every thread needs all of them. */
  readonly #lengths: readonly Uint32Array[];
  readonly #titles: TitleEntries;
  /** Number of docs in the batches so far. */
  docCount = 0;

  constructor(scratch: ScratchFolder, fields: number, docs: number) {
    this.#stems = new RunFile(scratch);
    this.#words = new RunFile(scratch);
    this.#entries = new Spool(scratch);
    this.#occurrences = new NumberSpool(scratch);
    const byteLength = docs * Uint32Array.BYTES_PER_ELEMENT;
    this.#lengths = Array.from({ length: fields }, () => new Uint32Array(new SharedArrayBuffer(byteLength)));
    this.#titles = new TitleEntries(docs);
    this.#fieldWords = this.#lengths.map(() => 0);
    this.#fieldDocs = this.#lengths.map(() => 0);
  }

  /** Adds a batch. Call it in the order of docs, and await each call before the next. */
  async add({ stems, words, entries, lengths, titles }: BatchWords): Promise<void> {
    for (const [field, docLengths] of lengths.entries()) {
      this.#lengths[field]!.set(docLengths, this.docCount);
      for (const length of docLengths) {
        this.#fieldWords[field]! += length;
        this.#fieldDocs[field]! += Number(length > 0);
      }
    }
    if (titles !== undefined) this.#titles.add(titles, this.docCount);
    this.#firstDocs.push(this.docCount);
    this.docCount += lengths[0]?.length ?? 0;
    this.#entryStarts.push(this.#entries.byteLength);
    await this.#entries.write(entries);
    await this.#stems.add(stems);
    await this.#words.add(words);
  }

  /** The sections of the title index. Call it after the last batch. */
  titleSections(): SectionInput[] {
    return this.#titles.sections();
  }

  /** Byte length of all entries. */
  get entryBytes(): number {
    return this.#entries.byteLength;
  }

  /** The lengths of the fields, and their weights. Call it after the last batch. */
  computeFieldLengths(fields: readonly SearchedField[]): FieldLengths {
    const averageLengths = this.#fieldWords.map((words, field) => {
      const docs = this.#fieldDocs[field]!;
      return docs === 0 ? 1 : words / docs;
    });
    return {
      weights: fields.map(({ weight }) => weight),
      hasPositions: fields.map(({ hasPositions }) => hasPositions),
      averageLengths,
      lengths: this.#lengths,
    };
  }

  /** @param windowBytes memory for reading all batches at once. @returns the distinct words, ascending */
  async mergeWords(windowBytes: number, clock: WorkClock): Promise<GrowingRecords> {
    const words = new GrowingRecords();
    const addWord = ({ record }: RunReader, _batch: number, isNew: boolean): void => {
      if (isNew) words.push(record!);
    };
    const readers = await this.#openReaders(this.#words, windowBytes);
    await visitInOrder(readers, addWord, async () => undefined, clock, workStructure);
    await this.#words.remove();
    return words;
  }

  /**
   * @param windowBytes memory for reading all batches at once
   * @param partBytes   approximate byte length of a part's entries; a part has at least one stem
   * @returns the distinct stems, ascending, and the same stems in parts
   */
  async mergeStems(
    windowBytes: number,
    partBytes: number,
    clock: WorkClock,
  ): Promise<{ readonly stems: GrowingRecords; readonly parts: readonly StemPart[] }> {
    const stems = new GrowingRecords();
    const parts: StemPart[] = [];
    const partBytesMinimum = Math.max(partBytes, this.#entries.byteLength / partsMaximum);
    let ends = Float64Array.from(this.#entryStarts);
    let starts = ends.slice();
    let occurrencesStart = 0;
    let gatheredBytes = 0;
    const endPart = (): void => {
      const occurrencesEnd = this.#occurrences.length;
      parts.push({ occurrencesStart, occurrencesEnd, starts, ends });
      starts = ends;
      ends = ends.slice();
      occurrencesStart = occurrencesEnd;
      gatheredBytes = 0;
    };
    // The number of a stem in a batch is the byte length of its entries.
    const addStem = ({ record, number: entryBytes }: RunReader, batch: number, isNew: boolean): void => {
      if (isNew) {
        if (gatheredBytes >= partBytesMinimum) endPart();
        stems.push(record!);
      }
      this.#occurrences.push(batch * 2 + Number(isNew));
      ends[batch]! += entryBytes;
      gatheredBytes += entryBytes;
    };
    const readers = await this.#openReaders(this.#stems, windowBytes);
    await visitInOrder(readers, addStem, () => this.#occurrences.flushIfLarge(), clock, workStructure);
    if (gatheredBytes > 0) endPart();
    await this.#stems.remove();
    return { stems, parts };
  }

  #openReaders(runs: RunFile, windowBytes: number): Promise<RunReader[]> {
    return runs.readers(windowBytesPerRun(windowBytes, this.#firstDocs.length));
  }

  /** Reads the entries of a part. */
  async readListsInput(part: StemPart, fields: FieldLengths): Promise<ListsInput> {
    const starts = new Float64Array(part.starts.length);
    let byteLength = 0;
    for (let batch = 0; batch < starts.length; batch += 1) {
      starts[batch] = byteLength;
      byteLength += part.ends[batch]! - part.starts[batch]!;
    }
    const entries = new Uint8Array(byteLength);
    for (const [batch, start] of starts.entries()) {
      const from = part.starts[batch]!;
      const to = part.ends[batch]!;
      if (from < to) entries.set(await this.#entries.slice(from, to), start);
    }
    const occurrences = await this.#occurrences.slice(part.occurrencesStart, part.occurrencesEnd);
    return { fields, firstDocs: Uint32Array.from(this.#firstDocs), occurrences, entries, starts };
  }

  /** Removes the scratch files. */
  async remove(): Promise<void> {
    await this.#entries.remove();
    await this.#occurrences.remove();
  }
}
