/**
 * What is counted beside the page of a query: facets, and statistics of fields.
 */

import { choose } from '../../../content/choices/index.js';
import type { DocId } from '../../../content/model/index.js';
import { PASS_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import {
  countFacet,
  countStatistics,
  type FacetQuery,
  type FacetResult,
  mergedFacet,
  mergedStatistics,
  type Selected,
  type Statistics,
} from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { fillCost, type Plan, sizeMaximum, testCost } from '../plan/plan.js';
import { planFilter } from '../plan/planner.js';
import type { Counting, Filter } from '../query-tree.js';
import { fill, membersOf, tests } from './combine.js';
import { bitMembers, listedMembers, type Members } from './members.js';

export interface FieldStatistics extends Statistics {
  readonly field: string;
}

export interface Counted {
  /** In the order asked for. */
  readonly facets: readonly FacetResult[];
  readonly statistics: readonly FieldStatistics[];
}

/** What is selected for a facet; for statistics, where there is none. */
type SelectedFor = (facet: FacetQuery | undefined) => Selected;

/** Counts docs of one segment. Cost: that of each facet and each field (src/engine/facets/tally). */
export function count(segment: TypeSegment, counting: Counting, selected: SelectedFor, trace?: Trace): Counted {
  trace?.step('count');
  const tell = trace?.counted.bind(trace, segment);
  return {
    facets: counting.facets.map((facet) => countFacet(segment, facet, selected(facet), facet.limit, tell)),
    statistics: counting.statistics.map((field) => ({
      field,
      ...countStatistics(segment, field, selected(undefined), tell),
    })),
  };
}

interface Candidate {
  readonly segment: TypeSegment;
  readonly doc: DocId;
}

/**
 * Counts listed docs, possibly of several segments.
 *
 * @param keptFor which candidates are selected for a facet; for statistics, where there is none
 * Cost: O(candidates) for each facet and each field, and O(values · log values).
 */
export function countAmong(
  counting: Counting,
  keptFor: (facet: FacetQuery | undefined) => readonly Candidate[],
  trace?: Trace,
): Counted {
  trace?.step('count');
  const each = <R>(kept: readonly Candidate[], one: (segment: TypeSegment, selected: Selected) => R): R[] =>
    Array.from(bySegment(kept), ([segment, docs]) => {
      const { arena } = segment;
      const mark = arena.mark();
      const list = arena.list(docs.length);
      list.set(docs);
      const counted = one(segment, listedMembers(list, false, arena));
      arena.release(mark);
      return counted;
    });
  const tellOf = (segment: TypeSegment) => trace?.counted.bind(trace, segment);
  return {
    facets: counting.facets.map((facet) => {
      const all = Number.POSITIVE_INFINITY;
      const parts = each(keptFor(facet), (segment, selected) =>
        countFacet(segment, facet, selected, all, tellOf(segment)),
      );
      return mergedFacet(facet, parts);
    }),
    statistics: counting.statistics.map((field) => {
      const parts = each(keptFor(undefined), (segment, selected) =>
        countStatistics(segment, field, selected, tellOf(segment)),
      );
      return { field, ...mergedStatistics(parts) };
    }),
  };
}

function bySegment(candidates: readonly Candidate[]): ReadonlyMap<TypeSegment, readonly number[]> {
  const docsOf = new Map<TypeSegment, number[]>();
  for (const { segment, doc } of candidates) {
    const docs = docsOf.get(segment);
    if (docs === undefined) docsOf.set(segment, [doc]);
    else docs.push(doc);
  }
  return docsOf;
}

/*
 * Selections for facets that ignore the conditions on their own field: what all other conditions select.
 *
 * Each condition's work is done once: what no facet ignores is the base, and a facet's selection is the base with the
 * conditions on the other facets' fields, those before it and those behind it.
 */

/** The conditions that must all hold, each of which may be left out by itself. */
function conjuncts(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return filter.kind === 'and' ? filter.children.flatMap(conjuncts) : [filter];
}

/** Whether the filter says nothing of other fields. */
function isOn(filter: Filter, field: string): boolean {
  switch (filter.kind) {
    case 'condition':
      return filter.field === field;
    case 'not':
      return isOn(filter.child, field);
    case 'through': {
      const { relationship, child } = filter;
      const isBehind = child !== undefined && field.startsWith(`${relationship}.`);
      return isBehind && isOn(child, field.slice(relationship.length + 1));
    }
    case 'and':
    case 'or':
      return filter.children.every((child) => isOn(child, field));
  }
}

const together = (filters: readonly Filter[]): Filter | undefined =>
  filters.length > 1 ? { kind: 'and', children: filters } : filters[0];

/** @returns the filter without the conditions that are on the field alone; itself where it has none */
export function withoutOwn(filter: Filter | undefined, field: string): Filter | undefined {
  const all = conjuncts(filter);
  const others = all.filter((one) => !isOn(one, field));
  return others.length === all.length ? filter : together(others);
}

export interface OwnPlans {
  /** What no facet ignores. */
  readonly base: Plan;
  /** The conditions on each field whose facet ignores them. */
  readonly own: readonly { readonly field: string; readonly plan: Plan }[];
  /** All of it. */
  readonly whole: Plan;
}

/** @returns plans whose `own` is empty where no facet ignores a condition. Cost: that of planning the filter. */
export function planOwn(
  segment: TypeSegment,
  filter: Filter | undefined,
  facets: readonly FacetQuery[],
  trace?: Trace,
): OwnPlans {
  if (facets.length === 0) return planAll(segment, filter, trace);
  let rest = conjuncts(filter);
  const parts: { field: string; filter: Filter }[] = [];
  for (const { field, ignoresOwn } of facets) {
    const ignored = ignoresOwn ? together(rest.filter((one) => isOn(one, field))) : undefined;
    if (ignored === undefined) continue;
    rest = rest.filter((one) => !isOn(one, field));
    parts.push({ field, filter: ignored });
  }
  if (parts.length === 0) return planAll(segment, filter, trace);
  const base = planFilter(segment, together(rest), trace);
  const own = parts.map((part) => ({ field: part.field, plan: planFilter(segment, part.filter, trace) }));
  const children = [base, ...own.map(({ plan }) => plan)];
  const sizes = children.map((plan) => sizeMaximum(plan, segment.size));
  const strategy = { filled: [], tested: [], cost: 0 };
  return { base, own, whole: { kind: 'and', children, sizeMaximum: Math.min(...sizes), strategy } };
}

function planAll(segment: TypeSegment, filter: Filter | undefined, trace: Trace | undefined): OwnPlans {
  const whole = planFilter(segment, filter, trace);
  return { base: whole, own: NONE, whole };
}

const NONE: OwnPlans['own'] = [];
const NOTHING_WITHOUT: OwnSelections['without'] = new Map();

export interface OwnSelections {
  /** What the whole filter selects. */
  readonly members: Members;
  /** By field, what is selected without the conditions on it. */
  readonly without: ReadonlyMap<string, Members>;
}

/**
 * @param base what is selected by what no facet ignores
 * @param plans with at least one in `own`
 * Cost: the lesser of testing the base's docs for each of the others' conditions, and of combining three sets of bits a
 * facet.
 */
export function selectOwn(base: Members, plans: OwnPlans, arena: Arena, trace?: Trace): OwnSelections {
  const each = plans.own.map(({ plan }) => plan);
  const walk = base.listCost + base.count * each.length * each.reduce((sum, plan) => sum + testCost(plan), 0);
  const filling = each.reduce((sum, plan) => sum + fillCost(plan, arena.size) + 3 * PASS_BITS * arena.size, 0);
  const combine = base.bitsCost + filling;
  if (choose('own.way', walk <= combine ? 'walk' : 'combine') === 'walk') {
    trace?.members(plans.whole, { way: 'walk', cost: walk, combineCost: combine, listed: plans.base, tests: each });
    return byTesting(base, plans, arena, trace);
  }
  trace?.members(plans.whole, { way: 'combine', cost: combine, walkCost: walk, tests: [] });
  arena.budget.spend(3 * PASS_BITS * arena.size * each.length);
  return byCombining(base, plans, arena, trace);
}

function byTesting(base: Members, { own }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  const without = new Map<string, Members>();
  let before = base;
  for (const [place, { field, plan }] of own.entries()) {
    const behind = own.slice(place + 1).map((other) => other.plan);
    without.set(field, tests(before, behind, arena, trace));
    before = tests(before, [plan], arena, trace);
  }
  return { members: before, without };
}

function byCombining(base: Members, { own }: OwnPlans, arena: Arena, trace: Trace | undefined): OwnSelections {
  /** At each place, what the conditions from there on have in common. */
  const behind: (Bitset | undefined)[] = own.map(() => undefined);
  const filled = own.map(({ plan }) => {
    const bits = arena.bitset();
    fill(plan, bits, arena, trace);
    return bits;
  });
  for (let place = own.length - 2; place >= 0; place -= 1) {
    behind[place] = inCommon(filled[place + 1], behind[place + 1], arena);
  }
  const without = new Map<string, Members>();
  let before = base.bits();
  for (const [place, { field }] of own.entries()) {
    without.set(field, counted(inCommon(before, behind[place], arena), arena));
    before = inCommon(before, filled[place], arena);
  }
  return { members: counted(before, arena), without };
}

const counted = (bits: Bitset, arena: Arena): Members => bitMembers(bits, bits.count(), arena);

function inCommon(one: Bitset, other: Bitset | undefined, arena: Arena): Bitset;
function inCommon(one: Bitset | undefined, other: Bitset | undefined, arena: Arena): Bitset | undefined;
function inCommon(one: Bitset | undefined, other: Bitset | undefined, arena: Arena): Bitset | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = arena.bitset();
  both.setTo(one.words);
  both.and(other);
  return both;
}

/** The members of a plan, and for each facet those that are counted. */
export function selectPlanned(plans: OwnPlans, arena: Arena, trace?: Trace): OwnSelections {
  const base = membersOf(plans.base, arena, trace);
  return plans.own.length === 0 ? { members: base, without: NOTHING_WITHOUT } : selectOwn(base, plans, arena, trace);
}

/** What is selected for a facet; for statistics, where there is none. */
export const selectedFor =
  (members: Members, without: OwnSelections['without']) =>
  (facet: FacetQuery | undefined): Members =>
    facet?.ignoresOwn === true ? (without.get(facet.field) ?? members) : members;
