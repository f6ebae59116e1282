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
  type DocRuns,
  type FirstDocsRule,
  listFirstDocs,
  nodesAbove,
  readPacked,
  selectFrequentNodes,
  type TreeNodes,
} from '../../src/index/termdict/index.js';
import { divideRecords, type RecordRange, type ValueRuns } from '../sorting/index.js';
import { discard, type Pool, processInOrder, type RecordSpool, type WorkClock } from '../work/index.js';
import {
  type ClippedNodes,
  type FrequentNodes,
  type FrequentNodesOutput,
  frequentNodesJob,
  newDocSets,
  newFirstDocs,
} from './frequent-nodes.js';
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
  columns: readonly [CountedColumn, ...CountedColumn[]],
  rules: FrequentNodeRules,
  pool: Pool,
  clock: WorkClock,
): Promise<readonly ColumnSections[]> {
  const nodeCounts = await countNodesPerColumn(tree, columns, clock);
  clock.on('substrings');
  const frequentNodes = columns.map(({ docs, starts }, column) =>
    selectNodes(tree, nodeCounts[column]!, { docs, starts }, rules),
  );
  clock.off();
  await fillFrequentNodes(tree, frequentNodes, pool, clock);
  return columns.map(({ name }, column) => toSections(name, nodeCounts[column]!, frequentNodes[column]!));
}

/** @returns column → node → number of docs */
async function countNodesPerColumn(
  tree: WrittenTree,
  [base, ...otherColumns]: readonly [CountedColumn, ...CountedColumn[]],
  clock: WorkClock,
): Promise<readonly Uint32Array[]> {
  if (otherColumns.length === 0) return [tree.counts];
  const counters = otherColumns.map((column) => new NodeCounts(tree, countDifferences(base, column)));
  await readBuckets(tree.buckets, clock, (terms, count) => {
    for (const counter of counters) counter.add(terms, count);
  });
  return [tree.counts, ...counters.map((counter) => counter.counts())];
}

/** The frequent nodes of a column; their docs are filled in range by range. */
interface ColumnNodes {
  readonly runs: DocRuns;
  /** Term → its first docs, as `listFirstDocs` returns them. */
  readonly firstDocs: Uint32Array;
  /** Number of first docs per node. */
  readonly docsPerNode: number;
  readonly first: FrequentNodes;
  readonly sets: FrequentNodes;
}

/** Chooses the frequent nodes of a column, by the docs per node in this column. */
function selectNodes(tree: WrittenTree, counts: Uint32Array, runs: DocRuns, rules: FrequentNodeRules): ColumnNodes {
  const { docsPerNode, docsAbove } = rules.first;
  const docs = runs.docs.length;
  const setsMaximum = Math.min(rules.sets, bitsetsWithin(docs));
  return {
    runs,
    firstDocs: listFirstDocs(runs, true),
    docsPerNode,
    first: newFirstDocs(tree, nodesAbove(counts, docsAbove), docsPerNode),
    sets: newDocSets(tree, selectFrequentNodes(counts, docs, setsMaximum), docs),
  };
}

/** The frequent nodes of a column in a range of buckets, and then their docs. */
interface ColumnInRange {
  readonly first: ClippedNodes;
  readonly sets: ClippedNodes;
}

interface RangeResult {
  readonly columns: readonly ColumnInRange[];
  readonly found: FrequentNodesOutput;
}

/** Computes the docs of all frequent nodes from all buckets, several ranges at once. */
async function fillFrequentNodes(
  tree: WrittenTree,
  columns: readonly ColumnNodes[],
  pool: Pool,
  clock: WorkClock,
): Promise<void> {
  /** Returns undefined if no frequent node has a bucket in the range. */
  const computeRange = async ({ from, to, start, end }: RecordRange): Promise<RangeResult | undefined> => {
    const inRange = columns.map(({ first, sets }) => ({ first: first.clip(from, to), sets: sets.clip(from, to) }));
    const isEmpty = inRange.every(({ first, sets }) => first.indexes.length === 0 && sets.indexes.length === 0);
    if (isEmpty) return undefined;
    const bytes = await tree.buckets.sliceBytes(start, end);
    const lengths = await tree.buckets.sliceLengths(from, to);
    const jobColumns = columns.map(({ runs, firstDocs, docsPerNode }, column) => {
      const { first, sets } = inRange[column]!;
      return { runs, firstDocs, docsPerNode, first, sets };
    });
    const found = await pool.run(frequentNodesJob, { bytes, lengths, columns: jobColumns }, clock);
    return { columns: inRange, found };
  };
  const addResult = async (result: RangeResult | undefined): Promise<void> => {
    if (result === undefined) return;
    for (const [column, { first, sets }] of columns.entries()) {
      const inRange = result.columns[column]!;
      const found = result.found[column]!;
      first.add(inRange.first.indexes, found.first);
      sets.add(inRange.sets.indexes, found.sets);
    }
    discard(result.found);
  };
  const ranges = await divideRecords(tree.buckets.lengthPieces(), pieceBytes());
  await processInOrder(ranges, pool.threads + READ_AHEAD, computeRange, addResult);
}

function toSections(column: string, counts: Uint32Array, { first, sets }: ColumnNodes): ColumnSections {
  const names = sectionNames(column);
  const setSections = [
    { name: names.substringSetNodes, data: sets.nodes },
    { name: names.substringSetBits, data: sets.numbers },
  ];
  return {
    counts: { name: names.substringCounts, data: counts },
    first: [
      { name: names.substringFirstNodes, data: first.nodes },
      { name: names.substringFirstDocs, data: first.numbers },
    ],
    sets: sets.nodes.length === 0 ? [] : setSections,
  };
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
      const bucketEnd = bucketStart + length;
      const count = readPacked(chunk, bucketStart, bucketEnd, terms, 'list');
      addBucket(terms, count);
      bucketStart = bucketEnd;
    }
    clock.off();
  }
}
