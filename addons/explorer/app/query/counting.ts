/**
 * Facets, statistics and highlights of a query: adding and removing their parameters, and filtering by a value of a
 * facet.
 */
import type { Param } from '../address/place.js';
import { type DescribedField, type DescribedType, isInstant, isRelationship } from '../model/space.js';
import { type Condition, type FilterNode, listOf, partsOf, type Query } from './query.js';

const valuesShown = 10;

const isOfFacet = (name: string, path: string): boolean => {
  const parts = partsOf(name);
  return parts?.[0] === '_facet' && parts[1] === path;
};

/** @param field undefined for the facet of the types in a search of all types */
export const withFacet = ({ others }: Query, path: string, field: DescribedField | undefined): Partial<Query> => ({
  others: [
    ...others,
    [`_facet[${path}]`, String(valuesShown)],
    ...(field === undefined ? [] : [[`_facet[${path}][own]`, 'ignored'] as const]),
    ...(field !== undefined && isInstant(field) ? [[`_facet[${path}][interval]`, 'year'] as const] : []),
  ],
});

export const withoutFacet = ({ others }: Query, path: string): Partial<Query> => ({
  others: others.filter(([name]) => !isOfFacet(name, path)),
});

export const withMore = ({ others }: Query, path: string, limit: number): Partial<Query> => ({
  others: others.map(([name, value]): Param => [name, name === `_facet[${path}]` ? String(limit) : value]),
});

/** @returns the fields in a list parameter such as `_stats` */
export const listed = ({ others }: Query, of: string): readonly string[] =>
  others.flatMap(([name, value]) => (name === of ? listOf(value) : []));

export function withListed(query: Query, of: string, fields: readonly string[]): Partial<Query> {
  const others = query.others.filter(([name]) => name !== of);
  return { others: fields.length === 0 ? others : [...others, [of, fields.join(',')]] };
}

export const HIGHLIGHT = '_highlight';
/** Limit on the highlighted fields, because each adds to the complexity. */
const highlightsMost = 6;

/** @returns the parameter that highlights the searched fields of the types; empty if there are none */
export function highlightOf(types: readonly DescribedType[]): readonly Param[] {
  const fields = types.flatMap((type) =>
    type.fields.filter((field) => 'search' in field && field.search !== undefined),
  );
  const names = [...new Set(fields.map(({ name }) => name))].slice(0, highlightsMost);
  return names.length === 0 ? [] : [[HIGHLIGHT, names.join(',')]];
}

/** Turns highlights on or off. */
export const withHighlights = ({ others }: Query, types: readonly DescribedType[], isOn: boolean): Partial<Query> => ({
  others: [...others.filter(([name]) => name !== HIGHLIGHT), ...(isOn ? highlightOf(types) : [])],
});

/** A value of a facet, or an interval [from, to) with open ends if undefined. */
export type Counted =
  | { readonly value: string }
  | { readonly from: string | undefined; readonly to: string | undefined };

/** @returns the interval of a day, month or year: `2026-05` → [`2026-05-01`, `2026-06-01`) */
export function intervalOf(text: string): Counted {
  const from = new Date(text);
  const to = new Date(text);
  const [, month, day] = text.split('-');
  if (day !== undefined) to.setUTCDate(to.getUTCDate() + 1);
  else if (month !== undefined) to.setUTCMonth(to.getUTCMonth() + 1);
  else to.setUTCFullYear(to.getUTCFullYear() + 1);
  const written = (time: Date): string => time.toISOString().slice(0, 10);
  return Number.isNaN(from.valueOf()) ? { value: text } : { from: written(from), to: written(to) };
}

/** @returns the conditions that select the counted items. @param path steps to the counted field */
function conditionsOf(
  path: readonly string[],
  field: DescribedField | undefined,
  counted: Counted,
): readonly Condition[] {
  if ('value' in counted) {
    const whole = field !== undefined && isRelationship(field) ? [...path, 'id'] : path;
    return [{ kind: 'condition', path: whole, operator: '_in', values: [counted.value] }];
  }
  const ends = [
    ['_gte', counted.from],
    ['_lt', counted.to],
  ] as const;
  return ends.flatMap(([operator, value]) =>
    value === undefined ? [] : [{ kind: 'condition', path, operator, values: [value] } as const],
  );
}

const isAbout = (node: FilterNode, { path, operator }: Condition): node is Condition =>
  node.kind === 'condition' && node.operator === operator && node.path.join() === path.join();

/** @returns whether the filter selects the counted value, and the filter after toggling it */
export function toggled(
  { filter }: Query,
  path: readonly string[],
  field: DescribedField | undefined,
  counted: Counted,
): { readonly isOn: boolean; readonly filter: readonly FilterNode[] } {
  const conditions = conditionsOf(path, field, counted);
  const has = (condition: Condition): boolean =>
    filter.some((node) => isAbout(node, condition) && condition.values.every((value) => node.values.includes(value)));
  const isOn = conditions.every(has);
  let edited = filter;
  for (const condition of conditions) {
    const old = edited.find((node): node is Condition => isAbout(node, condition));
    const without = edited.filter((node) => node !== old);
    const kept =
      old === undefined || condition.operator !== '_in'
        ? []
        : old.values.filter((one) => !condition.values.includes(one));
    const values = isOn ? kept : [...kept, ...condition.values];
    edited = values.length === 0 ? without : [...without, { ...condition, values }];
  }
  return { isOn, filter: edited };
}
