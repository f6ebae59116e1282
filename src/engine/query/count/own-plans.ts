/**
 * Splits a filter into the conditions that a facet ignores because they are on its own field, and the base of all others.
 */
import type { TypeSegment } from '../../../index/segment/index.js';
import type { FacetQuery } from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { type Plan, sizeMaximum } from '../plan/plan.js';
import { planFilter } from '../plan/planner.js';
import type { Filter } from '../query-tree.js';

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
