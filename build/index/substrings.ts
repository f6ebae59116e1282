/**
 * Building the tree that `src/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 */
import type { AnySection } from '../../src/format/index.js';
import type { Scratch } from './scratch/scratch.js';
import type { SuffixText } from './substrings/text.js';
import { TreeWriter } from './substrings/tree.js';
import type { JobOutputs } from './threads/jobs.js';
import type { Pool } from './threads/pool.js';

/** A text is cut into about so many batches where there is memory for fewer: each costs a pass over the text. */
const batchesWanted = 8;
/** Fewer suffixes than this are not worth a pass. */
const batchMinimum = 2 ** 18;

/**
 * @param scratch where buckets wait
 * @param text undefined where there are too few terms for a tree
 * @param capacity of a batch at most, in suffixes; the result is the same for any
 * Cost: O(bytes · depth), and a pass over the bytes for each batch. Memory: the text, and SUFFIX_BYTES for every suffix
 * of as many batches as there are threads.
 */
export async function substringSections(
  field: string,
  text: SuffixText | undefined,
  pool: Pool,
  scratch: Scratch,
  capacity: number,
): Promise<AnySection[]> {
  if (text === undefined) return new TreeWriter(new Uint8Array(0), scratch).sections(field);
  const wanted = Math.max(batchMinimum, Math.ceil(text.codes.length / batchesWanted));
  const plan = await pool.run('plan', { text, capacity: Math.min(capacity, wanted) });
  const tree = new TreeWriter(text.alphabet, scratch);
  const sorting = new Map<number, Promise<JobOutputs['batch']>>();
  await tree.write(plan, (batch) => {
    // As many batches as there are threads are under way, so that no more fragments wait for their turn.
    for (let next = batch; next < Math.min(batch + pool.threads, plan.batches.length); next += 1) {
      if (sorting.has(next)) continue;
      const fragment = pool.run('batch', { text, batch: plan.batches[next]! });
      // Where one fails, the one that is waited for says so.
      fragment.catch(() => undefined);
      sorting.set(next, fragment);
    }
    const fragment = sorting.get(batch)!;
    sorting.delete(batch);
    return fragment;
  });
  return tree.sections(field);
}
