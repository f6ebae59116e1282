/**
 * Plans: a tree of sources, smallest first, and the strategy of each group. Sizes and costs of a plan follow from the ones of its
 * children alone.
 *
 * Elsewhere: making a plan (planner), choosing a strategy (strategy), running a plan (run/combine).
 */
import type { DocId } from '../../../content/model/index.js';
import { PASS_BITS, SIFT_BITS, TEST_DOC } from '../../../index/costs/index.js';
import { siftCost as siftSourceCost } from '../sources/sift.js';
import type { Source } from '../sources/source.js';

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
  /** Children whose bits are combined; empty if the smallest child is listed instead. */
  readonly combined: readonly Plan[];
  /** Children that the docs are then tested against, in this order. */
  readonly tested: readonly Plan[];
  /** Cost of finding the group's docs as bits. */
  readonly cost: number;
  /** Cost of the rejected strategy, if there was one. */
  readonly rejectedCost?: number;
}

/** @param size docs of the segment. @returns the maximum number of docs that the plan selects; exact, except for groups */
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

/** Whether the plan selects the doc. Cost: at most one test per condition. */
export function planHas(plan: Plan, doc: DocId): boolean {
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

/** @param size docs of the segment. @returns the cost of finding the plan's docs as bits */
export function fillCost(plan: Plan, size: number): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return PASS_BITS * size;
    case 'source':
      return plan.source.fillCost;
    case 'and':
    case 'or':
      return plan.strategy.cost;
  }
}

/** @param size docs of the segment. @returns the minimum cost of finding the plan's docs; 0 for docs that are stored */
export const membersCost = (plan: Plan, size: number): number =>
  plan.kind === 'and' || plan.kind === 'or' ? fillCost(plan, size) : 0;

/** @returns the cost of testing one doc */
export function testCost(plan: Plan): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return 0;
    case 'source':
      return plan.source.testCost;
    case 'and':
    case 'or':
      return plan.children.reduce((sum, child) => sum + Math.max(TEST_DOC, testCost(child)), 0);
  }
}

/** @returns the cost of testing `count` docs: one by one, or by bits made for them */
export function siftCost(plan: Plan, count: number, size: number): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return count;
    case 'source':
      return siftSourceCost(plan.source, count, size);
    case 'and':
    case 'or':
      return Math.min(count * testCost(plan), fillCost(plan, size) + count * SIFT_BITS);
  }
}
