/**
 * Building the tree that `src/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 */
import type { AnySection } from '../../src/format/index.js';
import type { Scratch } from './scratch/scratch.js';
import type { TextCodes } from './substrings/codes.js';
import { CARRIED_CODES } from './substrings/distribute.js';
import type { TreeFragment } from './substrings/fragment.js';
import { PART_BATCHES, type Plan, planTree, routesTo } from './substrings/plan.js';
import { Positions } from './substrings/positions.js';
import { partsOf, type SuffixText } from './substrings/text.js';
import { TreeWriter } from './substrings/tree.js';
import { inOrder } from './threads/in-order.js';
import type { Pool } from './threads/pool.js';
import type { WorkClock } from './work-clock.js';

/** More suffixes at once save little, and are slower to move about. */
const batchMaximum = 2 ** 20;
/** Suffixes carry their codes for about so many batches at once, */
const batchesOfRound = 32;
/** or for more, where that takes no more of the disk than so many times the text. */
const textsOfRound = 1.5;
/** What a suffix that carries its codes takes, with its position. */
const carriedBytes = CARRIED_CODES + 2;

export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
}

/**
 * @param scratch where positions and buckets wait
 * @param from undefined where there are too few terms for a tree
 * @param capacity of a batch at most, in suffixes; the result is the same for any
 * @param clock is told what it takes
 * Cost: O(bytes · depth); where the text is not in memory, reading it several times. Memory: the text, where it is, and
 * SUFFIX_BYTES for every suffix of as many batches as there are threads.
 */
export async function substringSections(
  field: string,
  from: SubstringText | undefined,
  pool: Pool,
  scratch: Scratch,
  capacity: number,
  clock: WorkClock,
): Promise<AnySection[]> {
  if (from === undefined) return new TreeWriter(new Uint8Array(0), scratch, clock).sections(field);
  const { text, codes } = from;
  const batchSuffixes = Math.min(capacity, batchMaximum);
  const plan = await planTree(text, codes, pool, batchSuffixes, clock);
  const carriedMaximum = Math.max(batchSuffixes * batchesOfRound, (text.starts.at(-1)! * textsOfRound) / carriedBytes);
  const tree = new TreeWriter(text.alphabet, scratch, clock);
  const sorting = new Map<number, Promise<TreeFragment>>();
  let round = { start: 0, end: 0, positions: new Positions(scratch) };
  const sort = async (batch: number): Promise<TreeFragment> =>
    pool.run(
      'batch',
      {
        text,
        codes: codes.shared,
        batch: plan.batches[batch]!,
        parts: await round.positions.of(batch - round.start),
      },
      clock,
    );
  await tree.write(plan, async (batch) => {
    if (batch === round.end) {
      await round.positions.remove();
      const end = roundEnd(plan, batch, codes.shared === undefined ? carriedMaximum : Number.POSITIVE_INFINITY);
      round = {
        start: batch,
        end,
        positions: await distributeRound(from, plan, batch, end, pool, scratch, batchSuffixes * PART_BATCHES, clock),
      };
    }
    // As many batches as there are threads are under way, so that no more fragments wait for their turn.
    for (let next = batch; next < Math.min(batch + pool.threads, round.end); next += 1) {
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
  await round.positions.remove();
  await codes.remove();
  return tree.sections(field);
}

/** @returns the batch that the round which begins with `start` ends before: at least one is in it */
function roundEnd({ batches, shares }: Plan, start: number, suffixesMaximum: number): number {
  let suffixes = 0;
  for (const share of shares) {
    if (share.batch < start) continue;
    suffixes += share.suffixes;
    if (suffixes > suffixesMaximum && share.batch > start) return share.batch;
  }
  return batches.length;
}

/** @returns the positions of the suffixes of each batch in `[start, end)` */
async function distributeRound(
  { text, codes }: SubstringText,
  plan: Plan,
  start: number,
  end: number,
  pool: Pool,
  scratch: Scratch,
  partMaximum: number,
  clock: WorkClock,
): Promise<Positions> {
  const positions = new Positions(scratch);
  const tables = routesTo(plan, text.alphabet.length, start, end);
  const carries = codes.shared === undefined;
  const distribute = async ([first, behind]: readonly [number, number]) =>
    pool.run(
      'distribute',
      { text, part: await codes.part(first, behind), tables, batches: end - start, carries },
      clock,
    );
  await inOrder(partsOf(text, pool.threads, partMaximum), pool.threads, distribute, (distributed) =>
    positions.add(distributed),
  );
  return positions;
}
