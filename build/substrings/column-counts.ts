/**
 * The data of each column about the nodes of a shared substring tree: number of docs per node, first docs of frequent
 * nodes, and doc sets of the most frequent nodes.
 *
 * The tree has the counts of one column, the base; for another column only the terms with other docs are counted.
 * Elsewhere: counting these terms (node-counts), first docs and doc sets (frequent-nodes).
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
import { divideRecords, type RecordRange, type ValueRuns } from '../sorting/index.js';
import { discard, type Pool, processInOrder, type RecordSpool, type WorkClock } from '../work/index.js';
import { frequentNodesJob, newDocSets, newFirstDocs } from './frequent-nodes.js';
import { countDifferences, NodeCounts } from './node-counts.js';
import { READ_AHEAD } from './passes.js';

/** A column's docs by term of the tree. */
export interface CountedColumn extends ValueRuns {
  /** Name that its sections are derived from. */
  readonly name: string;
}

/** The rules that choose the frequent substrings with first docs and with doc sets. */
export interface FrequentNodeRules {
  readonly first: FirstDocsRule;
  /** Maximum number of substrings with a doc set. */
  readonly sets: number;
}

/** The nodes of a tree, with the counts of one of its columns, and its buckets. */
export interface WrittenTree extends TreeNodes {
  readonly buckets: RecordSpool;
}

/** The sections of one column. */
export interface ColumnSections {
  readonly counts: SectionInput;
  readonly first: readonly SectionInput[];
  /** Empty if there are no sets. */
  readonly sets: readonly SectionInput[];
}

/**
 * Builds the sections of all columns of a tree. The first column is the base: the tree has its counts. The other columns
 * share the tree.
 *
 * @returns the sections of each column, in the order of the columns
 * Cost: O(entries of all buckets · columns), and O(depth) for each entry of a term whose docs differ from the base.
 * Memory: 12 bytes per term and 12 per node for each column, and one bit per doc for each set.
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
    await readBuckets(tree.buckets, clock, (terms, count) => {
      for (const columnCounts of nodeCounts) columnCounts.add(terms, count);
    });
  }
  const { docsPerNode, docsAbove } = rules.first;
  clock.on('substrings');
  const columns = [base, ...otherColumns].map(({ name, docs, starts }, column) => {
    const counts = nodeCounts[column - 1]?.counts() ?? tree.counts;
    const runs = { docs, starts };
    const setNodes = selectFrequentNodes(counts, docs.length, Math.min(rules.sets, bitsetsWithin(docs.length)));
    return {
      names: sectionNames(name),
      counts,
      runs,
      firstDocs: listFirstDocs(runs, true),
      first: newFirstDocs(tree, nodesAbove(counts, docsAbove), docsPerNode),
      sets: newDocSets(tree, setNodes, docs.length),
    };
  });
  clock.off();
  const ranges = await divideRecords(tree.buckets.lengthPieces(), pieceBytes());
  /** Returns undefined if no frequent node has a bucket in the range. */
  const findInRange = async ({ from, to, start, end }: RecordRange) => {
    const clipped = columns.map(({ first, sets }) => ({ first: first.clip(from, to), sets: sets.clip(from, to) }));
    if (clipped.every(({ first, sets }) => first.indexes.length + sets.indexes.length === 0)) return undefined;
    const bytes = await tree.buckets.sliceBytes(start, end);
    const lengths = await tree.buckets.sliceLengths(from, to);
    const jobColumns = columns.map(({ runs, firstDocs }, column) => ({
      runs,
      firstDocs,
      numbersPerNode: docsPerNode,
      ...clipped[column]!,
    }));
    const indexes = clipped.map(({ first, sets }) => [first.indexes, sets.indexes] as const);
    return { indexes, frequentNodes: await pool.run(frequentNodesJob, { bytes, lengths, columns: jobColumns }, clock) };
  };
  await processInOrder(ranges, pool.threads + READ_AHEAD, findInRange, async (result) => {
    if (result === undefined) return;
    for (const [column, { first, sets }] of result.frequentNodes.entries()) {
      const [firstIndexes, setIndexes] = result.indexes[column]!;
      columns[column]!.first.add(firstIndexes, first);
      columns[column]!.sets.add(setIndexes, sets);
    }
    discard(result.frequentNodes);
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

/** Reads all buckets, in order. @param addBucket called with the terms of each: `[0, count)` of an array that is reused */
async function readBuckets(
  buckets: RecordSpool,
  clock: WorkClock,
  addBucket: (terms: Uint32Array, count: number) => void,
): Promise<void> {
  let terms = new Uint32Array(0);
  for (const { from, to, start, end } of await divideRecords(buckets.lengthPieces(), pieceBytes())) {
    const chunk = chunkOf(await buckets.sliceBytes(start, end));
    const lengths = await buckets.sliceLengths(from, to);
    clock.on('substrings');
    let bucketStart = 0;
    for (const length of lengths) {
      // A term takes at least one bit.
      if (8 * length > terms.length) terms = new Uint32Array(16 * length);
      addBucket(terms, readPacked(chunk, bucketStart, bucketStart + length, terms, false));
      bucketStart += length;
    }
    clock.off();
  }
}
