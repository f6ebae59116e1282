/**
 * The planner: a query tree becomes a tree of sources, smallest first, with what is empty or always true folded away.
 */
import type { TypeSegment } from '../segment/index.js';
import { sourceOf } from './conditions.js';
import { type Source, termRange } from './sources.js';
import type { Trace } from './trace.js';
import type { Filter } from './tree.js';

export type Plan =
  /** Every doc of the segment. */
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'source'; readonly source: Source }
  /** At least two children, by `sizeMaximum` ascending. */
  | { readonly kind: 'and' | 'or'; readonly children: readonly Plan[]; readonly sizeMaximum: number };

/** @returns at most how many docs the plan selects; exact but for groups. @param size docs of the segment */
export function sizeMaximum(plan: Plan, size: number): number {
  switch (plan.kind) {
    case 'all':
      return size;
    case 'none':
      return 0;
    case 'source':
      return plan.source.size;
    case 'and':
    case 'or':
      return plan.sizeMaximum;
  }
}

/** Cost: finding each condition's terms; substring conditions also list the terms that match. */
export function planFilter(segment: TypeSegment, filter: Filter | undefined, trace?: Trace): Plan {
  if (filter === undefined) return { kind: 'all' };
  if (filter.kind === 'condition') {
    const source = sourceOf(segment, filter);
    trace?.condition(segment, filter, source);
    return planSource(segment, source);
  }
  const children: Plan[] = [];
  const decisive = filter.kind === 'and' ? 'none' : 'all';
  const neutral = filter.kind === 'and' ? 'all' : 'none';
  for (const child of filter.children) {
    const plan = planFilter(segment, child, trace);
    if (plan.kind === decisive) return plan;
    if (plan.kind === neutral) continue;
    if (plan.kind === filter.kind) children.push(...plan.children);
    else children.push(plan);
  }
  if (filter.kind === 'and') foldRanges(children, trace);
  if (children.some((child) => child.kind === decisive)) return { kind: decisive };
  const [first, second] = children;
  if (first === undefined) return { kind: neutral };
  if (second === undefined) return first;
  const bySize = children.sort((a, b) => sizeMaximum(a, segment.size) - sizeMaximum(b, segment.size));
  const sum = bySize.reduce((total, child) => total + sizeMaximum(child, segment.size), 0);
  const maximum = filter.kind === 'and' ? sizeMaximum(bySize[0] ?? first, segment.size) : Math.min(segment.size, sum);
  return { kind: filter.kind, children: bySize, sizeMaximum: maximum };
}

/** Conditions on one field that are runs of its terms become one run: a price from 5 and below 10. In place. */
function foldRanges(children: Plan[], trace: Trace | undefined): void {
  for (let i = 0; i < children.length; i += 1) {
    for (let j = children.length - 1; j > i; j -= 1) {
      const [left, right] = [sourceOfPlan(children[i]), sourceOfPlan(children[j])];
      const [one, other] = [left?.range, right?.range];
      if (left === undefined || right === undefined || one === undefined || other === undefined) continue;
      if (one.values !== other.values) continue;
      const source = termRange(one.values, Math.max(one.start, other.start), Math.min(one.end, other.end));
      trace?.folded(source, left, right);
      children[i] = source.size === 0 ? { kind: 'none' } : { kind: 'source', source };
      children.splice(j, 1);
    }
  }
}

const sourceOfPlan = (plan: Plan | undefined): Source | undefined =>
  plan?.kind === 'source' ? plan.source : undefined;

function planSource(segment: TypeSegment, source: Source): Plan {
  if (source.size === 0) return { kind: 'none' };
  return source.size === segment.size ? { kind: 'all' } : { kind: 'source', source };
}

/** Whether the doc is one of the plan's. Cost: at most one test per condition. */
export function planHas(plan: Plan, doc: number): boolean {
  switch (plan.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'source':
      return plan.source.has(doc);
    case 'and':
      return plan.children.every((child) => planHas(child, doc));
    case 'or':
      return plan.children.some((child) => planHas(child, doc));
  }
}
