/**
 * Builds a content type's search index, on several threads.
 *
 * Batches of docs are cut into words (batch), dictionaries are merged from the batches (batches), and posting lists are built
 * from parts of the dictionary (stem-lists). Posting lists of word beginnings are merged from the posting lists of stems
 * (beginnings).
 */
import { threshold } from '../../src/content/choices/index.js';
import { type SearchRules, wordTuning } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { getWordReader, isJoinedWord, STOP_MARK, type WordReader, withoutMark } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';
import { type BuildContext, processInOrder, RecordSpool, type TextSource, type WorkClock } from '../work/index.js';
import { type BatchWords, type FieldTexts, wordsJob } from './batch/batch-words.js';
import { appendBeginnings } from './beginnings/gather-lists.js';
import { SearchBatches, type StemPart } from './search-batches.js';
import { dictionaryJob } from './search-dictionary.js';
import { listsJob, type StemLists } from './stem-lists.js';
import { TopDocs } from './top-docs.js';

/** Bytes of texts in a batch: large enough that merging costs little, small enough that threads end at about the same time. */
const batchBytesMaximum = 4 * 2 ** 20;
/** Batches per run of `runBytes`: a batch takes several times the memory of its texts, so its texts are at most half a run. */
const batchesInRun = 2;
/** Maximum number of batches; larger content has larger batches. Merging has a buffer for each batch, and reads every batch for each part. */
const batchesMaximum = 2 ** 11;
/** Parts per thread, so that threads end at about the same time. */
const partsPerThread = 4;
/** Smaller parts cost more than they gain. */
const partBytesMinimum = 2 ** 20;

/** Receives posting lists. @param isIgnored whether the stem of a list is the stem of a stop word or of a joined word */
export type OnStems = (
  lists: Pick<StemLists, 'bytes' | 'lengths' | 'counts'>,
  isIgnored: (place: number) => boolean,
) => void;

/** The resources to build a search index. */
type SearchContext = Pick<BuildContext, 'pool' | 'scratch' | 'runBytes'>;

/** Whether the stem is the stem of a stop word or of a joined word; the index marks both. */
function isIgnored(stem: string, reader: WordReader): boolean {
  if (isJoinedWord(stem)) return true;
  const word = withoutMark(stem).replace(STOP_MARK, '');
  return word !== stem && reader.isStopWord(word);
}

