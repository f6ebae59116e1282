/**
 * The planner: a query tree becomes a tree of sources, smallest first, with what is empty or always true folded away.
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
import { intersecting, uniting } from './strategy.js';

/** Cost: finding each condition's terms; substring conditions also list the terms that match. */
export function planFilter(segment: TypeSegment, filter: Filter | undefined, trace?: Trace): Plan {
  return filter === undefined ? { kind: 'all' } : planned(segment, filter, false, trace);
}

const NEGATED = { and: 'or', or: 'and' } as const;

/**
 * @param negated whether the docs are wanted that the filter does not select: a complement is taken of conditions
 *                alone, where it is a set like others, as NOT (a OR b) is NOT a AND NOT b
 */
function planned(segment: TypeSegment, filter: Filter, negated: boolean, trace: Trace | undefined): Plan {
  if (filter.kind === 'not') return planned(segment, filter.child, !negated, trace);
  if (filter.kind === 'condition' || filter.kind === 'through') {
    const source = anySourceOf(segment, filter, trace);
    trace?.condition(segment, filter, source);
    if (!negated) return planSource(source, segment.size);
    const others = complement(source, segment.size);
    trace?.negated(others, source);
    return planSource(others, segment.size);
  }
  const kind = negated ? NEGATED[filter.kind] : filter.kind;
  const children: Plan[] = [];
  const decisive = kind === 'and' ? 'none' : 'all';
  const neutral = kind === 'and' ? 'all' : 'none';
  for (const child of filter.children) {
    const plan = planned(segment, child, negated, trace);
    if (plan.kind === decisive) return plan;
    if (plan.kind === neutral) continue;
    if (plan.kind === kind) children.push(...plan.children);
    else children.push(plan);
  }
  foldRanges(children, kind, segment.size, trace);
  if (children.some((child) => child.kind === decisive)) return { kind: decisive };
  const [first, second] = children;
  if (first === undefined) return { kind: neutral };
  if (second === undefined) return first;
  const bySize = children.sort((a, b) => sizeMaximum(a, segment.size) - sizeMaximum(b, segment.size));
  const sum = bySize.reduce((total, child) => total + sizeMaximum(child, segment.size), 0);
  const maximum = kind === 'and' ? sizeMaximum(bySize[0] ?? first, segment.size) : Math.min(segment.size, sum);
  const strategy = kind === 'and' ? intersecting(bySize, segment.size) : uniting(bySize, segment.size);
  return { kind, children: bySize, sizeMaximum: maximum, strategy };
}

/** The source of a condition, on the items themselves or on related ones. */
export const anySourceOf = (segment: TypeSegment, asked: Condition | Through, trace?: Trace): Source =>
  asked.kind === 'condition' ? sourceOf(segment, asked) : hopSource(segment, asked, planFilter, trace);

/**
 * Conditions on one field that are runs of its terms become one run where they can: of an AND what they have in common
 * (a price from 5 and below 10), of an OR those that touch. In place.
 */
function foldRanges(children: Plan[], kind: 'and' | 'or', size: number, trace: Trace | undefined): void {
  // By beginning, so that what touches a run touches it before anything behind it does.
  if (kind === 'or') children.sort((a, b) => (sourceIn(a)?.range?.start ?? 0) - (sourceIn(b)?.range?.start ?? 0));
  for (let i = 0; i < children.length; i += 1) {
    for (let j = i + 1; j < children.length; ) {
      const [one, other] = [sourceIn(children[i]), sourceIn(children[j])];
      const folded = one === undefined || other === undefined ? undefined : fold(one.range, other.range, kind);
      if (folded === undefined || one === undefined || other === undefined) j += 1;
      else {
        trace?.folded(folded, one, other, kind);
        children[i] = planSource(folded, size);
        children.splice(j, 1);
      }
    }
  }
}

/** @returns undefined when the two are no one run */
function fold(one: TermRange | undefined, other: TermRange | undefined, kind: 'and' | 'or'): Source | undefined {
  if (one === undefined || other === undefined || one.values !== other.values) return undefined;
  const [first, last] = [termId(Math.max(one.start, other.start)), Math.min(one.end, other.end)];
  if (kind === 'and') return termRange(one.values, first, termId(Math.max(first, last)));
  if (first > last) return undefined;
  return termRange(one.values, termId(Math.min(one.start, other.start)), termId(Math.max(one.end, other.end)));
}

const sourceIn = (plan: Plan | undefined): Source | undefined => (plan?.kind === 'source' ? plan.source : undefined);

function planSource(source: Source, size: number): Plan {
  if (source.size === 0) return { kind: 'none' };
  return source.size === size ? { kind: 'all' } : { kind: 'source', source };
}
