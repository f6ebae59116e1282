/**
 * Makes a content type's search index: words of batches of docs on several threads, dictionaries merged from them, and
 * posting lists part by part.
 */
import { threshold } from '../../src/content/choices/index.js';
import { type SearchRules, wordTuning } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { STOP_MARK, type WordReader, withoutMark, wordReader } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';
import { type BuildContext, processInOrder, RecordSpool, type TextSource, type WorkClock } from '../work/index.js';
import { type BatchWords, type FieldTexts, wordsJob } from './batch/batch-words.js';
import { SearchBatches, type StemPart } from './batches.js';
import { appendBeginnings } from './beginnings/gather-lists.js';
import { dictionaryJob } from './dictionary.js';
import { listsJob, type StemLists } from './stem-lists.js';
import { TopDocs } from './top-docs.js';

/** Bytes of texts in a batch: so much that putting batches together costs little, so little that threads end together. */
const batchBytesMaximum = 4 * 2 ** 20;
/** A batch takes several times the memory of its texts. */
const batchesInRun = 2;
/** More batches than this are made larger: each has a window when they are merged, and is read for every part. */
const batchesMaximum = 2 ** 11;
/** Parts for each thread, so that threads end together; smaller ones are not worth it. */
const partsPerThread = 4;
const partBytesMinimum = 2 ** 20;

/** @param isStop whether the stem of a list is that of a stop word */
export type OnStems = (
  lists: Pick<StemLists, 'bytes' | 'lengths' | 'counts'>,
  isStop: (place: number) => boolean,
) => void;

function isStop(stem: string, reader: WordReader): boolean {
  const word = withoutMark(stem).replace(STOP_MARK, '');
  return word !== stem && reader.isStopWord(word);
}

/** Docs in a row, and where their texts lie, field by field. */
interface DocRange {
  readonly from: number;
  readonly to: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * @param texts of the rules' fields, in their order
 * @param clock is told what it takes
 * @param onStems is shown the lists of all stems, in order
 * Cost: O(bytes of the texts + words · log words), and what stands in them written and read once, about 2 bytes for each
 * different word of each doc. Memory: for each thread a batch or a part, each several times; 8 bytes for each doc and
 * field; the words, their stems, and some 60 bytes for each; of the stem that most docs have 16 bytes a doc.
 */
export async function searchIndex(
  rules: SearchRules,
  texts: readonly TextSource[],
  { pool, scratch, runBytes }: Pick<BuildContext, 'pool' | 'scratch' | 'runBytes'>,
  clock: WorkClock,
  onStems?: OnStems,
): Promise<AnySection[]> {
  const { language, fields } = rules;
  const tuning = wordTuning(rules.tuning);
  const reader = wordReader(language, tuning);
  const batches = await findWords(rules, texts, { pool, scratch, runBytes }, clock);
  const windowBytes = runBytes * pool.threads;
  const partOf = (bytes: number): number =>
    Math.min(runBytes, Math.max(threshold('words.part', partBytesMinimum), bytes / (pool.threads * partsPerThread)));
  const words = await batches.mergeWords(windowBytes, clock);
  const { stems, parts } = await batches.mergeStems(windowBytes, partOf(batches.entryBytes), clock);
  const postings = new RecordSpool(scratch);
  const counts = new Uint32Array(stems.count);
  const tops = new TopDocs();
  const fieldLengths = batches.fieldLengths(fields);
  const positions = fields.some(({ hasPositions }) => hasPositions) ? new RecordSpool(scratch) : undefined;
  let stem = 0;
  const makeLists = async (part: StemPart) => pool.run(listsJob, await batches.listsInput(part, fieldLengths), clock);
  await processInOrder(parts, pool.threads, makeLists, async (lists) => {
    onStems?.(lists, (place) => isStop(stems.view(stem + place).toString(), reader));
    tops.append(stem, lists);
    counts.set(lists.counts, stem);
    stem += lists.counts.length;
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
    spanBytes: partOf(postings.byteLength),
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

/** @returns what stands in all docs */
async function findWords(
  { language, tuning, fields }: SearchRules,
  texts: readonly TextSource[],
  { pool, scratch, runBytes }: Pick<BuildContext, 'pool' | 'scratch' | 'runBytes'>,
  clock: WorkClock,
): Promise<SearchBatches> {
  const lengths = await Promise.all(texts.map((source) => source.lengths()));
  const batches = new SearchBatches(scratch, fields.length, lengths[0]?.length ?? 0);
  const readBatch = async ({ from, to, starts, ends }: DocRange): Promise<BatchWords> => {
    const given = fields.map(async ({ field, hasPositions, mark }, place): Promise<FieldTexts> => {
      const bytes = await texts[place]!.sliceBytes(starts[place]!, ends[place]!);
      const isMarkdown = field.type === 'markdown';
      return { isMarkdown, hasPositions, mark, bytes, lengths: lengths[place]!.slice(from, to) };
    });
    return pool.run(wordsJob, { language, tuning: wordTuning(tuning), fields: await Promise.all(given) }, clock);
  };
  const byteLength = lengths.reduce((sum, own) => own.reduce((bytes, length) => bytes + length, sum), 0);
  const batchBytes = Math.max(
    byteLength / batchesMaximum,
    Math.min(threshold('words.batch', batchBytesMaximum), runBytes / batchesInRun),
  );
  await processInOrder([...rangesOf(lengths, batchBytes)], pool.threads, readBatch, (batch) => batches.add(batch));
  return batches;
}

function* rangesOf(lengths: readonly Uint32Array[], batchBytes: number): Generator<DocRange> {
  const docs = lengths[0]?.length ?? 0;
  let starts = lengths.map(() => 0);
  let ends = starts;
  let from = 0;
  for (let doc = 0; doc < docs; doc += 1) {
    ends = ends.map((end, place) => end + lengths[place]![doc]!);
    const gathered = ends.reduce((sum, end, place) => sum + end - starts[place]!, 0);
    if (gathered < batchBytes && doc + 1 < docs) continue;
    yield { from, to: doc + 1, starts, ends };
    starts = ends;
    from = doc + 1;
  }
}
