/**
 * The sections of a substring tree: all suffixes of the terms, sorted by as many leading bytes as the tree needs.
 *
 * Batches of suffixes are sorted on several threads. If a text is too long for memory, its suffixes carry all codes that the
 * tree needs. If few terms have changed since an earlier snapshot, its tree is patched instead (earlier).
 * Elsewhere: planning and sorting (groups), writing (tree-writer), reading (src/index/termdict/substrings).
 */
import type { AnySection } from '../../src/format/index.js';
import type { BlockChecksums, Pool, ScratchFolder, WorkClock } from '../work/index.js';
import type { CountedColumn, FrequentNodeRules } from './column-counts.js';
import { CARRIED_CODES } from './distribute.js';
import { type EarlierTerms, patchTree } from './earlier/index.js';
import { UnitGroups } from './groups.js';
import { JoinedTree } from './joined-tree.js';
import { suffixBytes } from './sort/sort-batch.js';
import type { SuffixText, TextCodes } from './text/index.js';
import { TreeWriter } from './tree-writer.js';

/** Memory of sorting a suffix, in bytes, if its text is in memory. */
export const SUFFIX_BYTES = suffixBytes(CARRIED_CODES.next);

/** A text and its codes. */
export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
}

/** The columns of a tree, and the resources to build it. */
export interface SubstringWork {
  /** The columns that share the tree, each with its own counts; sections of the tree are named after the first. */
  readonly columns: readonly [CountedColumn, ...CountedColumn[]];
  readonly frequentNodes: FrequentNodeRules;
  /** Buckets with checksums may stay in the file of a server. */
  readonly buckets: BlockChecksums;
  readonly pool: Pool;
  /** For distributed suffixes and buckets. */
  readonly scratch: ScratchFolder;
  /** Maximum number of suffixes of a batch; does not change the result. */
  readonly capacity: number;
  /** Receives the time. */
  readonly clock: WorkClock;
  /** Undefined if the tree belongs to several columns, or there is no earlier one. */
  readonly earlier: EarlierTerms | undefined;
}

/**
 * Builds the sections of a tree and of its columns.
 *
 * @param source undefined if there are too few terms for a tree; the sections are empty then
 * Cost: O(bytes · depth). Memory: the text, if it is in memory, and one batch per thread, of SUFFIX_BYTES per suffix.
 */
export async function substringSections(source: SubstringText | undefined, work: SubstringWork): Promise<AnySection[]> {
  const { columns, frequentNodes, buckets, pool, scratch, clock } = work;
  const tree = new JoinedTree(scratch);
  if (source !== undefined) {
    if (!(await patchEarlier(source, work, tree))) await sortSuffixes(source, work, tree);
    await source.codes.remove();
  }
  return tree.sections(columns, frequentNodes, buckets, pool, clock);
}

/** @returns whether the tree is written */
async function patchEarlier(
  { text, codes }: SubstringText,
  { columns, earlier, pool, scratch, capacity, clock }: SubstringWork,
  tree: JoinedTree,
): Promise<boolean> {
  if (earlier === undefined) return false;
  // Each thread has memory for a batch, and sorts none.
  const listBytesMaximum = capacity * SUFFIX_BYTES * pool.threads;
  const [{ name: field }] = columns;
  return patchTree(earlier, { field, text, codes: codes.shared, listBytesMaximum, pool, scratch, clock }, tree);
}

/** Writes the tree of all suffixes. */
async function sortSuffixes(
  { text, codes }: SubstringText,
  { pool, scratch, capacity, clock }: SubstringWork,
  tree: JoinedTree,
): Promise<void> {
  const carried = codes.shared === undefined ? CARRIED_CODES.all : CARRIED_CODES.next;
  const batchCapacity = Math.max(1, Math.floor((capacity * SUFFIX_BYTES) / suffixBytes(carried)));
  const groups = new UnitGroups({ text, codes, pool, scratch, capacity: batchCapacity, carried, clock });
  const root = await groups.planTop();
  await new TreeWriter(tree, groups, text.alphabet, clock).write(root);
  await groups.remove();
}
