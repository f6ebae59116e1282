/**
 * How the suffixes of a text are cut into what fits into memory: units into groups, and below them slots into batches.
 *
 * A unit is what the root of the tree leads to two levels down: a bucket, or a node with all that is below it. A group is
 * a run of units, and is planned, distributed and sorted before the next is looked at. A slot is a bucket or a node that
 * is still to be sorted; slots come in the order of a depth-first walk, and a batch is a run of them. Where groups and
 * batches end decides what is in memory at once, and nothing of the tree.
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

/** What the root leads to, by the first two codes: the suffixes with one of the pairs `[from, to)`. */
export interface Unit extends Slot {
  readonly from: number;
  readonly to: number;
}

/** The top two levels, and the suffixes below them. */
export interface Top {
  readonly root: PlannedNode<Unit>;
  readonly units: readonly Unit[];
}

/** What is sorted together: suffixes that begin with `prefix`, told apart by the two codes behind it. */
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
  /** How many suffixes, or of a bucket terms, at most. */
  readonly size: number;
  readonly suffixes: number;
  /** Docs that contain the node's string; 0 of a bucket. */
  readonly docs: number;
}

/** Of one group. */
export interface Plan {
  /** What becomes of its units. */
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

/** Neighbours: `[start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** @returns tables that lead the suffixes of these batches to their number, less `start`, and others nowhere */
export function routesToBatches({ shares }: Plan, width: number, { start, end }: Range): RouteTables {
  const routes = new Routes(width);
  for (const share of shares) {
    if (share.batch >= start && share.batch < end) routes.send(share.prefix, share.from, share.to, share.batch - start);
  }
  return routes.shared();
}

/** @returns tables that lead suffixes to their group */
export function routesToGroups(units: readonly Unit[], width: number, groups: readonly Range[]): RouteTables {
  const routes = new Routes(width);
  for (const [group, { start, end }] of groups.entries()) {
    for (const { from, to } of units.slice(start, end)) routes.send(new Uint8Array(0), from, to, group);
  }
  return routes.shared();
}

/**
 * @param suffixesMaximum of a run; more only where one alone has
 * @returns runs of neighbours that have no more suffixes together, as ranges
 */
export function runsOf(all: readonly { readonly suffixes: number }[], suffixesMaximum: number): Range[] {
  const runs: Range[] = [];
  let start = 0;
  let suffixes = 0;
  for (const [index, one] of all.entries()) {
    if (index > start && suffixes + one.suffixes > suffixesMaximum) {
      runs.push({ start, end: index });
      start = index;
      suffixes = 0;
    }
    suffixes += one.suffixes;
  }
  if (all.length > start) runs.push({ start, end: all.length });
  return runs;
}
