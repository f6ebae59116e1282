/**
 * Plans → members: each group is answered by its strategy, which combines bits or tests a list.
 *
 * Elsewhere: choosing the strategy (plan/strategy), alternatives on one field (plan/add-alternatives).
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS, SIFT_BITS, SIFT_COLUMN_FAR } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { Trace } from '../explain/trace.js';
import { addAlternatives } from '../plan/add-alternatives.js';
import { isAddedByDocs } from '../plan/alternatives.js';
import { type Group, type Plan, planHas, siftCost, testCost } from '../plan/plan.js';
import { isReordered } from '../plan/strategy.js';
import { siftBy, siftSource, siftCost as siftSourceCost } from '../sources/sift.js';
import type { Source } from '../sources/source.js';
import { allMembers, bitMembers, listedMembers, type Members, sourceMembers } from './members.js';

/** @returns the docs that the plan selects. Charges the budget. */
export function membersOf(plan: Plan, arena: Arena, trace?: Trace): Members {
  switch (plan.kind) {
    case 'all':
      return allMembers(arena);
    case 'none':
      return listedMembers(new Uint32Array(0), true, arena);
    case 'source':
      return sourceMembers(plan.source, arena);
    case 'and':
      return intersectMembers(plan, arena, trace);
    case 'or': {
      const bits = arena.bitset();
      unite(plan, bits, arena, trace);
      return bitMembers(bits, bits.count(), arena);
    }
  }
}

/** Overwrites `bits` with the docs of the plan. */
export function fill(plan: Plan, bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  const mark = arena.mark();
  switch (plan.kind) {
    case 'all':
      arena.budget.spend(PASS_BITS * arena.size);
      bits.setToAll();
      break;
    case 'none':
      bits.clear();
      break;
    case 'source':
      arena.budget.spend(plan.source.fillCost);
      plan.source.fill(bits, arena);
      break;
    case 'or':
      unite(plan, bits, arena, trace);
      break;
    case 'and': {
      const { combined, tested } = plan.strategy;
      if (tested.length === 0) {
        traceDecision(plan, trace);
        intersect(combined, bits, arena, trace);
        break;
      }
      const members = intersectMembers(plan, arena, trace);
      bits.clear();
      bits.addAll(members.docs());
    }
  }
  arena.release(mark);
}

/** Overwrites `bits` with the intersection of the plans, of which there is at least one. */
function intersect(
  [first, ...laterPlans]: readonly Plan[],
  bits: Bitset,
  arena: Arena,
  trace: Trace | undefined,
): void {
  if (first !== undefined) fill(first, bits, arena, trace);
  combine(laterPlans, 'and', bits, arena, trace);
}

/** Combines `bits` with the docs of each of the plans. */
function combine(plans: readonly Plan[], by: 'and' | 'or', bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  const mark = arena.mark();
  const other = arena.bitset();
  for (const plan of plans) {
    fill(plan, other, arena, trace);
    arena.budget.spend(PASS_BITS * arena.size);
    bits[by](other);
  }
  arena.release(mark);
}

/**
 * Overwrites `bits` with the union of the plans: first plans that are combined as bits, then plans whose docs are added.
 * Costly plans are tested only on docs that are not in the set yet.
 */
function unite(group: Group, bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  traceDecision(group, trace);
  const combinedPlans: Plan[] = [];
  const addedSources: Source[] = [];
  for (const plan of group.children) {
    const isAdded =
      plan.kind === 'source' &&
      choose('or.child', isAddedByDocs(plan.source, arena.size) ? 'add' : 'combine') === 'add';
    if (isAdded) addedSources.push(plan.source);
    else combinedPlans.push(plan);
  }
  const [first, ...laterPlans] = combinedPlans;
  if (first === undefined) bits.clear();
  else fill(first, bits, arena, trace);
  combine(laterPlans, 'or', bits, arena, trace);
  addAlternatives(addedSources, bits, arena);
}

/** Reports the strategy that was chosen when the group was planned. */
function traceDecision(plan: Group, trace: Trace | undefined): void {
  if (trace === undefined) return;
  const { combined, tested, cost, rejectedCost } = plan.strategy;
  const [listed] = plan.children;
  if (combined.length === 0 && listed !== undefined) {
    trace.members(plan, { way: 'walk', cost, combineCost: rejectedCost ?? cost, listed, tests: tested });
  } else {
    const walkCost = rejectedCost === undefined ? {} : { walkCost: rejectedCost };
    trace.members(plan, { way: 'combine', cost, ...walkCost, tests: tested });
  }
}

function intersectMembers(plan: Group, arena: Arena, trace: Trace | undefined): Members {
  traceDecision(plan, trace);
  const { combined, tested } = plan.strategy;
  if (combined.length === 0) {
    const [smallest = { kind: 'all' }] = plan.children;
    return testMembers(membersOf(smallest, arena, trace), tested, arena, trace);
  }
  const bits = arena.bitset();
  intersect(combined, bits, arena, trace);
  return testMembers(bitMembers(bits, bits.count(), arena), tested, arena, trace);
}

/** @returns the members that all plans select */
export function testMembers(members: Members, plans: readonly Plan[], arena: Arena, trace: Trace | undefined): Members {
  if (plans.length === 0) return members;
  const isInOrder = isReordered(members, plans.length, arena.size);
  const docs =
    choose('and.order', isInOrder ? 'columns' : 'listed') === 'columns'
      ? bitMembers(members.bits(), members.count, arena)
      : members;
  let remaining = docs.docs();
  const passing = arena.list(remaining.length);
  for (const plan of plans) {
    if (!docs.ascends) arena.budget.spend(remaining.length * SIFT_COLUMN_FAR);
    remaining = passing.subarray(0, siftPlan(plan, remaining, passing, arena, trace));
  }
  return listedMembers(remaining, docs.ascends, arena);
}

/** Writes the docs that the plan selects into `out`, which may be `docs` itself. @returns their number */
function siftPlan(plan: Plan, docs: Uint32Array, out: Uint32Array, arena: Arena, trace: Trace | undefined): number {
  const { budget, size } = arena;
  if (plan.kind === 'source') {
    budget.spend(siftSourceCost(plan.source, docs.length, size));
    return siftSource(arena, plan.source, docs, out);
  }
  const eachNs = docs.length * testCost(plan);
  const isEach = eachNs <= siftCost(plan, docs.length, size);
  if (plan.kind === 'all' || plan.kind === 'none' || choose('sift.group', isEach ? 'each' : 'set') === 'each') {
    budget.spend(eachNs);
    return siftBy((doc) => planHas(plan, doc), docs, out);
  }
  const mark = arena.mark();
  const bits = arena.bitset();
  fill(plan, bits, arena, trace);
  budget.spend(docs.length * SIFT_BITS);
  const count = arena.routines.siftBits(docs, bits.words, out);
  arena.release(mark);
  return count;
}
