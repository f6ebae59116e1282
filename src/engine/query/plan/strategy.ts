/**
 * Strategies: how an AND or OR is answered, chosen from the sizes and costs of its children alone.
 *
 * An AND lists its smallest child and tests the other children, or combines the bits of the children for which combining is
 * cheaper than testing, and tests the remaining ones. Elsewhere: the plan itself (plan), running it (run/combine).
 */
import { choose } from '../../../content/choices/index.js';
import { LIST_BITS, PASS_BITS, SIFT_COLUMN_FAR } from '../../../index/costs/index.js';
import type { Source } from '../sources/source.js';
import { addCost, cheapestWay, groupByField, isAddedByDocs, isCostly } from './alternatives.js';
import { fillCost, type Plan, type Strategy, siftCost, sizeMaximum, testCost } from './plan.js';

/**
 * Plans an OR. Costly children come last: they are evaluated only for docs that no cheaper child has.
 *
 * Cost: O(children · log children).
 */
export function uniteStrategy(children: readonly Plan[], size: number): Strategy {
  const added: Source[] = [];
  let cost = 0;
  // The minimum size of a group is unknown, so groups do not count.
  let unitedMinimum = 0;
  for (const child of children) {
    if (child.kind === 'source') {
      if (isAddedByDocs(child.source, size)) {
        added.push(child.source);
        continue;
      }
      unitedMinimum = Math.max(unitedMinimum, child.source.size);
    }
    cost += fillCost(child, size) + PASS_BITS * size;
  }
  const fields = groupByField(added);
  const costlyFields = fields.filter((field) => isCostly(field, size));
  for (const field of fields) {
    if (costlyFields.includes(field)) continue;
    for (const source of field) {
      cost += addCost(source, size);
      unitedMinimum = Math.max(unitedMinimum, source.size);
    }
  }
  for (const field of costlyFields) {
    cost += cheapestWay(field, size - unitedMinimum, size).cost + 2 * PASS_BITS * size;
    for (const source of field) unitedMinimum = Math.max(unitedMinimum, source.size);
  }
  return { combined: children, tested: [], cost };
}

/**
 * Plans an AND. The estimates assume that the children are independent of each other.
 *
 * @param children at least two, by size
 * Cost: O(children · log children).
 */
export function intersectStrategy(children: readonly Plan[], size: number): Strategy {
  const walking = walkingStrategy(children, size);
  const combining = combiningStrategy(children, size);
  const isWalking = choose('and.way', walking.cost <= combining.cost ? 'walk' : 'combine') === 'walk';
  const chosen = isWalking ? walking : combining;
  const rejected = isWalking ? combining : walking;
  return { combined: chosen.combined, tested: chosen.tested, cost: chosen.cost, rejectedCost: rejected.cost };
}

/** Orders plans by the cost of a test: a doc that fails a cheap test needs no costly one. */
export const byTest = (a: Plan, b: Plan): number => testCost(a) - testCost(b);

/** @returns the cost of testing `count` docs against one plan after the other */
function testingCost(plans: readonly Plan[], count: number, size: number): number {
  let cost = 0;
  for (const plan of plans) {
    cost += siftCost(plan, count, size);
    count *= sizeMaximum(plan, size) / size;
  }
  return cost;
}

/** Docs that can be listed, and the costs of it. */
interface ListableDocs {
  readonly count: number;
  /** Whether their list is in doc order. */
  readonly ascends: boolean;
  readonly listCost: number;
  readonly bitsCost: number;
}

/** @returns the cost of listing the docs in doc order, from their bits; and in list order, whose tests read columns at random */
function listingCosts({ count, listCost, bitsCost, ascends }: ListableDocs, tests: number, size: number) {
  const inDocOrder = bitsCost + LIST_BITS * size + count;
  const inListOrder = ascends ? listCost : listCost + count * tests * SIFT_COLUMN_FAR;
  return { inDocOrder, inListOrder };
}

/**
 * Whether docs are listed in doc order, from their bits, because their own list is unordered or costly.
 * @param tests of each doc
 */
export function isReordered(docs: ListableDocs, tests: number, size: number): boolean {
  const { inDocOrder, inListOrder } = listingCosts(docs, tests, size);
  return inDocOrder < inListOrder;
}

function walkingStrategy(children: readonly Plan[], size: number): Strategy {
  const [smallest] = children;
  if (smallest === undefined) return { combined: [], tested: [], cost: 0 };
  const tested = children.slice(1).sort(byTest);
  const count = sizeMaximum(smallest, size);
  return { combined: [], tested, cost: listingCost(smallest, tested.length, size) + testingCost(tested, count, size) };
}

function listingCost(plan: Plan, tests: number, size: number): number {
  if (plan.kind !== 'source') return fillCost(plan, size) + LIST_BITS * size;
  const { size: count, ascends, listCost, fillCost: bitsCost } = plan.source;
  const { inDocOrder, inListOrder } = listingCosts({ count, ascends, listCost, bitsCost }, tests, size);
  return Math.min(inDocOrder, inListOrder);
}

function combiningStrategy(children: readonly Plan[], size: number): Strategy {
  const combined: Plan[] = [];
  const tested: Plan[] = [];
  let count = size;
  let cost = 0;
  for (const plan of children.toSorted((a, b) => fillCost(a, size) - fillCost(b, size))) {
    const fillNs = fillCost(plan, size) + PASS_BITS * size;
    const isTestCheaper = fillNs > siftCost(plan, count, size);
    // The first plan is always combined, so that there are docs to test.
    if (combined.length > 0 && choose('and.child', isTestCheaper ? 'test' : 'fill') === 'test') tested.push(plan);
    else {
      combined.push(plan);
      cost += fillNs;
      count *= sizeMaximum(plan, size) / size;
    }
  }
  if (tested.length > 0) cost += LIST_BITS * size + count + testingCost(tested.sort(byTest), count, size);
  return { combined, tested, cost };
}
