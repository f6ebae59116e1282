/**
 * The stretches of a text that is not in memory, one after the other: each is brought there, and its suffixes are sorted.
 */
import { BUCKET_TERMS } from '../../../src/index/termdict/index.js';
import type { TreeWork } from '../passes.js';
import type { BranchRule } from '../plan/branches.js';
import type { TextCodes } from '../text/codes.js';
import { LOOK_AHEAD, stretchesOf } from '../text/text.js';
import { StretchTree } from './stretch-tree.js';

/** Less shared memory than this is not worth a collection of garbage. */
const collectedBytes = 2 ** 22;
/** A stretch's tree goes further than its share of a bucket, so that few lists have to be expanded. */
const fartherBy = 2;

/** @returns their trees, in the order of their terms. Memory: one stretch, and what sorting it takes. */
export async function sortStretches(
  work: Omit<TreeWork, 'range' | 'resident' | 'rule'>,
  codes: TextCodes,
): Promise<StretchTree[]> {
  const { starts } = work.text;
  const ranges = stretchesOf(work.text, codes.sharedMaximum);
  const rule: BranchRule = {
    nodeTerms: Math.max(1, Math.floor(BUCKET_TERMS / ranges.length / fartherBy)),
    sharedTerms: 0,
  };
  const longest = Math.max(...ranges.map(({ from, to }) => starts[to]! - starts[from]!));
  const memory = new Uint8Array(new SharedArrayBuffer(longest + LOOK_AHEAD));
  const trees: StretchTree[] = [];
  for (const range of ranges) {
    const resident = await codes.load(range.from, range.to, memory);
    trees.push(await StretchTree.sorted({ ...work, range, resident, rule }));
  }
  if (memory.byteLength >= collectedBytes) work.pool.collect();
  return trees;
}
