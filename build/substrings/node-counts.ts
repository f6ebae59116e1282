/**
 * Doc counts of a tree's nodes for a second column, from the counts of the first column and the terms whose docs differ.
 *
 * Elsewhere: reading the buckets, and the other data of a column (column-counts).
 *
 * Source: Hui, Color Set Size Problem with Applications to String Matching, 1992.
 */
import type { TreeNodes } from '../../src/index/termdict/index.js';
import type { ValueRuns } from '../sorting/index.js';

/** @returns term → docs of the column minus docs of the base */
export function countDifferences(base: ValueRuns, { starts }: ValueRuns): Int32Array {
  const differences = new Int32Array(starts.length - 1);
  for (let term = 0; term < differences.length; term += 1) {
    differences[term] = starts[term + 1]! - starts[term]! - (base.starts[term + 1]! - base.starts[term]!);
  }
  return differences;
}

/**
 * Adds the differences of a column's terms to the counts of nodes. Each entry of a bucket counts for all nodes that contain the
 * bucket. A term in two buckets would count twice for nodes that contain both, so the second count is subtracted again.
 */
export class NodeCounts {
  readonly #tree: TreeNodes;
  readonly #differences: Int32Array;
  /** Node → sum of its differences; those of a child are added when the child is closed. */
  readonly #nodeDifferences: Float64Array;
  /** Term → the last bucket that contained it, plus 1. */
  readonly #lastBuckets: Uint32Array;
  /** The nodes that contain the current bucket, from the root down. */
  readonly #open: number[] = [];
  #nextNode = 0;
  #bucket = 0;

  /**
   * @param tree        nodes in the order of a depth-first walk: node n has the buckets `[bucketStarts[n], bucketEnds[n])`
   * @param differences term → docs of the column minus docs of the base; see `countDifferences`
   */
  constructor(tree: TreeNodes, differences: Int32Array) {
    this.#tree = tree;
    this.#differences = differences;
    this.#nodeDifferences = new Float64Array(tree.counts.length);
    this.#lastBuckets = new Uint32Array(differences.length);
  }

  /**
   * Adds the next bucket.
   *
   * @param terms `terms[0, count)` are the distinct terms of the bucket
   * Cost: O(count), and O(depth) for each term with a difference.
   */
  add(terms: Uint32Array, count: number): void {
    const open = this.#open;
    const differences = this.#differences;
    const { bucketStarts, bucketEnds } = this.#tree;
    for (; bucketStarts[this.#nextNode] === this.#bucket; this.#nextNode += 1) open.push(this.#nextNode);
    const sums = this.#nodeDifferences;
    const innermost = open[open.length - 1]!;
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      const difference = differences[term]!;
      if (difference === 0) continue;
      sums[innermost]! += difference;
      const previousBucket = this.#lastBuckets[term]! - 1;
      this.#lastBuckets[term] = this.#bucket + 1;
      if (previousBucket < 0) continue;
      // The innermost node with both buckets, and all nodes around it, have counted the term twice.
      let enclosing = open.length - 1;
      while (bucketStarts[open[enclosing]!]! > previousBucket) enclosing -= 1;
      sums[open[enclosing]!]! -= difference;
    }
    this.#bucket += 1;
    for (let closed = open[open.length - 1]!; bucketEnds[closed] === this.#bucket; closed = open[open.length - 1]!) {
      open.pop();
      if (open.length === 0) return;
      sums[open[open.length - 1]!]! += sums[closed]!;
    }
  }

  /** Call when all buckets are added. @returns node → number of docs of the column */
  counts(): Uint32Array {
    return this.#tree.counts.map((count, node) => count + this.#nodeDifferences[node]!);
  }
}
