/**
 * Own selections: the docs that each facet counts, if facets ignore the conditions on their own field.
 *
 * Each condition is evaluated once. The base has the conditions that no facet ignores; the selection of a facet is the base
 * with the conditions on the fields of all other facets, earlier and later ones.
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { FacetQuery } from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { fillCost, testCost } from '../plan/plan.js';
import { fill, membersOf, testMembers } from '../run/combine.js';
import { bitMembers, type Members } from '../run/members.js';
import type { OwnPlans } from './own-plans.js';

const NOTHING_WITHOUT: OwnSelections['without'] = new Map();

export interface OwnSelections {
  /** The docs that the whole filter selects. */
  readonly members: Members;
  /** By field: the docs selected without the conditions on that field. */
  readonly without: ReadonlyMap<string, Members>;
}

/**
 * @param base  the docs selected by the conditions that no facet ignores
 * @param plans at least one in `own`
 * Cost: the minimum of testing the docs of the base against the conditions of all other facets, and of combining three sets
 * of bits per facet.
 */
export function selectOwn(base: Members, plans: OwnPlans, arena: Arena, trace?: Trace): OwnSelections {
  const ownPlans = plans.own.map(({ plan }) => plan);
  const walk = base.listCost + base.count * ownPlans.length * ownPlans.reduce((sum, plan) => sum + testCost(plan), 0);
  const filling = ownPlans.reduce((sum, plan) => sum + fillCost(plan, arena.size) + 3 * PASS_BITS * arena.size, 0);
  const combine = base.bitsCost + filling;
  if (choose('own.way', walk <= combine ? 'walk' : 'combine') === 'walk') {
    trace?.members(plans.full, { way: 'walk', cost: walk, combineCost: combine, listed: plans.base, tests: ownPlans });
    return byTesting(base, plans, arena, trace);
  }
  trace?.members(plans.full, { way: 'combine', cost: combine, walkCost: walk, tests: [] });
  arena.budget.spend(3 * PASS_BITS * arena.size * ownPlans.length);
  return byCombining(base, plans, arena, trace);
}

function byTesting(base: Members, { own }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  const without = new Map<string, Members>();
  let baseMembers = base;
  for (const [place, { field, plan }] of own.entries()) {
    const after = own.slice(place + 1).map((later) => later.plan);
    without.set(field, testMembers(baseMembers, after, arena, trace));
    baseMembers = testMembers(baseMembers, [plan], arena, trace);
  }
  return { members: baseMembers, without };
}

function byCombining(base: Members, { own }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  /** Index → the docs that meet the conditions after it. */
  const after: (Bitset | undefined)[] = own.map(() => undefined);
  const bitsOfField = own.map(({ plan }) => {
    const bits = arena.bitset();
    fill(plan, bits, arena, trace);
    return bits;
  });
  for (let place = own.length - 2; place >= 0; place -= 1) {
    after[place] = intersection(bitsOfField[place + 1], after[place + 1], arena);
  }
  const without = new Map<string, Members>();
  let baseBits = base.bits();
  for (const [place, { field }] of own.entries()) {
    without.set(field, countedMembers(intersection(baseBits, after[place], arena), arena));
    baseBits = intersection(baseBits, bitsOfField[place], arena);
  }
  return { members: countedMembers(baseBits, arena), without };
}

export const countedMembers = (bits: Bitset, arena: Arena): Members => bitMembers(bits, bits.count(), arena);

function intersection(left: Bitset, right: Bitset | undefined, arena: Arena): Bitset;

function intersection(left: Bitset | undefined, right: Bitset | undefined, arena: Arena): Bitset | undefined;

function intersection(left: Bitset | undefined, right: Bitset | undefined, arena: Arena): Bitset | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const both = arena.bitset();
  both.setTo(left.words);
  both.and(right);
  return both;
}

/** @returns the members of a plan, and the docs that each facet counts */
export function selectPlanned(plans: OwnPlans, arena: Arena, trace?: Trace): OwnSelections {
  const base = membersOf(plans.base, arena, trace);
  return plans.own.length === 0 ? { members: base, without: NOTHING_WITHOUT } : selectOwn(base, plans, arena, trace);
}

/** The docs selected for a facet, or for statistics if no facet is given. */
export const selectedFor =
  (members: Members, without: OwnSelections['without']) =>
  (facet: FacetQuery | undefined): Members =>
    facet?.ignoresOwnConditions === true ? (without.get(facet.field) ?? members) : members;
