/**
 * The substring tree of a column in an earlier snapshot.
 *
 * Elsewhere: finding the earlier column (build/publish/incremental), writing its tree anew (tree-patch).
 */
import type { FileSection } from '../../../src/format/index.js';
import { sectionNames } from '../../../src/index/segment/index.js';
import { FileRecords, type RecordSource, readBytes, readNumbers } from '../../work/index.js';
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
  const read = (name: string): Promise<Uint32Array> => readNumbers(sections, name);
  const counts = await read(names.substringCounts);
  if (counts.length === 0) return undefined;
  return {
    part: {
      counts,
      bucketStarts: await read(names.substringBucketStarts),
      bucketEnds: await read(names.substringBucketEnds),
      branchStarts: await read(names.substringBranchStarts),
      branchCounts: await read(names.substringBranchCounts),
      branchLows: await readBytes(sections, names.substringBranchLows),
      branchTargets: await read(names.substringBranchTargets),
    },
    buckets: await FileRecords.open(sections, names.substringLists),
    docStarts: await read(names.starts),
  };
}
