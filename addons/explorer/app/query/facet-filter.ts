/**
 * Filtering by a value of a facet: pressing a value adds its condition to the filter, and pressing it again removes it.
 *
 * Elsewhere: the parameters of the facet (facet-params), the other conditions of a filter (ask).
 */
import { type DescribedField, isRelationship } from '../model/space.js';
import type { Condition, FilterNode, Query } from './query.js';

/** A value of a facet, or an interval [from, to) with open ends if undefined. */
export type FacetValue =
  | { readonly value: string }
  | { readonly from: string | undefined; readonly to: string | undefined };

/** @returns the interval of a day, month or year: `2026-05` → [`2026-05-01`, `2026-06-01`); any other text as a value */
export function readInterval(text: string): FacetValue {
  const from = new Date(text);
  if (Number.isNaN(from.valueOf())) return { value: text };
  const to = new Date(text);
  const [, month, day] = text.split('-');
  if (day !== undefined) to.setUTCDate(to.getUTCDate() + 1);
  else if (month !== undefined) to.setUTCMonth(to.getUTCMonth() + 1);
  else to.setUTCFullYear(to.getUTCFullYear() + 1);
  return { from: formatDate(from), to: formatDate(to) };
}

const formatDate = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether the filter selects the value, and the filter after the value is pressed. */
export interface FacetToggle {
  readonly isOn: boolean;
  readonly filter: readonly FilterNode[];
}

/** @param path steps to the counted field */
export function toggleFacetValue(
  { filter }: Query,
  path: readonly string[],
  field: DescribedField | undefined,
  facetValue: FacetValue,
): FacetToggle {
  const conditions = buildConditions(path, field, facetValue);
  const isOn = conditions.every((condition) => hasCondition(filter, condition));
  let editedFilter = filter;
  for (const condition of conditions) {
    editedFilter = isOn ? removeValues(editedFilter, condition) : addValues(editedFilter, condition);
  }
  return { isOn, filter: editedFilter };
}

/** @returns the conditions that select the counted items */
function buildConditions(
  path: readonly string[],
  field: DescribedField | undefined,
  facetValue: FacetValue,
): readonly Condition[] {
  if ('value' in facetValue) {
    const conditionPath = field !== undefined && isRelationship(field) ? [...path, 'id'] : path;
    return [{ kind: 'condition', path: conditionPath, operator: '_in', values: [facetValue.value] }];
  }
  const { from, to } = facetValue;
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push({ kind: 'condition', path, operator: '_gte', values: [from] });
  if (to !== undefined) conditions.push({ kind: 'condition', path, operator: '_lt', values: [to] });
  return conditions;
}

const isSameCondition = (node: FilterNode, { path, operator }: Condition): node is Condition =>
  node.kind === 'condition' && node.operator === operator && node.path.join() === path.join();

/** @returns the condition of the filter with the same path and operator */
const findCondition = (filter: readonly FilterNode[], condition: Condition): Condition | undefined =>
  filter.find((node): node is Condition => isSameCondition(node, condition));

const hasCondition = (filter: readonly FilterNode[], condition: Condition): boolean =>
  filter.some(
    (node) => isSameCondition(node, condition) && condition.values.every((value) => node.values.includes(value)),
  );

/** Adds the values of a list; a bound replaces the earlier one. */
function addValues(filter: readonly FilterNode[], condition: Condition): readonly FilterNode[] {
  const earlierCondition = findCondition(filter, condition);
  const values = [...remainingValues(earlierCondition, condition), ...condition.values];
  return [...filter.filter((node) => node !== earlierCondition), { ...condition, values }];
}

/** Removes the values, and the condition if no value remains. */
function removeValues(filter: readonly FilterNode[], condition: Condition): readonly FilterNode[] {
  const earlierCondition = findCondition(filter, condition);
  const values = remainingValues(earlierCondition, condition);
  const otherNodes = filter.filter((node) => node !== earlierCondition);
  return values.length === 0 ? otherNodes : [...otherNodes, { ...condition, values }];
}

/** @returns the earlier values of a list that are not in the condition; none for a bound */
function remainingValues(earlierCondition: Condition | undefined, { operator, values }: Condition): readonly string[] {
  if (earlierCondition === undefined || operator !== '_in') return [];
  return earlierCondition.values.filter((value) => !values.includes(value));
}
