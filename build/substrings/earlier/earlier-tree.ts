/**
 * The substring tree of a column in an earlier snapshot.
 *
 * Elsewhere: finding the earlier column (build/publish/incremental), writing its tree anew (tree-patch).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import type { FileSection } from '../../../src/format/index.js';
import { sectionNames } from '../../../src/index/segment/index.js';
import { FileRecords, type RecordSource, readAll, readU32 } from '../../work/index.js';
import type { TreePart } from '../joined-tree.js';

export interface EarlierTree {
  readonly part: TreePart;
  /** Bucket → its packed list. */
  readonly buckets: RecordSource;
  /** Term → start of its docs, with one more entry for the end. */
  readonly docStarts: Uint32Array;
}

/**
 * @param field name that the sections of the column are derived from
 * @returns undefined if the column has no tree, because it had too few terms
 * Memory: 20 bytes per node, 5 per branch, 4 per bucket, and the column.
 */
export async function readEarlierTree(
  field: string,
  sections: readonly FileSection[],
): Promise<EarlierTree | undefined> {
  const names = sectionNames(field);
  const find = (name: string): FileSection => {
    const section = sections.find((candidate) => candidate.name === name);
    if (section === undefined) throw new InvariantError(`the section ${name} is missing`);
    return section;
  };
  const counts = await readU32(find(names.substringCounts));
  if (counts.length === 0) return undefined;
  return {
    part: {
      counts,
      bucketStarts: await readU32(find(names.substringBucketStarts)),
      bucketEnds: await readU32(find(names.substringBucketEnds)),
      branchStarts: await readU32(find(names.substringBranchStarts)),
      branchCounts: await readU32(find(names.substringBranchCounts)),
      branchLows: await readAll(find(names.substringBranchLows)),
      branchTargets: await readU32(find(names.substringBranchTargets)),
    },
    buckets: await FileRecords.open(sections, names.substringLists),
    docStarts: await readU32(find(names.starts)),
  };
}
