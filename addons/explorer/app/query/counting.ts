/**
 * Facets, statistics and highlights of a query: adding and removing their parameters, and filtering by a value of a
 * facet.
 */
import type { Param } from '../address/place.js';
import { type DescribedField, type DescribedType, isDateTime, isRelationship } from '../model/space.js';
import { type Condition, type FilterNode, type Query, splitList, splitName } from './query.js';

const valuesDefault = 10;

const isFacetParameter = (name: string, path: string): boolean => {
  const parts = splitName(name);
  return parts?.[0] === '_facet' && parts[1] === path;
};

/** @param field undefined for the facet of the types in a search of all types */
export const addFacet = ({ others }: Query, path: string, field: DescribedField | undefined): Partial<Query> => ({
  others: [
    ...others,
    [`_facet[${path}]`, String(valuesDefault)],
    ...(field === undefined ? [] : [[`_facet[${path}][own]`, 'ignored'] as const]),
    ...(field !== undefined && isDateTime(field) ? [[`_facet[${path}][interval]`, 'year'] as const] : []),
  ],
});

export const removeFacet = ({ others }: Query, path: string): Partial<Query> => ({
  others: others.filter(([name]) => !isFacetParameter(name, path)),
});

export const setFacetLimit = ({ others }: Query, path: string, limit: number): Partial<Query> => ({
  others: others.map(([name, value]): Param => [name, name === `_facet[${path}]` ? String(limit) : value]),
});

/** @returns the fields in a list parameter such as `_stats` */
export const listFields = ({ others }: Query, of: string): readonly string[] =>
  others.flatMap(([name, value]) => (name === of ? splitList(value) : []));

export function setFields(query: Query, of: string, fields: readonly string[]): Partial<Query> {
  const others = query.others.filter(([name]) => name !== of);
  return { others: fields.length === 0 ? others : [...others, [of, fields.join(',')]] };
}

export const HIGHLIGHT = '_highlight';
/** Limit on the highlighted fields, because each adds to the complexity. */
const highlightsMaximum = 6;

/** @returns the parameter that highlights the searched fields of the types; empty if there are none */
export function highlightParams(types: readonly DescribedType[]): readonly Param[] {
  const fields = types.flatMap((type) =>
    type.fields.filter((field) => 'search' in field && field.search !== undefined),
  );
  const names = [...new Set(fields.map(({ name }) => name))].slice(0, highlightsMaximum);
  return names.length === 0 ? [] : [[HIGHLIGHT, names.join(',')]];
}

/** Turns highlights on or off. */
export const setHighlights = ({ others }: Query, types: readonly DescribedType[], isOn: boolean): Partial<Query> => ({
  others: [...others.filter(([name]) => name !== HIGHLIGHT), ...(isOn ? highlightParams(types) : [])],
});

/** A value of a facet, or an interval [from, to) with open ends if undefined. */
export type Counted =
  | { readonly value: string }
  | { readonly from: string | undefined; readonly to: string | undefined };

/** @returns the interval of a day, month or year: `2026-05` → [`2026-05-01`, `2026-06-01`) */
export function readInterval(text: string): Counted {
  const from = new Date(text);
  const to = new Date(text);
  const [, month, day] = text.split('-');
  if (day !== undefined) to.setUTCDate(to.getUTCDate() + 1);
  else if (month !== undefined) to.setUTCMonth(to.getUTCMonth() + 1);
  else to.setUTCFullYear(to.getUTCFullYear() + 1);
  const formatDate = (time: Date): string => time.toISOString().slice(0, 10);
  return Number.isNaN(from.valueOf()) ? { value: text } : { from: formatDate(from), to: formatDate(to) };
}

/** @returns the conditions that select the counted items. @param path steps to the counted field */
function countedConditions(
  path: readonly string[],
  field: DescribedField | undefined,
  counted: Counted,
): readonly Condition[] {
  if ('value' in counted) {
    const conditionPath = field !== undefined && isRelationship(field) ? [...path, 'id'] : path;
    return [{ kind: 'condition', path: conditionPath, operator: '_in', values: [counted.value] }];
  }
  const ends = [
    ['_gte', counted.from],
    ['_lt', counted.to],
  ] as const;
  return ends.flatMap(([operator, value]) =>
    value === undefined ? [] : [{ kind: 'condition', path, operator, values: [value] } as const],
  );
}

const isSameCondition = (node: FilterNode, { path, operator }: Condition): node is Condition =>
  node.kind === 'condition' && node.operator === operator && node.path.join() === path.join();

/** @returns whether the filter selects the counted value, and the filter after toggling it */
export function toggleCounted(
  { filter }: Query,
  path: readonly string[],
  field: DescribedField | undefined,
  counted: Counted,
): { readonly isOn: boolean; readonly filter: readonly FilterNode[] } {
  const conditions = countedConditions(path, field, counted);
  const isInFilter = (condition: Condition): boolean =>
    filter.some(
      (node) => isSameCondition(node, condition) && condition.values.every((value) => node.values.includes(value)),
    );
  const isOn = conditions.every(isInFilter);
  let editedFilter = filter;
  for (const condition of conditions) {
    const existing = editedFilter.find((node): node is Condition => isSameCondition(node, condition));
    const otherNodes = editedFilter.filter((node) => node !== existing);
    const keptValues =
      existing === undefined || condition.operator !== '_in'
        ? []
        : existing.values.filter((one) => !condition.values.includes(one));
    const values = isOn ? keptValues : [...keptValues, ...condition.values];
    editedFilter = values.length === 0 ? otherNodes : [...otherNodes, { ...condition, values }];
  }
  return { isOn, filter: editedFilter };
}
