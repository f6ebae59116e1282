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

/** @returns the field as its related items name it: `name` for `author.name`, `id` for `author`; undefined if it is not theirs */
function fieldBehind(relationship: string, field: string): string | undefined {
  if (field === relationship) return 'id';
  return field.startsWith(`${relationship}.`) ? field.slice(relationship.length + 1) : undefined;
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
      const relatedField = fieldBehind(relationship, field);
      return child !== undefined && relatedField !== undefined && concernsOnly(child, relatedField);
    }
    case 'and':
    case 'or':
      return filter.children.every((child) => concernsOnly(child, field));
  }
}

const conjunction = (filters: readonly Filter[]): Filter | undefined =>
  filters.length > 1 ? { kind: 'and', children: filters } : filters[0];

/**
 * Conditions on the same related item stand behind one relationship; each of them may be left out alone.
 *
 * @returns the filter without the conditions on the field, undefined if it has no others; the same filter if it has none
 */
export function withoutConditionsOn(filter: Filter | undefined, field: string): Filter | undefined {
  if (filter === undefined || concernsOnly(filter, field)) return undefined;
  if (filter.kind === 'through') {
    const relatedField = fieldBehind(filter.relationship, field);
    const child = relatedField === undefined ? filter.child : withoutConditionsOn(filter.child, relatedField);
    return child === filter.child ? filter : { ...filter, child };
  }
  if (filter.kind !== 'and') return filter;
  const conditions = conjuncts(filter);
  const remaining = conditions.flatMap((condition) => withoutConditionsOn(condition, field) ?? []);
  const isUnchanged =
    remaining.length === conditions.length && remaining.every((condition, i) => condition === conditions[i]);
  return isUnchanged ? filter : conjunction(remaining);
}

/** @returns the plan as a list, which is empty if every doc has it */
export const required = (plan: Plan): readonly Plan[] => (plan.kind === 'all' ? [] : [plan]);

export interface OwnPlan {
  readonly field: string;
  /** The conditions on the field, which its facet ignores; all other facets require them. */
  readonly plan: Plan;
  /** The shared conditions without those on the field; only its facet requires them. */
  readonly rest: Plan;
}

export interface OwnPlans {
  /** The conditions that no facet ignores. */
  readonly base: Plan;
  /** One for each field whose facet ignores conditions. */
  readonly own: readonly OwnPlan[];
  /** Conditions on one related item of which facets ignore a part. Not required by the facets in `own`. */
  readonly shared: Plan;
  /** All conditions together. */
  readonly full: Plan;
}

/** @returns the plans; `own` is empty if no facet ignores a condition. Cost: as planning the filter, and `shared` again per facet. */
export function planOwn(
  segment: TypeSegment,
  filter: Filter | undefined,
  facets: readonly FacetQuery[],
  trace?: Trace,
): OwnPlans {
  const fields = facets.filter(({ ignoresOwnConditions }) => ignoresOwnConditions).map(({ field }) => field);
  if (fields.length === 0) return planAll(segment, filter, trace);
  const conditions = conjuncts(filter);
  const isOwn = (condition: Filter): boolean => fields.some((field) => concernsOnly(condition, field));
  const isPartlyOwn = (condition: Filter): boolean =>
    !isOwn(condition) && fields.some((field) => withoutConditionsOn(condition, field) !== condition);
  const sharedFilter = conjunction(conditions.filter(isPartlyOwn));
  const parts = fields.flatMap((field) => {
    const ignored = conjunction(conditions.filter((condition) => concernsOnly(condition, field)));
    const restFilter = withoutConditionsOn(sharedFilter, field);
    return ignored === undefined && restFilter === sharedFilter ? [] : [{ field, ignored, restFilter }];
  });
  if (parts.length === 0) return planAll(segment, filter, trace);
  const plan = (part: Filter | undefined): Plan => planFilter(segment, part, trace);
  const base = plan(conjunction(conditions.filter((condition) => !isOwn(condition) && !isPartlyOwn(condition))));
  const shared = plan(sharedFilter);
  const own = parts.map(({ field, ignored, restFilter }) => ({ field, plan: plan(ignored), rest: plan(restFilter) }));
  const children = [base, ...own.map((ownPlan) => ownPlan.plan), ...required(shared)];
  const sizes = children.map((child) => sizeMaximum(child, segment.size));
  const strategy = { combined: [], tested: [], cost: 0 };
  return { base, own, shared, full: { kind: 'and', children, sizeMaximum: Math.min(...sizes), strategy } };
}

function planAll(segment: TypeSegment, filter: Filter | undefined, trace: Trace | undefined): OwnPlans {
  const full = planFilter(segment, filter, trace);
  return { base: full, own: NONE, shared: { kind: 'all' }, full };
}

const NONE: OwnPlans['own'] = [];
