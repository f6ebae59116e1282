/**
 * The conditions of a filter by estimated cost, for the response to a request that is too costly.
 */
import { TooCostlyError } from '../../../content/errors/index.js';
import { Budget } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { anySourceOf } from '../plan/planner.js';
import type { Condition, Filter, Through } from '../query-tree.js';

function* conditionsOf(filter: Filter): Generator<Condition | Through> {
  if (filter.kind === 'condition' || filter.kind === 'through') yield filter;
  else if (filter.kind === 'not') yield* conditionsOf(filter.child);
  else for (const child of filter.children) yield* conditionsOf(child);
}

/**
 * @param maximum nanoseconds that looking at all of them may take: what does not fit is not done, and counts as what it
 *                was estimated to take
 * @returns the conditions by what finding all their docs costs, the costliest first
 * Cost: as planning the filter, up to the maximum.
 */
export function costliestConditions(
  segment: TypeSegment,
  filter: Filter,
  maximum: number,
): readonly (Condition | Through)[] {
  const { arena } = segment;
  const { budget } = arena;
  const mark = arena.mark();
  let remainingNs = maximum;
  const costOf = (condition: Condition | Through): number => {
    const own = new Budget(remainingNs);
    arena.budget = own;
    try {
      const { fillCost } = anySourceOf(segment, condition);
      return own.spent + fillCost;
    } catch (error) {
      if (error instanceof TooCostlyError) return error.cost;
      throw error;
    } finally {
      remainingNs -= own.spent;
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
