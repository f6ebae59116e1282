/**
 * Making a content type's search index: its docs in batches, each by whichever thread is free, put together in order.
 */
import type { SectionInput } from '../../../src/format/index.js';
import type { SearchRules } from '../../../src/model/index.js';
import type { TextSource } from '../texts.js';
import { inOrder } from '../threads/in-order.js';
import type { Pool } from '../threads/pool.js';
import type { WorkClock } from '../work-clock.js';
import type { BatchWords, FieldTexts } from './words.js';

/** Bytes of texts in a batch: so much that putting batches together costs little, so little that threads end together. */
const batchBytes = 4 * 2 ** 20;

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
 * Cost: O(bytes of the texts). Memory: a batch of texts for each thread, and for all docs about 30 bytes for each of
 * their different words.
 */
export async function searchIndex(
  { language, fields }: SearchRules,
  texts: readonly TextSource[],
  pool: Pool,
  clock: WorkClock,
): Promise<SectionInput[]> {
  const lengths = await Promise.all(texts.map((source) => source.lengths()));
  const batches: BatchWords[] = [];
  const look = async ({ from, to, starts, ends }: DocRange): Promise<BatchWords> => {
    const given = fields.map(async ({ field }, place): Promise<FieldTexts> => {
      const bytes = await texts[place]!.bytesBetween(starts[place]!, ends[place]!);
      return { isMarkdown: field.type === 'markdown', bytes, lengths: lengths[place]!.slice(from, to) };
    });
    return pool.run('words', { language, fields: await Promise.all(given) }, clock);
  };
  await inOrder([...rangesOf(lengths)], pool.threads, look, async (batch) => {
    batches.push(batch);
  });
  const weights = fields.map(({ weight }) => weight);
  return pool.run('search', { weights, isStemmed: language !== undefined, batches }, clock);
}

function* rangesOf(lengths: readonly Uint32Array[]): Generator<DocRange> {
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
