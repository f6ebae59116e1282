/**
 * Writes the tree of this build from an earlier one: copies the subtrees in which no term was removed or added, and decides
 * the branches around each removed or added suffix anew.
 *
 * Invariant: the tree equals the one that sorting all suffixes gives. The branches of a region are decided from its suffixes: its
 * terms are in its earlier buckets, and their suffixes are found by searching the terms for the string of the node.
 * Elsewhere: kept branches and regions (node-divider), branches that are decided anew (new-branches), lists (renumbered-lists).
 */
import { firstIndexWithin } from '../../../src/format/index.js';
import type { JoinedTree, TreePart, WrittenBranch } from '../joined-tree.js';
import type { SuffixText } from '../text/index.js';
import { NewBranches } from './new-branches.js';
import { type ChangedNode, type KeptBranch, NodeDivider, type Region } from './node-divider.js';
import type { Removal, RenumberedBuckets } from './renumber.js';
import { RenumberedLists } from './renumbered-lists.js';
import { countDocsOf, distinctTerms, type Suffix, TermSuffixes } from './term-suffixes.js';

export interface TreePatchInput {
  readonly part: TreePart;
  readonly buckets: RenumberedBuckets;
  /** Term of the earlier dictionary → start of its docs, with one more entry for the end. */
  readonly earlierDocStarts: Uint32Array;
  readonly text: SuffixText;
  /** The codes of the text. */
  readonly codes: Uint8Array;
  /** The added terms, ascending. */
  readonly added: Uint32Array;
  /** Maximum bytes of lists that are in memory at once; more are read from their file where they are needed. */
  readonly listBytesMaximum: number;
}

/**
 * Writes the whole tree.
 *
 * @param tree empty; receives the tree
 * Cost: O(nodes + bytes of the buckets), and for each changed node reading the terms of its changed regions.
 */
export async function writePatchedTree(input: TreePatchInput, tree: JoinedTree): Promise<void> {
  const { buckets, text, codes, added, listBytesMaximum } = input;
  const lists = await RenumberedLists.open(buckets, tree, listBytesMaximum);
  const termSuffixes = new TermSuffixes(text, codes);
  await new TreePatch(input, tree, lists, termSuffixes).writeChangedNode({
    node: 0,
    prefix: new Uint8Array(0),
    added: termSuffixes.ofTerms(added),
    removals: buckets.removals,
  });
  await lists.flush();
}

class TreePatch {
  readonly #part: TreePart;
  readonly #earlierDocStarts: Uint32Array;
  readonly #tree: JoinedTree;
  readonly #lists: RenumberedLists;
  readonly #termSuffixes: TermSuffixes;
  readonly #divider: NodeDivider;
  readonly #newBranches: NewBranches;

  constructor(
    { part, earlierDocStarts }: TreePatchInput,
    tree: JoinedTree,
    lists: RenumberedLists,
    termSuffixes: TermSuffixes,
  ) {
    this.#part = part;
    this.#earlierDocStarts = earlierDocStarts;
    this.#tree = tree;
    this.#lists = lists;
    this.#termSuffixes = termSuffixes;
    this.#divider = new NodeDivider(part, lists, termSuffixes);
    this.#newBranches = new NewBranches(termSuffixes, lists, tree);
  }

