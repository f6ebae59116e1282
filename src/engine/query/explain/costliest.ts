/**
 * The conditions of a filter by estimated cost, costliest first, for the error of a request that is too costly.
 */
import { TooCostlyError } from '../../../content/errors/index.js';
import { Budget } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { sourceOfAny } from '../plan/planner.js';
import type { Condition, Filter, Through } from '../query-tree.js';

function* conditionsOf(filter: Filter): Generator<Condition | Through> {
  if (filter.kind === 'condition' || filter.kind === 'through') yield filter;
  else if (filter.kind === 'not') yield* conditionsOf(filter.child);
  else for (const child of filter.children) yield* conditionsOf(child);
}

/**
 * @param maximum ns that examining the conditions may take; a condition that does not fit is not examined, and its cost is
 *                the estimate that exceeded the maximum
 * @returns the conditions by the cost of finding all their docs, the costliest first
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
    const conditionBudget = new Budget(remainingNs);
    arena.budget = conditionBudget;
    try {
      const { fillCost } = sourceOfAny(segment, condition);
      return conditionBudget.spent + fillCost;
    } catch (error) {
      if (error instanceof TooCostlyError) return error.cost;
      throw error;
    } finally {
      remainingNs -= conditionBudget.spent;
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
