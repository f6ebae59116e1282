/**
 * Plans: a tree of sources, smallest first, and how each group of them is best answered, from the sizes and costs of its
 * children alone.
 *
 * An AND has two ways: to list its smallest child and test the others, or to combine the bits of those children for which
 * that costs less than testing, and to test the rest. Elsewhere: making a plan (planner), running it (run/combine).
 */
import { choose } from '../../../content/choices/index.js';
import type { DocId } from '../../../content/model/index.js';
import { LIST_BITS, PASS_BITS, SIFT_BITS, SIFT_COLUMN_FAR, TEST_DOC } from '../../../index/costs/index.js';
import { addCost, byField, cheapestWay, isAdded, isDear } from './alternatives.js';
import { type Source, siftCost as siftSourceCost } from './source.js';

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

/** What making the plan's docs a set of bits costs. @param size docs of the segment */
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

/** What finding a plan's docs costs at least: nothing where they are stored, or counted. @param size docs of the segment */
export const membersCost = (plan: Plan, size: number): number =>
  plan.kind === 'and' || plan.kind === 'or' ? fillCost(plan, size) : 0;

/** What testing one doc costs. */
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

/** What testing so many docs costs: one by one, or by bits made for them. */
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

/**
 * The dear ones come last: what the others have need not be looked at.
 *
 * @param children any of which a doc may have
 * Cost: O(children · log children).
 */
export function uniting(children: readonly Plan[], size: number): Strategy {
  const added: Source[] = [];
  let cost = 0;
  // Of a group it is not known how many it has at least.
  let united = 0;
  for (const child of children) {
    if (child.kind === 'source') {
      if (isAdded(child.source, size)) {
        added.push(child.source);
        continue;
      }
      united = Math.max(united, child.source.size);
    }
    cost += fillCost(child, size) + PASS_BITS * size;
  }
  const fields = byField(added);
  const dear = fields.filter((field) => isDear(field, size));
  for (const field of fields) {
    if (dear.includes(field)) continue;
    for (const source of field) {
      cost += addCost(source, size);
      united = Math.max(united, source.size);
    }
  }
  for (const field of dear) {
    cost += cheapestWay(field, size - united, size).cost + 2 * PASS_BITS * size;
    for (const source of field) united = Math.max(united, source.size);
  }
  return { filled: children, tested: [], cost };
}

/**
 * @param children at least two, all of which a doc must have, by size; they are taken to be independent of each other
 * Cost: O(children · log children).
 */
export function intersecting(children: readonly Plan[], size: number): Strategy {
  const walking = walkingStrategy(children, size);
  const combining = combiningStrategy(children, size);
  const way = choose('and.way', walking.cost <= combining.cost ? 'walk' : 'combine');
  const [{ filled, tested, cost }, other] = way === 'walk' ? [walking, combining] : [combining, walking];
  return { filled, tested, cost, otherCost: other.cost };
}

/** The cheapest test first: what it decides, the dearer ones need not look at. */
export const byTest = (a: Plan, b: Plan): number => testCost(a) - testCost(b);

/** What testing so many docs for one plan after the other costs. */
function testing(plans: readonly Plan[], count: number, size: number): number {
  let cost = 0;
  for (const plan of plans) {
    cost += siftCost(plan, count, size);
    count *= sizeMaximum(plan, size) / size;
  }
  return cost;
}

/** Docs that may be listed, exactly how many, and what that costs. */
interface Listed {
  readonly count: number;
  /** Whether they are listed in the order of columns. */
  readonly ascends: boolean;
  readonly listCost: number;
  readonly bitsCost: number;
}

/** What listing the docs costs in the order of columns, which their bits have, and what far looks cost otherwise. */
function listingCosts({ count, listCost, bitsCost, ascends }: Listed, tests: number, size: number) {
  const inOrder = bitsCost + LIST_BITS * size + count;
  return { inOrder, asTheyStand: ascends ? listCost : listCost + count * tests * SIFT_COLUMN_FAR };
}

/** Whether docs are listed from their bits before so many tests: in order, where their own list is in another, or dear. */
export function isPutInOrder(docs: Listed, tests: number, size: number): boolean {
  const { inOrder, asTheyStand } = listingCosts(docs, tests, size);
  return inOrder < asTheyStand;
}

function walkingStrategy(children: readonly Plan[], size: number): Strategy {
  const [smallest] = children;
  if (smallest === undefined) return { filled: [], tested: [], cost: 0 };
  const tested = children.slice(1).sort(byTest);
  const count = sizeMaximum(smallest, size);
  return { filled: [], tested, cost: walkedCost(smallest, tested.length, size) + testing(tested, count, size) };
}

function walkedCost(plan: Plan, tests: number, size: number): number {
  if (plan.kind !== 'source') return fillCost(plan, size) + LIST_BITS * size;
  const { size: count, ascends, listCost, fillCost: bitsCost } = plan.source;
  const { inOrder, asTheyStand } = listingCosts({ count, ascends, listCost, bitsCost }, tests, size);
  return Math.min(inOrder, asTheyStand);
}

function combiningStrategy(children: readonly Plan[], size: number): Strategy {
  const filled: Plan[] = [];
  const tested: Plan[] = [];
  let count = size;
  let cost = 0;
  for (const plan of children.toSorted((a, b) => fillCost(a, size) - fillCost(b, size))) {
    const price = fillCost(plan, size) + PASS_BITS * size;
    const isTested =
      filled.length > 0 && choose('and.child', price > siftCost(plan, count, size) ? 'test' : 'fill') === 'test';
    if (isTested) tested.push(plan);
    else {
      filled.push(plan);
      cost += price;
      count *= sizeMaximum(plan, size) / size;
    }
  }
  if (tested.length > 0) cost += LIST_BITS * size + count + testing(tested.sort(byTest), count, size);
  return { filled, tested, cost };
}
