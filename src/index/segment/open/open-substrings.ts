/**
 * Opens the substring search of a text: the tree, the first docs of frequent substrings, and their sets.
 */
import type { SectionMap } from '../../../format/index.js';
import { NodeNumbers, readPacked, readVarints, SubstringIndex } from '../../termdict/index.js';
import { sectionNames } from '../names.js';

/** @param name of the column, which has its own counts of docs. @param owner column that the tree is named after */
export function openSubstrings(sections: SectionMap, name: string, owner: string): SubstringIndex {
  const names = sectionNames(owner);
  const counts = sections.u32(sectionNames(name).substringCounts);
  const nodes = counts.length;
  const branchTargets = sections.u32(names.substringBranchTargets);
  const isOldFormat = sections.has(names.substringVarints);
  return new SubstringIndex({
    counts,
    bucketStarts: sections.u32(names.substringBucketStarts, nodes),
    bucketEnds: sections.u32(names.substringBucketEnds, nodes),
    branchStarts: sections.u32(names.substringBranchStarts, nodes),
    branchCounts: sections.u32(names.substringBranchCounts, nodes),
    branchLows: sections.u8(names.substringBranchLows, branchTargets.length),
    branchTargets,
    buckets: sections.countedRecords(isOldFormat ? names.substringVarints : names.substringLists),
    readList: isOldFormat ? readVarints : readPacked,
  });
}

export function openFirstDocs(sections: SectionMap, name: string): NodeNumbers {
  const names = sectionNames(name);
  const nodes = sections.u32(names.substringFirstNodes);
  const docs = sections.u32(names.substringFirstDocs);
  const docsPerNode = docs.length / Math.max(1, nodes.length);
  if (!Number.isInteger(docsPerNode) || (docsPerNode === 0) !== (nodes.length === 0)) {
    throw sections.damage(
      names.substringFirstDocs,
      'the same number of items for each node',
      `${docs.length} items for ${nodes.length} nodes`,
    );
  }
  return new NodeNumbers(nodes, docs);
}

const noSets = new NodeNumbers(new Uint32Array(0), new Uint32Array(0));

/** @param size docs of the segment. @returns no nodes if the build stored none, as older versions did */
export function openFrequentSets(sections: SectionMap, name: string, size: number): NodeNumbers {
  const names = sectionNames(name);
  if (!sections.has(names.substringSetNodes)) return noSets;
  const nodes = sections.u32(names.substringSetNodes);
  return new NodeNumbers(nodes, sections.u32(names.substringSetBits, nodes.length * Math.ceil(size / 32)));
}
