/**
 * A request as it is climbed over: its filters by group, its order, its page, and what it shows and counts.
 */
import type { ContentType } from '../../src/content/model/index.js';

export interface Entry {
  /** From outside in: `_OR`, `_AND` or `_NOT`, and the alternative. */
  readonly groups: readonly (readonly [group: string, index: number])[];
  readonly path: readonly string[];
  readonly value: string;
}

export interface AskedFacet {
  readonly field: string;
  readonly limit: number;
  readonly options: readonly (readonly [name: string, value: string])[];
}

export interface Asked {
  /** Below the delivery root. */
  readonly path: string;
  /** Of the items that are listed. */
  readonly type: ContentType;
  readonly entries: readonly Entry[];
  readonly search: readonly string[];
  readonly highlight: readonly string[];
  readonly sort: readonly string[];
  readonly skip: number;
  readonly limit: number;
  readonly include: readonly string[];
  /** `page[<relationship>][limit]`. */
  readonly caps: readonly (readonly [relationship: string, limit: number])[];
  readonly facets: readonly AskedFacet[];
  readonly statistics: readonly string[];
}

export const asksAll = (path: string, type: ContentType): Asked => ({
  path,
  type,
  entries: [],
  search: [],
  highlight: [],
  sort: [],
  skip: 0,
  limit: 20,
  include: [],
  caps: [],
  facets: [],
  statistics: [],
});

type Parameter = readonly [name: string, value: string];

const listed = (name: string, values: readonly string[]): readonly Parameter[] =>
  values.length === 0 ? [] : [[name, values.join(',')]];

function filterOf({ groups, path, value }: Entry): Parameter {
  const names = [...groups.flatMap(([group, index]) => [group, String(index)]), ...path];
  return [`filter${names.map((name) => `[${name}]`).join('')}`, value];
}

const facetOf = ({ field, limit, options }: AskedFacet): readonly Parameter[] => [
  [`_facet[${field}]`, String(limit)],
  ...options.map(([name, value]): Parameter => [`_facet[${field}][${name}]`, value]),
];

export function targetOf(asked: Asked): string {
  const { path, entries, search, sort, skip, limit } = asked;
  const parameters: readonly Parameter[] = [
    ...entries.map(filterOf),
    ...(search.length === 0 ? [] : [['filter[_search]', search.join(' ')] as const]),
    ...listed('_highlight', search.length === 0 ? [] : asked.highlight),
    ...listed('sort', sort),
    ...(skip === 0 ? [] : [['page[skip]', String(skip)] as const]),
    ...(limit === 20 ? [] : [['page[limit]', String(limit)] as const]),
    ...asked.caps.map(([name, cap]): Parameter => [`page[${name}][limit]`, String(cap)]),
    ...listed('include', asked.include),
    ...asked.facets.flatMap(facetOf),
    ...listed('_stats', asked.statistics),
  ];
  const spelled = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return spelled.length === 0 ? path : `${path}?${spelled.join('&')}`;
}
