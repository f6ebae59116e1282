/**
 * Building the tree that `src/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 */
import type { AnySection } from '../../src/format/index.js';
import type { Scratch } from './scratch/scratch.js';
import type { TreeFragment } from './substrings/fragment.js';
import { type Plan, planTree } from './substrings/plan.js';
import { Positions } from './substrings/positions.js';
import { partsOf, type SuffixText } from './substrings/text.js';
import { TreeWriter } from './substrings/tree.js';
import type { Pool } from './threads/pool.js';

/** More suffixes at once save little, and are slower to move about. */
const batchMaximum = 2 ** 20;

/**
 * @param scratch where positions and buckets wait
 * @param text undefined where there are too few terms for a tree
 * @param capacity of a batch at most, in suffixes; the result is the same for any
 * Cost: O(bytes · depth). Memory: the text, and SUFFIX_BYTES for every suffix of as many batches as there are threads.
 */
export async function substringSections(
  field: string,
  text: SuffixText | undefined,
  pool: Pool,
  scratch: Scratch,
  capacity: number,
): Promise<AnySection[]> {
  if (text === undefined) return new TreeWriter(new Uint8Array(0), scratch).sections(field);
  const plan = await planTree(text, pool, Math.min(capacity, batchMaximum));
  const positions = await distributeAll(text, plan, pool, scratch);
  const tree = new TreeWriter(text.alphabet, scratch);
  const sort = async (batch: number): Promise<TreeFragment> =>
    pool.run('batch', { text, batch: plan.batches[batch]!, parts: await positions.of(batch) });
  const sorting = new Map<number, Promise<TreeFragment>>();
  await tree.write(plan, (batch) => {
    // As many batches as there are threads are under way, so that no more fragments wait for their turn.
    for (let next = batch; next < Math.min(batch + pool.threads, plan.batches.length); next += 1) {
      if (sorting.has(next)) continue;
      const fragment = sort(next);
      // Where one fails, the one that is waited for says so.
      fragment.catch(() => undefined);
      sorting.set(next, fragment);
    }
    const fragment = sorting.get(batch)!;
    sorting.delete(batch);
    return fragment;
  });
  await positions.remove();
  return tree.sections(field);
}

/** @returns the positions of each batch's suffixes */
async function distributeAll(
  text: SuffixText,
  { tables, batches }: Plan,
  pool: Pool,
  scratch: Scratch,
): Promise<Positions> {
  const positions = new Positions(scratch);
  const parts = partsOf(text, pool.threads);
  // A part is distributed while the one before it is kept.
  const run = ([from, to]: readonly [number, number]) => {
    const distributed = pool.run('distribute', { text, from, to, tables, batches: batches.length });
    distributed.catch(() => undefined);
    return distributed;
  };
  const running = parts.slice(0, pool.threads).map(run);
  for (let part = 0; part < parts.length; part += 1) {
    const distributed = await running[part]!;
    delete running[part];
    if (part + pool.threads < parts.length) running[part + pool.threads] = run(parts[part + pool.threads]!);
    await positions.add(distributed);
  }
  return positions;
}
