/**
 * What a column has of each node of a tree that it shares with others: in how many of its docs the node's string is, and
 * the first of them. Found from the tree's buckets, in one pass each.
 */
import { decodeBucket, type FirstDocsKept, FirstDocsPass } from '../../src/termdict/index.js';
import { type RunsOut, rangesOf } from '../sorting/index.js';
import type { RecordSpool, WorkClock } from '../work/index.js';

/** A column's docs by term of the tree. */
export interface CountedColumn extends RunsOut {
  /** What its sections are named after. */
  readonly name: string;
}

/** The nodes of a tree, and its buckets. */
export interface WrittenTree {
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
  readonly buckets: RecordSpool;
}

export interface ColumnCounts {
  readonly counts: Uint32Array;
  readonly firstNodes: Uint32Array;
  readonly firstDocs: Uint32Array;
}

/** So much of the buckets is read at once. */
const pieceBytes = 2 ** 22;

/**
 * @returns what each of the columns has, in their order
 * Cost: O(entries of all buckets · depth · columns). Memory: 4 bytes a term and 12 a node for each column.
 */
export async function columnCounts(
  tree: WrittenTree,
  columns: readonly RunsOut[],
  kept: FirstDocsKept,
  clock: WorkClock,
): Promise<readonly ColumnCounts[]> {
  const counting = columns.map(({ starts }) => new NodeCounts(tree.bucketStarts, tree.bucketEnds, starts));
  await eachBucket(tree.buckets, clock, (terms) => {
    for (const each of counting) each.add(terms);
  });
  const counts = counting.map((each) => each.counts());
  const passes = columns.map(
    ({ docs, starts }, column) => new FirstDocsPass({ ...tree, counts: counts[column]! }, docs, starts, kept),
  );
  const needed = passes.filter((pass) => pass.isNeeded);
  if (needed.length > 0) {
    await eachBucket(tree.buckets, clock, (terms) => {
      for (const pass of needed) pass.add(terms);
    });
  }
  return passes.map((pass, column) => {
    const { nodes, docs } = pass.found().tables;
    return { counts: counts[column]!, firstNodes: nodes, firstDocs: docs };
  });
}

async function eachBucket(buckets: RecordSpool, clock: WorkClock, take: (terms: Uint32Array) => void): Promise<void> {
  for (const { from, to, start, end } of await rangesOf(buckets.lengthPieces(), pieceBytes)) {
    const bytes = await buckets.bytesBetween(start, end);
    const lengths = await buckets.lengthsBetween(from, to);
    clock.on('substrings');
    let at = 0;
    for (const length of lengths) {
      take(decodeBucket(bytes, at, at + length));
      at += length;
    }
    clock.off();
  }
}

/**
 * Counts the docs of each node's distinct terms: each entry of a bucket counts for the nodes around it, and what a term
 * has in two neighbouring buckets of its own is taken back from the nodes around both.
 *
 * Source: Hui, Color Set Size Problem with Applications to String Matching, 1992.
 */
export class NodeCounts {
  readonly #bucketStarts: Uint32Array;
  readonly #bucketEnds: Uint32Array;
  readonly #starts: Uint32Array;
  /** By node; what is below it is added when it ends. */
  readonly #counts: Float64Array;
  /** By term: the last bucket it was in, plus 1. */
  readonly #last: Uint32Array;
  /** The nodes around the bucket at hand, from the root on. */
  readonly #open: number[] = [];
  #nextNode = 0;
  #bucket = 0;

  /**
   * @param bucketStarts by node, in the order of a depth-first walk: its subtree's buckets begin there …
   * @param bucketEnds   … and end there
   * @param starts       term t has `starts[t + 1] - starts[t]` docs
   */
  constructor(bucketStarts: Uint32Array, bucketEnds: Uint32Array, starts: Uint32Array) {
    this.#bucketStarts = bucketStarts;
    this.#bucketEnds = bucketEnds;
    this.#starts = starts;
    this.#counts = new Float64Array(bucketStarts.length);
    this.#last = new Uint32Array(bucketStarts.length === 0 ? 0 : starts.length - 1);
  }

  /** @param terms of the next bucket, each once. Cost: O(terms · depth). */
  add(terms: Uint32Array): void {
    const open = this.#open;
    const bucketStarts = this.#bucketStarts;
    for (; bucketStarts[this.#nextNode] === this.#bucket; this.#nextNode += 1) open.push(this.#nextNode);
    const counts = this.#counts;
    const here = open.at(-1)!;
    for (const term of terms) {
      const docs = this.#starts[term + 1]! - this.#starts[term]!;
      if (docs === 0) continue;
      counts[here]! += docs;
      const before = this.#last[term]! - 1;
      this.#last[term] = this.#bucket + 1;
      if (before < 0) continue;
      let around = open.length - 1;
      while (bucketStarts[open[around]!]! > before) around -= 1;
      counts[open[around]!]! -= docs;
    }
    this.#bucket += 1;
    while (open.length > 0 && this.#bucketEnds[open.at(-1)!] === this.#bucket) {
      const ended = open.pop()!;
      const parent = open.at(-1);
      if (parent !== undefined) counts[parent]! += counts[ended]!;
    }
  }

  /** To be called when all buckets are added. */
  counts(): Uint32Array {
    return Uint32Array.from(this.#counts);
  }
}
