/**
 * Part of a substring tree: what became of the slots of one batch.
 *
 * Numbers count from the fragment's first node, branch and bucket; whoever joins fragments adds what stands before.
 */

/** Every buffer is the fragment's own. */
export interface TreeFragment extends FragmentTree, FragmentDocs {}

export interface FragmentDocs {
  /** Its nodes with first docs, ascending, and as many of each as are kept. */
  readonly firstNodes: Uint32Array;
  readonly firstDocs: Uint32Array;
  /** Per slot: so many places with its first docs, and how many there are. */
  readonly slotDocs: Uint32Array;
  readonly slotDocCounts: Uint32Array;
}

export interface FragmentTree {
  /** Per node, in the order of a depth-first walk. */
  readonly counts: Uint32Array;
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
  readonly branchStarts: Uint32Array;
  readonly branchCounts: Uint32Array;
  /** Per branch: the first byte. */
  readonly branchLows: Uint8Array;
  /** Per branch: a bucket, or a node with NODE_TARGET. */
  readonly branchTargets: Uint32Array;
  /** One bucket behind the other. */
  readonly buckets: Uint8Array;
  readonly bucketByteLengths: Uint32Array;
  /** Per slot, and one more: nodes, branches and buckets before it. A node slot has its node first. */
  readonly slotNodes: Uint32Array;
  readonly slotBranches: Uint32Array;
  readonly slotBuckets: Uint32Array;
}