/** The docs `[from, to)`, and the places of their texts. */
interface DocRange {
  readonly from: number;
  readonly to: number;
  /** Field → range `[start, end)` of the texts. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * @param texts   texts of the fields of `rules`, in their order
 * @param clock   measures the work
 * @param onStems receives the lists of all stems, in order
 * Cost: O(bytes of the texts + words · log words). Entries are written and read once: about 2 bytes per distinct word of a doc.
 * Memory: several times a batch or a part per thread; 8 bytes per doc and field; the words, their stems, and some 60 bytes for
 * each word; 16 bytes per doc of the most frequent stem.
 */
export async function buildSearchIndex(
  rules: SearchRules,
  texts: readonly TextSource[],
  context: SearchContext,
  clock: WorkClock,
  onStems?: OnStems,
): Promise<AnySection[]> {
  const { pool, scratch, runBytes } = context;
  const { language } = rules;
  const tuning = wordTuning(rules.tuning);
  const batches = await findWords(rules, texts, context, clock);
  const windowBytes = runBytes * pool.threads;
  const words = await batches.mergeWords(windowBytes, clock);
  const { stems, parts } = await batches.mergeStems(windowBytes, choosePartBytes(batches.entryBytes, context), clock);
  const reader = getWordReader(language, tuning);
  const isIgnoredStem = (stem: number): boolean => isIgnored(stems.view(stem).toString(), reader);
  const lists = await buildStemLists(batches, parts, stems.count, rules, context, clock, (stemLists, firstStem) =>
    onStems?.(stemLists, (index) => isIgnoredStem(firstStem + index)),
  );
  const { postings, positions, counts, tops } = lists;
  await batches.remove();
  // The job takes over its input, and the counts are still needed.
  const dictionaryInput = { language, tuning, stems: stems.parts, words: words.parts, counts: counts.slice() };
  const { wordStems, prefixes, terms, suggested, misspelt, compounds } = await pool.run(
    dictionaryJob,
    dictionaryInput,
    clock,
  );
  const prefixCounts = await appendBeginnings(
    { docCount: batches.docCount, prefixes, wordStems, postings, counts },
    { pool, scratch, spanBytes: choosePartBytes(postings.byteLength, context), clock },
  );
  const { topStems, topDocs, topImpacts } = tops.finish();
  // The order of the sections is part of the format.
  return [
    ...terms,
    { name: SEARCH.counts, data: concatenate(counts, prefixCounts) },
    ...(await postings.sections(SEARCH.postings)),
    ...((await positions?.sections(SEARCH.positions)) ?? []),
    { name: SEARCH.prefixStarts, data: prefixes.starts },
    { name: SEARCH.prefixEnds, data: prefixes.ends },
    suggested,
    ...misspelt,
    { name: SEARCH.topStems, data: topStems },
    { name: SEARCH.topDocs, data: topDocs },
    { name: SEARCH.topImpacts, data: topImpacts },
    ...(rules.titlePlace === undefined ? [] : batches.titleSections()),
    ...compounds,
  ];
}

/** @param totalBytes length of all parts. @returns the length of one part */
function choosePartBytes(totalBytes: number, { pool, runBytes }: SearchContext): number {
  const minimum = threshold('words.part', partBytesMinimum);
  const partBytes = totalBytes / (pool.threads * partsPerThread);
  return Math.min(runBytes, Math.max(minimum, partBytes));
}

/** The posting lists of all stems. */
interface AllStemLists {
  readonly postings: RecordSpool;
  /** Undefined if no field stores positions. */
  readonly positions: RecordSpool | undefined;
  /** Stem → number of docs. */
  readonly counts: Uint32Array;
  readonly tops: TopDocs;
}

/** Builds the posting lists, several parts at once. @param onLists receives the lists of each part, in order */
async function buildStemLists(
  batches: SearchBatches,
  parts: readonly StemPart[],
  stemCount: number,
  { fields }: SearchRules,
  { pool, scratch }: SearchContext,
  clock: WorkClock,
  onLists: (lists: StemLists, firstStem: number) => void,
): Promise<AllStemLists> {
  const fieldLengths = batches.computeFieldLengths(fields);
  const hasPositions = fields.some((field) => field.hasPositions);
  const postings = new RecordSpool(scratch);
  const positions = hasPositions ? new RecordSpool(scratch) : undefined;
  const counts = new Uint32Array(stemCount);
  const tops = new TopDocs();
  const buildPart = async (part: StemPart): Promise<StemLists> =>
    pool.run(listsJob, await batches.readListsInput(part, fieldLengths), clock);
  let firstStem = 0;
  const addPart = async (lists: StemLists): Promise<void> => {
    onLists(lists, firstStem);
    tops.append(firstStem, lists);
    counts.set(lists.counts, firstStem);
    firstStem += lists.counts.length;
    await postings.write(lists.bytes, lists.lengths);
    await positions?.write(lists.positions.bytes, lists.positions.lengths);
  };
  await processInOrder(parts, pool.threads, buildPart, addPart);
  return { postings, positions, counts, tops };
}

function concatenate(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Cuts the texts of all docs into words, batch by batch. */
async function findWords(
  { language, tuning, fields, titlePlace }: SearchRules,
  texts: readonly TextSource[],
  { pool, scratch, runBytes }: SearchContext,
  clock: WorkClock,
): Promise<SearchBatches> {
  const lengths = await Promise.all(texts.map((source) => source.lengths()));
  const batches = new SearchBatches(scratch, fields.length, lengths[0]?.length ?? 0);
  const findBatchWords = async ({ from, to, starts, ends }: DocRange): Promise<BatchWords> => {
    const pendingTexts = fields.map(async ({ field, hasPositions, mark }, index): Promise<FieldTexts> => {
      const bytes = await texts[index]!.sliceBytes(starts[index]!, ends[index]!);
      const isMarkdown = field.type === 'markdown';
      return { isMarkdown, hasPositions, mark, bytes, lengths: lengths[index]!.slice(from, to) };
    });
    const fieldTexts = await Promise.all(pendingTexts);
    const input = { language, tuning: wordTuning(tuning), fields: fieldTexts, titlePlace };
    return pool.run(wordsJob, input, clock);
  };
  let byteLength = 0;
  for (const fieldLengths of lengths) {
    for (const length of fieldLengths) byteLength += length;
  }
  const usualBatchBytes = Math.min(threshold('words.batch', batchBytesMaximum), runBytes / batchesInRun);
  const batchBytes = Math.max(byteLength / batchesMaximum, usualBatchBytes);
  const ranges = [...splitDocs(lengths, batchBytes)];
  await processInOrder(ranges, pool.threads, findBatchWords, (batch) => batches.add(batch));
  return batches;
}

/** Splits the docs into ranges with about `batchBytes` of text. @param lengths field → length of each doc's text */
function* splitDocs(lengths: readonly Uint32Array[], batchBytes: number): Generator<DocRange> {
  const docs = lengths[0]?.length ?? 0;
  let starts = lengths.map(() => 0);
  const ends = starts.slice();
  let rangeBytes = 0;
  let from = 0;
  for (let doc = 0; doc < docs; doc += 1) {
    for (const [field, fieldLengths] of lengths.entries()) {
      ends[field]! += fieldLengths[doc]!;
      rangeBytes += fieldLengths[doc]!;
    }
    if (rangeBytes < batchBytes && doc + 1 < docs) continue;
    const rangeEnds = ends.slice();
    yield { from, to: doc + 1, starts, ends: rangeEnds };
    starts = rangeEnds;
    from = doc + 1;
    rangeBytes = 0;
  }
}
