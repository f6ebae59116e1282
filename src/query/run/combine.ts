/**
 * Groups → members, each by its strategy: bits are combined, lists are tested.
 */
import type { Arena, Bitset } from '../../docset/index.js';
import type { Trace } from '../explain/trace.js';
import { LIST, MARK, PASS, SIFT_BITS } from '../plan/costs.js';
import { type Group, type Plan, planHas } from '../plan/plan.js';
import { type Source, sift, siftSource } from '../plan/source.js';
import { fillCost, isDear, isListed, testCost } from '../plan/strategy.js';
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
      arena.budget.spend(PASS * arena.size);
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
  const mark = arena.mark();
  const other = arena.bitset();
  for (const plan of others) {
    fill(plan, other, arena, trace);
    arena.budget.spend(PASS * arena.size);
    bits.and(other);
  }
  arena.release(mark);
}

/**
 * Makes `bits` what any of the plans has: first what is filled, then what is added one by one; of what is dear to list,
 * only the docs that are not in yet are tested.
 */
function unite(group: Group, bits: Bitset, arena: Arena, trace: Trace | undefined): void {
  decided(group, trace);
  const plans = group.children;
  const { size } = arena;
  const listed = plans.filter((plan) => plan.kind === 'source' && isListed(plan.source, size));
  const [first, ...others] = plans.filter((plan) => !listed.includes(plan));
  if (first === undefined) bits.clear();
  else fill(first, bits, arena, trace);
  const mark = arena.mark();
  const other = arena.bitset();
  for (const plan of others) {
    fill(plan, other, arena, trace);
    arena.budget.spend(PASS * arena.size);
    bits.or(other);
  }
  const sources = listed.flatMap((plan) => (plan.kind === 'source' ? [plan.source] : []));
  const dear = sources.filter((source) => isDear(source, size));
  for (const source of sources) if (!dear.includes(source)) addDocs(source, bits, arena);
  if (dear.length > 0) addDear(dear, bits, arena);
  arena.release(mark);
}

function addDocs(source: Source, bits: Bitset, arena: Arena): void {
  arena.budget.spend(source.listCost + source.size * MARK);
  const mark = arena.mark();
  bits.addAll(source.docs(arena));
  arena.release(mark);
}

/** @param sources whose docs are dear to list */
function addDear(sources: readonly Source[], bits: Bitset, arena: Arena): void {
  const left = (): number => {
    arena.budget.spend(PASS * arena.size);
    return arena.size - bits.count();
  };
  let [missing, tested]: [number, Source[]] = [left(), []];
  for (const source of sources.toSorted((a, b) => a.listCost - b.listCost)) {
    if (missing * source.testCost < source.listCost) tested.push(source);
    else {
      addDocs(source, bits, arena);
      missing = left();
    }
  }
  if (tested.length === 0 || missing === 0) return;
  arena.budget.spend(LIST * arena.size + missing * tested.reduce((sum, source) => sum + source.testCost, 0));
  const mark = arena.mark();
  const rest = arena.bitset();
  rest.setToAll();
  rest.takeOut(bits.words);
  const docs = rest.toList(missing, arena.list(missing));
  tested.sort((a, b) => a.testCost - b.testCost);
  bits.addAll(
    docs.subarray(
      0,
      sift((doc) => tested.some((source) => source.has(doc)), docs, docs),
    ),
  );
  arena.release(mark);
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
  let from = members.docs();
  const kept = arena.list(from.length);
  for (const plan of plans) from = kept.subarray(0, siftPlan(plan, from, kept, arena, trace));
  return listedMembers(from, members.ascends, arena);
}

function siftPlan(plan: Plan, docs: Uint32Array, out: Uint32Array, arena: Arena, trace: Trace | undefined): number {
  if (plan.kind === 'source') {
    arena.budget.spend(docs.length * plan.source.testCost);
    return siftSource(arena, plan.source, docs, out);
  }
  if (docs.length * testCost(plan) < fillCost(plan, arena.size) + docs.length * SIFT_BITS) {
    arena.budget.spend(docs.length * testCost(plan));
    return sift((doc) => planHas(plan, doc), docs, out);
  }
  const mark = arena.mark();
  const bits = arena.bitset();
  fill(plan, bits, arena, trace);
  arena.budget.spend(docs.length * SIFT_BITS);
  const count = arena.routines.siftBits(docs, bits.words, out);
  arena.release(mark);
  return count;
}
