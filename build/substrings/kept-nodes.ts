/**
 * What is kept of the docs of a tree's frequent nodes, found by threads: each goes through some of the buckets, and finds it
 * for the nodes around them, as far as these are within. Of a node that others went through too, what all found is united.
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

/** Nodes as far as some buckets are in them: which, and where their buckets begin and end among these. */
interface ClippedNodes {
  readonly places: readonly number[];
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
}

/** What is kept of a column's nodes. */
export class KeptNodes {
  readonly nodes: Uint32Array;
  /** Of each as many, one node's behind the other's. */
  readonly numbers: Uint32Array;
  readonly #tree: TreeNodes;
  readonly #each: number;
  readonly #unite: (all: Uint32Array, more: Uint32Array) => void;
  /** Places of nodes that have buckets before and behind. */
  #open: readonly number[] = [];
  #next = 0;

  /** @param nothing what stands for none. @param unite adds to what was found of a node what others found */
  constructor(
    tree: TreeNodes,
    nodes: Uint32Array,
    each: number,
    nothing: number,
    unite: (all: Uint32Array, more: Uint32Array) => void,
  ) {
    this.#tree = tree;
    this.nodes = nodes;
    this.#each = each;
    this.numbers = new Uint32Array(nodes.length * each).fill(nothing);
    this.#unite = unite;
  }

  /** @returns those with buckets among `[from, to)`. To be called for all buckets, in their order. */
  within(from: number, to: number): ClippedNodes {
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

  /** @param found of these places, one's behind the other's */
  add(places: readonly number[], found: Uint32Array): void {
    const each = this.#each;
    for (const [index, place] of places.entries()) {
      this.#unite(
        this.numbers.subarray(place * each, (place + 1) * each),
        found.subarray(index * each, (index + 1) * each),
      );
    }
  }
}

/** The first docs of nodes. */
export const keptFirst = (tree: TreeNodes, nodes: Uint32Array, each: number): KeptNodes =>
  new KeptNodes(tree, nodes, each, NO_DOC, (all, more) => {
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
export const keptSets = (tree: TreeNodes, nodes: Uint32Array, docs: number): KeptNodes =>
  new KeptNodes(tree, nodes, Math.ceil(docs / 32), 0, (all, more) => {
    for (let word = 0; word < all.length; word += 1) all[word]! |= more[word]!;
  });

export interface KeptInput {
  /** Some buckets, one behind the other. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly columns: readonly {
    /** Shared, as what follows is. */
    readonly runs: DocRuns;
    readonly firstDocs: Uint32Array;
    readonly each: number;
    readonly first: ClippedNodes;
    readonly sets: ClippedNodes;
  }[];
}

/** By column. */
type KeptOutput = readonly { readonly first: Uint32Array; readonly sets: Uint32Array }[];

/** Cost: O(entries of the buckets · columns). Memory: what it returns, and a bit a term for each node of sets. */
function keptOf({ bytes, lengths, columns }: KeptInput): KeptOutput {
  const passes = columns.map(({ runs, firstDocs, each, first, sets }) => {
    // All of these nodes are kept.
    const treeOf = ({ places, bucketStarts, bucketEnds }: ClippedNodes): TreeNodes => ({
      counts: new Uint32Array(places.length).fill(1),
      bucketStarts,
      bucketEnds,
    });
    return {
      first: new FirstDocsPass(treeOf(first), runs, { docsPerNode: each, docsAbove: 0 }, firstDocs),
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

export const keptJob: Job<KeptInput, KeptOutput> = {
  name: 'kept',
  structure: 'substrings',
  work: keptOf,
  owned: ({ bytes, lengths }) => [bytes, lengths],
};
