/**
 * Own plans: the conditions that a facet ignores because they are on its own field, separated from the base of all other
 * conditions. Elsewhere: the docs that each facet counts (own-selections).
 */
import type { TypeSegment } from '../../../index/segment/index.js';
import type { FacetQuery } from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { type Plan, sizeMaximum } from '../plan/plan.js';
import { planFilter } from '../plan/planner.js';
import type { Filter } from '../query-tree.js';

/** @returns the ANDed conditions at the top of the filter; each may be left out alone */
function conjuncts(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return filter.kind === 'and' ? filter.children.flatMap(conjuncts) : [filter];
}

/** Whether all conditions of the filter are on the field. */
function concernsOnly(filter: Filter, field: string): boolean {
  switch (filter.kind) {
    case 'condition':
      return filter.field === field;
    case 'not':
      return concernsOnly(filter.child, field);
    case 'through': {
      const { relationship, child } = filter;
      const isBehind = child !== undefined && field.startsWith(`${relationship}.`);
      return isBehind && concernsOnly(child, field.slice(relationship.length + 1));
    }
    case 'and':
    case 'or':
      return filter.children.every((child) => concernsOnly(child, field));
  }
}

const conjunction = (filters: readonly Filter[]): Filter | undefined =>
  filters.length > 1 ? { kind: 'and', children: filters } : filters[0];

/** @returns the filter without the conditions on the field; the same filter if it has none */
export function withoutConditionsOn(filter: Filter | undefined, field: string): Filter | undefined {
  const conditions = conjuncts(filter);
  const remaining = conditions.filter((condition) => !concernsOnly(condition, field));
  return remaining.length === conditions.length ? filter : conjunction(remaining);
}

export interface OwnPlans {
  /** The conditions that no facet ignores. */
  readonly base: Plan;
  /** The conditions on each field whose facet ignores them. */
  readonly own: readonly { readonly field: string; readonly plan: Plan }[];
  /** Base and ignored conditions together. */
  readonly full: Plan;
}

/** @returns the plans; `own` is empty if no facet ignores a condition. Cost: as planning the filter. */
export function planOwn(
  segment: TypeSegment,
  filter: Filter | undefined,
  facets: readonly FacetQuery[],
  trace?: Trace,
): OwnPlans {
  if (facets.length === 0) return planAll(segment, filter, trace);
  let remaining = conjuncts(filter);
  const parts: { field: string; filter: Filter }[] = [];
  for (const { field, ignoresOwnConditions } of facets) {
    const ignored = ignoresOwnConditions
      ? conjunction(remaining.filter((condition) => concernsOnly(condition, field)))
      : undefined;
    if (ignored === undefined) continue;
    remaining = remaining.filter((condition) => !concernsOnly(condition, field));
    parts.push({ field, filter: ignored });
  }
  if (parts.length === 0) return planAll(segment, filter, trace);
  const base = planFilter(segment, conjunction(remaining), trace);
  const ownPlans = parts.map((part) => ({ field: part.field, plan: planFilter(segment, part.filter, trace) }));
  const children = [base, ...ownPlans.map(({ plan }) => plan)];
  const sizes = children.map((plan) => sizeMaximum(plan, segment.size));
  const strategy = { combined: [], tested: [], cost: 0 };
  return { base, own: ownPlans, full: { kind: 'and', children, sizeMaximum: Math.min(...sizes), strategy } };
}

function planAll(segment: TypeSegment, filter: Filter | undefined, trace: Trace | undefined): OwnPlans {
  const full = planFilter(segment, filter, trace);
  return { base: full, own: NONE, full };
}

const NONE: OwnPlans['own'] = [];
