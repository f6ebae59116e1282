/**
 * What a column has of each node of a written tree: in how many of its docs the node's string is, the first of these, and
 * of the most frequent ones the set. Where columns share a tree, the counts of one of them are known, so of the others only
 * the terms are counted in which they differ.
 */
import { threshold } from '../../src/content/choices/index.js';
import { bitsetsWithin, chunkOf, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import {
  type FirstDocsRule,
  firstDocsOf,
  mostFrequentNodes,
  nodesAbove,
  readPacked,
  type TreeNodes,
} from '../../src/index/termdict/index.js';
import { type RecordRange, type RunsOut, rangesOf } from '../sorting/index.js';
import { discard, inOrder, type Pool, type RecordSpool, type WorkClock } from '../work/index.js';
import { keptFirst, keptJob, keptSets } from './kept-nodes.js';
import { READ_AHEAD } from './passes.js';

/** A column's docs by term of the tree. */
export interface CountedColumn extends RunsOut {
  /** What its sections are named after. */
  readonly name: string;
}

/** What is kept of substrings, of each column. */
export interface KeptDocs {
  readonly first: FirstDocsRule;
  /** Of how many the docs are kept as a set, at most. */
  readonly sets: number;
}

/** The nodes of a tree, with the counts of one of its columns, and its buckets. */
export interface WrittenTree extends TreeNodes {
  readonly buckets: RecordSpool;
}

export interface ColumnSections {
  readonly counts: SectionInput;
  readonly first: readonly SectionInput[];
  /** None where there are no sets. */
  readonly sets: readonly SectionInput[];
}

/**
 * @param base the column whose counts the tree has
 * @param others that share the tree
 * @returns what each of the columns has, in their order
 * Cost: O(entries of all buckets · columns), and O(depth) for each entry of a term in which a column differs from the base.
 * Memory: 12 bytes a term and 12 a node for each column, and a bit a doc for each set.
 */
export async function columnSections(
  tree: WrittenTree,
  [base, ...others]: readonly [CountedColumn, ...CountedColumn[]],
  kept: KeptDocs,
  pool: Pool,
  clock: WorkClock,
): Promise<readonly ColumnSections[]> {
  const counting = others.map((runs) => new NodeCounts(tree, countDifferences(base, runs)));
  if (counting.length > 0) {
    await eachBucket(tree.buckets, clock, (terms, count) => {
      for (const each of counting) each.add(terms, count);
    });
  }
  const { docsPerNode: each, docsAbove: above } = kept.first;
  clock.on('substrings');
  const columns = [base, ...others].map(({ name, docs, starts }, column) => {
    const counts = counting[column - 1]?.counts() ?? tree.counts;
    const runs = { docs, starts };
    const withSets = mostFrequentNodes(counts, docs.length, Math.min(kept.sets, bitsetsWithin(docs.length)));
    return {
      names: sectionNames(name),
      counts,
      runs,
      firstDocs: firstDocsOf(runs, true),
      first: keptFirst(tree, nodesAbove(counts, above), each),
      sets: keptSets(tree, withSets, docs.length),
    };
  });
  clock.off();
  const ranges = await rangesOf(tree.buckets.lengthPieces(), pieceBytes());
  const begin = async ({ from, to, start, end }: RecordRange) => {
    const clipped = columns.map(({ first, sets }) => ({ first: first.within(from, to), sets: sets.within(from, to) }));
    if (clipped.every(({ first, sets }) => first.places.length + sets.places.length === 0)) return undefined;
    const bytes = await tree.buckets.bytesBetween(start, end);
    const lengths = await tree.buckets.lengthsBetween(from, to);
    const given = columns.map(({ runs, firstDocs }, column) => ({ runs, firstDocs, each, ...clipped[column]! }));
    const places = clipped.map(({ first, sets }) => [first.places, sets.places] as const);
    return { places, found: await pool.run(keptJob, { bytes, lengths, columns: given }, clock) };
  };
  await inOrder(ranges, pool.threads + READ_AHEAD, begin, async (made) => {
    for (const [column, found] of made?.found.entries() ?? []) {
      const [first, sets] = made!.places[column]!;
      columns[column]!.first.add(first, found.first);
      columns[column]!.sets.add(sets, found.sets);
    }
    discard(made?.found);
  });
  return columns.map(({ names, counts, first, sets }) => ({
    counts: { name: names.substringCounts, data: counts },
    first: [
      { name: names.substringFirstNodes, data: first.nodes },
      { name: names.substringFirstDocs, data: first.numbers },
    ],
    sets:
      sets.nodes.length === 0
        ? []
        : [
            { name: names.substringSetNodes, data: sets.nodes },
            { name: names.substringSetBits, data: sets.numbers },
          ],
  }));
}

/** So much of the buckets is read at once. */
const pieceBytes = (): number => threshold('substring.piece', 2 ** 22);

/** @param take is given the terms of each bucket, `[0, count)` of an array that is used again */
async function eachBucket(
  buckets: RecordSpool,
  clock: WorkClock,
  take: (terms: Uint32Array, count: number) => void,
): Promise<void> {
  let terms = new Uint32Array(0);
  for (const { from, to, start, end } of await rangesOf(buckets.lengthPieces(), pieceBytes())) {
    const chunk = chunkOf(await buckets.bytesBetween(start, end));
    const lengths = await buckets.lengthsBetween(from, to);
    clock.on('substrings');
    let at = 0;
    for (const length of lengths) {
      // A term takes a bit at least.
      if (8 * length > terms.length) terms = new Uint32Array(16 * length);
      take(terms, readPacked(chunk, at, at + length, terms, false));
      at += length;
    }
    clock.off();
  }
}

/** @returns by term, how many docs more a column has than the base */
function countDifferences(base: RunsOut, { starts }: RunsOut): Int32Array {
  const more = new Int32Array(starts.length - 1);
  for (let term = 0; term < more.length; term += 1) {
    more[term] = starts[term + 1]! - starts[term]! - (base.starts[term + 1]! - base.starts[term]!);
  }
  return more;
}

/**
 * Adds to the counts of nodes what a column has more of their distinct terms: each entry of a bucket counts for the nodes
 * around it, and what a term has in two neighbouring buckets of its own is taken back from the nodes around both.
 *
 * Source: Hui, Color Set Size Problem with Applications to String Matching, 1992.
 */
export class NodeCounts {
  readonly #tree: TreeNodes;
  readonly #more: Int32Array;
  /** By node; what is below it is added when it ends. */
  readonly #added: Float64Array;
  /** By term: the last bucket it was in, plus 1. */
  readonly #last: Uint32Array;
  /** The nodes around the bucket at hand, from the root on. */
  readonly #open: number[] = [];
  #nextNode = 0;
  #bucket = 0;

  /**
   * @param tree its nodes in the order of a depth-first walk: node n has the buckets `[bucketStarts[n], bucketEnds[n])`
   * @param more by term, how many docs are to be added, or fewer where it is negative
   */
  constructor(tree: TreeNodes, more: Int32Array) {
    this.#tree = tree;
    this.#more = more;
    this.#added = new Float64Array(tree.counts.length);
    this.#last = new Uint32Array(more.length);
  }

  /** @param terms `[0, count)` are those of the next bucket, each once. Cost: O(terms), O(depth) for one with more docs. */
  add(terms: Uint32Array, count: number): void {
    const open = this.#open;
    const more = this.#more;
    const { bucketStarts, bucketEnds } = this.#tree;
    for (; bucketStarts[this.#nextNode] === this.#bucket; this.#nextNode += 1) open.push(this.#nextNode);
    const added = this.#added;
    const here = open[open.length - 1]!;
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      const docs = more[term]!;
      if (docs === 0) continue;
      added[here]! += docs;
      const before = this.#last[term]! - 1;
      this.#last[term] = this.#bucket + 1;
      if (before < 0) continue;
      let around = open.length - 1;
      while (bucketStarts[open[around]!]! > before) around -= 1;
      added[open[around]!]! -= docs;
    }
    this.#bucket += 1;
    for (let ended = open[open.length - 1]!; bucketEnds[ended] === this.#bucket; ended = open[open.length - 1]!) {
      open.pop();
      if (open.length === 0) return;
      added[open[open.length - 1]!]! += added[ended]!;
    }
  }

  /** To be called when all buckets are added. */
  counts(): Uint32Array {
    return this.#tree.counts.map((count, node) => count + this.#added[node]!);
  }
}
