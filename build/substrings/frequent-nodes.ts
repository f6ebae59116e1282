/**
 * The first docs and the doc sets of a tree's frequent nodes, computed on several threads.
 *
 * A job reads a range of the buckets and computes the results of the nodes in this range. A node in several ranges has
 * several results, which are merged. Elsewhere: choosing the frequent nodes (column-counts), decoding buckets (bucket-reader).
 */
import {
  type DocRuns,
  FirstDocsPass,
  FrequentSetsPass,
  NO_DOC,
  type TreeNodes,
} from '../../src/index/termdict/index.js';
import type { Job } from '../work/index.js';
import { openBucketReader } from './bucket-reader.js';

/** The frequent nodes with buckets in a range: their indexes among the frequent nodes, and their buckets relative to the range. */
export interface ClippedNodes {
  readonly indexes: readonly number[];
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
}

/** Merges the result of one range into the result of the node, in place. */
type MergeResults = (result: Uint32Array, rangeResult: Uint32Array) => void;

/** The results of a column's frequent nodes: the same number of integers for each node. */
export class FrequentNodes {
  /** Numbers of the frequent nodes, ascending. */
  readonly nodes: Uint32Array;
  /** `numbersPerNode` integers of each frequent node, concatenated. */
  readonly numbers: Uint32Array;
  readonly #tree: TreeNodes;
  readonly #numbersPerNode: number;
  readonly #merge: MergeResults;
  /** Indexes of the nodes with buckets in the last range and after it. */
  #openIndexes: readonly number[] = [];
  /** Index of the first node that starts after the last range. */
  #nextIndex = 0;

  /**
   * @param nodes      numbers of the frequent nodes, ascending
   * @param emptyValue fills the result of a node until a job adds to it
   * @param merge      merges the result of one range into the result of the node
   */
  constructor(tree: TreeNodes, nodes: Uint32Array, numbersPerNode: number, emptyValue: number, merge: MergeResults) {
    this.#tree = tree;
    this.nodes = nodes;
    this.#numbersPerNode = numbersPerNode;
    this.numbers = new Uint32Array(nodes.length * numbersPerNode).fill(emptyValue);
    this.#merge = merge;
  }

  /** @returns the nodes with buckets in `[from, to)`. Call for consecutive ranges of all buckets. */
  clip(from: number, to: number): ClippedNodes {
    const { nodes } = this;
    const { bucketStarts, bucketEnds } = this.#tree;
    const indexes = [...this.#openIndexes];
    for (; bucketStarts[nodes[this.#nextIndex]!]! < to; this.#nextIndex += 1) indexes.push(this.#nextIndex);
    this.#openIndexes = indexes.filter((index) => bucketEnds[nodes[index]!]! > to);
    return {
      indexes,
      bucketStarts: Uint32Array.from(indexes, (index) => Math.max(from, bucketStarts[nodes[index]!]!) - from),
      bucketEnds: Uint32Array.from(indexes, (index) => Math.min(to, bucketEnds[nodes[index]!]!) - from),
    };
  }

  /** Adds the results of a range. @param results results of the nodes with these indexes, concatenated */
  add(indexes: readonly number[], results: Uint32Array): void {
    const numbersPerNode = this.#numbersPerNode;
    for (const [position, index] of indexes.entries()) {
      this.#merge(
        this.numbers.subarray(index * numbersPerNode, (index + 1) * numbersPerNode),
        results.subarray(position * numbersPerNode, (position + 1) * numbersPerNode),
      );
    }
  }
}

/** The first docs of each node, ascending. */
export const newFirstDocs = (tree: TreeNodes, nodes: Uint32Array, numbersPerNode: number): FrequentNodes =>
  new FrequentNodes(tree, nodes, numbersPerNode, NO_DOC, (docs, rangeDocs) => {
    if (docs[0] === NO_DOC) {
      docs.set(rangeDocs);
      return;
    }
    // NO_DOC is the greatest number, so it stays after the docs.
    const distinct = Uint32Array.from(new Set([...docs, ...rangeDocs])).sort();
    docs.set(distinct.subarray(0, docs.length));
  });

/** The set of all docs of each node, one bit per doc. */
export const newDocSets = (tree: TreeNodes, nodes: Uint32Array, docs: number): FrequentNodes =>
  new FrequentNodes(tree, nodes, Math.ceil(docs / 32), 0, (bits, rangeBits) => {
    for (let word = 0; word < bits.length; word += 1) bits[word]! |= rangeBits[word]!;
  });

/** The input of the job: a range of buckets, and the nodes of each column in this range. */
export interface FrequentNodesInput {
  /** The buckets, concatenated. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly columns: readonly {
    /** In shared memory, and so is `firstDocs`. */
    readonly runs: DocRuns;
    readonly firstDocs: Uint32Array;
    /** Number of first docs per node. */
    readonly docsPerNode: number;
    readonly first: ClippedNodes;
    readonly sets: ClippedNodes;
  }[];
}

/** Column → results of its nodes in the range, concatenated. */
export type FrequentNodesOutput = readonly { readonly first: Uint32Array; readonly sets: Uint32Array }[];

/** A count of 1 is above `docsAbove: 0`, so a pass with that rule visits all nodes. */
const toTree = ({ indexes, bucketStarts, bucketEnds }: ClippedNodes): TreeNodes => ({
  counts: new Uint32Array(indexes.length).fill(1),
  bucketStarts,
  bucketEnds,
});

/** Cost: O(entries of the buckets · columns). Memory: the result, and a bit per term for each node with a set. */
function findFrequentNodes({ bytes, lengths, columns }: FrequentNodesInput): FrequentNodesOutput {
  const passes = columns.map(({ runs, firstDocs, docsPerNode, first, sets }) => ({
    first: new FirstDocsPass(toTree(first), runs, { docsPerNode, docsAbove: 0 }, firstDocs),
    sets: new FrequentSetsPass(toTree(sets), Uint32Array.from(sets.indexes.keys()), runs),
  }));
  const allPasses = passes.flatMap(({ first, sets }) => [first, sets]);
  const reader = openBucketReader(bytes, lengths);
  while (reader.isOpen) {
    const unchanged = Math.min(...allPasses.map((pass) => pass.unchangedBuckets));
    const { terms, count, buckets } = reader.read(unchanged);
    for (const pass of allPasses) pass.add(terms, count, buckets);
  }
  return passes.map(({ first, sets }) => ({ first: first.result().numbers, sets: sets.result().numbers }));
}

export const frequentNodesJob: Job<FrequentNodesInput, FrequentNodesOutput> = {
  name: 'frequentNodes',
  structure: 'substrings',
  work: findFrequentNodes,
  owned: ({ bytes, lengths }) => [bytes, lengths],
};
