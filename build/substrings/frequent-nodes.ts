/**
 * Computes the first docs and the doc sets of a tree's frequent nodes, on several threads.
 *
 * Each thread reads some of the buckets, for the parts of the nodes in these buckets. The results of a node's parts are merged.
 */
import { chunkOf } from '../../src/format/index.js';
import {
  type DocRuns,
  FirstDocsPass,
  FrequentSetsPass,
  NO_DOC,
  readPacked,
  type TreeNodes,
} from '../../src/index/termdict/index.js';
import type { Job } from '../work/index.js';

/** Nodes clipped to a range of buckets: their places, and their bucket ranges relative to it. */
interface ClippedNodes {
  readonly places: readonly number[];
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
}

/** The results of a column's frequent nodes, as equally many numbers for each. */
export class FrequentNodes {
  readonly nodes: Uint32Array;
  /** `numbersPerNode` for each node, concatenated. */
  readonly numbers: Uint32Array;
  readonly #tree: TreeNodes;
  readonly #each: number;
  readonly #unite: (all: Uint32Array, more: Uint32Array) => void;
  /** Places of nodes with buckets before and after the last range. */
  #open: readonly number[] = [];
  #next = 0;

  /** @param emptyValue value of an empty result. @param unite merges the result of a part into the result of its node */
  constructor(
    tree: TreeNodes,
    nodes: Uint32Array,
    numbersPerNode: number,
    emptyValue: number,
    unite: (all: Uint32Array, more: Uint32Array) => void,
  ) {
    this.#tree = tree;
    this.nodes = nodes;
    this.#each = numbersPerNode;
    this.numbers = new Uint32Array(nodes.length * numbersPerNode).fill(emptyValue);
    this.#unite = unite;
  }

  /** @returns the nodes with buckets in `[from, to)`. Call for consecutive ranges of all buckets. */
  clip(from: number, to: number): ClippedNodes {
    const { nodes } = this;
    const { bucketStarts, bucketEnds } = this.#tree;
    const places = [...this.#open];
    for (; bucketStarts[nodes[this.#next]!]! < to; this.#next += 1) places.push(this.#next);
    this.#open = places.filter((place) => bucketEnds[nodes[place]!]! > to);
    return {
      places,
      bucketStarts: Uint32Array.from(places, (place) => Math.max(from, bucketStarts[nodes[place]!]!) - from),
      bucketEnds: Uint32Array.from(places, (place) => Math.min(to, bucketEnds[nodes[place]!]!) - from),
    };
  }

  /** @param added results of the nodes at these places, concatenated */
  add(places: readonly number[], added: Uint32Array): void {
    const numbersPerNode = this.#each;
    for (const [index, place] of places.entries()) {
      this.#unite(
        this.numbers.subarray(place * numbersPerNode, (place + 1) * numbersPerNode),
        added.subarray(index * numbersPerNode, (index + 1) * numbersPerNode),
      );
    }
  }
}

/** The first docs of nodes. */
export const firstDocsOfNodes = (tree: TreeNodes, nodes: Uint32Array, numbersPerNode: number): FrequentNodes =>
  new FrequentNodes(tree, nodes, numbersPerNode, NO_DOC, (all, more) => {
    if (all[0] === NO_DOC) all.set(more);
    // Docs are never negative, so an array of them sorts as numbers do.
    else
      all.set(
        Uint32Array.from(new Set([...all, ...more]))
          .sort()
          .subarray(0, all.length),
      );
  });

/** Sets of docs, as bits. */
export const docSetsOfNodes = (tree: TreeNodes, nodes: Uint32Array, docs: number): FrequentNodes =>
  new FrequentNodes(tree, nodes, Math.ceil(docs / 32), 0, (all, more) => {
    for (let word = 0; word < all.length; word += 1) all[word]! |= more[word]!;
  });

export interface FrequentNodesInput {
  /** Concatenated buckets. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly columns: readonly {
    /** In shared memory, as `firstDocs` is. */
    readonly runs: DocRuns;
    readonly firstDocs: Uint32Array;
    readonly numbersPerNode: number;
    readonly first: ClippedNodes;
    readonly sets: ClippedNodes;
  }[];
}

/** By column. */
type FrequentNodesOutput = readonly { readonly first: Uint32Array; readonly sets: Uint32Array }[];

/** Cost: O(entries of the buckets · columns). Memory: the result, and a bit per term for each node with a set. */
function frequentNodes({ bytes, lengths, columns }: FrequentNodesInput): FrequentNodesOutput {
  const passes = columns.map(({ runs, firstDocs, numbersPerNode, first, sets }) => {
    // A count of 1 is above `docsAbove: 0`, so no node is filtered.
    const treeOf = ({ places, bucketStarts, bucketEnds }: ClippedNodes): TreeNodes => ({
      counts: new Uint32Array(places.length).fill(1),
      bucketStarts,
      bucketEnds,
    });
    return {
      first: new FirstDocsPass(treeOf(first), runs, { docsPerNode: numbersPerNode, docsAbove: 0 }, firstDocs),
      sets: new FrequentSetsPass(treeOf(sets), Uint32Array.from(sets.places.keys()), runs),
    };
  });
  const all = passes.flatMap(({ first, sets }) => [first, sets]);
  const chunk = chunkOf(bytes);
  // A term takes a bit at least.
  const terms = new Uint32Array(8 * lengths.reduce((longest, length) => Math.max(longest, length), 0));
  let at = 0;
  for (const length of lengths) {
    const count = readPacked(chunk, at, at + length, terms, false);
    for (const pass of all) pass.add(terms, count);
    at += length;
  }
  return passes.map(({ first, sets }) => ({ first: first.result().numbers, sets: sets.result().numbers }));
}

export const frequentNodesJob: Job<FrequentNodesInput, FrequentNodesOutput> = {
  name: 'kept',
  structure: 'substrings',
  work: frequentNodes,
  owned: ({ bytes, lengths }) => [bytes, lengths],
};
