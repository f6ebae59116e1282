/**
 * Building the tree that `src/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time.
 */
import type { GrowingRecords, SectionInput } from '../../src/format/index.js';
import { BUCKET_TERMS } from '../../src/termdict/index.js';
import type { RunsOut } from './postings.js';
import { planTree } from './substrings/plan.js';
import { sortBatch } from './substrings/sort.js';
import { suffixText } from './substrings/text.js';
import { TreeWriter } from './substrings/tree.js';

/** Suffixes sorted at once: 32 bytes each. */
const batchSuffixes = 2 ** 24;

/**
 * @param terms distinct values
 * @param runs the docs of each
 * Cost: O(bytes · depth). Memory: the terms' bytes, 8 bytes a term, 4 a doc, and those of a batch.
 */
export async function substringSections(
  field: string,
  terms: GrowingRecords,
  runs: RunsOut,
  capacity: number = batchSuffixes,
): Promise<SectionInput[]> {
  if (terms.count <= BUCKET_TERMS) return new TreeWriter(new Uint8Array(0)).sections(field);
  const text = suffixText(terms, runs);
  const plan = planTree(text, capacity);
  const tree = new TreeWriter(text.alphabet);
  await tree.write(plan, async (batch) => sortBatch(text, plan.batches[batch]!));
  return tree.sections(field);
}
