/**
 * Doc counts of a tree's nodes for a second column, from the counts of the first and the differences of their terms.
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
 *
 * Source: Hui, Color Set Size Problem with Applications to String Matching, 1992.
 */
export class NodeCounts {
  readonly #tree: TreeNodes;
  readonly #differences: Int32Array;
  /** Node → difference; that of nodes below is added when they are closed. */
  readonly #nodeDifferences: Float64Array;
  /** Term → last bucket it was in, plus 1. */
  readonly #last: Uint32Array;
  /** The nodes that contain the current bucket, from the root down. */
  readonly #open: number[] = [];
  #nextNode = 0;
  #bucket = 0;

  /**
   * @param tree its nodes in the order of a depth-first walk: node n has the buckets `[bucketStarts[n], bucketEnds[n])`
   * @param differences by term, how many docs are to be added, or fewer where it is negative
   */
  constructor(tree: TreeNodes, differences: Int32Array) {
    this.#tree = tree;
    this.#differences = differences;
    this.#nodeDifferences = new Float64Array(tree.counts.length);
    this.#last = new Uint32Array(differences.length);
  }

  /** @param terms `[0, count)` are those of the next bucket, each once. Cost: O(terms), O(depth) for one with more docs. */
  add(terms: Uint32Array, count: number): void {
    const open = this.#open;
    const differences = this.#differences;
    const { bucketStarts, bucketEnds } = this.#tree;
    for (; bucketStarts[this.#nextNode] === this.#bucket; this.#nextNode += 1) open.push(this.#nextNode);
    const added = this.#nodeDifferences;
    const innermost = open[open.length - 1]!;
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      const docs = differences[term]!;
      if (docs === 0) continue;
      added[innermost]! += docs;
      const previousBucket = this.#last[term]! - 1;
      this.#last[term] = this.#bucket + 1;
      if (previousBucket < 0) continue;
      let enclosing = open.length - 1;
      while (bucketStarts[open[enclosing]!]! > previousBucket) enclosing -= 1;
      added[open[enclosing]!]! -= docs;
    }
    this.#bucket += 1;
    for (let closed = open[open.length - 1]!; bucketEnds[closed] === this.#bucket; closed = open[open.length - 1]!) {
      open.pop();
      if (open.length === 0) return;
      added[open[open.length - 1]!]! += added[closed]!;
    }
  }

  /** Call when all buckets are added. */
  counts(): Uint32Array {
    return this.#tree.counts.map((count, node) => count + this.#nodeDifferences[node]!);
  }
}
