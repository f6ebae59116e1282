/**
 * Precomputed numbers of frequent nodes of the substring tree, and the pass over its buckets that computes them.
 *
 * A node's buckets are neighbours and nodes are numbered in depth-first order, so one pass over the buckets meets each node
 * as a range of them. Elsewhere: the tree (substrings), the first docs of a node (first-docs), all its docs (frequent-sets).
 */
import { firstAtLeast } from '../../format/index.js';
import type { DocRuns } from './run-lists.js';
import type { SubstringTables } from './substrings.js';

/** The nodes of a substring tree, without its branches and buckets. */
export type TreeNodes = Pick<SubstringTables, 'counts' | 'bucketStarts' | 'bucketEnds'>;

/**
 * Numbers of some nodes, equally many per node: its first docs, or the words of its bitset.
 *
 *     nodes     | n0 | n1 | … |                               ascending
 *     numbers   | numbers of n0 | numbers of n1 | … |
 */
export class NodeNumbers {
  readonly nodes: Uint32Array;
  readonly numbers: Uint32Array;
  readonly #numbersPerNode: number;

  /**
   * @param nodes   ascending
   * @param numbers concatenated in the order of the nodes
   */
  constructor(nodes: Uint32Array, numbers: Uint32Array) {
    this.nodes = nodes;
    this.numbers = numbers;
    this.#numbersPerNode = numbers.length / Math.max(1, nodes.length);
  }

  /** @returns a view of the node's numbers, or undefined if it has none. Cost: O(log nodes). */
  of(node: number): Uint32Array | undefined {
    const index = firstAtLeast(this.nodes, node);
    return this.nodes[index] === node
      ? this.numbers.subarray(index * this.#numbersPerNode, (index + 1) * this.#numbersPerNode)
      : undefined;
  }
}

/** @returns the nodes with more than `docsAbove` docs, ascending. Two passes: there may be millions of nodes and few of these. */
export function nodesAbove(counts: Uint32Array, docsAbove: number): Uint32Array {
  let nodeCount = 0;
  for (const count of counts) if (count > docsAbove) nodeCount += 1;
  const nodes = new Uint32Array(nodeCount);
  let index = 0;
  for (let node = 0; index < nodeCount; node += 1) {
    if (counts[node]! <= docsAbove) continue;
    nodes[index] = node;
    index += 1;
  }
  return nodes;
}

/** A node whose buckets the pass is reading, and its numbers so far. */
export interface OpenNode {
  readonly index: number;
  readonly end: number;
  readonly numbers: Uint32Array;
  count: number;
}

/** Computes the numbers of some nodes, in one pass over the tree's buckets. */
export abstract class NodePass {
  protected readonly runs: DocRuns;
  protected readonly nodes: Uint32Array;
  protected readonly numbersPerNode: number;
  readonly #tree: TreeNodes;
  readonly #out: Uint32Array;
  // The open nodes are one path from the root.
  readonly #open: OpenNode[] = [];
  #nextNode = 0;
  /** First bucket of the next node; −1 after the last node. */
  #nextNodeStart: number;
  #nextBucket = 0;

  /** @param nodes ascending. @param numbersPerNode count of numbers per node */
  constructor(tree: TreeNodes, nodes: Uint32Array, numbersPerNode: number, runs: DocRuns) {
    this.#tree = tree;
    this.nodes = nodes;
    this.numbersPerNode = numbersPerNode;
    this.runs = runs;
    this.#out = new Uint32Array(nodes.length * numbersPerNode);
    this.#nextNodeStart = this.#startOfNextNode();
    this.#openNodes();
  }

  #startOfNextNode(): number {
    return this.#nextNode < this.nodes.length ? this.#tree.bucketStarts[this.nodes[this.#nextNode]!]! : -1;
  }

  /** Whether a further bucket can change the result: buckets after the last node cannot. */
  get isNeeded(): boolean {
    return this.#nextNode < this.nodes.length || this.#open.length > 0;
  }

  /** Number of the next buckets in which no node begins after the first one or ends before the last one; at least 1. */
  get unchangedBuckets(): number {
    const nextStart = this.#nextNodeStart < 0 ? Number.POSITIVE_INFINITY : this.#nextNodeStart;
    const innermost = this.#open[this.#open.length - 1];
    return Math.min(nextStart, innermost?.end ?? nextStart) - this.#nextBucket;
  }

  /**
   * Adds the terms of the next bucket, or of several.
   *
   * @param terms   `[0, count)` are the terms of the buckets, in any order
   * @param buckets number of buckets, at most `unchangedBuckets`
   * Cost: O(terms), and writing each node that ends with the last bucket.
   */
  add(terms: Uint32Array, count = terms.length, buckets = 1): void {
    this.#nextBucket += buckets;
    const innermost = this.#open[this.#open.length - 1];
    if (innermost !== undefined) {
      this.collect(innermost, terms, count);
      this.#closeNodes();
    }
    this.#openNodes();
  }

  /** Opens the nodes that begin with the next bucket. */
  #openNodes(): void {
    while (this.#nextNodeStart === this.#nextBucket) {
      const end = this.#tree.bucketEnds[this.nodes[this.#nextNode]!]!;
      this.#open.push({ index: this.#nextNode, end, numbers: new Uint32Array(this.numbersLength), count: 0 });
      this.#nextNode += 1;
      this.#nextNodeStart = this.#startOfNextNode();
    }
  }

  /** Closes the nodes that end before the next bucket. */
  #closeNodes(): void {
    for (let node = this.#open.at(-1); node?.end === this.#nextBucket; node = this.#open.at(-1)) {
      this.#open.pop();
      this.write(node, this.#out.subarray(node.index * this.numbersPerNode, (node.index + 1) * this.numbersPerNode));
      const parent = this.#open.at(-1);
      if (parent !== undefined) this.addChild(parent, node);
    }
  }

  /** To be called after the last bucket was added. */
  result(): NodeNumbers {
    return new NodeNumbers(this.nodes, this.#out);
  }

  /** Length of `OpenNode.numbers`. */
  protected abstract readonly numbersLength: number;
  protected abstract collect(node: OpenNode, terms: Uint32Array, count: number): void;
  protected abstract write(node: OpenNode, out: Uint32Array): void;
  /** Adds the numbers of a node to the numbers of its parent. */
  protected abstract addChild(parent: OpenNode, node: OpenNode): void;
}
