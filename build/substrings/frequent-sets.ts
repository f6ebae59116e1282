/**
 * Which substrings of a column get the set of their docs, and the sets (src/termdict/frequent-sets).
 */
import type { SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { type FrequentSets, FrequentSetsPass, nodesWithSets } from '../../src/termdict/index.js';
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
  const pass = new FrequentSetsPass(tree, nodesWithSets(tree.counts, runs.docs.length, most), runs);
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
