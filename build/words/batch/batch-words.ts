/**
 * Finds the words of the searched fields in a batch of docs, with their frequencies and places.
 *
 * The result depends on the batch's docs alone, and a doc's entries do not depend on its batch.
 */
import { docId, type Language, type WordMark, type WordTuning } from '../../../src/content/model/index.js';
import { getWordReader, plainText } from '../../../src/index/search/index.js';
import type { Job } from '../../work/index.js';
import { TitleCollector, type TitleColumns } from '../title-entries.js';
import { type CountedWords, WordCounter } from './word-counter.js';

/** The texts of one field, one per doc of the batch; empty if unpopulated. */
export interface FieldTexts {
  readonly isMarkdown: boolean;
  /** Whether the index stores the positions of its words. */
  readonly hasPositions: boolean;
  /** Prefix of its words. */
  readonly mark: WordMark;
  readonly bytes: Uint8Array;
  /** Byte length of each text. */
  readonly lengths: Uint32Array;
}

export interface WordsInput {
  readonly language: Language | undefined;
  readonly tuning?: WordTuning | undefined;
  /** At least one. */
  readonly fields: readonly FieldTexts[];
  /** Place of the title field among the fields; undefined if there is none. */
  readonly titlePlace: number | undefined;
}

/** The words of a batch, and the lengths of its fields. */
export interface BatchWords extends CountedWords {
  /** Field → doc of the batch → number of words. */
  readonly lengths: readonly Uint32Array[];
  /** Undefined if there is no title field. */
  readonly titles: TitleColumns | undefined;
}

/** Cost: O(bytes of the texts), about a second for 10 MB. Memory: about 30 bytes per entry. */
function findBatchWords({ language, tuning, fields, titlePlace }: WordsInput): BatchWords {
  const reader = getWordReader(language, tuning);
  const counter = new WordCounter(
    reader,
    language !== undefined,
    fields.map(({ hasPositions }) => hasPositions),
  );
  const docs = fields[0]?.lengths.length ?? 0;
  const titles = titlePlace === undefined ? undefined : new TitleCollector(reader, docs, fields[titlePlace]!.mark);
  const ends = fields.map(() => 0);
  const lengths = fields.map(() => new Uint32Array(docs));
  for (let doc = 0; doc < docs; doc += 1) {
    for (const [number, { bytes, lengths: byteLengths, isMarkdown, mark }] of fields.entries()) {
      const start = ends[number]!;
      const end = start + byteLengths[doc]!;
      ends[number] = end;
      if (end === start) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
      const read = reader.read(isMarkdown ? plainText(text) : text);
      lengths[number]![doc] = counter.add(docId(doc), number, read, mark);
      if (number === titlePlace) titles?.add(doc, read.words);
    }
  }
  return { ...counter.finish(), lengths, titles: titles?.finish() };
}

export const wordsJob: Job<WordsInput, BatchWords> = {
  name: 'words',
  structure: 'search',
  beginsColumn: true,
  work: findBatchWords,
};
