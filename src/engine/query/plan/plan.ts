/**
 * Plans: a tree of sources, smallest first, and how each group of them is answered.
 *
 * Elsewhere: making a plan (planner), choosing strategies (strategy), running it (run/combine).
 */
import type { Source } from './source.js';

export type Plan =
  /** Every doc of the segment. */
  { readonly kind: 'all' } | { readonly kind: 'none' } | { readonly kind: 'source'; readonly source: Source } | Group;

export interface Group {
  readonly kind: 'and' | 'or';
  /** At least two, by `sizeMaximum` ascending. */
  readonly children: readonly Plan[];
  readonly sizeMaximum: number;
  readonly strategy: Strategy;
}

/** How a group is answered. */
export interface Strategy {
  /** Children whose bits are combined; none where the smallest is listed. */
  readonly filled: readonly Plan[];
  /** Children that the docs are then tested for, in this order. */
  readonly tested: readonly Plan[];
  /** What making the group's docs a set of bits costs. */
  readonly cost: number;
  /** What the way not taken would have cost, where there was one. */
  readonly otherCost?: number;
}

/** @returns at most how many docs the plan selects; exact but for groups. @param size docs of the segment */
export function sizeMaximum(plan: Plan, size: number): number {
  switch (plan.kind) {
    case 'all':
      return size;
    case 'none':
      return 0;
    case 'source':
      return plan.source.size;
    case 'and':
    case 'or':
      return plan.sizeMaximum;
  }
}

/** Whether the doc is one of the plan's. Cost: at most one test per condition. */
export function planHas(plan: Plan, doc: number): boolean {
  switch (plan.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'source':
      return plan.source.has(doc);
    case 'and':
      return plan.children.every((child) => planHas(child, doc));
    case 'or':
      return plan.children.some((child) => planHas(child, doc));
  }
}
