/**
 * How a group is best answered, from the sizes and costs of its children alone. An AND has two ways: to list its
 * smallest child and test the others, or to combine the bits of those children for which that costs less than testing,
 * and to test the rest.
 */
import { LIST, MARK, PASS, SIFT_BITS, TEST } from './costs.js';
import { type Plan, type Strategy, sizeMaximum } from './plan.js';
import type { Source } from './source.js';

/** What making the plan's docs a set of bits costs. @param size docs of the segment */
export function fillCost(plan: Plan, size: number): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return PASS * size;
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
      return plan.children.reduce((sum, child) => sum + Math.max(TEST, testCost(child)), 0);
  }
}

/** What testing so many docs costs: one by one, or by bits made for them. */
const siftCost = (plan: Plan, count: number, size: number): number =>
  plan.kind === 'source'
    ? count * plan.source.testCost
    : Math.min(count * testCost(plan), fillCost(plan, size) + count * SIFT_BITS);

/** Whether adding the source's docs to a set one by one is cheaper than making a set of them. */
export const isListed = ({ listCost, fillCost: price, size: count }: Source, size: number): boolean =>
  listCost + count * MARK < price + PASS * size;

/** From what listing a source costs on, it is first looked how many docs are left to test; counting them costs less. */
const dearCost = 50_000;

/** Whether an OR looks first how many docs are left before it lists those of the source. */
export const isDear = (source: Source, size: number): boolean => source.listCost > dearCost && isListed(source, size);

/**
 * The dear ones come last: what the others have need not be tested.
 *
 * @param children any of which a doc may have
 * Cost: O(children · log children).
 */
export function uniting(children: readonly Plan[], size: number): Strategy {
  const dear: Source[] = [];
  let cost = 0;
  // Of a group it is not known how many it has at least.
  let united = 0;
  for (const child of children) {
    if (child.kind === 'source' && isDear(child.source, size)) dear.push(child.source);
    else {
      cost += fillCost(child, size) + PASS * size;
      if (child.kind === 'source') united = Math.max(united, child.source.size);
    }
  }
  if (dear.length > 0) cost += (LIST + PASS) * size;
  for (const source of dear.sort((a, b) => a.listCost - b.listCost)) {
    const testing = (size - united) * source.testCost;
    if (testing < source.listCost) cost += testing;
    else {
      cost += source.fillCost + PASS * size;
      united = Math.max(united, source.size);
    }
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
  const [{ filled, tested, cost }, other] =
    walking.cost <= combining.cost ? [walking, combining] : [combining, walking];
  return { filled, tested, cost, otherCost: other.cost };
}

/** The cheapest test first: what it drops, the dearer ones need not look at. */
const byTest = (a: Plan, b: Plan): number => testCost(a) - testCost(b);

/** What testing so many docs for one plan after the other costs. */
function testing(plans: readonly Plan[], count: number, size: number): number {
  let cost = 0;
  for (const plan of plans) {
    cost += siftCost(plan, count, size);
    count *= sizeMaximum(plan, size) / size;
  }
  return cost;
}

function walkingStrategy(children: readonly Plan[], size: number): Strategy {
  const [smallest] = children;
  if (smallest === undefined) return { filled: [], tested: [], cost: 0 };
  const tested = children.slice(1).sort(byTest);
  const list = smallest.kind === 'source' ? smallest.source.listCost : fillCost(smallest, size) + LIST * size;
  return { filled: [], tested, cost: list + testing(tested, sizeMaximum(smallest, size), size) };
}

function combiningStrategy(children: readonly Plan[], size: number): Strategy {
  const filled: Plan[] = [];
  const tested: Plan[] = [];
  let count = size;
  let cost = 0;
  for (const plan of children.toSorted((a, b) => fillCost(a, size) - fillCost(b, size))) {
    const price = fillCost(plan, size) + PASS * size;
    if (filled.length > 0 && price > siftCost(plan, count, size)) tested.push(plan);
    else {
      filled.push(plan);
      cost += price;
      count *= sizeMaximum(plan, size) / size;
    }
  }
  if (tested.length > 0) cost += LIST * size + count + testing(tested.sort(byTest), count, size);
  return { filled, tested, cost };
}
