/**
 * Which conditions of a filter make it dear: for those who are told that it is too costly.
 */

import { TooCostlyError } from '../../../content/errors/index.js';
import { Budget } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { sourceOf } from '../plan/conditions.js';
import type { Condition, Filter } from '../query-tree.js';

function* conditionsOf(filter: Filter): Generator<Condition> {
  if (filter.kind === 'condition') yield filter;
  else if (filter.kind === 'not') yield* conditionsOf(filter.child);
  else for (const child of filter.children) yield* conditionsOf(child);
}

/**
 * @param maximum nanoseconds that looking at all of them may take: what does not fit is not done, and counts as what it
 *                was estimated to take
 * @returns the conditions by what finding all their docs costs, the dearest first
 * Cost: as planning the filter, up to the maximum.
 */
export function dearestConditions(segment: TypeSegment, filter: Filter, maximum: number): readonly Condition[] {
  const { arena } = segment;
  const { budget } = arena;
  const mark = arena.mark();
  let left = maximum;
  const costOf = (condition: Condition): number => {
    const own = new Budget(left);
    arena.budget = own;
    try {
      const { fillCost } = sourceOf(segment, condition);
      return own.spent + fillCost;
    } catch (error) {
      if (error instanceof TooCostlyError) return error.cost;
      throw error;
    } finally {
      left -= own.spent;
    }
  };
  try {
    const costs = Array.from(conditionsOf(filter), (condition) => ({ condition, cost: costOf(condition) }));
    return costs.sort((a, b) => b.cost - a.cost).map(({ condition }) => condition);
  } finally {
    arena.budget = budget;
    arena.release(mark);
  }
}
