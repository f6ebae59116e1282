/**
 * The results of all batches in scratch files, and their stems merged into a dictionary, in parts from which a thread makes
 * posting lists.
 */
import type { SearchedField } from '../../src/content/model/index.js';
import { GrowingRecords } from '../../src/format/index.js';
import { eachInOrder, RunFile, type RunReader, windowBytesPerRun } from '../sorting/index.js';
import { NumberSpool, type ScratchFolder, Spool, type WorkClock } from '../work/index.js';
import type { BatchWords } from './batch/batch-words.js';
import type { FieldLengths, ListsInput } from './stem-lists.js';

/** What the work is done for. */
const structure = 'search';
/** There are no more parts than that: each takes a read of every batch. */
const partsMaximum = 2 ** 9;

/** Neighbouring stems, and where the batches' entries of them are. */
export interface StemPart {
  /** As ListsInput has them. */
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
  /** Batch → where its entries begin, and its first doc. */
  readonly #entryStarts: number[] = [];
  readonly #firstDocs: number[] = [];
  readonly #fieldWords: number[];
  readonly #fieldDocs: number[];
  /** Field → doc → words. Shared, for every thread needs all of them. */
  readonly #lengths: readonly Uint32Array[];
  /** Of the batches that were added. */
  docCount = 0;

  constructor(scratch: ScratchFolder, fields: number, docs: number) {
    this.#stems = new RunFile(scratch);
    this.#words = new RunFile(scratch);
    this.#entries = new Spool(scratch);
    this.#occurrences = new NumberSpool(scratch);
    const byteLength = docs * Uint32Array.BYTES_PER_ELEMENT;
    this.#lengths = Array.from({ length: fields }, () => new Uint32Array(new SharedArrayBuffer(byteLength)));
    this.#fieldWords = this.#lengths.map(() => 0);
    this.#fieldDocs = this.#lengths.map(() => 0);
  }

  /** To be called in the order of docs, never before the last has returned. */
  async add({ stems, words, entries, lengths }: BatchWords): Promise<void> {
    for (const [field, docLengths] of lengths.entries()) {
      this.#lengths[field]!.set(docLengths, this.docCount);
      for (const length of docLengths) {
        this.#fieldWords[field]! += length;
        this.#fieldDocs[field]! += Number(length > 0);
      }
    }
    this.#firstDocs.push(this.docCount);
    this.docCount += lengths[0]?.length ?? 0;
    this.#entryStarts.push(this.#entries.byteLength);
    await this.#entries.write(entries);
    await this.#stems.add(stems);
    await this.#words.add(words);
  }

  /** Of all entries. */
  get entryBytes(): number {
    return this.#entries.byteLength;
  }

  /** What each field's words weigh by, once all batches are added. */
  fieldLengths(fields: readonly SearchedField[]): FieldLengths {
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

  /** @returns the distinct words, ascending. @param windowBytes of all batches together */
  async mergeWords(windowBytes: number, clock: WorkClock): Promise<GrowingRecords> {
    const words = new GrowingRecords();
    const take = ({ record }: RunReader, _batch: number, isNew: boolean): void => {
      if (isNew) words.push(record!);
    };
    await eachInOrder(await this.#readers(this.#words, windowBytes), take, async () => undefined, clock, structure);
    await this.#words.remove();
    return words;
  }

  /**
   * @param partBytes of the entries of a part, about; more where a stem has
   * @returns the distinct stems, ascending, and all of them in parts
   */
  async mergeStems(
    windowBytes: number,
    partBytes: number,
    clock: WorkClock,
  ): Promise<{ readonly stems: GrowingRecords; readonly parts: readonly StemPart[] }> {
    const stems = new GrowingRecords();
    const parts: StemPart[] = [];
    const partBytesWanted = Math.max(partBytes, this.#entries.byteLength / partsMaximum);
    let ends = Float64Array.from(this.#entryStarts);
    let starts = ends.slice();
    let occurrencesStart = 0;
    let gatheredBytes = 0;
    const end = (): void => {
      const occurrencesEnd = this.#occurrences.length;
      parts.push({ occurrencesStart, occurrencesEnd, starts, ends });
      starts = ends;
      ends = ends.slice();
      occurrencesStart = occurrencesEnd;
      gatheredBytes = 0;
    };
    const take = ({ record, number }: RunReader, batch: number, isNew: boolean): void => {
      if (isNew) {
        if (gatheredBytes >= partBytesWanted) end();
        stems.push(record!);
      }
      this.#occurrences.push(batch * 2 + Number(isNew));
      ends[batch]! += number;
      gatheredBytes += number;
    };
    await eachInOrder(
      await this.#readers(this.#stems, windowBytes),
      take,
      () => this.#occurrences.flushIfLarge(),
      clock,
      structure,
    );
    if (gatheredBytes > 0) end();
    await this.#stems.remove();
    return { stems, parts };
  }

  #readers(runs: RunFile, windowBytes: number): Promise<RunReader[]> {
    return runs.readers(windowBytesPerRun(windowBytes, this.#firstDocs.length));
  }

  /** Reads what the lists of a part are made of. */
  async listsInput(part: StemPart, fields: FieldLengths): Promise<ListsInput> {
    const starts = new Float64Array(part.starts.length);
    let byteLength = 0;
    for (let batch = 0; batch < starts.length; batch += 1) {
      starts[batch] = byteLength;
      byteLength += part.ends[batch]! - part.starts[batch]!;
    }
    const entries = new Uint8Array(byteLength);
    for (const [batch, at] of starts.entries()) {
      const [from, to] = [part.starts[batch]!, part.ends[batch]!];
      if (from < to) entries.set(await this.#entries.slice(from, to), at);
    }
    const occurrences = await this.#occurrences.slice(part.occurrencesStart, part.occurrencesEnd);
    return { fields, firstDocs: Uint32Array.from(this.#firstDocs), occurrences, entries, starts };
  }

  /** Gives back to the disk what is left. */
  async remove(): Promise<void> {
    await this.#entries.remove();
    await this.#occurrences.remove();
  }
}
