/**
 * Building the tree that `src/index/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 *
 * A text that is too long to be in memory is brought there stretch by stretch. Each stretch of terms gets a tree of its
 * own, and the one tree is joined from these.
 */
import type { AnySection } from '../../src/format/index.js';
import { FIRST_DOCS_KEPT } from '../../src/index/termdict/index.js';
import type { Pool, Scratch, WorkClock } from '../work/index.js';
import { Groups } from './groups.js';
import { TREE_RULE } from './plan/branches.js';
import { batchJob } from './sort/sort-batch.js';
import { JoinedTree } from './stretches/joined-tree.js';
import { sortStretches } from './stretches/sort-stretches.js';
import type { TextCodes } from './text/codes.js';
import type { SuffixText } from './text/text.js';
import { type SharingColumns, TreeWriter } from './tree-writer.js';

export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
  /** Whether the buckets may stay in their file when the snapshot is served. */
  readonly withSums: boolean;
  /** Of how many substrings the docs are kept as a set, of each column. */
  readonly sets: number;
}

/** Of an entry of a stretch, for each suffix, about. */
const entryBytes = 4;

/**
 * @param scratch where positions and buckets wait
 * @param from undefined where there are too few terms for a tree
 * @param capacity of a batch at most, in suffixes; the result is the same for any
 * @param clock is told what it takes
 * @param columns that share the tree, each with counts of its own; undefined where the field has it for itself
 * Cost: O(bytes · depth). Memory: the text, or a stretch of it, and SUFFIX_BYTES for every suffix of as many batches as
 * there are threads.
 */
export async function substringSections(
  field: string,
  from: SubstringText | undefined,
  pool: Pool,
  scratch: Scratch,
  capacity: number,
  clock: WorkClock,
  columns?: SharingColumns,
): Promise<AnySection[]> {
  if (from === undefined)
    return new TreeWriter(new Uint8Array(0), FIRST_DOCS_KEPT, scratch, clock).sections(field, columns);
  const { text, codes, withSums, sets } = from;
  const tree = new TreeWriter(text.alphabet, text.kept, scratch, clock);
  const work = { text, pool, scratch, capacity, clock };
  if (codes.shared === undefined) {
    const trees = await sortStretches(work, codes);
    const joining = new JoinedTree({ text, codes, pool, clock, batchBytes: capacity * entryBytes }, trees);
    await tree.write(await joining.root(), {
      planned: async (place) => place,
      fragment: (batch) => joining.fragment(batch),
    });
    for (const one of trees) await one.remove();
  } else {
    const range = { from: 0, to: text.starts.length - 1 };
    const groups = new Groups(
      { ...work, range, resident: { codes: codes.shared, start: 0 }, rule: TREE_RULE },
      batchJob,
    );
    const { root } = await groups.top();
    await tree.write(root, groups);
    await groups.remove();
  }
  await codes.remove();
  return tree.sections(field, columns, withSums, { runs: text.runs, most: sets });
}
