/**
 * The item bound: the number of items that a filter could select, known from the request and the model alone.
 *
 * A condition with `_eq` on a field without repeated values selects at most one item, one with `_in` at most as many as it
 * lists. Only conditions at the top of the filter count: they hold of every selected item, conditions in a group may not.
 */
import { type ContentType, isUnique } from '../../../content/model/index.js';
import type { Condition } from '../../../engine/query/index.js';

/**
 * @param types      of the selected items; each may have an item with the value
 * @param conditions all conditions outside of groups, on fields of the items themselves
 * @returns infinite if the filter has no bound
 * Cost: O(conditions · types).
 */
export function boundItems(types: readonly ContentType[], conditions: Iterable<Condition>): number {
  let bound = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    const valueCount = countValues(condition);
    if (valueCount === undefined || !isKeyOfAll(types, condition.field)) continue;
    bound = Math.min(bound, valueCount * types.length);
  }
  return bound;
}

/** @returns the number of values that the field may equal; undefined if the operator is not an equality */
function countValues({ operator, operand }: Condition): number | undefined {
  if (operator === '_eq') return 1;
  if (operator !== '_in' || typeof operand === 'boolean') return undefined;
  return operand.kind === 'list' ? operand.values.length : undefined;
}

/** Whether no two items of one type have the same value in the field. */
function isKeyOfAll(types: readonly ContentType[], name: string): boolean {
  if (name === 'id') return true;
  return types.every(({ fieldByName }) => {
    const field = fieldByName.get(name);
    return field !== undefined && isUnique(field);
  });
}
