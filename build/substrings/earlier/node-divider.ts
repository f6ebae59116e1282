/**
 * Divides an earlier node below which terms were removed or added: into branches that this build has, too, and regions between
 * them, whose branches may differ.
 *
 * A branch to a node, or to a bucket with more terms than buckets share, covers one byte, and separates the branches around it.
 * If it has that many terms in this build, too, it is kept. The branches between two kept ones are a *region*: they depend on
 * the suffixes of the region alone (plan/branches).
 *
 *     branches of a node:  bucket │ bucket │ node │ node │ bucket │ large bucket │ bucket
 *     regions:             └──────────────┘      └┘     └────────┘              └────────┘
 *
 * Elsewhere: writing kept branches and regions (tree-patch).
 */
import { bucketTerms, NODE_TARGET } from '../../../src/index/termdict/index.js';
import type { TreePart, WrittenBranch } from '../joined-tree.js';
import type { Removal } from './renumber.js';
import type { RenumberedLists } from './renumbered-lists.js';
import { BYTE_COUNT, distinctTerms, type Suffix, type TermSuffixes } from './term-suffixes.js';

/** A node of the earlier tree, and the changes below it. */
export interface ChangedNode {
  readonly node: number;
  /** Its string, in codes of this build. */
  readonly prefix: Uint8Array;
  /** The added suffixes that begin with its string; terms ascend. */
  readonly added: readonly Suffix[];
  /** The removed terms in its buckets, by bucket. */
  readonly removals: readonly Removal[];
}

/** A branch of an earlier node that separates regions in this build, too. */
export type KeptBranch = {
  /** The only byte that it covers. */
  readonly low: number;
  /** Its earlier buckets. */
  readonly bucketStart: number;
  readonly bucketEnd: number;
} & (
  | { readonly kind: 'node'; readonly changed: ChangedNode }
  /** A bucket with more terms than buckets share. */
  | { readonly kind: 'bucket'; readonly added: readonly Suffix[] }
);

/** Consecutive branches of an earlier node: those between two kept branches. */
export interface Region {
  /** The bytes `[lowStart, lowEnd)` that its suffixes continue with. */
  readonly lowStart: number;
  readonly lowEnd: number;
  /** The earlier buckets of its branches. */
  readonly bucketStart: number;
  readonly bucketEnd: number;
  /** The first byte that each earlier bucket covers; undefined if a branch led to a node. */
  readonly lows: readonly number[] | undefined;
}

/** Number of buckets that are read together while the terms of a node are counted. */
const countedTogether = 8;
const noSuffixes: readonly Suffix[] = [];

export class NodeDivider {
  readonly #part: TreePart;
  readonly #lists: RenumberedLists;
  readonly #termSuffixes: TermSuffixes;

  /** @param part the earlier tree */
  constructor(part: TreePart, lists: RenumberedLists, termSuffixes: TermSuffixes) {
    this.#part = part;
    this.#lists = lists;
    this.#termSuffixes = termSuffixes;
  }

  /**
   * @param addedByByte byte → the added suffixes of the node that continue with it
   * @returns the kept branches, ascending
   */
  async findKeptBranches(
    { node, prefix, removals }: ChangedNode,
    addedByByte: ReadonlyMap<number, readonly Suffix[]>,
  ): Promise<KeptBranch[]> {
    const { bucketStarts, bucketEnds } = this.#part;
    const keptBranches: KeptBranch[] = [];
    let nextRemoval = 0;
    for (const { low, target } of this.#branchesOf(node)) {
      const added = addedByByte.get(low) ?? noSuffixes;
      if (target < NODE_TARGET) {
        const place = { low, bucketStart: target, bucketEnd: target + 1 };
        if (this.#lists.isLarge(target)) keptBranches.push({ ...place, kind: 'bucket', added });
        continue;
      }
      const child = target - NODE_TARGET;
      const bucketStart = bucketStarts[child]!;
      const bucketEnd = bucketEnds[child]!;
      while (nextRemoval < removals.length && removals[nextRemoval]!.bucket < bucketStart) nextRemoval += 1;
      const firstRemoval = nextRemoval;
      while (nextRemoval < removals.length && removals[nextRemoval]!.bucket < bucketEnd) nextRemoval += 1;
      const changed = {
        node: child,
        prefix: Uint8Array.of(...prefix, this.#termSuffixes.codeOf(low)),
        added,
        removals: removals.slice(firstRemoval, nextRemoval),
      };
      // Without removals, it has at least the terms that it had.
      if (changed.removals.length === 0 || (await this.#hasManyTerms(changed))) {
        keptBranches.push({ low, bucketStart, bucketEnd, kind: 'node', changed });
      }
    }
    return keptBranches;
  }

  /** @returns the regions of an earlier node: before each kept branch, and after the last one */
  divide(node: number, keptBranches: readonly KeptBranch[]): Region[] {
    const branches = [...this.#branchesOf(node)];
    const regions: Region[] = [];
    let next = 0;
    let lowStart = 0;
    let bucketStart = this.#part.bucketStarts[node]!;
    for (const kept of [...keptBranches, undefined]) {
      const lowEnd = kept?.low ?? BYTE_COUNT;
      const bucketEnd = kept?.bucketStart ?? this.#part.bucketEnds[node]!;
      const first = next;
      while (next < branches.length && branches[next]!.low < lowEnd) next += 1;
      const own = branches.slice(first, next);
      const hasNodes = own.some(({ target }) => target >= NODE_TARGET);
      const lows = hasNodes ? undefined : own.map(({ low }) => low);
      regions.push({ lowStart, lowEnd, bucketStart, bucketEnd, lows });
      // The next branch is the kept one.
      next += 1;
      lowStart = lowEnd + 1;
      if (kept !== undefined) bucketStart = kept.bucketEnd;
    }
    return regions;
  }

  /** @returns whether a node has more terms than buckets share, in this build */
  async #hasManyTerms({ node, added }: ChangedNode): Promise<boolean> {
    const { bucketStarts, bucketEnds } = this.#part;
    const terms = distinctTerms(added);
    const end = bucketEnds[node]!;
    for (let bucket = bucketStarts[node]!; bucket < end && terms.size <= bucketTerms(); bucket += countedTogether) {
      const groupEnd = Math.min(end, bucket + countedTogether);
      for (let one = bucket; one < groupEnd; one += 1) if (this.#lists.isLarge(one)) return true;
      for (const term of await this.#lists.readTerms(bucket, groupEnd)) terms.add(term);
    }
    return terms.size > bucketTerms();
  }

  *#branchesOf(node: number): Generator<WrittenBranch> {
    const { branchStarts, branchCounts, branchLows, branchTargets } = this.#part;
    const start = branchStarts[node]!;
    const end = start + branchCounts[node]!;
    for (let branch = start; branch < end; branch += 1) {
      yield { low: branchLows[branch]!, target: branchTargets[branch]! };
    }
  }
}
