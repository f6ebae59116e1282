/**
 * How the suffixes of a text are divided to fit into memory: units into groups, and slots into batches.
 *
 * A unit is a target of the tree's top two levels: a bucket, or a node with everything below it. A group is a run of units;
 * groups are planned, distributed and sorted one after the other. A slot is a bucket or node still to be sorted, in the
 * order of a depth-first walk; a batch is a run of slots. The division never changes the tree.
 */
import { Routes, type RouteTables } from './routes.js';

export interface PlannedNode<Below = SlotPlace> {
  /** How many docs contain its string. */
  readonly docs: number;
  readonly branches: readonly PlannedBranch<Below>[];
}

export interface PlannedBranch<Below> {
  /** The first code it covers. */
  readonly low: number;
  readonly to: PlannedNode<Below> | Below;
}

/** Suffixes that are sorted together: the k-th slot of a batch. */
export interface SlotPlace {
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
  /** By code · alphabet + code: the slot, counted from the prefix's first one, or −1. Shared by all its batches. */
  readonly slotOf: Int32Array;
  /** The number of the first slot. */
  readonly firstSlot: number;
  readonly slots: readonly Slot[];
}

export interface Slot {
  readonly kind: 'bucket' | 'node';
  /** Maximum number of suffixes or, for a bucket, terms. */
  readonly size: number;
  readonly suffixes: number;
  /** Docs that contain the node's string; 0 of a bucket. */
  readonly docs: number;
}

/** Of one group. */
export interface Plan {
  /** The plan of each unit. */
  readonly units: readonly (PlannedNode | SlotPlace)[];
  /** The number of its first batch: batches of all groups are counted on. */
  readonly firstBatch: number;
  readonly batches: readonly Batch[];
  /** Which suffixes each batch has, batch by batch. */
  readonly shares: readonly Share[];
}

/** Suffixes of a batch: those that begin with `prefix` and go on with one of the pairs of codes `[from, to)`. */
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

/** @returns tables that route suffixes of these batches to the batch's number minus `start`, and other suffixes to none */
export function routesToBatches({ shares }: Plan, width: number, { start, end }: Range): RouteTables {
  const routes = new Routes(width);
  for (const share of shares) {
    if (share.batch >= start && share.batch < end) routes.send(share.prefix, share.from, share.to, share.batch - start);
  }
  return routes.shared();
}

/** @returns tables that route suffixes to their group */
export function routesToGroups(units: readonly Unit[], width: number, groups: readonly Range[]): RouteTables {
  const routes = new Routes(width);
  for (const [group, { start, end }] of groups.entries()) {
    for (const { from, to } of units.slice(start, end)) routes.send(new Uint8Array(0), from, to, group);
  }
  return routes.shared();
}

/**
 * @param suffixesMaximum maximum number of suffixes of a run; a single larger entry is a run of its own
 * @returns runs of consecutive entries, as ranges
 */
export function runsOf(entries: readonly { readonly suffixes: number }[], suffixesMaximum: number): Range[] {
  const runs: Range[] = [];
  let start = 0;
  let suffixes = 0;
  for (const [index, entry] of entries.entries()) {
    if (index > start && suffixes + entry.suffixes > suffixesMaximum) {
      runs.push({ start, end: index });
      start = index;
      suffixes = 0;
    }
    suffixes += entry.suffixes;
  }
  if (entries.length > start) runs.push({ start, end: entries.length });
  return runs;
}
