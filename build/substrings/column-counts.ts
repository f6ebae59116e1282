/**
 * The data of each column about the nodes of a shared substring tree: number of docs per node, first docs of frequent
 * nodes, and doc sets of the most frequent ones.
 *
 * The counts of one column are known from building the tree; for the others only differing terms are counted.
 */
import { threshold } from '../../src/content/choices/index.js';
import { bitsetsWithin, chunkOf, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import {
  type FirstDocsRule,
  listFirstDocs,
  nodesAbove,
  readPacked,
  selectFrequentNodes,
  type TreeNodes,
} from '../../src/index/termdict/index.js';
import { type RecordRange, rangesOf, type ValueRuns } from '../sorting/index.js';
import { discard, type Pool, processInOrder, type RecordSpool, type WorkClock } from '../work/index.js';
import { docSetsOfNodes, firstDocsOfNodes, frequentNodesJob } from './frequent-nodes.js';
import { countDifferences, NodeCounts } from './node-counts.js';
import { READ_AHEAD } from './passes.js';

/** A column's docs by term of the tree. */
export interface CountedColumn extends ValueRuns {
  /** Name that its sections are derived from. */
  readonly name: string;
}

/** Which frequent substrings of a column get first docs and doc sets. */
export interface FrequentNodeRules {
  readonly first: FirstDocsRule;
  /** Maximum number of substrings with a doc set. */
  readonly sets: number;
}

/** The nodes of a tree, with the counts of one of its columns, and its buckets. */
export interface WrittenTree extends TreeNodes {
  readonly buckets: RecordSpool;
}

export interface ColumnSections {
  readonly counts: SectionInput;
  readonly first: readonly SectionInput[];
  /** Empty if there are no sets. */
  readonly sets: readonly SectionInput[];
}

/**
 * The first column is the base: the tree has its counts. The other columns share the tree.
 *
 * @returns the sections of each column, in the order of the columns
 * Cost: O(entries of all buckets · columns), and O(depth) for each entry of a term in which a column differs from the base.
 * Memory: 12 bytes a term and 12 a node for each column, and a bit a doc for each set.
 */
export async function columnSections(
  tree: WrittenTree,
  [base, ...otherColumns]: readonly [CountedColumn, ...CountedColumn[]],
  rules: FrequentNodeRules,
  pool: Pool,
  clock: WorkClock,
): Promise<readonly ColumnSections[]> {
  const nodeCounts = otherColumns.map((runs) => new NodeCounts(tree, countDifferences(base, runs)));
  if (nodeCounts.length > 0) {
    await eachBucket(tree.buckets, clock, (terms, count) => {
      for (const each of nodeCounts) each.add(terms, count);
    });
  }
  const { docsPerNode, docsAbove } = rules.first;
  clock.on('substrings');
  const columns = [base, ...otherColumns].map(({ name, docs, starts }, column) => {
    const counts = nodeCounts[column - 1]?.counts() ?? tree.counts;
    const runs = { docs, starts };
    const withSets = selectFrequentNodes(counts, docs.length, Math.min(rules.sets, bitsetsWithin(docs.length)));
    return {
      names: sectionNames(name),
      counts,
      runs,
      firstDocs: listFirstDocs(runs, true),
      first: firstDocsOfNodes(tree, nodesAbove(counts, docsAbove), docsPerNode),
      sets: docSetsOfNodes(tree, withSets, docs.length),
    };
  });
  clock.off();
  const ranges = await rangesOf(tree.buckets.lengthPieces(), pieceBytes());
  const findInRange = async ({ from, to, start, end }: RecordRange) => {
    const clipped = columns.map(({ first, sets }) => ({ first: first.clip(from, to), sets: sets.clip(from, to) }));
    if (clipped.every(({ first, sets }) => first.places.length + sets.places.length === 0)) return undefined;
    const bytes = await tree.buckets.sliceBytes(start, end);
    const lengths = await tree.buckets.sliceLengths(from, to);
    const jobColumns = columns.map(({ runs, firstDocs }, column) => ({
      runs,
      firstDocs,
      numbersPerNode: docsPerNode,
      ...clipped[column]!,
    }));
    const places = clipped.map(({ first, sets }) => [first.places, sets.places] as const);
    return { places, frequentNodes: await pool.run(frequentNodesJob, { bytes, lengths, columns: jobColumns }, clock) };
  };
  await processInOrder(ranges, pool.threads + READ_AHEAD, findInRange, async (result) => {
    for (const [column, frequentNodes] of result?.frequentNodes.entries() ?? []) {
      const [first, sets] = result!.places[column]!;
      columns[column]!.first.add(first, frequentNodes.first);
      columns[column]!.sets.add(sets, frequentNodes.sets);
    }
    discard(result?.frequentNodes);
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

/** Bytes of buckets per read. */
const pieceBytes = (): number => threshold('substring.piece', 2 ** 22);

/** @param take called with the terms of each bucket: `[0, count)` of an array that is reused */
async function eachBucket(
  buckets: RecordSpool,
  clock: WorkClock,
  take: (terms: Uint32Array, count: number) => void,
): Promise<void> {
  let terms = new Uint32Array(0);
  for (const { from, to, start, end } of await rangesOf(buckets.lengthPieces(), pieceBytes())) {
    const chunk = chunkOf(await buckets.sliceBytes(start, end));
    const lengths = await buckets.sliceLengths(from, to);
    clock.on('substrings');
    let at = 0;
    for (const length of lengths) {
      // A term takes at least one bit.
      if (8 * length > terms.length) terms = new Uint32Array(16 * length);
      take(terms, readPacked(chunk, at, at + length, terms, false));
      at += length;
    }
    clock.off();
  }
}
