/**
 * The planner: query tree → plan, a tree of sources, smallest first. Branches that are empty or always true are removed.
 *
 * Elsewhere: the source of one condition (conditions/), the strategy of a group (strategy), running a plan (run/combine).
 */
import { termId } from '../../../content/model/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { sourceOf } from '../conditions/conditions.js';
import { hopSource } from '../conditions/hop-source.js';
import type { Trace } from '../explain/trace.js';
import type { Condition, Filter, Through } from '../query-tree.js';
import { complement } from '../sources/complement.js';
import { termRange } from '../sources/range-source.js';
import type { Source, TermRange } from '../sources/source.js';
import { type Plan, sizeMaximum } from './plan.js';
import { intersectStrategy, uniteStrategy } from './strategy.js';

/** Plans a filter. Cost: finding the terms of each condition; substring conditions also list the matching terms. */
export function planFilter(segment: TypeSegment, filter: Filter | undefined, trace?: Trace): Plan {
  return filter === undefined ? { kind: 'all' } : planTree(segment, filter, false, trace);
}

const NEGATED = { and: 'or', or: 'and' } as const;

/**
 * @param negated whether to plan the docs that the filter does not select. NOT (a OR b) is planned as NOT a AND NOT b, so
 *                only single conditions are complemented
 */
function planTree(segment: TypeSegment, filter: Filter, negated: boolean, trace: Trace | undefined): Plan {
  if (filter.kind === 'not') return planTree(segment, filter.child, !negated, trace);
  if (filter.kind === 'condition' || filter.kind === 'through') {
    const source = sourceOfAny(segment, filter, trace);
    trace?.condition(segment, filter, source);
    if (!negated) return planSource(source, segment.size);
    const complementSource = complement(source, segment.size);
    trace?.negated(complementSource, source);
    return planSource(complementSource, segment.size);
  }
  const kind = negated ? NEGATED[filter.kind] : filter.kind;
  const children: Plan[] = [];
  const absorbing = kind === 'and' ? 'none' : 'all';
  const neutral = kind === 'and' ? 'all' : 'none';
  for (const child of filter.children) {
    const plan = planTree(segment, child, negated, trace);
    if (plan.kind === absorbing) return plan;
    if (plan.kind === neutral) continue;
    if (plan.kind === kind) children.push(...plan.children);
    else children.push(plan);
  }
  mergeAdjacentRanges(children, kind, segment.size, trace);
  if (children.some((child) => child.kind === absorbing)) return { kind: absorbing };
  const [first, second] = children;
  if (first === undefined) return { kind: neutral };
  if (second === undefined) return first;
  const bySize = children.sort((a, b) => sizeMaximum(a, segment.size) - sizeMaximum(b, segment.size));
  const sum = bySize.reduce((total, child) => total + sizeMaximum(child, segment.size), 0);
  const maximum = kind === 'and' ? sizeMaximum(bySize[0] ?? first, segment.size) : Math.min(segment.size, sum);
  const strategy = kind === 'and' ? intersectStrategy(bySize, segment.size) : uniteStrategy(bySize, segment.size);
  return { kind, children: bySize, sizeMaximum: maximum, strategy };
}

/** @returns the source of a condition on the items themselves or on related items */
export const sourceOfAny = (segment: TypeSegment, condition: Condition | Through, trace?: Trace): Source =>
  condition.kind === 'condition' ? sourceOf(segment, condition) : hopSource(segment, condition, planFilter, trace);

/**
 * Merges conditions on one field that are runs of its terms, in place: an AND of two runs is their intersection (a price
 * from 5 and below 10), an OR of two runs that touch is one run.
 */
function mergeAdjacentRanges(children: Plan[], kind: 'and' | 'or', size: number, trace: Trace | undefined): void {
  // Sorted by their start, so that each run is merged with its neighbour before later runs are tried.
  if (kind === 'or') children.sort((a, b) => (sourceIn(a)?.range?.start ?? 0) - (sourceIn(b)?.range?.start ?? 0));
  for (let i = 0; i < children.length; i += 1) {
    let j = i + 1;
    while (j < children.length) {
      const left = sourceIn(children[i]);
      const right = sourceIn(children[j]);
      const merged = mergeRanges(left?.range, right?.range, kind);
      if (merged === undefined || left === undefined || right === undefined) {
        j += 1;
        continue;
      }
      trace?.folded(merged, left, right, kind);
      children[i] = planSource(merged, size);
      children.splice(j, 1);
    }
  }
}

/** @returns undefined if the two cannot be merged into one run */
function mergeRanges(
  left: TermRange | undefined,
  right: TermRange | undefined,
  kind: 'and' | 'or',
): Source | undefined {
  if (left === undefined || right === undefined || left.values !== right.values) return undefined;
  // The terms of both runs are `[commonStart, commonEnd)`; if the runs do not touch, the start is above the end.
  const commonStart = termId(Math.max(left.start, right.start));
  const commonEnd = Math.min(left.end, right.end);
  if (kind === 'and') return termRange(left.values, commonStart, termId(Math.max(commonStart, commonEnd)));
  if (commonStart > commonEnd) return undefined;
  return termRange(left.values, termId(Math.min(left.start, right.start)), termId(Math.max(left.end, right.end)));
}

const sourceIn = (plan: Plan | undefined): Source | undefined => (plan?.kind === 'source' ? plan.source : undefined);

function planSource(source: Source, size: number): Plan {
  if (source.size === 0) return { kind: 'none' };
  return source.size === size ? { kind: 'all' } : { kind: 'source', source };
}
