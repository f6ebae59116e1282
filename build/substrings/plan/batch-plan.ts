/**
 * The plan of a tree: the division of a text's suffixes into groups and batches that fit into memory.
 *
 * A unit is a target of the tree's top two levels: a bucket, or a node with everything below it. A group is a range of
 * consecutive units; groups are planned, distributed and sorted one after the other. A slot is a bucket or node that is
 * sorted as a whole; a batch is a range of consecutive slots, in the order of a depth-first walk. The tree does not depend on
 * the division.
 */
import { Routes, type RouteTables } from './routes.js';

/** A node that is larger than a batch. */
export interface PlannedNode<Target = SlotLocation> {
  /** Number of docs that contain its string. */
  readonly docs: number;
  readonly branches: readonly PlannedBranch<Target>[];
}

/** A branch to another planned node, or to a target that is not divided further. */
export interface PlannedBranch<Target> {
  /** The first code it covers. */
  readonly low: number;
  readonly to: PlannedNode<Target> | Target;
}

/** The location of a slot: the number of its batch, and its index in this batch. */
export interface SlotLocation {
  readonly batch: number;
  readonly slot: number;
}

/** A target of the top two levels: the suffixes whose first two codes are one of the pairs `[from, to)`. */
export interface Unit extends Slot {
  readonly from: number;
  readonly to: number;
}

/** The top two levels, and the suffixes below them. */
export interface Top {
  readonly root: PlannedNode<Unit>;
  readonly units: readonly Unit[];
}

/** Suffixes that are sorted together: all begin with `prefix`, and slots differ in the next two codes. */
export interface Batch {
  readonly prefix: Uint8Array;
  /**
   * Pair of codes after the prefix (code · width + code) → its slot, or −1. Slots are numbered from the first slot of the
   * prefix; all batches of a prefix share this table.
   */
  readonly slotOf: Int32Array;
  /** Number of the first slot among all slots of the prefix. */
  readonly firstSlot: number;
  readonly slots: readonly Slot[];
}

/** A bucket or node whose suffixes are sorted together. */
export interface Slot {
  readonly kind: 'bucket' | 'node';
  /** Upper bound of its suffixes in memory: all suffixes of a node, one per term of a bucket. */
  readonly size: number;
  readonly suffixes: number;
  /** Number of docs that contain the node's string; 0 for a bucket. */
  readonly docs: number;
}

/** The plan of one group. */
export interface Plan {
  /** The plan of each unit. */
  readonly units: readonly (PlannedNode | SlotLocation)[];
  /** Number of its first batch; the batches of all groups are numbered consecutively. */
  readonly firstBatch: number;
  readonly batches: readonly Batch[];
  /** The shares of all batches, batch by batch. */
  readonly shares: readonly Share[];
}

/** A share of a batch: the suffixes that begin with `prefix` and continue with one of the pairs of codes `[from, to)`. */
export interface Share {
  readonly batch: number;
  readonly prefix: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly suffixes: number;
}

/** Consecutive elements `[start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Builds the route tables for the batches with the numbers `[start, end)`.
 *
 * @returns tables that route a suffix to the number of its batch minus `start`; suffixes of other batches have no destination
 */
export function buildBatchRoutes({ shares }: Plan, width: number, { start, end }: Range): RouteTables {
  const routes = new Routes(width);
  for (const share of shares) {
    if (share.batch >= start && share.batch < end) routes.send(share.prefix, share.from, share.to, share.batch - start);
  }
  return routes.shared();
}

/** @returns tables that route suffixes to their group */
export function buildGroupRoutes(units: readonly Unit[], width: number, groups: readonly Range[]): RouteTables {
  const routes = new Routes(width);
  for (const [group, { start, end }] of groups.entries()) {
    for (const { from, to } of units.slice(start, end)) routes.send(new Uint8Array(0), from, to, group);
  }
  return routes.shared();
}

/**
 * Divides entries into ranges of consecutive entries.
 *
 * @param suffixesMaximum maximum number of suffixes of a range; a larger entry has a range of its own
 */
export function divideIntoRanges(entries: readonly { readonly suffixes: number }[], suffixesMaximum: number): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  let suffixes = 0;
  for (const [index, entry] of entries.entries()) {
    if (index > start && suffixes + entry.suffixes > suffixesMaximum) {
      ranges.push({ start, end: index });
      start = index;
      suffixes = 0;
    }
    suffixes += entry.suffixes;
  }
  if (entries.length > start) ranges.push({ start, end: entries.length });
  return ranges;
}
