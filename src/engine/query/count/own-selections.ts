/**
 * Selections for facets that ignore the conditions on their own field: the docs that each of these facets counts.
 *
 * Each condition is evaluated once. The base has the conditions that no facet ignores; the selection of a facet is the base
 * with the conditions of all other facets. These are the conditions of earlier facets, which are accumulated from the first
 * to the last, and the conditions of later facets. Conditions on one related item that facets ignore in part are tested at the
 * end: the rest of them for each facet, all of them for the whole filter.
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { FacetQuery } from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { fillCost, testCost } from '../plan/plan.js';
import { fill, membersOf, testMembers } from '../run/combine.js';
import { bitMembers, type Members } from '../run/members.js';
import { type OwnPlans, required } from './own-plans.js';

const NOTHING_WITHOUT: OwnSelections['without'] = new Map();

/** Sets of bits that combining writes for each facet: its condition, its selection, and the accumulated base. */
const BITSETS_PER_FACET = 3;

export interface OwnSelections {
  /** The docs that the whole filter selects. */
  readonly members: Members;
  /** By field: the docs selected without the conditions on that field. */
  readonly without: ReadonlyMap<string, Members>;
}

/**
 * @param base  the docs selected by the conditions that no facet ignores
 * @param plans at least one in `own`
 * Cost: the minimum of testing the docs of the base against the conditions of all other facets, and of combining
 * BITSETS_PER_FACET sets of bits per facet.
 */
export function selectOwn(base: Members, plans: OwnPlans, arena: Arena, trace?: Trace): OwnSelections {
  const ownPlans = plans.own.map(({ plan }) => plan);
  const lastPlans = [plans.shared, ...plans.own.map(({ rest }) => rest)].flatMap(required);
  const last = base.count * lastPlans.reduce((sum, plan) => sum + testCost(plan), 0);
  const walk =
    base.listCost + base.count * ownPlans.length * ownPlans.reduce((sum, plan) => sum + testCost(plan), 0) + last;
  const bitsetCost = BITSETS_PER_FACET * PASS_BITS * arena.size;
  const filling = ownPlans.reduce((sum, plan) => sum + fillCost(plan, arena.size) + bitsetCost, 0);
  const combine = base.bitsCost + filling + last;
  if (choose('own.way', walk <= combine ? 'walk' : 'combine') === 'walk') {
    trace?.members(plans.full, {
      way: 'walk',
      cost: walk,
      combineCost: combine,
      listed: plans.base,
      tests: [...ownPlans, ...required(plans.shared)],
    });
    return byTesting(base, plans, arena, trace);
  }
  trace?.members(plans.full, { way: 'combine', cost: combine, walkCost: walk, tests: required(plans.shared) });
  arena.budget.spend(bitsetCost * ownPlans.length);
  return byCombining(base, plans, arena, trace);
}

function byTesting(base: Members, { own, shared }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  const without = new Map<string, Members>();
  let baseMembers = base;
  for (const [index, { field, plan, rest }] of own.entries()) {
    const laterPlans = own.slice(index + 1).map((laterFacet) => laterFacet.plan);
    without.set(field, testMembers(baseMembers, [...laterPlans, ...required(rest)], arena, trace));
    baseMembers = testMembers(baseMembers, [plan], arena, trace);
  }
  return { members: testMembers(baseMembers, required(shared), arena, trace), without };
}

function byCombining(base: Members, { own, shared }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  /** Index of a facet → the docs that meet the conditions of all later facets; accumulated from the last to the first. */
  const laterBits: (Bitset | undefined)[] = own.map(() => undefined);
  const bitsOfField = own.map(({ plan }) => {
    const bits = arena.bitset();
    fill(plan, bits, arena, trace);
    return bits;
  });
  for (let index = own.length - 2; index >= 0; index -= 1) {
    laterBits[index] = intersection(bitsOfField[index + 1], laterBits[index + 1], arena);
  }
  const without = new Map<string, Members>();
  let baseBits = base.bits();
  for (const [index, { field, rest }] of own.entries()) {
    const members = countedMembers(intersection(baseBits, laterBits[index], arena), arena);
    without.set(field, testMembers(members, required(rest), arena, trace));
    baseBits = intersection(baseBits, bitsOfField[index], arena);
  }
  return { members: testMembers(countedMembers(baseBits, arena), required(shared), arena, trace), without };
}

export const countedMembers = (bits: Bitset, arena: Arena): Members => bitMembers(bits, bits.count(), arena);

/** The docs of both sets; an undefined set has all docs. */
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
