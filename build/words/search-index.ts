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
import { getWordReader, STOP_MARK, type WordReader, withoutMark } from '../../src/index/search/index.js';
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

/** Receives posting lists. @param isStop returns whether the stem of a list is the stem of a stop word */
export type OnStems = (
  lists: Pick<StemLists, 'bytes' | 'lengths' | 'counts'>,
  isStop: (place: number) => boolean,
) => void;

function isStop(stem: string, reader: WordReader): boolean {
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
  { pool, scratch, runBytes }: Pick<BuildContext, 'pool' | 'scratch' | 'runBytes'>,
  clock: WorkClock,
  onStems?: OnStems,
): Promise<AnySection[]> {
  const { language, fields } = rules;
  const tuning = wordTuning(rules.tuning);
  const reader = getWordReader(language, tuning);
  const batches = await findWords(rules, texts, { pool, scratch, runBytes }, clock);
  const windowBytes = runBytes * pool.threads;
  /** @param totalBytes length of all parts. @returns the length of one part */
  const choosePartBytes = (totalBytes: number): number => {
    const minimum = threshold('words.part', partBytesMinimum);
    return Math.min(runBytes, Math.max(minimum, totalBytes / (pool.threads * partsPerThread)));
  };
  const words = await batches.mergeWords(windowBytes, clock);
  const { stems, parts } = await batches.mergeStems(windowBytes, choosePartBytes(batches.entryBytes), clock);
  const postings = new RecordSpool(scratch);
  const counts = new Uint32Array(stems.count);
  const tops = new TopDocs();
  const fieldLengths = batches.computeFieldLengths(fields);
  const positions = fields.some(({ hasPositions }) => hasPositions) ? new RecordSpool(scratch) : undefined;
  /** Number of the first stem of the next lists. */
  let firstStem = 0;
  const buildLists = async (part: StemPart) =>
    pool.run(listsJob, await batches.readListsInput(part, fieldLengths), clock);
  await processInOrder(parts, pool.threads, buildLists, async (lists) => {
    onStems?.(lists, (place) => isStop(stems.view(firstStem + place).toString(), reader));
    tops.append(firstStem, lists);
    counts.set(lists.counts, firstStem);
    firstStem += lists.counts.length;
    await postings.write(lists.bytes, lists.lengths);
    await positions?.write(lists.positions.bytes, lists.positions.lengths);
  });
  await batches.remove();
  const dictionary = await pool.run(
    dictionaryJob,
    {
      language,
      tuning,
      stems: stems.parts,
      words: words.parts,
      counts: counts.slice(),
    },
    clock,
  );
  const { wordStems, prefixes, terms, shown, misspelt } = dictionary;
  const beginningsInput = { docCount: batches.docCount, prefixes, wordStems, postings, counts };
  const prefixCounts = await appendBeginnings(beginningsInput, {
    pool,
    scratch,
    spanBytes: choosePartBytes(postings.byteLength),
    clock,
  });
  const { topStems, topDocs, topImpacts } = tops.finish();
  return [
    ...terms,
    { name: SEARCH.counts, data: concatenated(counts, prefixCounts) },
    ...(await postings.sections(SEARCH.postings)),
    ...((await positions?.sections(SEARCH.positions)) ?? []),
    { name: SEARCH.prefixStarts, data: prefixes.starts },
    { name: SEARCH.prefixEnds, data: prefixes.ends },
    shown,
    ...misspelt,
    { name: SEARCH.topStems, data: topStems },
    { name: SEARCH.topDocs, data: topDocs },
    { name: SEARCH.topImpacts, data: topImpacts },
  ];
}

function concatenated(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Cuts the texts of all docs into words, batch by batch. */
async function findWords(
  { language, tuning, fields }: SearchRules,
  texts: readonly TextSource[],
  { pool, scratch, runBytes }: Pick<BuildContext, 'pool' | 'scratch' | 'runBytes'>,
  clock: WorkClock,
): Promise<SearchBatches> {
  const lengths = await Promise.all(texts.map((source) => source.lengths()));
  const batches = new SearchBatches(scratch, fields.length, lengths[0]?.length ?? 0);
  const readBatch = async ({ from, to, starts, ends }: DocRange): Promise<BatchWords> => {
    const fieldTexts = fields.map(async ({ field, hasPositions, mark }, place): Promise<FieldTexts> => {
      const bytes = await texts[place]!.sliceBytes(starts[place]!, ends[place]!);
      const isMarkdown = field.type === 'markdown';
      return { isMarkdown, hasPositions, mark, bytes, lengths: lengths[place]!.slice(from, to) };
    });
    return pool.run(wordsJob, { language, tuning: wordTuning(tuning), fields: await Promise.all(fieldTexts) }, clock);
  };
  const byteLength = lengths.reduce(
    (sum, fieldLengths) => fieldLengths.reduce((bytes, length) => bytes + length, sum),
    0,
  );
  const batchBytes = Math.max(
    byteLength / batchesMaximum,
    Math.min(threshold('words.batch', batchBytesMaximum), runBytes / batchesInRun),
  );
  await processInOrder([...splitDocs(lengths, batchBytes)], pool.threads, readBatch, (batch) => batches.add(batch));
  return batches;
}

/** Splits the docs into ranges with about `batchBytes` of text. @param lengths field → length of each doc's text */
function* splitDocs(lengths: readonly Uint32Array[], batchBytes: number): Generator<DocRange> {
  const docs = lengths[0]?.length ?? 0;
  let starts = lengths.map(() => 0);
  let ends = starts;
  let from = 0;
  for (let doc = 0; doc < docs; doc += 1) {
    ends = ends.map((end, place) => end + lengths[place]![doc]!);
    const rangeBytes = ends.reduce((sum, end, place) => sum + end - starts[place]!, 0);
    if (rangeBytes < batchBytes && doc + 1 < docs) continue;
    yield { from, to: doc + 1, starts, ends };
    starts = ends;
    from = doc + 1;
  }
}
