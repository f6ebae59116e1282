/**
 * Decides whether a tree is written from the one of an earlier snapshot, and does so.
 *
 * Elsewhere: the changed terms (term-changes), the buckets (renumber), the nodes (tree-patch).
 */
import { choose } from '../../../src/content/choices/index.js';
import type { FileSection } from '../../../src/format/index.js';
import type { Pool, ScratchFolder, WorkClock } from '../../work/index.js';
import type { JoinedTree } from '../joined-tree.js';
import type { SuffixText } from '../text/index.js';
import { readEarlierTree } from './earlier-tree.js';
import { renumberBuckets } from './renumber.js';
import type { TermChanges } from './term-changes.js';
import { writePatchedTree } from './tree-patch.js';

/** The terms of a column of this build, and the resources to patch its tree. */
export interface PatchWork {
  /** Name that the sections of the column are derived from. */
  readonly field: string;
  readonly text: SuffixText;
  /** The codes of the text; undefined if they are in a file. */
  readonly codes: Uint8Array | undefined;
  /** Memory for lists. */
  readonly listBytesMaximum: number;
  readonly pool: Pool;
  readonly scratch: ScratchFolder;
  readonly clock: WorkClock;
}

/** The same column in an earlier snapshot, with other texts. */
export interface EarlierTerms {
  /** All sections of the column, undamaged. */
  readonly sections: readonly FileSection[];
  readonly changes: TermChanges;
}

/** A changed byte takes about as long as sorting this many bytes … */
const sortedPerChanged = 400;
/** … or, among long texts, as sorting this share of a text: around each changed suffix, the texts of some buckets are searched. */
const sortedTextShare = 0.5;

/**
 * Writes the tree of a column from the tree of an earlier snapshot, if few of its terms are new or gone.
 *
 * @param tree empty; receives the tree
 * @returns whether the tree is written; if not, it is still empty
 */
export async function patchTree(
  { sections, changes }: EarlierTerms,
  work: PatchWork,
  tree: JoinedTree,
): Promise<boolean> {
  const { field, text, codes, listBytesMaximum, pool, scratch, clock } = work;
  if (codes === undefined) return false;
  const earlierTree = await readEarlierTree(field, sections);
  if (earlierTree === undefined) return false;
  if (choose('substring.tree', isCheaperToPatch(changes, text) ? 'patched' : 'sorted') === 'sorted') return false;
  const buckets = await renumberBuckets(earlierTree.buckets, changes.newTerms, pool, scratch, clock);
  const { part, docStarts: earlierDocStarts } = earlierTree;
  const { added } = changes;
  clock.on('substrings');
  // The tree refers to lists in the scratch file, which is removed with the others.
  await writePatchedTree({ part, buckets, earlierDocStarts, text, codes, added, listBytesMaximum }, tree);
  clock.off();
  return true;
}

type Terms = Pick<SuffixText, 'starts'>;

/** @returns whether patching the tree of these terms is cheaper than sorting all their suffixes */
export function isCheaperToPatch(changes: TermChanges, { starts }: Terms): boolean {
  const terms = starts.length - 1;
  const byteLength = starts[terms]!;
  // The length of the text that a byte is in, on average over all bytes: long texts have most suffixes.
  let textBytes = 0;
  for (let term = 0; term < terms; term += 1) textBytes += (starts[term + 1]! - starts[term]!) ** 2 / byteLength;
  const sortedBytes = Math.max(sortedPerChanged, sortedTextShare * textBytes);
  return countChangedBytes(changes, starts) * sortedBytes <= byteLength;
}

/** @returns bytes of the added terms, and about as many for each removed term, whose length is not known */
function countChangedBytes({ added, removed }: TermChanges, starts: Terms['starts']): number {
  const terms = starts.length - 1;
  let bytes = removed * (starts[terms]! / terms);
  for (const term of added) bytes += starts[term + 1]! - starts[term]!;
  return bytes;
}
