/**
 * Opening what answers `_contains` of one column: the tree of substrings, and what is stored of the frequent ones.
 */
import type { SectionMap } from '../../../format/index.js';
import { FirstDocs, FrequentSets, SubstringIndex } from '../../termdict/index.js';
import { sectionNames } from '../names.js';

/** @param name of the column, which counts its own docs. @param owner what the tree is named after */
export function openSubstrings(sections: SectionMap, name: string, owner: string): SubstringIndex {
  const names = sectionNames(owner);
  const counts = sections.u32(sectionNames(name).substringCounts);
  const nodes = counts.length;
  const branchTargets = sections.u32(names.substringBranchTargets);
  return new SubstringIndex({
    counts,
    bucketStarts: sections.u32(names.substringBucketStarts, nodes),
    bucketEnds: sections.u32(names.substringBucketEnds, nodes),
    branchStarts: sections.u32(names.substringBranchStarts, nodes),
    branchCounts: sections.u32(names.substringBranchCounts, nodes),
    branchLows: sections.u8(names.substringBranchLows, branchTargets.length),
    branchTargets,
    buckets: sections.countedRecords(names.substringBuckets),
  });
}

export function openFirstDocs(sections: SectionMap, name: string): FirstDocs {
  const names = sectionNames(name);
  const nodes = sections.u32(names.substringFirstNodes);
  const docs = sections.u32(names.substringFirstDocs);
  const each = docs.length / Math.max(1, nodes.length);
  if (!Number.isInteger(each) || (each === 0) !== (nodes.length === 0)) {
    throw sections.damage(
      names.substringFirstDocs,
      'as many items of each node',
      `${docs.length} of ${nodes.length} nodes`,
    );
  }
  return new FirstDocs(nodes, docs);
}

const noSets = new FrequentSets(new Uint32Array(0), new Uint32Array(0));

/** @param size docs of the segment. @returns without any set where the build kept none, as those did that knew of none */
export function openFrequentSets(sections: SectionMap, name: string, size: number): FrequentSets {
  const names = sectionNames(name);
  if (!sections.has(names.substringSetNodes)) return noSets;
  const nodes = sections.u32(names.substringSetNodes);
  return new FrequentSets(nodes, sections.u32(names.substringSetBits, nodes.length * Math.ceil(size / 32)));
}
