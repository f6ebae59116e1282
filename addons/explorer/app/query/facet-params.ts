/**
 * The parameters of a query that count and highlight: facets, statistics and highlights are added, changed and removed here.
 *
 * Elsewhere: filtering by a value of a facet (facet-filter), all other parameters (read, write).
 */
import type { Param } from '../address/place.js';
import type { DescribedType } from '../model/space.js';
import { type Query, splitList, splitName } from './query.js';

/** The number of values that a new facet shows. */
export const FACET_LIMIT_DEFAULT = 10;

export const STATISTICS = '_stats';
export const HIGHLIGHT = '_highlight';
/** Limit on the highlighted fields, because each adds to the complexity. */
const HIGHLIGHT_MAXIMUM = 12;

/** Whether the parameter is the facet of the path, or one of its options. */
function isFacetParameter(name: string, path: string): boolean {
  const [head, facetPath] = splitName(name) ?? [];
  return head === '_facet' && facetPath === path;
}

/** The options of a facet, as their parameters have them. */
export interface FacetOptions {
  /** Number of values that the facet shows. */
  readonly limit: number;
  /** `value` sorts by value; undefined puts the most frequent value first. */
  readonly sort?: string | undefined;
  /** `year`, `month` or `day`; undefined counts each time by itself. */
  readonly interval?: string | undefined;
  /** Limits of ranges of numbers, with commas between them; undefined counts single values. */
  readonly ranges?: string | undefined;
}

const OPTION_NAMES = ['sort', 'interval', 'ranges'] as const;

/** @param path steps to the counted field, with dots between them */
export function readFacetOptions({ otherParams }: Query, path: string): FacetOptions {
  const findValue = (name: string): string | undefined => otherParams.find((param) => param[0] === name)?.[1];
  const facet = `_facet[${path}]`;
  return {
    limit: Number(findValue(facet) ?? FACET_LIMIT_DEFAULT),
    ...Object.fromEntries(OPTION_NAMES.map((option) => [option, findValue(`${facet}[${option}]`)])),
  };
}

const writeFacet = (path: string, options: FacetOptions): readonly Param[] => [
  [`_facet[${path}]`, String(options.limit)],
  ...OPTION_NAMES.flatMap((option): readonly Param[] => {
    const value = options[option];
    return value === undefined ? [] : [[`_facet[${path}][${option}]`, value]];
  }),
];

/**
 * @param path      steps to the counted field, or `type` in a search of all types
 * @param isOfField whether a field is counted, whose conditions the counts ignore, so that several values can be chosen
 */
export function addFacet(
  { otherParams }: Query,
  path: string,
  options: FacetOptions,
  isOfField: boolean,
): Partial<Query> {
  const own: readonly Param[] = isOfField ? [[`_facet[${path}][own]`, 'ignored']] : [];
  return { otherParams: [...otherParams, ...writeFacet(path, options), ...own] };
}

/** Replaces the options of a facet; its other parameters stay. */
export function setFacetOptions({ otherParams }: Query, path: string, options: FacetOptions): Partial<Query> {
  const replacedNames = [`_facet[${path}]`, ...OPTION_NAMES.map((option) => `_facet[${path}][${option}]`)];
  const place = otherParams.findIndex(([name]) => name === `_facet[${path}]`);
  const before = otherParams.slice(0, place).filter(([name]) => !replacedNames.includes(name));
  const after = otherParams.slice(place + 1).filter(([name]) => !replacedNames.includes(name));
  return { otherParams: [...before, ...writeFacet(path, options), ...after] };
}

export const removeFacet = ({ otherParams }: Query, path: string): Partial<Query> => ({
  otherParams: otherParams.filter(([name]) => !isFacetParameter(name, path)),
});

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
