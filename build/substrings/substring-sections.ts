/**
 * Building the tree that `src/index/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 *
 * Of a text that is too long to be in memory, suffixes take along all that the tree looks at.
 */
import type { AnySection } from '../../src/format/index.js';
import type { Pool, Scratch, WorkClock } from '../work/index.js';
import type { CountedColumn, KeptDocs } from './column-counts.js';
import { CARRIED_CODES } from './distribute.js';
import { Groups } from './groups.js';
import { suffixBytes } from './sort/sort-batch.js';
import type { TextCodes } from './text/codes.js';
import type { SuffixText } from './text/text.js';
import { TreeWriter } from './tree-writer.js';

/** Bytes of memory a suffix takes while it is sorted whose text is in memory. */
export const SUFFIX_BYTES = suffixBytes(CARRIED_CODES.next);

export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
}

/** What a tree is made for, and with. */
export interface SubstringWork {
  /** That have the tree, each with counts of its own; its sections are named after the first. */
  readonly columns: readonly [CountedColumn, ...CountedColumn[]];
  readonly kept: KeptDocs;
  /** Whether the buckets may stay in their file when the snapshot is served. */
  readonly withSums: boolean;
  readonly pool: Pool;
  /** Where positions and buckets wait. */
  readonly scratch: Scratch;
  /** Of a batch at most, in suffixes that take SUFFIX_BYTES; the result is the same for any. */
  readonly capacity: number;
  /** Is told what it takes. */
  readonly clock: WorkClock;
}

/**
 * @param from undefined where there are too few terms for a tree
 * Cost: O(bytes · depth). Memory: the text, if that is in memory, and SUFFIX_BYTES for every suffix of as many batches as
 * there are threads.
 */
export async function substringSections(
  from: SubstringText | undefined,
  { columns, kept, withSums, pool, scratch, capacity, clock }: SubstringWork,
): Promise<AnySection[]> {
  const tree = new TreeWriter(from?.text.alphabet ?? new Uint8Array(0), scratch, clock);
  if (from !== undefined) {
    const { text, codes } = from;
    const carried = codes.shared === undefined ? CARRIED_CODES.all : CARRIED_CODES.next;
    const fitting = Math.max(1, Math.floor((capacity * SUFFIX_BYTES) / suffixBytes(carried)));
    const groups = new Groups({ text, codes, pool, scratch, capacity: fitting, carried, clock });
    await tree.write(await groups.top(), groups);
    await groups.remove();
    await codes.remove();
  }
  return tree.sections(columns, kept, withSums);
}
