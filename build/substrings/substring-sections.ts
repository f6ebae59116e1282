/**
 * Building the tree that `src/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 */
import type { AnySection } from '../../src/format/index.js';
import { FIRST_DOCS_KEPT } from '../../src/termdict/index.js';
import type { Pool, Scratch, WorkClock } from '../work/index.js';
import { Groups } from './groups.js';
import type { TextCodes } from './text/codes.js';
import type { SuffixText } from './text/text.js';
import { type SharingColumns, TreeWriter } from './tree-writer.js';

export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
}

/**
 * @param scratch where positions and buckets wait
 * @param from undefined where there are too few terms for a tree
 * @param capacity of a batch at most, in suffixes; the result is the same for any
 * @param clock is told what it takes
 * @param columns that share the tree, each with counts of its own; undefined where the field has it for itself
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
  columns?: SharingColumns,
): Promise<AnySection[]> {
  if (from === undefined)
    return new TreeWriter(new Uint8Array(0), FIRST_DOCS_KEPT, scratch, clock).sections(field, columns);
  const { text, codes } = from;
  const groups = new Groups({ text, codes, pool, scratch, capacity, clock });
  const { root } = await groups.top();
  const tree = new TreeWriter(text.alphabet, text.kept, scratch, clock);
  await tree.write(root, groups);
  await groups.remove();
  await codes.remove();
  return tree.sections(field, columns);
}
