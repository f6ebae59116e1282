/**
 * Which substrings of a column get the set of their docs, and the sets (src/index/termdict/frequent-sets).
 */
import { bitsetsWithin, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { type FrequentSets, FrequentSetsPass, nodesWithSets } from '../../src/index/termdict/index.js';
import type { RunsOut } from '../sorting/index.js';
import type { WorkClock } from '../work/index.js';
import type { WrittenTree } from './column-counts.js';
import { eachBucket } from './each-bucket.js';

/**
 * @param most how many at most
 * Cost: O(entries of all buckets + docs of the nodes that get one). Memory: a bit a doc for each.
 */
export async function frequentSets(
  tree: WrittenTree,
  runs: RunsOut,
  most: number,
  clock: WorkClock,
): Promise<FrequentSets> {
  const nodes = nodesWithSets(tree.counts, runs.docs.length, Math.min(most, bitsetsWithin(runs.docs.length)));
  const pass = new FrequentSetsPass(tree, nodes, runs);
  if (pass.isNeeded) await eachBucket(tree.buckets, clock, (terms, count) => pass.add(terms, count));
  return pass.found();
}

/** @returns no sections where there are no sets */
export function setSections(column: string, { tables: { nodes, words } }: FrequentSets): SectionInput[] {
  if (nodes.length === 0) return [];
  const names = sectionNames(column);
  return [
    { name: names.substringSetNodes, data: nodes },
    { name: names.substringSetBits, data: words },
  ];
}