  /** Writes a node with changes, and everything below it. @returns its number as a branch target */
  async writeChangedNode(changed: ChangedNode): Promise<number> {
    const node = this.#tree.openNode(this.#countDocs(changed));
    const branches: WrittenBranch[] = [];
    const addedByByte = this.#termSuffixes.groupByNextByte(changed.added, changed.prefix.length);
    const keptBranches = await this.#divider.findKeptBranches(changed, addedByByte);
    for (const [index, region] of this.#divider.divide(changed.node, keptBranches).entries()) {
      branches.push(...(await this.#writeRegion(changed, region, addedByByte)));
      const kept = keptBranches[index];
      if (kept !== undefined) branches.push({ low: kept.low, target: await this.#writeKeptBranch(kept) });
    }
    await this.#tree.flushIfLarge();
    return this.#tree.closeNode(node, branches);
  }

  /** @returns number of docs that contain the string of the node, in this build */
  #countDocs({ node, added, removals }: ChangedNode): number {
    let docs = this.#part.counts[node]! + this.#termSuffixes.countDocs(added);
    for (const term of removedTerms(removals)) docs -= countDocsOf(this.#earlierDocStarts, term);
    return docs;
  }

  /** Writes the branches of a region. @param addedByByte the added suffixes of the node */
  async #writeRegion(
    { prefix, removals }: ChangedNode,
    region: Region,
    addedByByte: ReadonlyMap<number, readonly Suffix[]>,
  ): Promise<WrittenBranch[]> {
    const { lowStart, lowEnd, bucketStart, bucketEnd, lows } = region;
    const added: Suffix[] = [];
    for (const [byte, suffixes] of addedByByte) {
      // One text may add more suffixes than a call has arguments.
      if (byte >= lowStart && byte < lowEnd) for (const suffix of suffixes) added.push(suffix);
    }
    const hasRemovals = removals.some(({ bucket }) => bucket >= bucketStart && bucket < bucketEnd);
    if (lows !== undefined && !hasRemovals && added.length === 0) {
      await this.#lists.copy(bucketStart, bucketEnd);
      return lows.map((low) => ({ low, target: this.#tree.addBucket() }));
    }
    const terms = new Set(await this.#lists.readTerms(bucketStart, bucketEnd));
    const suffixes = [...this.#termSuffixes.withPrefix(terms, prefix, lowStart, lowEnd), ...added];
    return this.#newBranches.write(suffixes, prefix.length);
  }

  /** Writes the target of a kept branch, and everything below it. @returns its number as a branch target */
  async #writeKeptBranch(kept: KeptBranch): Promise<number> {
    const { bucketStart, bucketEnd } = kept;
    if (kept.kind === 'node') {
      const { changed } = kept;
      if (changed.added.length > 0 || changed.removals.length > 0) return this.writeChangedNode(changed);
      return this.#copySubtree(changed.node, bucketStart, bucketEnd);
    }
    if (kept.added.length > 0) {
      const terms = await this.#lists.readTerms(bucketStart, bucketEnd);
      return this.#lists.write(mergeAscending(terms, [...distinctTerms(kept.added)]));
    }
    await this.#lists.copy(bucketStart, bucketEnd);
    return this.#tree.addBucket();
  }

  /** Copies an earlier node, and everything below it. @returns its number as a branch target */
  async #copySubtree(node: number, bucketStart: number, bucketEnd: number): Promise<number> {
    const part = this.#part;
    const nodeEnd = firstIndexWithin(node + 1, part.counts.length, (later) => part.bucketStarts[later]! >= bucketEnd);
    // The branches of a node follow those of all nodes below it.
    const branchEnd = part.branchStarts[node]! + part.branchCounts[node]!;
    let branchStart = branchEnd;
    for (let below = node; below < nodeEnd; below += 1) branchStart -= part.branchCounts[below]!;
    await this.#lists.copy(bucketStart, bucketEnd);
    return this.#tree.addPart(part, { nodeStart: node, nodeEnd, branchStart, branchEnd, bucketStart, bucketEnd });
  }
}

const removedTerms = (removals: readonly Removal[]): Set<number> => new Set(removals.map(({ term }) => term));

/** @returns the numbers of both lists, which are ascending and have none in common */
function mergeAscending(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = [];
  let next = 0;
  for (const number of a) {
    for (; next < b.length && b[next]! < number; next += 1) merged.push(b[next]!);
    merged.push(number);
  }
  for (; next < b.length; next += 1) merged.push(b[next]!);
  return merged;
}
