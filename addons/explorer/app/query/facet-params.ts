/**
 * The parameters of a query that count and highlight: facets, statistics and highlights are added, changed and removed here.
 *
 * Elsewhere: filtering by a value of a facet (facet-filter), all other parameters (read, write).
 */
import type { Param } from '../address/place.js';
import { type DescribedField, type DescribedType, isDateTime } from '../model/space.js';
import { type Query, splitList, splitName } from './query.js';

/** The number of values that a new facet shows. */
const FACET_LIMIT_DEFAULT = 10;

export const STATISTICS = '_stats';
export const HIGHLIGHT = '_highlight';
/** Limit on the highlighted fields, because each adds to the complexity. */
const HIGHLIGHT_MAXIMUM = 12;

/** Whether the parameter is the facet of the path, or one of its options. */
function isFacetParameter(name: string, path: string): boolean {
  const [head, facetPath] = splitName(name) ?? [];
  return head === '_facet' && facetPath === path;
}

/**
 * @param path  steps to the counted field, with dots between them
 * @param field undefined for the facet of the types in a search of all types
 */
export function addFacet({ otherParams }: Query, path: string, field: DescribedField | undefined): Partial<Query> {
  const facet = `_facet[${path}]`;
  const addedParams: Param[] = [[facet, String(FACET_LIMIT_DEFAULT)]];
  if (field !== undefined) addedParams.push([`${facet}[own]`, 'ignored']);
  if (field !== undefined && isDateTime(field)) addedParams.push([`${facet}[interval]`, 'year']);
  return { otherParams: [...otherParams, ...addedParams] };
}

export const removeFacet = ({ otherParams }: Query, path: string): Partial<Query> => ({
  otherParams: otherParams.filter(([name]) => !isFacetParameter(name, path)),
});

/** @param limit the number of values that the facet shows */
export function setFacetLimit({ otherParams }: Query, path: string, limit: number): Partial<Query> {
  const replaceLimit = (param: Param): Param => (param[0] === `_facet[${path}]` ? [param[0], String(limit)] : param);
  return { otherParams: otherParams.map(replaceLimit) };
}

/** @param parameter a parameter whose value is a list of fields, such as `_stats` */
export const listFields = ({ otherParams }: Query, parameter: string): readonly string[] =>
  otherParams.flatMap(([name, value]) => (name === parameter ? splitList(value) : []));

/** Sets a parameter whose value is a list of fields; removes it if there are none. */
export function setFields({ otherParams }: Query, parameter: string, fields: readonly string[]): Partial<Query> {
  const remainingParams = otherParams.filter(([name]) => name !== parameter);
  if (fields.length === 0) return { otherParams: remainingParams };
  return { otherParams: [...remainingParams, [parameter, fields.join(',')]] };
}

/** @returns the parameter that highlights the searched fields of the types; empty if there are none */
export function highlightParams(types: readonly DescribedType[]): readonly Param[] {
  const namesByType = types.map(({ fields }) =>
    fields.filter((field) => 'search' in field && field.search !== undefined).map(({ name }) => name),
  );
  // The first field of each type comes first, then the second, so that no type is left without a passage.
  const longest = Math.max(0, ...namesByType.map((typeNames) => typeNames.length));
  const ordered = Array.from({ length: longest }, (_, place) =>
    namesByType.flatMap((typeNames) => typeNames[place] ?? []),
  );
  const names = [...new Set(ordered.flat())].slice(0, HIGHLIGHT_MAXIMUM);
  return names.length === 0 ? [] : [[HIGHLIGHT, names.join(',')]];
}

/** Turns highlights on or off. */
export function setHighlights({ otherParams }: Query, types: readonly DescribedType[], isOn: boolean): Partial<Query> {
  const remainingParams = otherParams.filter(([name]) => name !== HIGHLIGHT);
  return { otherParams: isOn ? [...remainingParams, ...highlightParams(types)] : remainingParams };
}
