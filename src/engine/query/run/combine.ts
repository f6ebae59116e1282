/**
 * Groups → members, each by its strategy: bits are combined, lists are tested.
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS, SIFT_BITS, SIFT_COLUMN_FAR } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { Trace } from '../explain/trace.js';
import { addAlternatives } from '../plan/add-alternatives.js';
import { isAdded } from '../plan/alternatives.js';
import { type Group, type Plan, planHas, siftCost, testCost } from '../plan/plan.js';
import { isPutInOrder } from '../plan/strategy.js';
import { sift, siftSource, siftCost as siftSourceCost } from '../sources/sift.js';
import { allMembers, bitMembers, listedMembers, type Members, sourceMembers } from './members.js';

export function membersOf(plan: Plan, arena: Arena, trace?: Trace): Members {
  switch (plan.kind) {
    case 'all':
      return allMembers(arena);
    case 'none':
      return listedMembers(new Uint32Array(0), true, arena);
    case 'source':
      return sourceMembers(plan.source, arena);
    case 'and':
      return intersected(plan, arena, trace);
    case 'or': {
      const bits = arena.bitset();
      unite(plan, bits, arena, trace);
      return bitMembers(bits, bits.count(), arena);
    }
  }
}

/** Makes `bits`, whatever it holds, the set of the plan's docs. */
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
      const { filled, tested } = plan.strategy;
      if (tested.length === 0) {
        decided(plan, trace);
        intersect(filled, bits, arena, trace);
        break;
      }
      const members = intersected(plan, arena, trace);
      bits.clear();
      bits.addAll(members.docs());
    }
  }
  arena.release(mark);
}

/** Makes `bits` what all the plans have. @param plans at least one */
function intersect([first, ...others]: readonly Plan[], bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  if (first !== undefined) fill(first, bits, arena, trace);
  combine(others, 'and', bits, arena, trace);
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
 * Makes `bits` what any of the plans has: first what is filled, then what is added; of what is dear to add, only the docs
 * are looked at that are not in yet.
 */
function unite(group: Group, bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  decided(group, trace);
  const plans = group.children;
  const added = plans.filter(
    (plan) =>
      plan.kind === 'source' && choose('or.child', isAdded(plan.source, arena.size) ? 'add' : 'combine') === 'add',
  );
  const [first, ...others] = plans.filter((plan) => !added.includes(plan));
  if (first === undefined) bits.clear();
  else fill(first, bits, arena, trace);
  combine(others, 'or', bits, arena, trace);
  addAlternatives(
    added.flatMap((plan) => (plan.kind === 'source' ? [plan.source] : [])),
    bits,
    arena,
  );
}

/** Tells the trace what was decided when the group was planned. */
function decided(plan: Group, trace: Trace | undefined): void {
  if (trace === undefined) return;
  const { filled, tested, cost, otherCost } = plan.strategy;
  const [listed] = plan.children;
  if (filled.length === 0 && listed !== undefined) {
    trace.members(plan, { way: 'walk', cost, combineCost: otherCost ?? cost, listed, tests: tested });
  } else {
    const walkCost = otherCost === undefined ? {} : { walkCost: otherCost };
    trace.members(plan, { way: 'combine', cost, ...walkCost, tests: tested });
  }
}

function intersected(plan: Group, arena: Arena, trace: Trace | undefined): Members {
  decided(plan, trace);
  const { filled, tested } = plan.strategy;
  if (filled.length === 0) {
    const [smallest = { kind: 'all' }] = plan.children;
    return tests(membersOf(smallest, arena, trace), tested, arena, trace);
  }
  const bits = arena.bitset();
  intersect(filled, bits, arena, trace);
  return tests(bitMembers(bits, bits.count(), arena), tested, arena, trace);
}

/** Those of the members that all plans have. */
export function tests(members: Members, plans: readonly Plan[], arena: Arena, trace: Trace | undefined): Members {
  if (plans.length === 0) return members;
  const isInOrder = isPutInOrder(members, plans.length, arena.size);
  const docs =
    choose('and.order', isInOrder ? 'columns' : 'listed') === 'columns'
      ? bitMembers(members.bits(), members.count, arena)
      : members;
  let from = docs.docs();
  const kept = arena.list(from.length);
  for (const plan of plans) {
    if (!docs.ascends) arena.budget.spend(from.length * SIFT_COLUMN_FAR);
    from = kept.subarray(0, siftPlan(plan, from, kept, arena, trace));
  }
  return listedMembers(from, docs.ascends, arena);
}

/** Writes those of the docs that are the plan's into `out`, which may be `docs` itself, and returns how many. */
function siftPlan(plan: Plan, docs: Uint32Array, out: Uint32Array, arena: Arena, trace: Trace | undefined): number {
  const { budget, size } = arena;
  if (plan.kind === 'source') {
    budget.spend(siftSourceCost(plan.source, docs.length, size));
    return siftSource(arena, plan.source, docs, out);
  }
  const each = docs.length * testCost(plan);
  const isEach = each <= siftCost(plan, docs.length, size);
  if (plan.kind === 'all' || plan.kind === 'none' || choose('sift.group', isEach ? 'each' : 'set') === 'each') {
    budget.spend(each);
    return sift((doc) => planHas(plan, doc), docs, out);
  }
  const mark = arena.mark();
  const bits = arena.bitset();
  fill(plan, bits, arena, trace);
  budget.spend(docs.length * SIFT_BITS);
  const count = arena.routines.siftBits(docs, bits.words, out);
  arena.release(mark);
  return count;
}
